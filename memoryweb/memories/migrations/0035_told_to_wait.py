"""Evidence keeps what its agent was told waits, where its words stand in what that agent may not read."""

from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [("memories", "0034_questions_of_an_agent")]

    operations = [
        migrations.AddField(
            model_name="evidence",
            name="told_to_wait",
            field=models.BooleanField(blank=True, null=True),
        ),
        migrations.AddIndex(
            model_name="evidence",
            index=models.Index(
                condition=Q(told_to_wait__isnull=False), fields=["agent", "id"], name="evidence_told_to_wait"
            ),
        ),
    ]
