"""Texts are embedded folded, as questions are: a vector of another text counts as missing, which reembed makes."""

from typing import Any

from django.db import migrations

from memoryweb.rules import folding

BATCH = 1000
READ = """
SELECT m.id, concat_ws(' ', m.label, m.value #>> '{}', m.details, m.condition, array_to_string(m.tags, ' '))
FROM memories_memory m JOIN recall_embedding e ON e.memory_id = m.id
WHERE m.id > %s AND concat_ws(' ', m.label, m.value #>> '{}', m.details, m.condition, array_to_string(m.tags, ' '))
    ~ '[^\\x01-\\x7f]'
ORDER BY m.id LIMIT %s
"""
MISSING = "UPDATE recall_embedding SET encoder = '' WHERE memory_id = ANY(%s)"


def ask_for_vectors(apps: Any, schema_editor: Any) -> None:
    with schema_editor.connection.cursor() as cursor:
        last = "00000000-0000-0000-0000-000000000000"
        while True:
            cursor.execute(READ, [last, BATCH])
            rows = cursor.fetchall()
            if not rows:
                return
            last = rows[-1][0]
            cursor.execute(MISSING, [[pk for pk, text in rows if folding.fold(text) != text]])


class Migration(migrations.Migration):
    dependencies = [("recall", "0007_wanted_cases"), ("memories", "0032_folded_words")]

    operations = [migrations.RunPython(ask_for_vectors, migrations.RunPython.noop)]
