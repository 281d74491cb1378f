"""Many agents at once are all answered, with no more database connections than the pool has, and all returned."""

import asyncio
import os
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from typing import Any

import psycopg
import pytest
from django.db import connections as database

from memoryweb.agents.models import AccessLog
from memoryweb.api.mcp_gate import run_in_thread
from memoryweb.embedded.processes import WEB_POOL
from memoryweb.memories.models import Evidence, Memory
from memoryweb.rls import scope
from tests import pooler, servers
from tests.api.conftest import PDF
from tests.api.web_process import PROTOCOLS, WebProcess, person_with_agent
from tests.waiting import wait_for

pytestmark = pytest.mark.usefixtures("committed")
CLIENTS, CALLS = 8, 20
LEAST = 0 if pooler.PORT in os.environ else 1  # PgBouncer takes the name away from a connection that waits


def connections(web: WebProcess) -> Counter[str]:
    """Count a web process's connections by state, which only a superuser may see. Other tests have theirs beside it."""
    with psycopg.connect(servers.superuser_url()) as superuser:
        rows = superuser.execute(
            "SELECT state, count(*) FROM pg_stat_activity"
            " WHERE datname = current_database() AND application_name = %s GROUP BY 1",
            [web.session_name],
        ).fetchall()
    return Counter(dict(rows))


@contextmanager
def count_connections(web: WebProcess) -> Iterator[list[int]]:
    """Collect the number of connections every 50 ms."""
    totals, stop = [0], threading.Event()

    def watch() -> None:
        while not stop.wait(0.05):
            totals.append(connections(web).total())

    watcher = threading.Thread(target=watch)
    watcher.start()
    try:
        yield totals
    finally:
        stop.set()
        watcher.join()


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_eight_clients_with_twenty_calls_each_are_all_answered(protocol: str, web: WebProcess) -> None:
    alice, _, token = person_with_agent("alice")

    async def run_client() -> list[Any]:
        async with web.client(token, protocol) as client:
            reads = [await client.call_tool("get_memory_settings", {}) for _ in range(CALLS - 1)]
            return [*reads, await client.call_tool("save_user_preference", PDF)]

    async def run_all_clients() -> list[list[Any]]:
        return await asyncio.gather(*(run_client() for _ in range(CLIENTS)))

    with count_connections(web) as totals:
        answers = [answer for each in asyncio.run(run_all_clients()) for answer in each]
    assert [answer for answer in answers if answer.is_error] == []
    assert LEAST <= max(totals) <= WEB_POOL
    wait_for(lambda: set(connections(web)) <= {"idle"}, lambda: connections(web))
    with scope.acting_as(alice.pk):
        assert AccessLog.objects.count() == CLIENTS * CALLS
        assert (Memory.objects.count(), Evidence.objects.count()) == (1, CLIENTS)


def test_calls_that_fail_give_their_connection_back_too(web: WebProcess) -> None:
    token = person_with_agent("alice")[2]

    async def fail() -> None:
        async with web.client(token, "2026-07-28") as client:
            for _ in range(3 * WEB_POOL):
                await client.call_tool("forget_user_preference", {"preference_id": "none"})

    asyncio.run(fail())
    for _ in range(3 * WEB_POOL):
        assert web.send(authorization="Bearer x").status_code == 401
    wait_for(lambda: set(connections(web)) <= {"idle"}, lambda: connections(web))
    assert connections(web).total() <= WEB_POOL
    assert web.send("/healthz", method="GET").status_code == 200


@pytest.mark.parametrize("fails", [False, True])
def test_a_thread_keeps_no_connection_for_itself(fails: bool) -> None:
    """From outside, a connection that a thread keeps looks like an idle one of the pool."""
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
