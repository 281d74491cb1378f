"""Creates the database roles and grants what each may do. A superuser can run it again at any time."""

from collections.abc import Mapping
from typing import Any, LiteralString

from psycopg import Connection
from psycopg.sql import SQL, Composable, Composed, Identifier

OWNER = "memoryweb_owner"
APP = "memoryweb_app"
WORKER = "memoryweb_worker"
BACKUP = "memoryweb_backup"
CLOCK = "memoryweb_clock"  # nobody signs in as it: upkeep switches to it with SET LOCAL ROLE

ATTRIBUTES = {
    OWNER: "LOGIN BYPASSRLS",  # without BYPASSRLS an UPDATE in a migration would silently change no row
    APP: "LOGIN NOBYPASSRLS",
    CLOCK: "NOLOGIN NOBYPASSRLS",
    WORKER: "LOGIN NOBYPASSRLS",
    BACKUP: "LOGIN BYPASSRLS",  # without BYPASSRLS pg_dump would write an empty file and exit 0
}
LOGIN_ROLES = (OWNER, APP, WORKER, BACKUP)

# upkeep.purge_erased rewrites the files that held erased rows. PostgreSQL 17 has roles for that.
MAINTENANCE_ROLES = ("pg_maintain", "pg_checkpoint")

# Memory text must not reach the server's log. It could by a failed statement, by its parameters, by a
# constraint's "Key (value)=(…)" (verbosity) and by the message itself ("invalid input syntax for type
# uuid: …"). So no ERROR line is logged at all; the application receives the errors.
LOG_SETTINGS = {
    "log_statement": "none",
    "log_min_messages": "log",
    "log_min_error_statement": "panic",
    "log_error_verbosity": "terse",
    "log_parameter_max_length_on_error": "0",
}

# PostgreSQL gives everybody these functions. The web process calls none of them, and SQL that gets into it could: store
# what no erasure finds (large objects), hold or end what others do (locks, sessions), read the statements of other
# people's sessions with their words, or write past every table into the write-ahead log.
NOT_FOR_EVERYBODY: dict[str, tuple[str, ...]] = {  # patterns of names, and who may call them all the same
    "lo_%": (),
    "loread": (),
    "lowrite": (),
    "pg_advisory_%": (WORKER, CLOCK),  # upkeep
    "pg_try_advisory_%": (WORKER, CLOCK),
    "pg_cancel_backend": (),
    "pg_terminate_backend": (),
    "pg_stat_get_activity": (OWNER, "pg_monitor"),  # who watches the server
    "pg_stat_get_backend_activity": (OWNER, "pg_monitor"),
    "pg_logical_emit_message": (),
    "pg_notify": (),
}
FUNCTIONS = """
SELECT oid::regprocedure::text FROM pg_proc
WHERE pronamespace = 'pg_catalog'::regnamespace AND prokind = 'f' AND proname LIKE %s ORDER BY 1
"""

# For web requests only: the worker's upkeep may take longer.
TIMEOUTS = {"statement_timeout": "20s", "idle_in_transaction_session_timeout": "60s"}


def prepare_cluster(connection: Connection[Any], passwords: Mapping[str, str]) -> None:
    """Create or update the roles and their memberships. A role without a new password keeps its old one."""
    existing = {name for (name,) in connection.execute("SELECT rolname FROM pg_roles")}
    for role, attributes in ATTRIBUTES.items():
        verb = "ALTER" if role in existing else "CREATE"
        options = f" {attributes} NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION INHERIT"
        connection.execute(SQL("{} ROLE {}").format(SQL(verb), Identifier(role)) + SQL(options))
        if password := passwords.get(role):
            set_password(connection, role, password)
    for name, value in TIMEOUTS.items():
        connection.execute(SQL("ALTER ROLE {} SET {} = {}").format(Identifier(APP), SQL(name), value))
    for statement in memberships():
        connection.execute(statement)
    for role in MAINTENANCE_ROLES:
        if role in existing:
            connection.execute(SQL("GRANT {} TO {}").format(Identifier(role), Identifier(CLOCK)))


def set_password(connection: Connection[Any], role: str, password: str) -> None:
    """Set a role's password. Only its SCRAM verifier is sent, so no log can hold the password."""
    encrypted = connection.pgconn.encrypt_password(password.encode(), role.encode(), b"scram-sha-256")
    connection.execute(SQL("ALTER ROLE {} PASSWORD {}").format(Identifier(role), encrypted.decode()))


def memberships() -> list[Composed]:
    app, worker, clock, backup = map(Identifier, (APP, WORKER, CLOCK, BACKUP))
    return [
        SQL("GRANT {} TO {} WITH INHERIT TRUE").format(app, worker),
        # Not inherited, or the clock's policies would apply to the worker's ordinary queries too.
        SQL("GRANT {} TO {} WITH INHERIT FALSE, SET TRUE").format(clock, worker),
        SQL("GRANT pg_read_all_data TO {}").format(backup),
    ]


def prepare_database(connection: Connection[Any]) -> None:
    """Set the owner, grants, extension and log settings of the connection's database."""
    database = Identifier(connection.info.dbname)
    for statement in [*database_grants(database), *default_privileges()]:
        connection.execute(statement)
    keep_functions_from_everybody(connection)
    for name, value in LOG_SETTINGS.items():
        connection.execute(SQL("ALTER DATABASE {} SET {} = {}").format(database, SQL(name), value))


def keep_functions_from_everybody(connection: Connection[Any]) -> None:
    for pattern, callers in NOT_FOR_EVERYBODY.items():
        names = connection.execute(FUNCTIONS, [pattern.replace("_", r"\_")]).fetchall()
        functions = SQL(", ").join(SQL(name) for (name,) in names)
        connection.execute(SQL("REVOKE EXECUTE ON FUNCTION {} FROM PUBLIC").format(functions))
        if callers:
            grantees = SQL(", ").join(map(Identifier, callers))
            connection.execute(SQL("GRANT EXECUTE ON FUNCTION {} TO {}").format(functions, grantees))


def database_grants(database: Identifier) -> list[Composed]:
    login_roles = SQL(", ").join(map(Identifier, LOGIN_ROLES))
    users = SQL(", ").join(map(Identifier, (APP, WORKER, CLOCK, BACKUP)))
    owner = Identifier(OWNER)
    return [
        SQL("ALTER DATABASE {} OWNER TO {}").format(database, owner),
        SQL("REVOKE ALL ON DATABASE {} FROM PUBLIC").format(database),
        SQL("GRANT CONNECT ON DATABASE {} TO {}").format(database, login_roles),
        SQL("CREATE EXTENSION IF NOT EXISTS vector").format(),
        SQL("REVOKE ALL ON SCHEMA public FROM PUBLIC").format(),
        SQL("GRANT USAGE, CREATE ON SCHEMA public TO {}").format(owner),
        SQL("GRANT USAGE ON SCHEMA public TO {}").format(users),
    ]


def default_privileges() -> list[Composed]:
    """Return the grants for tables that later migrations create.

    Existing tables are left alone: a migration may have revoked a right. Nobody gets TRUNCATE, because
    row-level security does not apply to it.
    """
    app, clock = Identifier(APP), Identifier(CLOCK)
    return [
        _of_new_tables("GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO {}", app),
        _of_new_tables("GRANT USAGE, SELECT ON SEQUENCES TO {}", app),
        _of_new_tables("GRANT SELECT ON TABLES TO {}", clock),
    ]


def no_default_privileges() -> list[Composed]:
    """Return what takes them back. A restored table would get them, and the rights that a migration revoked."""
    roles = SQL(", ").join([Identifier(APP), Identifier(CLOCK)])
    statements: tuple[LiteralString, ...] = ("REVOKE ALL ON TABLES FROM {}", "REVOKE ALL ON SEQUENCES FROM {}")
    return [_of_new_tables(statement, roles) for statement in statements]


def _of_new_tables(statement: LiteralString, role: Composable) -> Composed:
    prefix = SQL("ALTER DEFAULT PRIVILEGES FOR ROLE {} IN SCHEMA public ").format(Identifier(OWNER))
    return prefix + SQL(statement).format(role)
