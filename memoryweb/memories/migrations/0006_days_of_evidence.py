"""Fill in the days of evidence of what is remembered already, in the row and in its newest version alike."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("memories", "0005_columns_of_the_clock")]

    operations = [
        migrations.RunSQL(
            sql="""
                ALTER TABLE memories_memory DISABLE TRIGGER memories_change_has_a_version;
                UPDATE memories_memory m SET repeats = e.repeats, evidence_from = e.first, evidence_to = e.last
                FROM (
                    SELECT memory_id, min(occurred_at AT TIME ZONE 'UTC')::date AS first,
                           max(occurred_at AT TIME ZONE 'UTC')::date AS last,
                           count(DISTINCT COALESCE(ref->>'conversation', ref->>'run',
                                                   (occurred_at AT TIME ZONE 'UTC')::date::text)) AS repeats
                    FROM memories_evidence WHERE polarity = 1 GROUP BY memory_id
                ) AS e WHERE e.memory_id = m.id;
                UPDATE memories_historicalmemory h
                SET repeats = m.repeats, evidence_from = m.evidence_from, evidence_to = m.evidence_to
                FROM memories_memory m
                WHERE h.history_id = (SELECT max(history_id) FROM memories_historicalmemory WHERE id = m.id);
                ALTER TABLE memories_memory ENABLE TRIGGER memories_change_has_a_version
            """,
            reverse_sql="",
        ),
    ]
