"""Folders are a room of their own, which has these models now. Their tables stay."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("interchange", "0003_keys"), ("folders", "0001_tables")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[migrations.DeleteModel(name="FolderLine"), migrations.DeleteModel(name="Folder")]
        ),
    ]
