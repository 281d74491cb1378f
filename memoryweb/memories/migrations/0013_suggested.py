"""What is not in use yet is called suggested, because not all of it waits for an answer."""

from django.db import migrations, models

STATUSES = [
    ("candidate", "suggested"),
    ("active", "in use"),
    ("superseded", "replaced"),
    ("expired", "stopped"),
    ("archived", "archived"),
]


class Migration(migrations.Migration):
    dependencies = [("memories", "0012_community_rows")]

    operations = [
        migrations.AlterField(model, "status", models.CharField(choices=STATUSES, max_length=12))
        for model in ("historicalmemory", "memory")
    ]
