"""What recall looks for among everything a person has: an index each."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("agents", "0003_retention"),
        ("memories", "0010_rights_of_the_clock"),
        ("people", "0004_injection"),
    ]

    operations = [
        migrations.AddIndex(
            model_name="memory",
            index=models.Index(
                condition=models.Q(
                    ("status__in", ["candidate", "active"]),
                    models.Q(
                        ("pinned", True),
                        ("kind", "rule"),
                        ("key__in", ("dietary.allergies", "communication.forbidden_words")),
                        _connector="OR",
                    ),
                ),
                fields=["person"],
                name="memories_must_have",
            ),
        ),
        migrations.AddIndex(
            model_name="memory",
            index=models.Index(
                condition=models.Q(
                    ("status__in", ["candidate", "active"]), models.Q(("applies_to", []), _negated=True)
                ),
                fields=["person"],
                name="memories_that_apply",
            ),
        ),
        migrations.AddIndex(
            model_name="memory",
            index=models.Index(
                condition=models.Q(("status__in", ["candidate", "active"])),
                fields=["person", "-confidence", "-changed_at", "id"],
                name="memories_surest",
            ),
        ),
    ]
