"""A memory keeps all categories that it was said under, and is found by its words whatever they are called.

The words of what is here already are read in batches. Versions have one column more, so their links a second format.
"""

import json
from importlib import import_module
from typing import Any

from django.contrib.postgres.fields import ArrayField
from django.db import migrations, models

from memoryweb.memories.models.fingerprints import statement_digest
from memoryweb.rules import limits, sameness

CHAIN = import_module("memoryweb.memories.migrations.0018_chained_versions")
VERIFIED = import_module("memoryweb.memories.migrations.0019_verified_history")
WORDS_NOW = {**CHAIN.WORDS, "said_under": "'{}'"}
HASHED_NOW = f"""
CREATE OR REPLACE FUNCTION memories_words_of(version memories_historicalmemory, format integer) RETURNS text
LANGUAGE sql STABLE AS $$ SELECT CASE format
    WHEN 1 THEN ROW({CHAIN._row(list(CHAIN.WORDS))})::text
    WHEN 2 THEN ROW({CHAIN._row(list(WORDS_NOW))})::text END $$;
CREATE OR REPLACE FUNCTION memories_kept_of(version memories_historicalmemory, format integer) RETURNS text
LANGUAGE sql STABLE AS $$ SELECT CASE WHEN format IN (1, 2) THEN ROW({CHAIN._row(CHAIN.KEPT)})::text END $$;
CREATE OR REPLACE FUNCTION memories_no_words(format integer) RETURNS text
LANGUAGE sql STABLE AS $$ SELECT CASE format
    WHEN 1 THEN ROW({", ".join(CHAIN.WORDS.values())})::text
    WHEN 2 THEN ROW({", ".join(WORDS_NOW.values())})::text END $$
"""
LINK_NOW = (
    CHAIN.LINK_VERSIONS.replace("CREATE FUNCTION", "CREATE OR REPLACE FUNCTION", 1)
    .replace("memories_words_of(version, 1)", "memories_words_of(version, 2)")
    .replace("memories_kept_of(version, 1)", "memories_kept_of(version, 2)")
    .replace("memory, at, 1, salt,", "memory, at, 2, salt,")
)
BLANK_NOW = VERIFIED.BLANK_VERSIONS_AND_SALTS.replace(
    "tags = '{}', metadata", "tags = '{}', said_under = '{}', metadata"
)

BATCH = 1000
READ = """
SELECT d.memory_id, d.person_id, m.key, m.label, m.value, m.details
FROM memories_searchdocument d JOIN memories_memory m ON m.id = d.memory_id
WHERE d.memory_id > %s ORDER BY d.memory_id LIMIT %s
"""
ADD = "UPDATE memories_searchdocument SET statement = %s WHERE memory_id = %s"


def add_statements(apps: Any, schema_editor: Any) -> None:
    with schema_editor.connection.cursor() as cursor:
        last = "00000000-0000-0000-0000-000000000000"
        while True:
            cursor.execute(READ, [last, BATCH])
            rows = cursor.fetchall()
            if not rows:
                return
            last = rows[-1][0]
            found = [(_digest(person, *said), pk) for pk, person, *said in rows]
            cursor.executemany(ADD, [row for row in found if row[0]])


def _digest(person: Any, key: str, label: str, value: str | None, details: str) -> bytes | None:
    words = sameness.words_of(key=key, label=label, value=json.loads(value or "null"), details=details)
    return statement_digest(person, words)


class Migration(migrations.Migration):
    dependencies = [("memories", "0032_folded_words")]

    operations = [
        *(
            migrations.AddField(
                model,
                "said_under",
                ArrayField(models.CharField(max_length=limits.CATEGORY_MAX), blank=True, default=list, db_default=[]),
            )
            for model in ("memory", "historicalmemory")
        ),
        migrations.AddField("searchdocument", "statement", models.BinaryField(max_length=32, null=True)),
        migrations.AddIndex(
            "searchdocument",
            models.Index(
                fields=["person", "statement"],
                condition=models.Q(statement__isnull=False),
                name="search_documents_of_words",
            ),
        ),
        migrations.RunPython(add_statements, migrations.RunPython.noop),
        migrations.RunSQL(HASHED_NOW, migrations.RunSQL.noop),
        migrations.RunSQL(LINK_NOW, migrations.RunSQL.noop),
        migrations.RunSQL(BLANK_NOW, migrations.RunSQL.noop),
    ]
