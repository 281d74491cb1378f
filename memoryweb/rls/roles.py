"""The database's roles and what each may do, as SQL a superuser runs as often as wanted."""

from collections.abc import Mapping
from typing import Any

from psycopg import Connection
from psycopg.sql import SQL, Composed, Identifier

OWNER = "memoryweb_owner"
APP = "memoryweb_app"
WORKER = "memoryweb_worker"
BACKUP = "memoryweb_backup"
CLOCK = "memoryweb_clock"  # nobody signs in as it: upkeep enters it with SET LOCAL ROLE

ATTRIBUTES = {
    OWNER: "LOGIN BYPASSRLS",  # or an UPDATE in a migration would silently touch no row
    APP: "LOGIN NOBYPASSRLS",
    CLOCK: "NOLOGIN NOBYPASSRLS",
    WORKER: "LOGIN NOBYPASSRLS",
    BACKUP: "LOGIN BYPASSRLS",  # or pg_dump would write an empty file and exit 0
}
MAY_CONNECT = (OWNER, APP, WORKER, BACKUP)

# upkeep.purge_erased rewrites the files that carried what was erased; PostgreSQL 17 has a role for that.
MAINTAIN = ("pg_maintain", "pg_checkpoint")

# Memory text must not reach the server's log: not by a failed statement, its parameters, nor by
# a constraint's "Key (value)=(…)" (verbosity), nor by the message itself ("invalid input syntax
# for type uuid: …"), hence no ERROR line at all: the app gets and counts those.
QUIET = {
    "log_statement": "none",
    "log_min_messages": "log",
    "log_min_error_statement": "panic",
    "log_error_verbosity": "terse",
    "log_parameter_max_length_on_error": "0",
}

# A page or an agent waits no longer than this; the worker's sweeps may take their time.
PATIENCE = {"statement_timeout": "20s", "idle_in_transaction_session_timeout": "60s"}


def prepare_cluster(connection: Connection[Any], passwords: Mapping[str, str]) -> None:
    """Roles and memberships. A role without a given password keeps the one it has, or none."""
    known = {name for (name,) in connection.execute("SELECT rolname FROM pg_roles")}
    for role, attributes in ATTRIBUTES.items():
        verb = "ALTER" if role in known else "CREATE"
        rest = f" {attributes} NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION INHERIT"
        connection.execute(SQL("{} ROLE {}").format(SQL(verb), Identifier(role)) + SQL(rest))
        if password := passwords.get(role):
            set_password(connection, role, password)
    for name, value in PATIENCE.items():
        connection.execute(SQL("ALTER ROLE {} SET {} = {}").format(Identifier(APP), SQL(name), value))
    for statement in memberships():
        connection.execute(statement)
    for role in MAINTAIN:
        if role in known:
            connection.execute(SQL("GRANT {} TO {}").format(Identifier(role), Identifier(CLOCK)))


def set_password(connection: Connection[Any], role: str, password: str) -> None:
    """Only the verifier travels, so that no log can hold the password."""
    encrypted = connection.pgconn.encrypt_password(password.encode(), role.encode(), b"scram-sha-256")
    connection.execute(SQL("ALTER ROLE {} PASSWORD {}").format(Identifier(role), encrypted.decode()))


def memberships() -> list[Composed]:
    app, worker, clock, backup = map(Identifier, (APP, WORKER, CLOCK, BACKUP))
    return [
        SQL("GRANT {} TO {} WITH INHERIT TRUE").format(app, worker),
        # Not inherited: the clock's policies must not widen what the worker sees by itself.
        SQL("GRANT {} TO {} WITH INHERIT FALSE, SET TRUE").format(clock, worker),
        SQL("GRANT pg_read_all_data TO {}").format(backup),
    ]


def prepare_database(connection: Connection[Any]) -> None:
    """The database this connection is on: its owner, its grants, its extension, its silence."""
    database = Identifier(connection.info.dbname)
    for statement in [*ownership(database), *default_privileges()]:
        connection.execute(statement)
    for name, value in QUIET.items():
        connection.execute(SQL("ALTER DATABASE {} SET {} = {}").format(database, SQL(name), value))


def ownership(database: Identifier) -> list[Composed]:
    connects = SQL(", ").join(map(Identifier, MAY_CONNECT))
    users = SQL(", ").join(map(Identifier, (APP, WORKER, CLOCK, BACKUP)))
    owner = Identifier(OWNER)
    return [
        SQL("ALTER DATABASE {} OWNER TO {}").format(database, owner),
        SQL("REVOKE ALL ON DATABASE {} FROM PUBLIC").format(database),
        SQL("GRANT CONNECT ON DATABASE {} TO {}").format(database, connects),
        SQL("CREATE EXTENSION IF NOT EXISTS vector").format(),
        SQL("REVOKE ALL ON SCHEMA public FROM PUBLIC").format(),
        SQL("GRANT USAGE, CREATE ON SCHEMA public TO {}").format(owner),
        SQL("GRANT USAGE ON SCHEMA public TO {}").format(users),
    ]


def default_privileges() -> list[Composed]:
    """For tables to come only: a migration may take a right away, and this must not give it back.

    TRUNCATE is nobody's: row-level security does not hold it.
    """
    start = SQL("ALTER DEFAULT PRIVILEGES FOR ROLE {} IN SCHEMA public ").format(Identifier(OWNER))
    app, clock = Identifier(APP), Identifier(CLOCK)
    return [
        start + SQL("GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO {}").format(app),
        start + SQL("GRANT USAGE, SELECT ON SEQUENCES TO {}").format(app),
        start + SQL("GRANT SELECT ON TABLES TO {}").format(clock),
    ]
