"""An agent's questions are found by their time: what it asked within a day has a limit."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("agents", "0009_deleted_agents"), ("memories", "0033_said_under")]

    operations = [
        migrations.AlterField(
            model_name="proposal",
            name="agent",
            field=models.ForeignKey(
                blank=True,
                db_constraint=False,
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to="agents.agent",
            ),
        ),
        migrations.AddIndex(
            model_name="proposal",
            index=models.Index(fields=["agent", "id"], name="proposals_of_an_agent"),
        ),
    ]
