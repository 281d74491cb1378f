"""Who may read and write the example month."""

from django.db import migrations

from memoryweb.database.tables import Isolate


class Migration(migrations.Migration):
    dependencies = [("demo", "0001_tables"), ("memories", "0002_database")]

    operations = [
        Isolate("demo_examplemonth"),
    ]
