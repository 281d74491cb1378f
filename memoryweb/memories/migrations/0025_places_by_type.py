"""A column person_id or user_id says whose a row is only where it is a person's key: a chat's user_id is a number."""

from importlib import import_module

from django.db import migrations

BEFORE = import_module("memoryweb.memories.migrations.0021_account_deletion").PLACES.replace(
    "CREATE FUNCTION", "CREATE OR REPLACE FUNCTION"
)
AFTER = BEFORE.replace("NOT owner.attisdropped", "owner.atttypid = 'uuid'::regtype AND NOT owner.attisdropped")


class Migration(migrations.Migration):
    dependencies = [("memories", "0024_identifiers")]
    operations = [migrations.RunSQL(AFTER, BEFORE)]
