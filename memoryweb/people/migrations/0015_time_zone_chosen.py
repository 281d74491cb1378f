"""Whether a person has chosen their time zone: who has another one than a new account has chosen it."""

from django.db import migrations, models

CHOSEN = "UPDATE people_memorysettings SET time_zone_chosen = true WHERE time_zone <> 'UTC'"


class Migration(migrations.Migration):
    dependencies = [
        ("people", "0014_community_overview_moderation"),
    ]

    operations = [
        migrations.AddField(
            model_name="memorysettings",
            name="time_zone_chosen",
            field=models.BooleanField(
                db_default=False, default=False, editable=False, verbose_name="Asked for the time zone"
            ),
        ),
        migrations.RunSQL(CHOSEN, migrations.RunSQL.noop),
    ]
