"""Search documents and fingerprints know more forms of one text: letters' joiners, and spaces in scripts without any.

Only what is not plain ASCII is read again. Where two memories in use have become one statement, the older keeps it.
"""

import json
from importlib import import_module
from typing import Any

from django.db import migrations

from memoryweb.memories.models import fingerprints
from memoryweb.rules import fields, identity, sameness
from memoryweb.rules.invisible import OF_WORDS
from memoryweb.rules.tokens import WITHOUT_SPACES

BATCH = 1000
FOLDED = import_module("memoryweb.memories.migrations.0032_folded_words")
READ = """
SELECT m.id, m.person_id, m.project, m.condition, m.day, m.key, m.value, m.community_id, m.label, m.details
FROM memories_memory m
WHERE m.id > %s AND concat_ws(' ', m.project, m.condition, m.value::text, m.details) ~ %s
ORDER BY m.id LIMIT %s
"""
CHANGED = rf"[{WITHOUT_SPACES}]\s|\s[{WITHOUT_SPACES}]|[{OF_WORDS}]".replace(r"\xad", r"\u00ad")
WRITE_FINGERPRINT = """
UPDATE memories_memory m SET fingerprint = %(fingerprint)s WHERE id = %(id)s AND NOT EXISTS (
    SELECT FROM memories_memory o WHERE o.person_id = m.person_id AND o.fingerprint = %(fingerprint)s AND o.id <> m.id
)
"""
WRITE_STATEMENT = "UPDATE memories_searchdocument SET statement = %(statement)s WHERE memory_id = %(id)s"


def read_again(apps: Any, schema_editor: Any) -> None:
    with schema_editor.connection.cursor() as cursor:
        last = "00000000-0000-0000-0000-000000000000"
        while True:
            cursor.execute(READ, [last, CHANGED, BATCH])
            rows = cursor.fetchall()
            if not rows:
                return
            last = rows[-1][0]
            names = [column.name for column in cursor.description]
            digests = [_digests(dict(zip(names, row, strict=True))) for row in rows]
            cursor.executemany(WRITE_FINGERPRINT, digests)
            cursor.executemany(WRITE_STATEMENT, digests)


def _digests(row: dict[str, Any]) -> dict[str, Any]:
    key, value = row["key"], json.loads(row["value"] or "null")
    fingerprint = fingerprints.fingerprint(
        row["person_id"],
        project=identity.normal_text(row["project"]),
        condition=identity.normal_text(row["condition"]),
        day=row["day"],
        key=key,
        normal=fields.normalize_value(key, value),
        scope=str(row["community_id"]) if row["community_id"] else "private",
    )
    known = sameness.words_of(key=key, label=row["label"], value=value, details=row["details"])
    statement = fingerprints.statement_digest(row["person_id"], known)
    return {"id": row["id"], "fingerprint": fingerprint, "statement": statement}


class Migration(migrations.Migration):
    dependencies = [("memories", "0035_told_to_wait")]

    operations = [
        migrations.RunPython(FOLDED.fold_words, migrations.RunPython.noop),
        migrations.RunPython(read_again, migrations.RunPython.noop),
    ]
