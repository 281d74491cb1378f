"""What agents leave behind has an end: it is counted by agent, and what they took back is removed.

Spellings of projects and conditions are looked up among live memories, whatever else an agent left.
"""

import django.db.models.deletion
from django.db import migrations, models

from memoryweb.rls.policies import ME

# Only versions that erasing has emptied, of memories that are gone: no other history can be removed.
REMOVE = f"""
CREATE FUNCTION memories_remove_empty_versions(memories uuid[]) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
    WITH removed AS (
        DELETE FROM memories_historicalmemory AS version
        WHERE version.id = ANY (memories) AND version.person_id = {ME} AND version.label = ''
          AND version.value = 'null' AND NOT EXISTS (SELECT FROM memories_memory WHERE id = version.id)
        RETURNING version.history_id)
    SELECT memories_note_removal({ME}, array_agg(history_id)) FROM removed
$$;
REVOKE ALL ON FUNCTION memories_remove_empty_versions(uuid[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION memories_remove_empty_versions(uuid[]) TO memoryweb_app
"""
# operations.rate: the versions that an agent wrote within a day
OF_AN_AGENT = """
CREATE INDEX versions_of_an_agent ON memories_historicalmemory (changed_by_agent_id, history_date)
WHERE changed_by_agent_id IS NOT NULL
"""
LIVE = models.Q(status__in=["candidate", "active"])


def live_place(field: str) -> list[migrations.AddIndex | migrations.RemoveIndex]:
    name = f"memories_of_a_{field}"
    condition = LIVE & ~models.Q(**{field: ""})
    return [
        migrations.RemoveIndex("memory", name),
        migrations.AddIndex("memory", models.Index(fields=["person", field], condition=condition, name=name)),
    ]


class Migration(migrations.Migration):
    dependencies = [("memories", "0029_own_words")]

    operations = [
        *live_place("project"),
        *live_place("condition"),
        migrations.AddIndex(
            "memory",
            models.Index(
                fields=["changed_at"],
                condition=models.Q(changed_by="agent", changed_verb="withdraw", confirmed_at=None, status="expired"),
                name="memories_withdrawn",
            ),
        ),
        migrations.AlterField(
            "evidence",
            "agent",
            models.ForeignKey(
                blank=True,
                db_constraint=False,
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to="agents.agent",
            ),
        ),
        migrations.AddIndex("evidence", models.Index(fields=["agent", "id"], name="evidence_of_an_agent")),
        migrations.RunSQL(OF_AN_AGENT, "DROP INDEX versions_of_an_agent"),
        migrations.RunSQL(REMOVE, "DROP FUNCTION memories_remove_empty_versions(uuid[])"),
    ]
