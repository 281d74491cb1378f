"""What web and worker refuse to start on: a database that would not keep people apart."""

from typing import Any, Protocol

from django.db import DatabaseError, connection

# Tables with a person_id that carry no wall, each with its reason. None so far.
EXEMPT: dict[str, str] = {}

# Also what the role could become by SET ROLE, since whoever runs its SQL can do that.
ROLE = """
SELECT current_user,
       bool_or(rolsuper),
       bool_or(rolbypassrls),
       (SELECT min(c.relname) FROM pg_class c
         WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
           AND pg_has_role(current_user, c.relowner, 'MEMBER'))
  FROM pg_roles WHERE pg_has_role(current_user, oid, 'MEMBER')
"""

# A view reads with its owner's rights unless it says security_invoker; a materialized one always.
BARE = """
SELECT c.relname
  FROM pg_class c
  JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'person_id' AND NOT a.attisdropped
 WHERE c.relnamespace = 'public'::regnamespace AND c.relname <> ALL (%s)
   AND CASE
       WHEN c.relkind = 'm' THEN true
       WHEN c.relkind = 'v' THEN NOT EXISTS (SELECT FROM pg_options_to_table(c.reloptions)
                                  WHERE option_name = 'security_invoker'
                                    AND option_value IN ('true', 'on', '1', 'yes'))
       WHEN c.relkind IN ('r', 'p') THEN NOT (c.relrowsecurity AND c.relforcerowsecurity
                          AND EXISTS (SELECT FROM pg_policy WHERE polrelid = c.oid))
       ELSE false END
 ORDER BY c.relname
"""


def refuse_unsafe_database() -> None:
    """SystemExit with one line when the connected role, or a table, would let a stranger read."""
    try:
        with connection.cursor() as cursor:
            problem = role_problem(cursor) or table_problem(cursor)
    except DatabaseError as error:
        problem = f"the database does not answer: {str(error).strip().splitlines()[-1]}"
    finally:
        connection.close()
    if problem:
        raise SystemExit(f"memoryweb refuses to start: {problem}")


class Cursor(Protocol):
    """Django's or psycopg's."""

    def execute(self, sql: Any, params: Any = None) -> Any: ...
    def fetchone(self) -> Any: ...
    def fetchall(self) -> Any: ...


def role_problem(cursor: Cursor) -> str:
    cursor.execute(ROLE)
    role, is_super, bypasses, owned = cursor.fetchone()
    if is_super:
        return f"database role {role} is a superuser, or may become one."
    if bypasses:
        return f"database role {role} bypasses row-level security, or may become a role that does."
    if owned:
        return f"database role {role} owns table {owned}. Use memoryweb_app or memoryweb_worker."
    return ""


def table_problem(cursor: Cursor) -> str:
    cursor.execute(BARE, [list(EXEMPT)])
    bare = ", ".join(name for (name,) in cursor.fetchall())
    return f"no forced row-level security on {bare}." if bare else ""
