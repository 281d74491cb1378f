"""A conflict can be asked about later; a receipt says when the bytes were gone too."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("memories", "0008_subjects")]

    operations = [
        migrations.AddField(
            model_name="conflict",
            name="later_until",
            field=models.DateField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="erasure",
            name="purged_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddIndex(
            model_name="erasure",
            index=models.Index(condition=models.Q(("purged_at", None)), fields=["erased_at"], name="erasures_to_purge"),
        ),
    ]
