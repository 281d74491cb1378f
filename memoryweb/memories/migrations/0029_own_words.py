"""Evidence keeps what its agent said besides the details, so that a revision starts from the agent's own words.

What agents said before is taken from the first version of the memory that it made; what only joined another's memory
was not kept, so its revision starts from its new details alone.
"""

from django.db import migrations, models

FILL = """
UPDATE memories_evidence e SET statement = jsonb_strip_nulls(jsonb_build_object(
    'label', CASE WHEN first.value IS DISTINCT FROM to_jsonb(first.label) THEN first.label END,
    'key', nullif(first.key, ''), 'one_valued', first.one_valued,
    'category', nullif(first.category, ''), 'said_category', nullif(first.said_category, ''),
    'kind', first.kind, 'raw_kind', nullif(first.raw_kind, ''), 'kind_basis', first.kind_basis,
    'project', nullif(first.project, ''), 'condition', nullif(first.condition, ''), 'day', first.day,
    'tags', CASE WHEN first.tags <> '{}' THEN to_jsonb(first.tags) END))
    || CASE WHEN first.metadata <> '{}' THEN jsonb_build_object('metadata', first.metadata) ELSE '{}' END
FROM (
    SELECT DISTINCT ON (v.id) v.*, made.id AS evidence_id
    FROM memories_historicalmemory v
    JOIN memories_evidence made ON made.memory_id = v.id AND made.agent_id = v.changed_by_agent_id
    WHERE v.history_type = '+' AND v.label <> ''
    ORDER BY v.id, made.occurred_at, made.id
) AS first
WHERE e.id = first.evidence_id
"""


class Migration(migrations.Migration):
    dependencies = [("memories", "0028_done_by_upkeep")]

    operations = [
        migrations.AddField("evidence", "statement", models.JSONField(blank=True, db_default={}, default=dict)),
        migrations.AddIndex(
            "evidence",
            models.Index(
                fields=["agent"],
                condition=models.Q(statement__has_key="metadata"),
                name="evidence_with_a_note",
            ),
        ),
        migrations.RunSQL(FILL, migrations.RunSQL.noop),
    ]
