"""A dump of everything an account holds that Undo must bring back."""

# ruff: noqa: SIM905  a list of words is easier to read as one

import json
from collections import defaultdict
from functools import cache
from typing import Any

from django.db import connection

# History, logs and receipts stay as they are; conversations are an agent's record; what search reads is made anew.
LEFT_OUT = set(
    "memories_historicalmemory memories_historylink memories_historyhead memories_act memories_actchange"
    " memories_observationcounter memories_refusal memories_settingchange"
    " memories_use memories_erasure agents_accesslog operations_answer recall_receipt recall_receiptitem"
    " recall_embedding learning_conversation learning_spend".split()
)
Rows = dict[str, dict[str, Any]]  # by table and id
TIMES_AND_VERSIONS = {"changed_at", "changed_by", "changed_by_agent_id", "changed_verb", "changed_because"}
VOLATILE = {
    "memories_memory": TIMES_AND_VERSIONS,
    "memories_searchdocument": {"compared", "subject", "negative"},  # upkeep writes them anew
    "agents_agent": {"last_used_at"},
    "learning_feedback": {"note", "evidence_ref"},  # Undo deletes the row with its words; redo brings it without them
}
TABLES = """
SELECT c.table_name FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
WHERE c.table_schema = 'public' AND c.column_name = 'person_id' AND t.table_type = 'BASE TABLE' ORDER BY 1
"""


@cache
def _dump_statement() -> str:
    """Return one statement that reads all of these tables."""
    with connection.cursor() as cursor:
        cursor.execute(TABLES)
        tables = [name for (name,) in cursor.fetchall() if name not in LEFT_OUT]
    return " UNION ALL ".join(f"SELECT '{table}', to_jsonb(t)::text FROM {table} t" for table in tables)


def dump() -> Rows:
    """Return the rows of the person in scope by table and id, without what an undone act leaves in the past."""
    rows: Rows = defaultdict(dict)
    with connection.cursor() as cursor:
        cursor.execute(_dump_statement())
        for table, text in cursor.fetchall():
            row = json.loads(text)
            key = str(row.get("id") or row.get("memory_id") or row["person_id"])
            rows[table][key] = {name: value for name, value in row.items() if name not in VOLATILE.get(table, ())}
    return _without_undone(rows)


def _without_undone(rows: Rows) -> Rows:
    """Leave out memories that an act created and Undo ended, with their evidence: they are history."""
    undone = {
        pk
        for pk, row in rows["memories_memory"].items()
        if row["status"] == "expired" and row["expire_reason"] == "Undone."
    }
    left_with_it = {"memories_evidence": "memory_id", "memories_memory": "id", "memories_searchdocument": "memory_id"}
    return {
        table: {pk: row for pk, row in of_table.items() if row.get(left_with_it.get(table, "")) not in undone}
        for table, of_table in rows.items()
    }


def differences(before: Rows, after: Rows) -> list[str]:
    """Return a line for each row that differs, naming the columns."""
    lines = []
    for table in sorted(before.keys() | after.keys()):
        olds, news = before.get(table, {}), after.get(table, {})
        for pk in sorted(olds.keys() | news.keys()):
            old, new = olds.get(pk), news.get(pk)
            if old is None or new is None:
                lines.append(f"{table} {pk}: {'gone' if new is None else 'new'}: {old or new}")
            elif old != new:
                changed = {name: (old[name], new[name]) for name in old if old[name] != new[name]}
                lines.append(f"{table} {pk}: {changed}")
    return lines
