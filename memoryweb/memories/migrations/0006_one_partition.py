"""Functions that a person's calls and pages run are planned for that person's partitions."""

from django.db import migrations

from memoryweb.database.apply import Apply


class Migration(migrations.Migration):
    dependencies = [("memories", "0005_partitioned")]

    operations = [
        Apply(
            "functions/memories_blank_versions",
            "functions/memories_empty_setting_changes",
            "functions/memories_link_versions",
            "functions/memories_remove_empty_versions",
            "functions/memories_walk_history",
        )
    ]
