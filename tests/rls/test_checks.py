"""The start-up checks find every role and table that would let one person read another's rows."""

import psycopg

from memoryweb.embedded.postgres import Postgres
from memoryweb.rls.checks import role_problem, table_problem
from tests.cases import with_each

TABLE = "CREATE TABLE fig (person_id uuid)"
ENABLED = "ALTER TABLE fig ENABLE ROW LEVEL SECURITY"
FORCED = "ALTER TABLE fig FORCE ROW LEVEL SECURITY"
POLICY = "CREATE POLICY own ON fig USING (true)"
PROTECTED = (TABLE, ENABLED, FORCED, POLICY)


@with_each("role", ["memoryweb_app", "memoryweb_worker"])
def test_our_roles_are_safe(embedded: Postgres, role: str) -> None:
    with psycopg.connect(embedded.url(role)) as connection:
        assert role_problem(connection.cursor()) == ""


@with_each(
    "role, problem",
    [("postgres", "superuser"), ("memoryweb_owner", "bypasses"), ("memoryweb_backup", "bypasses")],
)
def test_other_roles_are_refused(embedded: Postgres, role: str, problem: str) -> None:
    with psycopg.connect(embedded.url(role)) as connection:
        assert problem in role_problem(connection.cursor())


def test_a_role_that_could_become_the_owner_is_refused(admin: psycopg.Connection) -> None:
    admin.execute("GRANT memoryweb_owner TO memoryweb_app WITH INHERIT FALSE")
    admin.execute("SET LOCAL ROLE memoryweb_app")
    assert "may become" in role_problem(admin.cursor())


def test_an_owner_without_bypass_is_refused(admin: psycopg.Connection) -> None:
    admin.execute(TABLE)
    admin.execute("ALTER TABLE fig OWNER TO memoryweb_app")
    admin.execute("SET LOCAL ROLE memoryweb_app")
    assert "owns table fig" in role_problem(admin.cursor())


@with_each(
    "statements, safe",
    [
        (PROTECTED, True),
        ((TABLE,), False),
        ((TABLE, ENABLED, POLICY), False),
        ((TABLE, ENABLED, FORCED), False),
        ((TABLE, FORCED, POLICY), False),
        (("CREATE TABLE fig (name text)",), True),
        ((*PROTECTED, "CREATE VIEW figs AS SELECT * FROM fig"), False),
        ((*PROTECTED, "CREATE VIEW figs WITH (security_invoker = on) AS SELECT * FROM fig"), True),
        ((*PROTECTED, "CREATE VIEW figs WITH (security_invoker = off) AS SELECT * FROM fig"), False),
        ((*PROTECTED, "CREATE MATERIALIZED VIEW figs AS SELECT * FROM fig"), False),
        (("CREATE TABLE fig (person_id uuid) PARTITION BY HASH (person_id)",), False),
    ],
)
def test_a_table_or_view_is_safe_only_with_forced_row_level_security(
    admin: psycopg.Connection, statements: tuple[str, ...], safe: bool
) -> None:
    with admin.transaction(force_rollback=True):
        for statement in statements:
            admin.execute(statement)
        admin.execute("SET LOCAL ROLE memoryweb_app")
        assert (table_problem(admin.cursor()) == "") is safe
