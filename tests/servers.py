"""Starts the servers that all tests use, once a session: real PostgreSQL, real Valkey, one migrated template.

A pytest plugin (`-p tests.servers`), because the addresses must be in the environment before Django reads it.
Each parallel worker gets its own database, copied from the template.

TEST_POSTGRES=16 takes the older PostgreSQL, TEST_POOLER=1 puts PgBouncer before it, TEST_RABBITMQ=1 has RabbitMQ as the
broker, and TEST_PARTITIONS=4 partitions the tables of people's rows (docs/architecture.md).
"""

import gc
import os
import tempfile
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from typing import Any
from uuid import UUID

import psycopg
import pytest
from django.db import connection
from xdist.scheduler import LoadScopeScheduling
from xdist.workermanage import NodeManager

from memoryweb.database import partitions
from memoryweb.embedded import addresses
from memoryweb.embedded.broker import Broker
from memoryweb.embedded.postgres import MANY_LOCKS, SETTINGS, VERSION, Postgres
from memoryweb.people.ids import uuid7
from memoryweb.rls.roles import APP, OWNER, WORKER
from tests import guard, migrated, pooler
from tests.older_postgres import create_cluster
from tests.pooler import Pooler
from tests.rabbit import Rabbit

FOLDER = "MEMORYWEB_TEST_FOLDER"
MIGRATED = "MEMORYWEB_TEST_MIGRATED"  # a data folder, stopped, whose database has our tables: tests start from copies
TEMPLATE = "memoryweb_template"
NOT_KEPT = {"fsync": "off", "full_page_writes": "off"}  # no test needs it after a crash
_running = ExitStack()


def _start() -> None:
    """Start the servers. The first process does this; the parallel workers inherit its environment."""
    folder = Path(_running.enter_context(tempfile.TemporaryDirectory(prefix="mw")))
    folder.chmod(0o711)  # started as root, the servers run as another user, who must be able to enter
    stopped = folder / "migrated"
    if os.environ.get("TEST_RABBITMQ"):
        os.environ["CELERY_BROKER_URL"] = _running.enter_context(Rabbit(folder / "rabbit")).url
    if "CELERY_BROKER_URL" in os.environ:
        os.environ.setdefault("CACHE_URL", addresses.cache_url(folder / "data"))
    if (version := os.environ.get("TEST_POSTGRES", VERSION)) != VERSION:
        create_cluster(stopped, version)
        migrated.make(stopped, version, settings=NOT_KEPT)
    else:
        migrated.provide(stopped, version, settings=NOT_KEPT)
        os.environ[MIGRATED] = str(stopped)
    migrated.copy(stopped, folder / "data")
    server = _running.enter_context(
        Postgres(folder / "data", version=version, settings=SETTINGS | MANY_LOCKS | NOT_KEPT)
    )
    _running.enter_context(Broker(folder / "data"))
    if os.environ.get("TEST_POOLER"):
        os.environ[pooler.PORT] = str(_running.enter_context(Pooler(folder / "data")).port)
    server.create_database(TEMPLATE, addresses.DATABASE)
    if number := os.environ.get("TEST_PARTITIONS"):
        with psycopg.connect(server.url(OWNER, TEMPLATE), autocommit=True) as owner:
            partitions.move(owner, int(number), say=str)
    os.environ[FOLDER] = os.environ["MEMORYWEB_DATA"] = str(folder / "data")


def _use_own_database(worker: str) -> None:
    server = Postgres(Path(os.environ[FOLDER]))
    name = f"memoryweb_{worker}"
    server.create_database(name, TEMPLATE)
    os.environ["DATABASE_URL"] = url(WORKER, name)
    if "TEST_POOLER" not in os.environ:
        os.environ["DATABASE_PREPARES"] = "1"  # as the web process does beside its own database
    for limit in ("READS_PER_MINUTE", "WRITES_PER_MINUTE", "ROWS_PER_DAY"):
        os.environ[limit] = "1000000"  # tests ask faster than agents
    os.environ["OWNER_DATABASE_URL"] = server.url(OWNER, name)
    os.environ["APP_DATABASE_URL"] = url(APP, name)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_load_initial_conftests() -> Iterator[None]:
    if FOLDER not in os.environ:
        guard.watch_over()
        _start()
    _use_own_database(os.environ.get("PYTEST_XDIST_WORKER", "main"))
    return (yield)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection() -> Generator[None, object, object]:
    """Find the tests without looking for garbage, which takes a fifth of that time: what is made there stays."""
    gc.disable()
    result = yield
    gc.freeze()
    gc.enable()
    return result


@pytest.hookimpl(tryfirst=True)
def pytest_xdist_auto_num_workers() -> int:
    """One more than there are cores: many tests wait for a process to start or a page to load.

    More do not end earlier, and use more: whoever waits for the database finds another worker's memory in the
    processor's cache. On two cores, four workers took 4 to 26 % more processor seconds than three for the same tests.
    """
    return len(os.sched_getaffinity(0)) + 1


def pytest_keyboard_interrupt() -> None:
    """Do not wait ten seconds for parallel workers that were interrupted too, while the guard has little patience."""
    NodeManager.EXIT_TIMEOUT = 1


def pytest_unconfigure() -> None:
    if _emptying.cache_info().currsize:
        _emptying()[0].close()
    _running.close()


def with_own_sessions(function: Callable[..., None]) -> Any:
    """Leave a test out behind a pooler, which gives each transaction another session without its settings."""
    reason = "a pooler forgets what a session was set to"
    return pytest.mark.skipif(pooler.PORT in os.environ, reason=reason)(function)


def with_right_to_rewrite(function: Callable[..., None]) -> Any:
    """Leave a test out on PostgreSQL 16, where only a table's owner may rewrite it (upkeep/purge.py)."""
    has_right = os.environ.get("TEST_POSTGRES", VERSION) == VERSION
    return pytest.mark.skipif(not has_right, reason="nobody but the owner may rewrite a table")(function)


def url(role: str, database: str) -> str:
    """Return a database's URL as a role of the product: through the pooler, if there is one."""
    data = Path(os.environ[FOLDER])
    return pooler.url(data, role, database) if pooler.PORT in os.environ else Postgres(data).url(role, database)


def superuser_url() -> str:
    """Return the URL of this worker's database as the superuser."""
    return Postgres(Path(os.environ[FOLDER])).superuser_url(
        f"memoryweb_{os.environ.get('PYTEST_XDIST_WORKER', 'main')}"
    )


def as_owner(statement: str) -> None:
    """Run a statement that no role of the product may run, such as emptying the tables after a test."""
    with psycopg.connect(os.environ["OWNER_DATABASE_URL"]) as connection:
        connection.execute(statement)


def rows_as_owner(statement: str) -> list[tuple[Any, ...]]:
    """Return what a statement finds past row-level security."""
    with psycopg.connect(os.environ["OWNER_DATABASE_URL"]) as connection:
        return connection.execute(statement).fetchall()


FILLED_BY_MIGRATIONS = ("django_migrations", "django_content_type", "auth_permission")


@cache
def _emptying() -> tuple[psycopg.Connection, bytes]:
    """Return a connection without triggers, and what finds the tables with rows: planning it costs most, so once."""
    connection = psycopg.connect(superuser_url(), autocommit=True, prepare_threshold=0)
    connection.execute("SET session_replication_role = replica")
    names = connection.execute(
        "SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> ALL (%s)",
        [list(FILLED_BY_MIGRATIONS)],
    ).fetchall()
    any_row = " UNION ALL ".join(f"SELECT '{name}' WHERE EXISTS (SELECT FROM {name})" for (name,) in names)
    return connection, any_row.encode()


def empty_tables() -> None:
    """Delete every row that a test committed: without triggers, and a tenth of what TRUNCATE of all tables costs."""
    connection, any_row = _emptying()
    with connection.transaction():
        for (name,) in connection.execute(any_row).fetchall():
            connection.execute(f"DELETE FROM {name}".encode())


ADD_MEMBER = """
CREATE OR REPLACE FUNCTION tests_add_member(id uuid, person uuid, community uuid, role text) RETURNS void
LANGUAGE sql SECURITY DEFINER AS
'INSERT INTO people_membership (id, person_id, community_id, role) VALUES (id, person, community, role)'
"""


def add_community(pk: UUID, name: str, *members: UUID, role: str = "member") -> None:
    """Add a community, unless it exists, and members by their ids. Only the owner can do this yet."""
    as_owner(
        f"INSERT INTO people_community (id, name, created_at) VALUES ('{pk}', '{name}', now()) ON CONFLICT DO NOTHING"
    )
    as_owner(ADD_MEMBER)
    with connection.cursor() as cursor:  # the test's own transaction, where its people are
        for person in members:
            cursor.execute("SELECT tests_add_member(%s, %s, %s, %s)", [uuid7(), person, pk, role])


def dump() -> str:
    """Return every row of every table as text. The owner reads them, past row-level security."""
    with psycopg.connect(os.environ["OWNER_DATABASE_URL"]) as connection:
        tables = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").fetchall()
        rows = [row for (name,) in tables for row in connection.execute(f'SELECT r::text FROM "{name}" AS r')]
    return "\n".join(text for (text,) in rows)


# The tests of each of these share a running memoryweb, or what is made for them once, and run one after the other in
# one parallel worker. The first take longest. Those of embedded/ mostly wait: others that compute stand between them.
SHARED = (
    ("tests/browser/",),
    ("tests/embedded/test_backup.py", "tests/embedded/test_night.py"),
    (
        "tests/api/test_mcp",
        "tests/api/hooks/",
        "tests/api/test_web",
        "tests/api/test_canceling",
        "tests/api/test_conflict_answers",
        "tests/api/test_as_sent",
        "tests/api/test_openapi_truth",
        "tests/api/test_promise",
        "tests/api/test_threads",
    ),
    (
        "tests/embedded/test_upgrade.py",
        "tests/embedded/test_erasure_replay.py",
        "tests/embedded/test_deleted_account.py",
    ),
    ("tests/oauth/",),
    ("tests/embedded/test_up.py", "tests/embedded/test_faults.py", "tests/embedded/test_service_user.py"),
    ("tests/rls/",),
    ("tests/embedded/",),
    ("tests/clients/",),
    ("tests/house/test_raw",),
)
# These follow, because they would be alone at the end, while the other workers have nothing left.
LONG = (
    "tests/house/test_role_matrix",
    "tests/house/test_every",
    "tests/memories/test_undo",
    "tests/language/sensitive/test_sensitive_time",
)
FIRST = (*SHARED, LONG)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the tests first that take long. The others stay in their random order."""
    items.sort(
        key=lambda item: next((n for n, places in enumerate(FIRST) if item.nodeid.startswith(places)), len(FIRST))
    )


class Scheduling(LoadScopeScheduling):  # type: ignore[misc]  # xdist ships no types
    """Sends tests that share something to one parallel worker, and other files to any free one, in their order.

    A file stays together, because each worker compiles anew what a file's tests read with. What takes long does not.
    """

    def _split_scope(self, nodeid: str) -> str:
        file = nodeid if nodeid.startswith(LONG) else nodeid.partition("::")[0]
        return next((places[0] for places in SHARED if nodeid.startswith(places)), file)


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Scheduling:
    return Scheduling(config, log)
