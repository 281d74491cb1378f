"""What the person said of the work a memory was given for."""

from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("agents", "0003_retention"),
        ("memories", "0012_evidence_of_a_conversation"),
        ("recall", "0004_isolation_of_receipts"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="receiptitem",
            name="helped",
            field=models.BooleanField(blank=True, null=True),
        ),
        migrations.AddIndex(
            model_name="receipt",
            index=models.Index(
                condition=models.Q(("run", ""), _negated=True), fields=["agent", "run"], name="receipts_of_a_run"
            ),
        ),
        migrations.AddIndex(
            model_name="receiptitem",
            index=models.Index(
                condition=models.Q(("helped", True)), fields=["person", "-id"], name="receipts_that_helped"
            ),
        ),
    ]
