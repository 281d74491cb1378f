"""The rows that acts changed, apart from memories: what they are now, what they were, and writing that back."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, LiteralString
from uuid import UUID

from django.apps import apps
from django.core.serializers.json import DjangoJSONEncoder
from django.db import connection
from django.db.models import Model
from psycopg import sql

from memoryweb.memories.models import ActChange
from memoryweb.rls import scope

Row = dict[str, Any]  # a row as JSON


@cache
def _model(table: str) -> type[Model]:
    return next(model for model in apps.get_models() if model._meta.db_table == table)


def _key(table: str) -> sql.Identifier:
    return sql.Identifier(str(_model(table)._meta.pk.column))


def _person() -> sql.Literal:
    return sql.Literal(scope.current().person_id)


@dataclass
class RowState:
    """One row as JSON, now and before the act; None where the row is missing."""

    table: str
    id: UUID
    memory: UUID | None
    now: Row | None
    before: Row | None
    is_as_the_act_left_it: bool

    def write(self) -> None:
        """Restore the row's former state: insert, update or delete it."""
        if self.before is None:
            self._execute("DELETE FROM {table} WHERE person_id = {person} AND {key} = {id}")
        elif self.now is None:
            self._execute("INSERT INTO {table} ({columns}) SELECT {columns} FROM {record}", self._with_defaults())
        elif changed := {name: value for name, value in self.before.items() if self.now[name] != value}:
            self._execute(
                "UPDATE {table} SET ({columns}) = (SELECT {columns} FROM {record})"
                " WHERE person_id = {person} AND {key} = {id}",
                changed,
            )

    def _with_defaults(self) -> Row:
        """Return the row to insert, with defaults for unrecorded columns."""
        defaults = {
            each.attname: each.get_default() for each in _model(self.table)._meta.concrete_fields if not each.generated
        }
        return defaults | (self.before or {})

    def _execute(self, statement: LiteralString, values: Row | None = None) -> None:
        # "SET (a) = (SELECT …)" and a list of one column are both allowed
        query = sql.SQL(statement).format(
            table=sql.Identifier(self.table),
            key=_key(self.table),
            id=sql.Literal(self.id),
            person=_person(),
            columns=sql.SQL(", ").join(map(sql.Identifier, values or ())),
            record=sql.SQL("jsonb_populate_record(NULL::{}, {})").format(
                sql.Identifier(self.table), sql.Literal(json.dumps(values, cls=DjangoJSONEncoder))
            ),
        )
        with connection.cursor() as cursor:
            cursor.execute(query.as_string(cursor.connection))


def revert(changes: Sequence[ActChange]) -> list[RowState]:
    """Lock the rows of these changes and find what each was before its first one; the last changed row comes first."""
    by_row: dict[tuple[str, UUID], list[ActChange]] = {}
    for change in reversed(changes):
        by_row.setdefault((change.table_name, change.row_id), []).append(change)
    current = {table: _lock(table, [row for name, row in by_row if name == table]) for table in {t for t, _ in by_row}}
    return [_revert_row(table, pk, current[table].get(pk), of_row) for (table, pk), of_row in by_row.items()]


def _lock(table: str, ids: Sequence[UUID]) -> dict[UUID, Row]:
    """Lock these rows of a table and return them as JSON, in UTC as the trigger wrote them."""
    query = sql.SQL(
        "SELECT {key}, to_jsonb(t) FROM {table} t WHERE person_id = {person} AND {key} = ANY({ids})"
        " ORDER BY {key} FOR UPDATE"
    ).format(key=_key(table), table=sql.Identifier(table), person=_person(), ids=sql.Literal(list(ids)))
    with connection.cursor() as cursor:
        cursor.execute(query.as_string(cursor.connection))
        return {pk: json.loads(row) if isinstance(row, str) else row for pk, row in cursor.fetchall()}


def _revert_row(table: str, pk: UUID, now: Row | None, changes: Sequence[ActChange]) -> RowState:
    """Go through the changes of one row, the last one first."""
    state, is_untouched = now, True
    for change in changes:
        if change.after is None:  # it was deleted
            is_untouched = is_untouched and state is None
            state = change.before
        elif state is None or any(state.get(name) != value for name, value in change.after.items()):
            is_untouched = False
        else:
            state = None if change.before is None else state | change.before
    return RowState(table, pk, changes[0].memory, now, state, is_untouched)
