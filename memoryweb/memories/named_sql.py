"""Compile a queryset to SQL with named parameters, to embed it in a hand-written statement that has its own."""

from typing import Any

from django.db import connection
from django.db.models import QuerySet


def select_ids(rows: QuerySet[Any]) -> tuple[str, dict[str, Any]]:
    """Return a statement that selects the rows' ids, and its values. Raises EmptyResultSet for `.none()`."""
    statement, values = rows.order_by().values("pk").query.sql_with_params()
    return _name_parameters(statement, values, "value")


def condition(rows: QuerySet[Any], *, alias: str, name: str) -> tuple[str, dict[str, Any]]:
    """Return a queryset's filter as an SQL condition on the table `alias`, and its values.

    So a filter that an index has as its condition stands once, as a Q, and a statement that also locks, joins or
    changes rows takes it from there. `name` keeps the values of several conditions in one statement apart.
    """
    query = rows.query.chain()
    query.change_aliases({query.get_initial_alias(): alias})
    if len(query.alias_map) > 1:
        raise ValueError("A condition is about one table. Filter by a subquery instead of a join.")
    statement, values = query.get_compiler(connection=connection).compile(query.where)
    return _name_parameters(f"({statement})", values, name)


def _name_parameters(statement: str, values: Any, name: str) -> tuple[str, dict[str, Any]]:
    names = [f"{name}{n}" for n in range(len(values))]
    named = statement.replace("%%", "%%%%") % tuple(f"%({n})s" for n in names)
    return named, dict(zip(names, values, strict=True))
