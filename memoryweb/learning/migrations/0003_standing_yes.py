"""Feedback records whether the agent's word was covered by a standing yes when it came (SPEC §3, §9)."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("learning", "0002_database")]

    operations = [
        migrations.AddField(
            model_name="feedback",
            name="standing_yes",
            field=models.BooleanField(db_default=False, default=False),
        ),
    ]
