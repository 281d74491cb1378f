"""Compilers that name the person in every statement of the ORM, beside row-level security.

The policies alone keep each person's rows apart. A statement that also says whose rows it is about can be planned for
one partition, or sent to one server, of tables that are spread by person. Where both differed, no row would be found.
"""

from functools import cache
from typing import Any
from uuid import UUID

from django.apps import apps
from django.db.backends.postgresql import compiler
from django.db.backends.postgresql.compiler import SQLAggregateCompiler, SQLInsertCompiler
from django.db.models import Field
from django.db.models.lookups import Exact
from django.db.models.sql.datastructures import BaseTable, Join
from django.db.models.sql.query import Query
from django.db.models.sql.where import WhereNode

from memoryweb.database.backend.base import DatabaseWrapper

__all__ = ["SQLAggregateCompiler", "SQLCompiler", "SQLDeleteCompiler", "SQLInsertCompiler", "SQLUpdateCompiler"]

PERSON = "person_id"
# Tables with a column of that name whose rows others may read, too (database/sql/policies).
READ_BY_OTHERS = frozenset({"communities_communityinvitation", "communities_report", "people_membership"})


@cache
def _columns() -> dict[str, "Field[Any, Any]"]:
    """Return the column of the person for each table whose rows nobody else reads."""
    models = [model for model in apps.get_models(include_auto_created=True) if model._meta.managed]
    columns = [(each._meta.db_table, field) for each in models for field in each._meta.concrete_fields]
    return {table: field for table, field in columns if field.column == PERSON and table not in READ_BY_OTHERS}


def is_of_one_person(table: str) -> bool:
    """Return whether a person reads only their own rows of the table."""
    return table in _columns()


def named(query: Query, where: Any, person_id: UUID | None) -> Any:
    """Return the statement's WHERE with the person of the table that it begins with."""
    tables = [each for each in _tables(query) if type(each) is BaseTable] if person_id else []
    columns = [(_columns().get(table.table_name), str(table.table_alias)) for table in tables]
    conditions: list[Any] = [Exact(column.get_col(alias), person_id) for column, alias in columns if column]
    return WhereNode([*conditions, where] if where else conditions) if conditions else where


def _tables(query: Query) -> list[Any]:
    """Return the tables of a statement, in the order of its FROM."""
    return [table for alias, table in query.alias_map.items() if query.alias_refcount[alias]]


class SQLCompiler(compiler.SQLCompiler):
    connection: DatabaseWrapper
    where: Any

    def pre_sql_setup(self, *arguments: Any, **more: Any) -> Any:
        set_up = super().pre_sql_setup(*arguments, **more)
        self.where = named(self.query, self.where, self.connection.person_id)
        return set_up

    def get_from_clause(self) -> Any:
        """Return the tables, a joined one with its person in ON, where an outer join needs it."""
        clauses, values = super().get_from_clause()
        if person_id := self.connection.person_id:  # of a UUID's letters, so it can stand in the text
            for place, table in enumerate(_tables(self.query)):
                if type(table) is Join and is_of_one_person(table.table_name):
                    column = f"{self.quote_name_unless_alias(str(table.table_alias))}.{PERSON}"
                    clauses[place] = f"{clauses[place].removesuffix(')')} AND {column} = '{person_id}'::uuid)"
        return clauses, values


class SQLUpdateCompiler(SQLCompiler, compiler.SQLUpdateCompiler):
    def pre_sql_setup(self) -> None:  # type: ignore[override]  # as Django's, which sets up a SELECT or an UPDATE
        compiler.SQLUpdateCompiler.pre_sql_setup(self)
        self.query.where = named(self.query, self.query.where, self.connection.person_id)


class SQLDeleteCompiler(SQLCompiler, compiler.SQLDeleteCompiler):
    def _as_sql(self, query: Query) -> Any:
        query.where = named(query, query.where, self.connection.person_id)
        return super()._as_sql(query)  # type: ignore[misc]  # Django's stubs leave it out
