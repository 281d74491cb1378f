"""An index for what the person ended: every save asks whether they decided against the same (SPEC §3.4)."""

from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [("memories", "0014_read_policy")]

    operations = [
        migrations.AddIndex(
            model_name="memory",
            index=models.Index(
                fields=["person", "key"],
                condition=~Q(status__in=["candidate", "active"]) & Q(changed_by="person"),
                name="memories_ended_by_person",
            ),
        )
    ]
