"""Each database role may do its job and nothing else."""

from collections.abc import Iterator

import psycopg
import pytest
from psycopg.errors import InsufficientPrivilege

from memoryweb.embedded.postgres import Postgres
from memoryweb.rls import roles
from tests.cases import with_each


@pytest.fixture(scope="module", autouse=True)
def tables(embedded: Postgres) -> Iterator[None]:
    with psycopg.connect(embedded.url()) as owner:
        owner.execute("CREATE TABLE fig (id bigserial PRIMARY KEY, person text)")
        owner.execute("ALTER TABLE fig ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY")
        owner.execute("CREATE POLICY everyone ON fig TO memoryweb_app USING (person <> 'bob')")
        owner.execute("INSERT INTO fig (person) VALUES ('alice'), ('bob')")
    yield
    with psycopg.connect(embedded.url()) as owner:
        owner.execute("DROP TABLE fig")


def rows(embedded: Postgres, role: str, *before: str) -> int:
    with psycopg.connect(embedded.url(role)) as connection:
        for statement in before:
            connection.execute(statement)
        return len(connection.execute("SELECT * FROM fig").fetchall())


def refused(embedded: Postgres, role: str, statement: str) -> bool:
    with psycopg.connect(embedded.url(role)) as connection:
        try:
            connection.execute(statement)
        except InsufficientPrivilege:
            return True
        finally:
            connection.rollback()
    return False


def test_each_role_has_its_attributes(admin: psycopg.Connection) -> None:
    rows = admin.execute(
        "SELECT rolname, rolcanlogin, rolbypassrls FROM pg_roles"
        " WHERE rolname LIKE 'memoryweb%' AND NOT rolsuper AND NOT rolcreatedb AND NOT rolcreaterole"
    ).fetchall()
    assert set(rows) == {
        ("memoryweb_owner", True, True),
        ("memoryweb_app", True, False),
        ("memoryweb_worker", True, False),
        ("memoryweb_clock", False, False),
        ("memoryweb_backup", True, True),
    }


def test_preparing_twice_changes_nothing(embedded: Postgres, admin: psycopg.Connection) -> None:
    def snapshot() -> list[tuple[object, ...]]:
        return [
            *admin.execute("SELECT oid, rolname, rolcanlogin, rolbypassrls FROM pg_roles ORDER BY 1"),
            *admin.execute("SELECT roleid, member, inherit_option, set_option FROM pg_auth_members ORDER BY 1, 2"),
            *admin.execute("SELECT defaclrole, defaclobjtype, defaclacl::text FROM pg_default_acl ORDER BY 1, 2"),
            *admin.execute("SELECT datname, datacl::text FROM pg_database ORDER BY 1"),
            *admin.execute("SELECT nspname, nspacl::text FROM pg_namespace ORDER BY 1"),
        ]

    before = snapshot()
    roles.prepare_cluster(admin, {"memoryweb_app": "another"})
    roles.prepare_database(admin)
    assert snapshot() == before


def test_a_right_taken_by_a_migration_is_not_given_back(embedded: Postgres, admin: psycopg.Connection) -> None:
    admin.execute("REVOKE DELETE ON fig FROM memoryweb_app")
    roles.prepare_database(admin)
    result = admin.execute("SELECT has_table_privilege('memoryweb_app', 'fig', 'DELETE')")
    assert result.fetchone() == (False,)


def test_each_role_sees_its_rows(embedded: Postgres) -> None:
    assert rows(embedded, "memoryweb_owner") == 2
    assert rows(embedded, "memoryweb_backup") == 2
    assert rows(embedded, "memoryweb_app") == 1
    assert rows(embedded, "memoryweb_worker") == 1
    assert rows(embedded, "memoryweb_worker", "SET LOCAL ROLE memoryweb_clock") == 0


def test_only_the_worker_may_switch_to_the_clocks_role(embedded: Postgres) -> None:
    assert refused(embedded, "memoryweb_app", "SET ROLE memoryweb_clock")
    assert refused(embedded, "memoryweb_backup", "SET ROLE memoryweb_clock")
    assert not refused(embedded, "memoryweb_worker", "SET ROLE memoryweb_clock")


@with_each("role", ["memoryweb_app", "memoryweb_worker", "memoryweb_backup"])
@with_each(
    "statement",
    ["TRUNCATE fig", "CREATE TABLE own (id int)", "CREATE TEMP TABLE own (id int)", "SET ROLE memoryweb_owner"],
)
def test_no_role_may(embedded: Postgres, role: str, statement: str) -> None:
    assert refused(embedded, role, statement)


@with_each("role", ["memoryweb_app", "memoryweb_worker"])
@with_each(
    "statement",
    [
        "CREATE SCHEMA own",
        "CREATE FUNCTION own() RETURNS int LANGUAGE sql AS 'SELECT 1'",
        "CREATE TYPE own AS (id int)",
        "ALTER TABLE fig DISABLE ROW LEVEL SECURITY",
        "CREATE POLICY mine ON fig USING (true)",
        "SET session_replication_role = replica",  # would switch triggers off
        "SET log_statement = 'all'",  # would write memories into the server's log
        "ALTER DATABASE memoryweb SET statement_timeout = 0",
        "ALTER ROLE memoryweb_owner PASSWORD 'mine'",
        "ALTER ROLE memoryweb_app BYPASSRLS",
        "COPY fig TO PROGRAM 'true'",
        "COPY fig FROM '/etc/hostname'",
        "SELECT pg_read_file('secrets.json')",
        "SELECT * FROM pg_authid",
    ],
)
def test_web_and_worker_cannot_widen_their_rights(embedded: Postgres, role: str, statement: str) -> None:
    assert refused(embedded, role, statement)


def test_a_lifted_timeout_comes_back_with_the_next_start(embedded: Postgres, admin: psycopg.Connection) -> None:
    """PostgreSQL lets a role change its own defaults. Every start of the servers sets them again."""
    admin.execute("SET LOCAL ROLE memoryweb_app; ALTER ROLE memoryweb_app SET statement_timeout = 0; RESET ROLE")
    roles.prepare_cluster(admin, {})
    settings = admin.execute("SELECT rolconfig FROM pg_roles WHERE rolname = 'memoryweb_app'").fetchone()
    assert settings == ([f"{name}={value}" for name, value in roles.TIMEOUTS.items()],)


def test_the_backup_only_reads(embedded: Postgres) -> None:
    assert refused(embedded, "memoryweb_backup", "DELETE FROM fig")


def test_the_clock_only_reads_unless_a_migration_grants_more(embedded: Postgres) -> None:
    assert refused(embedded, "memoryweb_worker", "SET ROLE memoryweb_clock; DELETE FROM fig")


@with_each("role", [roles.APP, roles.WORKER, roles.OWNER, roles.BACKUP])
def test_our_roles_can_connect_to_our_database_only(embedded: Postgres, role: str) -> None:
    with pytest.raises(psycopg.OperationalError, match="permission denied for database"):
        psycopg.connect(embedded.url(role, "postgres"))
