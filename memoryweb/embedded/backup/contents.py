"""A database's tables in numbers and texts: what a restored one is compared by with the one it comes from."""

from collections.abc import Mapping
from typing import Any

from psycopg import Connection

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

Contents = dict[str, tuple[int, str]]  # by table: how many rows, and a digest of them


def read_guards(connection: Connection[Any]) -> dict[str, str]:
    return dict(connection.execute(GUARDS).fetchall())


def differences(before: Mapping[str, object], after: Mapping[str, object]) -> list[str]:
    """Return the names of tables whose contents differ, sorted."""
    return sorted(name for name in before.keys() | after.keys() if before.get(name) != after.get(name))
