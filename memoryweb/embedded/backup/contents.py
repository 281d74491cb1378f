"""Counts, checksums and guards of every table: what a restored database is compared by with the one it comes from."""

from collections.abc import Mapping
from typing import Any

from psycopg import Connection
from psycopg.sql import SQL, Identifier

TABLES = """
SELECT relname FROM pg_class WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace ORDER BY relname
"""
# Row-level security, what other roles than the owner may do, and how many policies, triggers and constraints there are.
GUARDS = """
SELECT c.relname, concat_ws(' ', c.relrowsecurity, c.relforcerowsecurity,
    (SELECT string_agg(role || ' ' || granted, ',' ORDER BY role, granted)
     FROM (SELECT grantee::regrole::text, privilege_type FROM aclexplode(c.relacl) WHERE grantee <> c.relowner)
       AS rights (role, granted)),
    (SELECT count(*) FROM pg_policy WHERE polrelid = c.oid),
    (SELECT count(*) FROM pg_trigger WHERE tgrelid = c.oid),
    (SELECT count(*) FROM pg_constraint WHERE conrelid = c.oid AND contype <> 'n'),
    (SELECT count(*) FROM pg_index WHERE indrelid = c.oid))
FROM pg_class c WHERE c.relkind IN ('r', 'p') AND c.relnamespace = 'public'::regnamespace
"""
# A row's text must not depend on the session or on who reads it.
TEXT_FORM = {
    "TimeZone": "UTC",
    "DateStyle": "ISO",
    "IntervalStyle": "postgres",
    "bytea_output": "hex",
    "extra_float_digits": "1",
}

Contents = dict[str, tuple[int, str]]  # by table: how many rows, and the sum of their texts' hashes


def read(connection: Connection[Any]) -> Contents:
    """Read every table of ours in the connection's transaction. The order of rows does not count."""
    for name, value in TEXT_FORM.items():
        connection.execute(SQL("SET LOCAL {} = {}").format(Identifier(name), value))
    tables = [name for (name,) in connection.execute(TABLES).fetchall()]
    return {table: _read_table(connection, table) for table in tables}


def _read_table(connection: Connection[Any], table: str) -> tuple[int, str]:
    query = SQL("SELECT count(*), coalesce(sum(hashtextextended(r::text, 0)::numeric), 0)::text FROM ONLY {} AS r")
    row = connection.execute(query.format(Identifier(table))).fetchone()
    return (int(row[0]), str(row[1])) if row else (0, "0")


def read_guards(connection: Connection[Any]) -> dict[str, str]:
    return dict(connection.execute(GUARDS).fetchall())


def differences(before: Mapping[str, object], after: Mapping[str, object]) -> list[str]:
    """Return the names of tables whose contents differ, sorted."""
    return sorted(name for name in before.keys() | after.keys() if before.get(name) != after.get(name))
