"""Invisible characters, some of each range, and the check that no table holds one of them."""

import json
from typing import Any

from django.db import connection

HIDDEN = (
    "\x07\x85\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b\u180d\u180e\u180f\u200b\u200c\u200e\u202e\u2060\u2064\u2066"
    "\u2800\u3164\ue000\ufe00\ufe0e\ufe0f\ufeff\uffa0\U0001bca0\U0001d173\U000e0001\U000e0041\U000e007f\U000e0100\U000e01ef"
)
AT_ONCE = 5  # written out they take up to 50 characters, and the shortest text may have 60
TEXTS = ["t".join(HIDDEN[n : n + AT_ONCE]) for n in range(0, len(HIDDEN), AT_ONCE)]


def assert_no_table_holds_hidden_text(*, but: str = "metadata") -> None:
    """Check that no row holds an invisible character, but in an agent's own notes, wherever they are kept."""
    hidden = "".join(each for each in HIDDEN if each.isprintable() or ord(each) > 0x9F)  # JSON writes out the others
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace"
            " WHERE n.nspname = 'public' AND c.relkind = 'r'"
        )
        tables = [row[0] for row in cursor.fetchall()]
        assert {"memories_memory", "memories_historicalmemory", "recall_receipt", "learning_feedback"} <= set(tables)
        of_one = (
            "SELECT '{0}', words FROM (SELECT to_jsonb(r)::text AS words FROM \"{0}\" AS r) AS r WHERE words ~ %(any)s"
        )
        cursor.execute(" UNION ALL ".join(map(of_one.format, tables)), {"any": f"[{hidden}]"})
        for table, row in cursor.fetchall():
            words = json.dumps(_without(json.loads(row), but), ensure_ascii=False)
            assert not set(hidden) & set(words), (table, ascii(words))


def _without(value: Any, name: str) -> Any:
    """Return the JSON value without what has this name, at any depth: an act keeps rows, and evidence a statement."""
    if isinstance(value, dict):
        return {key: _without(each, name) for key, each in value.items() if key != name}
    return [_without(each, name) for each in value] if isinstance(value, list) else value
