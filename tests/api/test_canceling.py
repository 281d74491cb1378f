"""A running call is canceled by its caller: it answers CANCELED, nothing of it is saved, and the log says so (S3)."""

import asyncio
import json
import socket
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

import psycopg
import pytest
from anyio import BrokenResourceError
from django.db import connection

from memoryweb.agents.models import AccessLog, Agent
from memoryweb.memories.models import Memory
from memoryweb.operations import dispatch
from memoryweb.people.models import MemorySettings, User
from memoryweb.rls import scope
from memoryweb.rules.cancellation import CURRENT, Canceled, Cancellation
from tests import servers
from tests.api.web_process import PROTOCOLS, WebProcess, person_with_agent, rpc, start_web_process
from tests.waiting import wait_for

pytestmark = pytest.mark.usefixtures("committed")
SAVE = "save_user_preference"
TEA = {"category": "dietary", "preference": "drink", "details": "I drink tea"}
PATH = f"/api/v1/tools/{SAVE}"


@pytest.fixture
def connected(committed: None) -> tuple[User, Agent, str]:
    person, agent, token = person_with_agent("alice")
    with scope.acting_as(person.pk):
        MemorySettings.for_person(person.pk)
    return person, agent, token


@contextmanager
def holding(person: User) -> Iterator[None]:
    """Hold the person from another session, so that a call that writes for them waits."""
    with psycopg.connect(servers.superuser_url()) as session:
        query = "SELECT FROM people_memorysettings WHERE person_id = %s FOR UPDATE"
        assert session.execute(query, [person.pk]).rowcount == 1
        yield
        session.rollback()


def is_waiting() -> bool:
    query = (
        "SELECT count(*) FROM pg_locks JOIN pg_stat_activity USING (pid)"
        " WHERE NOT granted AND datname = current_database()"
    )
    with psycopg.connect(servers.superuser_url(), autocommit=True) as session:
        return bool(session.execute(query).fetchone() != (0,))


def outcomes(person: User) -> list[str]:
    try:
        with scope.acting_as(person.pk):
            return list(AccessLog.objects.filter(operation=SAVE).order_by("id").values_list("outcome", flat=True))
    finally:
        connection.close()  # of a thread


def has_memories(person: User) -> bool:
    with scope.acting_as(person.pk):
        return Memory.objects.exists()


def failed_as(answer: bytes) -> str:
    result = json.loads(answer)["result"]
    assert result["isError"]
    return str(json.loads(result["content"][0]["text"])["code"])


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_the_sdks_own_client_cancels_a_running_call(
    web: WebProcess, connected: tuple[User, Agent, str], protocol: str
) -> None:
    """It sends a notification or, since 2026, closes the connection. The person is held all the time meanwhile."""
    person, _, token = connected

    async def call_and_cancel() -> None:
        async with web.client(token, protocol) as client:
            call = asyncio.create_task(client.call_tool(SAVE, TEA))
            await asyncio.to_thread(wait_for, is_waiting)
            call.cancel()
            await asyncio.wait([call])
            await asyncio.to_thread(wait_for, lambda: outcomes(person) == ["CANCELED"])
            assert call.cancelled()

    with holding(person):
        try:
            asyncio.run(call_and_cancel())
        except* BrokenResourceError:
            pass  # the SDK's client raises it where the answer to what it canceled comes while it closes
    assert outcomes(person) == ["CANCELED"]
    assert not has_memories(person)
    assert web.call(token, SAVE, TEA, protocol=protocol).structured_content is not None
    assert has_memories(person)


@pytest.fixture(scope="module")
def other_web() -> Iterator[WebProcess]:
    with start_web_process() as web_process:
        yield web_process


def test_a_call_is_canceled_by_way_of_another_web_process(
    web: WebProcess, other_web: WebProcess, connected: tuple[User, Agent, str]
) -> None:
    """Unless both run one with that number: then neither is."""
    person, _, token = connected
    call = rpc("tools/call", {"name": SAVE, "arguments": TEA}, id=7)
    for process in (web, other_web):  # each listens from its first call on
        process.send(body=rpc("tools/list", id=1), authorization=f"Bearer {token}")
    with ThreadPoolExecutor() as threads, holding(person):
        running = threads.submit(web.send, body=call, authorization=f"Bearer {token}")
        wait_for(is_waiting)
        notify(other_web, token, "7")
        assert is_waiting()

        def is_canceled() -> bool:
            notify(other_web, token, 7)
            return running.done()

        wait_for(is_canceled)
        assert failed_as(running.result().content) == "CANCELED"
    assert not has_memories(person)
    with ThreadPoolExecutor() as threads:
        with holding(person):
            both = [threads.submit(each.send, body=call, authorization=f"Bearer {token}") for each in (web, other_web)]
            wait_for(lambda: _count_waiting() == 2)
            notify(web, token, 7)
            notify(other_web, token, 7)
            assert _count_waiting() == 2
        assert not any(json.loads(each.result().content)["result"].get("isError") for each in both)


def notify(web: WebProcess, token: str, number: Any) -> None:
    body = json.dumps(
        {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": number, "reason": "stopped"}}
    ).encode()
    assert web.send(body=body, authorization=f"Bearer {token}").status_code == 202


@pytest.mark.parametrize("number", [7, "seven"])
def test_a_canceled_call_answers_so_and_only_its_own_agent_cancels_it(
    web: WebProcess, connected: tuple[User, Agent, str], number: Any
) -> None:
    person, _, token = connected
    _, _, other = person_with_agent("bob")
    call = rpc("tools/call", {"name": SAVE, "arguments": TEA}, id=number)
    with ThreadPoolExecutor() as threads, holding(person):
        running = threads.submit(web.send, body=call, authorization=f"Bearer {token}")
        wait_for(is_waiting)
        notify(web, other, number)
        notify(web, token, 8)
        notify(web, token, str(number) if isinstance(number, int) else 7)
        assert is_waiting()
        notify(web, token, number)
        assert failed_as(running.result().content) == "CANCELED"
    assert outcomes(person) == ["CANCELED"]
    assert not has_memories(person)
    notify(web, token, number)  # nobody knows it any more


def test_of_two_calls_with_one_number_none_is_canceled(web: WebProcess, connected: tuple[User, Agent, str]) -> None:
    """Two programs with one token may count alike: canceling the other's call would be worse than canceling none."""
    person, _, token = connected
    call = rpc("tools/call", {"name": SAVE, "arguments": TEA}, id=1)
    with ThreadPoolExecutor() as threads:
        with holding(person):
            running = [threads.submit(web.send, body=call, authorization=f"Bearer {token}") for _ in range(2)]
            wait_for(lambda: _count_waiting() == 2)
            notify(web, token, 1)
            assert _count_waiting() == 2
        assert not any(json.loads(each.result().content)["result"].get("isError") for each in running)


def _count_waiting() -> int:
    query = (
        "SELECT count(DISTINCT pid) FROM pg_locks JOIN pg_stat_activity USING (pid)"
        " WHERE NOT granted AND datname = current_database()"
    )
    with psycopg.connect(servers.superuser_url(), autocommit=True) as session:
        row = session.execute(query).fetchone()
        assert row
        return int(row[0])


def test_a_connection_that_is_closed_cancels_its_call(web: WebProcess, connected: tuple[User, Agent, str]) -> None:
    person, _, token = connected
    with holding(person):
        address = urlsplit(web.url)
        with socket.create_connection((address.hostname, address.port)) as caller:
            caller.sendall(_request(PATH, TEA, token))
            wait_for(is_waiting)
        wait_for(lambda: outcomes(person) == ["CANCELED"])
    assert not has_memories(person)


def _request(path: str, arguments: Any, token: str) -> bytes:
    body = json.dumps(arguments).encode()
    head = (
        f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {token}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body


def run_canceled(token: str, cancellation: Cancellation) -> dispatch.CallResult:
    marker = CURRENT.set(cancellation)
    try:
        return dispatch.run_for_token(token, SAVE, lambda: dict(TEA), key="k")
    finally:
        CURRENT.reset(marker)


def test_a_call_that_was_canceled_while_it_stood_in_line_does_nothing(connected: tuple[User, Agent, str]) -> None:
    person, _, token = connected
    cancellation = Cancellation()
    cancellation.cancel()
    result = run_canceled(token, cancellation)
    assert (result.status, result.outcome, result.envelope["error"]["retryable"]) == (499, "CANCELED", False)
    assert result.envelope["error"]["message"] == "You canceled it. Nothing was saved."
    assert not has_memories(person)
    assert run_canceled(token, Cancellation()).outcome == "proposed"  # the same key: nothing was kept of the first


def test_a_call_that_has_decided_is_not_canceled_any_more(connected: tuple[User, Agent, str]) -> None:
    person, _, token = connected
    cancellation = Cancellation()
    assert run_canceled(token, cancellation).outcome == "proposed"
    cancellation.cancel()
    assert not cancellation.is_canceled
    assert has_memories(person)


def test_what_is_interrupted_is_never_somebody_elses_work() -> None:
    cancellation, interrupted = Cancellation(), list[str]()

    def interrupt(name: str) -> Callable[[], None]:
        return lambda: interrupted.append(name)

    with cancellation.interrupted_by(interrupt("before")):
        pass
    with cancellation.interrupted_by(interrupt("now")):
        cancellation.cancel()
    with pytest.raises(Canceled), cancellation.interrupted_by(interrupt("after")):
        pass
    assert interrupted == ["now"]
