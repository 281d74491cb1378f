"""Many agents at once: all are answered, the database sees no more connections than the pool has, none is kept."""

import asyncio
import os
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.db import connection
from django.db import connections as database

from memoryweb.agents.models import AccessLog
from memoryweb.api.mcp_gate import run_in_thread
from memoryweb.embedded.child import until
from memoryweb.embedded.postgres import Postgres
from memoryweb.embedded.processes import WEB_POOL
from memoryweb.memories.models import Evidence, Memory
from memoryweb.rls import scope
from tests import servers
from tests.api.conftest import PDF
from tests.api.door import ERAS, Door, somebody

pytestmark = pytest.mark.usefixtures("committed")
CLIENTS, CALLS = 8, 20


def connections() -> Counter[str]:
    """The web process's, by what they are doing, which only a superuser is told."""
    server = Postgres(Path(os.environ[servers.FOLDER]))
    with psycopg.connect(server.superuser_url(connection.settings_dict["NAME"])) as superuser:
        rows = superuser.execute(
            "SELECT state, count(*) FROM pg_stat_activity"
            " WHERE datname = current_database() AND usename = 'memoryweb_app' GROUP BY 1"
        ).fetchall()
    return Counter(dict(rows))


@contextmanager
def watching() -> Iterator[list[int]]:
    """How many connections there were, again and again."""
    seen, over = [0], threading.Event()

    def watch() -> None:
        while not over.wait(0.05):
            seen.append(connections().total())

    watcher = threading.Thread(target=watch)
    watcher.start()
    try:
        yield seen
    finally:
        over.set()
        watcher.join()


@pytest.mark.parametrize("era", ERAS)
def test_eight_clients_with_twenty_calls_each_are_all_answered(era: str, door: Door) -> None:
    alice, _, token = somebody("alice")

    async def one() -> list[Any]:
        async with door.client(token, era) as client:
            reads = [await client.call_tool("get_memory_settings", {}) for _ in range(CALLS - 1)]
            return [*reads, await client.call_tool("save_user_preference", PDF)]

    async def everyone() -> list[list[Any]]:
        return await asyncio.gather(*(one() for _ in range(CLIENTS)))

    with watching() as seen:
        answers = [answer for each in asyncio.run(everyone()) for answer in each]
    assert [answer for answer in answers if answer.is_error] == []
    assert 0 < max(seen) <= WEB_POOL
    assert until(lambda: set(connections()) <= {"idle"}, 5), connections()
    with scope.acting_as(alice.pk):
        assert AccessLog.objects.count() == CLIENTS * CALLS
        assert (Memory.objects.count(), Evidence.objects.count()) == (1, CLIENTS)


def test_calls_that_fail_give_their_connection_back_too(door: Door) -> None:
    token = somebody("alice")[2]

    async def fail() -> None:
        async with door.client(token, "2026-07-28") as client:
            for _ in range(3 * WEB_POOL):
                await client.call_tool("forget_user_preference", {"preference_id": "none"})

    asyncio.run(fail())
    for _ in range(3 * WEB_POOL):
        assert door.send(authorization="Bearer x").status_code == 401
    assert until(lambda: set(connections()) <= {"idle"}, 5), connections()
    assert connections().total() <= WEB_POOL
    assert door.send("/healthz", method="GET").status_code == 200


@pytest.mark.parametrize("fails", [False, True])
def test_a_thread_keeps_no_connection_for_itself(fails: bool) -> None:
    """From outside a connection that a thread keeps looks like one that waits in the pool."""
    used: list[Any] = []

    def ask() -> None:
        used.append(database["default"])
        used[0].ensure_connection()
        assert used[0].connection is not None
        if fails:
            raise LookupError

    with pytest.raises(LookupError) if fails else nullcontext():
        asyncio.run(run_in_thread(ask))
    assert used[0].connection is None
