"""Row-level security of imports. The clock deletes old ones, and finds those that go on."""

from django.db import migrations

from memoryweb.rls.policies import Isolate, SamePerson


class Migration(migrations.Migration):
    dependencies = [("interchange", "0001_tables"), ("people", "0002_database")]

    operations = [
        # To lock a row the clock needs the right to update a column.
        Isolate("interchange_importbatch", clock="SELECT, DELETE, UPDATE (touched_at)"),
        Isolate("interchange_importrow"),
        SamePerson("interchange_importrow", "batch_id", "interchange_importbatch"),
    ]
