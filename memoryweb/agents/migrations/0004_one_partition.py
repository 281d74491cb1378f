"""The calls of a deleted agent are found in the partition of its person."""

from django.db import migrations

from memoryweb.database.apply import Apply


class Migration(migrations.Migration):
    dependencies = [("agents", "0003_keys")]

    operations = [Apply("functions/agents_delete_calls")]
