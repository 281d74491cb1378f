"""What is not in use yet is called suggested, because not all of it waits for an answer."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("memories", "0012_community_rows"),
    ]

    operations = [
        migrations.AlterField(
            model_name="historicalmemory",
            name="status",
            field=models.CharField(
                choices=[
                    ("candidate", "suggested"),
                    ("active", "in use"),
                    ("superseded", "replaced"),
                    ("expired", "stopped"),
                    ("archived", "archived"),
                ],
                max_length=12,
            ),
        ),
        migrations.AlterField(
            model_name="memory",
            name="status",
            field=models.CharField(
                choices=[
                    ("candidate", "suggested"),
                    ("active", "in use"),
                    ("superseded", "replaced"),
                    ("expired", "stopped"),
                    ("archived", "archived"),
                ],
                max_length=12,
            ),
        ),
    ]
