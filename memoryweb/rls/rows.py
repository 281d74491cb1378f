"""Writes single rows as plain SQL. Composing a statement takes the ORM longer than the database takes to run it."""

from functools import cache
from typing import Any

from django.db import connection
from django.db.models import Field, Model


@cache
def columns(model: type[Model]) -> tuple["Field[Any, Any]", ...]:
    """Return the fields that are written: all but what the database computes."""
    return tuple(field for field in model._meta.concrete_fields if not field.generated)


def values(row: Model) -> list[Any]:
    """Return a row's values for `columns`, as the database takes them."""
    return [field.get_db_prep_save(getattr(row, field.attname), connection) for field in columns(type(row))]


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
    with connection.cursor() as cursor:
        cursor.execute(insert_statement(type(row)), values(row))
    row._state.adding = False
