"""What they saw lists the reads that were refused, too."""

from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [("agents", "0003_sight")]

    operations = [
        migrations.AddIndex(
            model_name="accesslog",
            index=models.Index(
                fields=["person", "-at", "-id"],
                condition=Q(outcome="PERMISSION_DENIED", writes=False),
                name="refused_reads_of_a_person",
            ),
        ),
    ]
