"""Conversations and feedback are counted by agent: one agent may leave so many within a day."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("learning", "0005_erased_id")]

    operations = [
        migrations.AlterField(
            "conversation",
            "agent",
            models.ForeignKey(
                db_constraint=False,
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="+",
                to="agents.agent",
            ),
        ),
        migrations.AddIndex("conversation", models.Index(fields=["agent", "id"], name="conversations_of_an_agent")),
        migrations.AddIndex("feedback", models.Index(fields=["agent", "id"], name="feedback_of_an_agent")),
    ]
