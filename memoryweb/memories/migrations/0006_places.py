"""Indexes by which a project or condition is found in the spelling that the person's memories have (SPEC §3)."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("memories", "0005_acts")]

    operations = [
        migrations.AddIndex(
            model_name="memory",
            index=models.Index(
                condition=models.Q(("project", ""), _negated=True),
                fields=["person", "project"],
                name="memories_of_a_project",
            ),
        ),
        migrations.AddIndex(
            model_name="memory",
            index=models.Index(
                condition=models.Q(("condition", ""), _negated=True),
                fields=["person", "condition"],
                name="memories_of_a_condition",
            ),
        ),
    ]
