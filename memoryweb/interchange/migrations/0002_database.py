"""Who may read and write imports and folders."""

from django.db import migrations

from memoryweb.database.apply import Apply
from memoryweb.database.tables import Isolate, SamePerson


class Migration(migrations.Migration):
    dependencies = [("interchange", "0001_tables"), ("memories", "0002_database")]

    operations = [
        # To lock a row the clock needs the right to update a column.
        Isolate("interchange_importbatch", clock="SELECT, DELETE, UPDATE (touched_at)"),
        Isolate("interchange_importrow"),
        SamePerson("interchange_importrow", "batch_id", "interchange_importbatch"),
        Isolate("interchange_folder", clock="SELECT"),
        Isolate("interchange_folderline"),
        SamePerson("interchange_folder", "agent_id", "agents_agent"),
        SamePerson("interchange_folderline", "folder_id", "interchange_folder"),
        Apply("triggers/interchange_folder_stays_in_the_log"),
    ]
