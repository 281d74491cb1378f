from django.db import migrations

from memoryweb.database.tables import PersonKey


class Migration(migrations.Migration):
    dependencies = [("communities", "0002_database")]

    operations = [
        PersonKey("communities_sharedmute"),
    ]
