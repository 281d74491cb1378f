"""Tombstones of passages of conversations: another agent does not record again what was erased with a topic."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("memories", "0030_rows_with_an_end")]

    operations = [
        migrations.AlterField(
            "tombstone",
            "cause",
            models.CharField(
                choices=[("erased", "erased"), ("declined", "declined"), ("passage", "erased from a conversation")],
                max_length=10,
            ),
        )
    ]
