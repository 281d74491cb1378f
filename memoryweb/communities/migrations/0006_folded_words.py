"""What communities show is searched by folded words, as memories are (memories 0031)."""

from typing import Any

from django.db import migrations

from memoryweb.rules import folding, identifiers, tokens

BATCH = 1000
READ = """
SELECT id, statement, category, details FROM communities_sharedmemory
WHERE id > %s AND status = 'shown' AND statement || ' ' || details ~ '[^\\x01-\\x7f]|[A-Za-z]-[A-Za-z]'
ORDER BY id LIMIT %s
"""
WRITE = """
UPDATE communities_sharedmemory SET words = to_tsvector('english', %s) || to_tsvector('english', %s)
    || to_tsvector('simple', %s) || array_to_tsvector(%s::text[])
WHERE id = %s
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


def _document(pk: Any, statement: str, category: str, details: str) -> list[Any]:
    own_name = f"{statement} {category}"
    name, body = folding.indexed(own_name), folding.indexed(details)
    text = f"{own_name}\n{details}"
    lexemes = [*identifiers.lexemes(text), *folding.emoji(text)]
    return [name, body, " ".join(tokens.pairs(f"{name} {body}")), lexemes, pk]


class Migration(migrations.Migration):
    dependencies = [("communities", "0005_hand_over")]

    operations = [migrations.RunPython(fold_words, migrations.RunPython.noop)]
