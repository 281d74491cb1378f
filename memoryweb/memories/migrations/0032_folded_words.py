"""Search documents have folded words: without accents and widths, joined where they have hyphens; and emoji."""

import json
from typing import Any

from django.db import migrations

from memoryweb.rules import fields, folding, identifiers, tokens

BATCH = 1000
# Other texts have the document that they had.
READ = """
SELECT d.memory_id, m.label, m.value::text, m.category,
       concat_ws(' ', m.details, m.condition, array_to_string(m.tags, ' '))
FROM memories_searchdocument d JOIN memories_memory m ON m.id = d.memory_id
WHERE d.memory_id > %s
    AND concat_ws(' ', m.label, m.value::text, m.details, m.condition, array_to_string(m.tags, ' '))
        ~ '[^\\x01-\\x7f]|[A-Za-z]-[A-Za-z]'
ORDER BY d.memory_id LIMIT %s
"""
WRITE = """
UPDATE memories_searchdocument SET words = setweight(to_tsvector('english', %s), 'A') || to_tsvector('english', %s)
    || to_tsvector('simple', %s) || array_to_tsvector(%s::text[])
WHERE memory_id = %s
"""


def fold_words(apps: Any, schema_editor: Any) -> None:
    with schema_editor.connection.cursor() as cursor:
        last = "00000000-0000-0000-0000-000000000000"
        while True:
            cursor.execute(READ, [last, BATCH])
            rows = cursor.fetchall()
            if not rows:
                return
            last = rows[-1][0]
            cursor.executemany(WRITE, [_document(*row) for row in rows])


def _document(pk: Any, label: str, value: str | None, category: str, own_body: str) -> list[Any]:
    shown = fields.display_value(json.loads(value or "null"))
    own_name = f"{label} {shown} {category}"
    name, body = folding.indexed(own_name), folding.indexed(own_body)
    found = identifiers.lexemes(f"{shown}\n{label} {category}\n{own_body}")
    lexemes = [*found, *folding.emoji(f"{own_name} {own_body}")]
    return [name, body, " ".join(tokens.pairs(f"{name} {body}")), lexemes, pk]


class Migration(migrations.Migration):
    dependencies = [("memories", "0031_passages")]

    operations = [migrations.RunPython(fold_words, migrations.RunPython.noop)]
