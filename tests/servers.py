"""The servers every test runs on, started once a session: real PostgreSQL, real Valkey, one migrated template.

A pytest plugin (`-p tests.servers`), because the addresses must be in the environment before Django reads it.
Each parallel worker gets a database of its own, copied from the template.
"""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import psycopg
import pytest
from xdist.scheduler import LoadScopeScheduling

from memoryweb.embedded.broker import Broker
from memoryweb.embedded.postgres import Postgres

FOLDER = "MEMORYWEB_TEST_FOLDER"
TEMPLATE = "memoryweb_template"
_running = ExitStack()


def _start() -> None:
    """In the first process only; the parallel workers inherit its environment."""
    folder = Path(_running.enter_context(tempfile.TemporaryDirectory(prefix="mw")))
    folder.chmod(0o711)  # as root the servers run as their own user and must get in
    server = _running.enter_context(Postgres(folder / "data"))
    _running.enter_context(Broker(folder / "data"))
    server.create_database(TEMPLATE)
    environment = os.environ | {
        "MEMORYWEB_DATA": str(folder / "data"),
        "DATABASE_URL": server.url("memoryweb_owner", TEMPLATE),
    }
    subprocess.run([sys.executable, "manage.py", "migrate", "--verbosity=0"], env=environment, check=True)
    os.environ[FOLDER] = os.environ["MEMORYWEB_DATA"] = str(folder / "data")


def _use_own_database(worker: str) -> None:
    server = Postgres(Path(os.environ[FOLDER]))
    name = f"memoryweb_{worker}"
    server.create_database(name, TEMPLATE)
    os.environ["DATABASE_URL"] = server.url("memoryweb_worker", name)
    os.environ["OWNER_DATABASE_URL"] = server.url("memoryweb_owner", name)
    os.environ["APP_DATABASE_URL"] = server.url("memoryweb_app", name)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_load_initial_conftests() -> Iterator[None]:
    if FOLDER not in os.environ:
        _start()
    _use_own_database(os.environ.get("PYTEST_XDIST_WORKER", "main"))
    return (yield)


def pytest_unconfigure() -> None:
    _running.close()


def as_owner(statement: str) -> None:
    """What no role of the product may do, for tests that have to commit: empty the tables."""
    with psycopg.connect(os.environ["OWNER_DATABASE_URL"]) as connection:
        connection.execute(statement)


def give_community(pk: object, name: str) -> None:
    """Nobody can found a community yet, so the owner does it, once a worker."""
    as_owner(
        f"INSERT INTO people_community (id, name, created_at) VALUES ('{pk}', '{name}', now()) ON CONFLICT DO NOTHING"
    )


def dump() -> str:
    """Every row of every table as text, seen by the owner, whom row-level security does not hold back."""
    with psycopg.connect(os.environ["OWNER_DATABASE_URL"]) as connection:
        tables = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").fetchall()
        rows = [row for (name,) in tables for row in connection.execute(f'SELECT r::text FROM "{name}" AS r')]
    return "\n".join(text for (text,) in rows)


SHARED = ("tests/browser/", "tests/embedded/test_up.py", "tests/api/test_mcp")  # each shares one running memoryweb


class Scheduling(LoadScopeScheduling):
    """Tests of a shared running memoryweb go to one parallel worker; all others wherever there is room."""

    def _split_scope(self, nodeid: str) -> str:
        return next((place for place in SHARED if nodeid.startswith(place)), nodeid)


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Scheduling:
    return Scheduling(config, log)
