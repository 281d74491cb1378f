"""What upkeep may do, and nothing more: ask, put in conflict, count, purge. And the index of the past."""

from django.db import migrations

GRANTS = {  # beyond SELECT, which the clock has on every table whose policy lets it
    "memories_proposal": "INSERT",
    "memories_conflict": "INSERT",
    "memories_conflictmember": "INSERT",
    "memories_searchdocument": "UPDATE (subject, negative, weighed)",
    "memories_erasure": "UPDATE (purged_at)",
    "memories_upkeeprun": "UPDATE, DELETE",
    "agents_accesslog": "DELETE, UPDATE (at)",  # to lock a line it must be allowed to change something of it
}
SEEN = (  # proposals, conflicts, memories and history have the policy already
    "memories_conflictmember",
    "memories_searchdocument",
    "memories_erasure",
    "agents_accesslog",
    "people_memorysettings",
)


class Migration(migrations.Migration):
    dependencies = [("memories", "0009_put_off_and_purged")]

    operations = [
        *(
            migrations.RunSQL(
                sql=f"GRANT {rights} ON {table} TO memoryweb_clock",
                reverse_sql=f"REVOKE {rights} ON {table} FROM memoryweb_clock",
            )
            for table, rights in GRANTS.items()
        ),
        *(
            migrations.RunSQL(
                sql=f"CREATE POLICY {table}_clock ON {table} TO memoryweb_clock USING (true) WITH CHECK (true)",
                reverse_sql=f"DROP POLICY {table}_clock ON {table}",
            )
            for table in SEEN
        ),
        # history.as_of: whether a version was the newest on a day, without a visit to the table; a timeline
        migrations.RunSQL(
            sql="""
                DROP INDEX history_of_a_memory;
                CREATE INDEX history_of_a_memory ON memories_historicalmemory (id, history_id DESC)
                    INCLUDE (person_id, history_date)
            """,
            reverse_sql="""
                DROP INDEX history_of_a_memory;
                CREATE INDEX history_of_a_memory ON memories_historicalmemory (id, history_id DESC)
            """,
        ),
    ]
