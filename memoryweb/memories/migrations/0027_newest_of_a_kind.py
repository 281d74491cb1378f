"""An index that gives the newest memories of a kind and a category without sorting all of them, in each status."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("memories", "0026_other_machines")]

    operations = [
        migrations.RemoveIndex("memory", "memories_of_a_kind"),
        migrations.AddIndex(
            "memory",
            models.Index(
                fields=["person", "status", "kind", "category", "-changed_at"],
                condition=models.Q(status__in=["candidate", "active"]),
                name="memories_of_a_kind",
            ),
        ),
    ]
