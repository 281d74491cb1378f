"""Start-up checks: web and worker refuse a database that would show one person's rows to another."""

from typing import Any, Protocol

from django.db import DatabaseError, connection

# Tables with a column of persons but without row-level security, each with its reason.
EXEMPT = dict.fromkeys(("people_user_groups", "people_user_user_permissions"), "Django's; nothing uses or writes them")
PERSON_COLUMNS = ["person_id", "user_id"]  # allauth calls it user_id

# Includes every role this one may become by SET ROLE: SQL that runs as it can do that.
ROLE_PROPERTIES = """
SELECT current_user,
       bool_or(rolsuper),
       bool_or(rolbypassrls),
       (SELECT min(c.relname) FROM pg_class c
         WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
           AND pg_has_role(current_user, c.relowner, 'MEMBER'))
  FROM pg_roles WHERE pg_has_role(current_user, oid, 'MEMBER')
"""

# A view reads with its owner's rights unless it is security_invoker. A materialized view always does.
UNPROTECTED_TABLES = """
SELECT c.relname
  FROM pg_class c
  JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = ANY (%s) AND NOT a.attisdropped
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
    """Exit with one line when the role or a table of this connection would let one person read another's rows."""
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
    """A cursor of Django or of psycopg."""

    def execute(self, sql: Any, params: Any = None) -> Any: ...
    def fetchone(self) -> Any: ...
    def fetchall(self) -> Any: ...


def role_problem(cursor: Cursor) -> str:
    """Return why this role must not serve people, or an empty text."""
    cursor.execute(ROLE_PROPERTIES)
    role, is_super, bypasses, owned = cursor.fetchone()
    if is_super:
        return f"database role {role} is a superuser, or may become one."
    if bypasses:
        return f"database role {role} bypasses row-level security, or may become a role that does."
    if owned:
        return f"database role {role} owns table {owned}. Use memoryweb_app or memoryweb_worker."
    return ""


def table_problem(cursor: Cursor) -> str:
    """Return which tables lack forced row-level security, or an empty text."""
    cursor.execute(UNPROTECTED_TABLES, [PERSON_COLUMNS, list(EXEMPT)])
    names = ", ".join(name for (name,) in cursor.fetchall())
    return f"no forced row-level security on {names}." if names else ""
