"""Writes a memory and its new version in one statement: the version is the row, as the database has just written it.

django-simple-history would write them one after the other, each with all its columns. Its table and its models stay.
"""

from datetime import datetime
from functools import cache

from django.db import connection

from memoryweb.memories.models import Memory, history_model
from memoryweb.rls import rows

NEW, CHANGED = "+", "~"  # simple-history's types of a version


@cache
def _statement(history_type: str) -> str:
    write = rows.insert_statement(Memory) if history_type == NEW else rows.update_statement(Memory)
    of_version = {field.column for field in history_model()._meta.concrete_fields}
    copied = ", ".join(name for name in rows.names(Memory) if name in of_version)
    return (
        f"WITH written AS ({write} RETURNING *), version AS ("
        f"INSERT INTO {history_model()._meta.db_table} ({copied}, history_date, history_type)"
        f" SELECT {copied}, %s, '{history_type}' FROM written RETURNING history_id)"
        " SELECT history_id, archive_on, dormant_on FROM version, written"
    )


def write(memory: Memory, *, at: datetime) -> int:
    """Write a memory's row and its version, and return the version's id. Raises DoesNotExist if the row is gone."""
    is_new = memory._state.adding
    values = [*rows.values(memory), *([] if is_new else [memory.pk]), at]
    with connection.cursor() as cursor:
        cursor.execute(_statement(NEW if is_new else CHANGED), values)
        row = cursor.fetchone()
    if row is None:
        raise Memory.DoesNotExist
    version, memory.archive_on, memory.dormant_on = row
    memory._state.adding, memory._state.db = False, connection.alias
    return int(version)
