"""The wall around memories: private and mine, or a community's and I am in it. Written only as oneself."""

# ruff: noqa: SIM905  a list of words is easier to read as one

from django.db import migrations

from memoryweb.people.isolation import ME, Isolate, SamePerson

SHARED = (
    f"audience = 'community' AND community_id IN (SELECT community_id FROM people_membership WHERE person_id = {ME})"
)
OWN = (
    "evidence proposal conflict conflictmember use refusal tombstone erasure searchdocument observationcounter"
).split()


class Migration(migrations.Migration):
    dependencies = [("memories", "0001_initial"), ("agents", "0002_isolation")]

    operations = [
        Isolate("memories_memory", sees=f"person_id = {ME} OR ({SHARED})", clock="SELECT, UPDATE"),
        Isolate("memories_historicalmemory", clock="SELECT, INSERT"),
        *(
            Isolate(f"memories_{name}", clock="SELECT, UPDATE" if name in ("proposal", "conflict") else "")
            for name in OWN
        ),
        SamePerson("memories_evidence", "memory_id", "memories_memory"),
        SamePerson("memories_proposal", "memory_id", "memories_memory"),
        SamePerson("memories_searchdocument", "memory_id", "memories_memory"),
        SamePerson("memories_use", "memory_id", "memories_memory"),
        SamePerson("memories_use", "agent_id", "agents_agent"),
        SamePerson("memories_conflictmember", "memory_id", "memories_memory"),
        SamePerson("memories_conflictmember", "conflict_id", "memories_conflict"),
        SamePerson("memories_memory", "superseded_by_id", "memories_memory", on_delete="NO ACTION"),
        migrations.RunSQL(
            sql="REVOKE INSERT, UPDATE, DELETE ON memories_upkeeprun FROM memoryweb_app;"
            "GRANT INSERT ON memories_upkeeprun TO memoryweb_clock",
            reverse_sql="GRANT INSERT, UPDATE, DELETE ON memories_upkeeprun TO memoryweb_app",
        ),
    ]
