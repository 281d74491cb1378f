"""Archiving what has faded is each person's choice, and off."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("people", "0002_isolation"),
    ]

    operations = [
        migrations.AddField(
            model_name="memorysettings",
            name="archive_below",
            field=models.FloatField(blank=True, null=True, verbose_name="Archive what fades below"),
        ),
        migrations.AddIndex(
            model_name="memorysettings",
            index=models.Index(
                condition=models.Q(("archive_below__isnull", False)), fields=["person"], name="settings_archive_below"
            ),
        ),
        migrations.AddConstraint(
            model_name="memorysettings",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("archive_below", None),
                    models.Q(("archive_below__gt", 0), ("archive_below__lte", 3)),
                    _connector="OR",
                ),
                name="archive_below_is_off_or_among_the_dormant",
            ),
        ),
    ]
