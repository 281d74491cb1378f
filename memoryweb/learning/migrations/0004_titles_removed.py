"""Conversations remember that the person removed their topic and summary, so that a longer report leaves them away."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("learning", "0003_standing_yes")]

    operations = [
        migrations.AddField(
            model_name="conversation",
            name="titles_removed",
            field=models.BooleanField(db_default=False, default=False),
        ),
    ]
