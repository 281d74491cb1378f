"""Search documents have the identifiers of their memory, so that a whole order number or address finds it."""

import json
from typing import Any

from django.db import migrations

from memoryweb.rules import fields, identifiers

BATCH = 1000
READ = """
SELECT d.memory_id, m.value::text, concat_ws(' ', m.label, m.category),
       concat_ws(' ', m.details, m.condition, array_to_string(m.tags, ' '))
FROM memories_searchdocument d JOIN memories_memory m ON m.id = d.memory_id
WHERE d.memory_id > %s ORDER BY d.memory_id LIMIT %s
"""
ADD = "UPDATE memories_searchdocument SET words = words || array_to_tsvector(%s::text[]) WHERE memory_id = %s"


def add_identifiers(apps: Any, schema_editor: Any) -> None:
    with schema_editor.connection.cursor() as cursor:
        last = "00000000-0000-0000-0000-000000000000"
        while True:
            cursor.execute(READ, [last, BATCH])
            rows = cursor.fetchall()
            if not rows:
                return
            last = rows[-1][0]
            found = [(identifiers.lexemes(_text(json.loads(value or '""'), *texts)), pk) for pk, value, *texts in rows]
            cursor.executemany(ADD, [row for row in found if row[0]])


def _text(value: Any, name: str, body: str) -> str:
    return f"{fields.display_value(value)}\n{name}\n{body}"


class Migration(migrations.Migration):
    dependencies = [("memories", "0023_private")]

    operations = [migrations.RunPython(add_identifiers, migrations.RunPython.noop)]
