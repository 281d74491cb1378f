"""Upkeep's role reads when messages were written and claimed, and whose they are: never their words."""

from django.db import migrations

READABLE = {
    "telegram_outgoingmessage": "id, person_id, at, attempts, claimed_at",
    "telegram_unreadmessage": "id, person_id, at, claimed_at",
}


def times_only(table: str, columns: str) -> migrations.RunSQL:
    return migrations.RunSQL(
        f"REVOKE SELECT ON {table} FROM memoryweb_clock; GRANT SELECT ({columns}) ON {table} TO memoryweb_clock",
        f"REVOKE SELECT ({columns}) ON {table} FROM memoryweb_clock; GRANT SELECT ON {table} TO memoryweb_clock",
    )


class Migration(migrations.Migration):
    dependencies = [("telegram", "0002_database")]

    operations = [times_only(table, columns) for table, columns in READABLE.items()]
