"""Which conversation a piece of evidence is from."""

from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("agents", "0003_retention"),
        ("memories", "0011_what_recall_looks_for"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="evidence",
            name="conversation",
            field=models.UUIDField(blank=True, null=True),
        ),
        migrations.AddIndex(
            model_name="evidence",
            index=models.Index(
                condition=models.Q(("conversation__isnull", False)),
                fields=["person", "conversation"],
                name="evidence_of_a_conversation",
            ),
        ),
    ]
