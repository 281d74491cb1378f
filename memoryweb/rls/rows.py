"""Reads and writes rows as plain SQL. Composing a statement takes the ORM longer than the database takes to run it."""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache, lru_cache
from typing import Any, TypeVar

import psycopg
from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.models import Field, Model
from django.db.models.base import ModelState
from psycopg.types.datetime import TimestamptzLoader

M = TypeVar("M", bound=Model)
NUMBERED_KEPT = 512  # statements, whose text holds nobody's words
PLACE = re.compile(r"%%|%\((\w+)\)s|%s")


@contextmanager
def prepared_cursor(*, is_binary: bool = False) -> Iterator[Any]:
    """Give a cursor for a statement whose text is always the same: the database plans it once for each connection.

    For statements whose best plan depends on no value: the plan made for one person is used for everybody, whether
    they have few memories or very many. With a connection that prepares nothing (environment.database) it works as
    well, only slower. One statement at a time; the values are sent beside it, so the database must be able to tell
    their types. `is_binary` is for many numbers and bytes, which as text take longer to write and to read.
    """
    if connection.queries_logged:  # Django's log shows no statement that was prepared before
        with connection.cursor() as cursor:
            yield cursor
        return
    connection.ensure_connection()
    raw: Any = NumberedCursor(connection.connection)
    raw.format = psycopg.pq.Format.BINARY if is_binary else psycopg.pq.Format.TEXT
    with connection.make_cursor(raw) as cursor:  # with Django's errors
        yield cursor


class NumberedCursor(psycopg.RawCursor[Any]):
    """Sends a statement with its values numbered. psycopg would take long statements apart again each time."""

    def execute(self, query: Any, params: Any = None, **more: Any) -> Any:
        if params is None:
            return super().execute(query, **more)
        numbered, names = _numbered(query)
        return super().execute(numbered, [params[name] for name in names], **more)


@lru_cache(NUMBERED_KEPT)
def _numbered(statement: str) -> tuple[str, list[Any]]:
    """Return the statement with $1, $2 … for %(name)s or %s, and by which name or place each is found."""
    names: dict[Any, int] = {}

    def number(found: re.Match[str]) -> str:
        if found[0] == "%%":
            return "%"
        return f"${names.setdefault(found[1] or len(names), len(names) + 1)}"

    return PLACE.sub(number, statement), list(names)


@cache
def columns(model: type[Model]) -> tuple["Field[Any, Any]", ...]:
    """Return the written fields: all but generated ones."""
    return tuple(field for field in model._meta.concrete_fields if not field.generated)


def values(row: Model) -> list[Any]:
    """Return a row's values for `columns`, as the database takes them."""
    database = connections[DEFAULT_DB_ALIAS]  # each look through the proxy costs as much as preparing a value
    return [field.get_db_prep_save(getattr(row, field.attname), database) for field in columns(type(row))]


@cache
def names(model: type[Model]) -> list[str]:
    return [str(field.column) for field in columns(model)]


@cache
def insert_statement(model: type[Model]) -> str:
    written = names(model)
    return f"INSERT INTO {model._meta.db_table} ({', '.join(written)}) VALUES ({', '.join(['%s'] * len(written))})"


@cache
def update_statement(model: type[Model]) -> str:
    """Return the statement that writes every column of the row with the primary key given last."""
    written = ", ".join(f"{name} = %s" for name in names(model))
    return f"UPDATE {model._meta.db_table} SET {written} WHERE {model._meta.pk.column} = %s"


def insert(row: Model) -> None:
    """Insert a new row. Sends no signals, and reads nothing back."""
    with prepared_cursor() as cursor:
        cursor.execute(insert_statement(type(row)), values(row))
    row._state.adding = False


@cache
def _attributes(model: type[Model], only: Sequence[str] = ()) -> tuple[list[str], list[tuple[int, Any]]]:
    """Return the columns' attribute names, and converters by index."""
    fields = _fields(model, only)
    converters = [(n, field.from_db_value) for n, field in enumerate(fields) if hasattr(field, "from_db_value")]
    return [field.attname for field in fields], converters


def _fields(model: type[Model], only: Sequence[str]) -> list[Any]:
    return [model._meta.get_field(name) for name in only] or list(model._meta.concrete_fields)


@cache
def select(model: type[Model], alias: str, only: tuple[str, ...] = ()) -> str:
    """Return a table's columns under an alias for SELECT, as `made` needs them; all without `only`."""
    return ", ".join(f"{alias}.{field.column}" for field in _fields(model, only))


def made(model: type[M], read: Sequence[Any], only: tuple[str, ...] = ()) -> M:
    """Make an instance of a row that was read with the columns of `select`. Others are read when they are asked for.

    Without Model.__init__, which sets each attribute through its descriptor and sends signals.
    """
    names, converters = _attributes(model, only)
    values = list(read)
    for n, convert in converters:
        values[n] = convert(values[n], None, connection)
    row = model.__new__(model)
    row.__dict__.update(zip(names, values, strict=True))
    row._state = ModelState()
    row._state.adding, row._state.db = False, DEFAULT_DB_ALIAS
    return row


def fetch(model: type[M], condition: str, parameters: Any, *, only: tuple[str, ...] = ()) -> list[M]:
    """Return the rows of the table, named `m`, for which the condition holds. It may end with ORDER BY and more.

    `only` names the fields that the caller will read, the primary key among them.
    """
    with prepared_cursor() as cursor:
        cursor.adapters.register_loader("timestamptz", TimestamptzLoader)  # Django's is in Python and gives the same
        columns = select(model, "m", only)
        cursor.execute(f"SELECT {columns} FROM {model._meta.db_table} m WHERE {condition}", parameters)
        return [made(model, read, only) for read in cursor.fetchall()]


def fetch_one(model: type[M], condition: str, parameters: Any) -> M | None:
    """Return the first of these rows."""
    return next(iter(fetch(model, condition, parameters)), None)
