"""The access log is kept for a while, and the clock finds the oldest lines."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("agents", "0002_isolation"),
    ]

    operations = [
        migrations.AddIndex(
            model_name="accesslog",
            index=models.Index(fields=["at"], name="access_log_to_purge"),
        ),
    ]
