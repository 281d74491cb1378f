"""A call that waits for its turn is judged when its turn comes: what the person pressed meanwhile counts."""

from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from typing import Any

import psycopg
import pytest
from django.db import connection, transaction
from django.test import Client
from django.utils import timezone

from memoryweb.agents.models import Agent, Trust
from memoryweb.memories.actions import lock_person
from memoryweb.memories.models import Memory, ObservationCounter
from memoryweb.operations import dispatch
from memoryweb.people.ids import uuid7
from memoryweb.people.models import MemorySettings, User
from memoryweb.rls import scope
from tests import servers
from tests.waiting import PATIENCE, wait_for

CALLS = 6
PRESSES = {
    "revoke": ("revoke", {}),
    "pause": ("pause", {"hours": ""}),
    "ask": ("trust", {"trust": Trust.ASK}),
    "read only": ("trust", {"trust": Trust.READ_ONLY}),
    "delete": ("delete", {"words": "stay"}),
}
pytestmark = pytest.mark.usefixtures("committed")


@pytest.fixture
def alice(committed: None) -> User:
    alice = User.objects.create_user("alice@example.org", None)
    with scope.acting_as(alice.pk):
        MemorySettings.for_person(alice.pk)
    return alice


@pytest.fixture
def connected(alice: User) -> tuple[Agent, str]:
    with scope.acting_as(alice.pk):
        return Agent.connect(alice, name="Trusty", trust=Trust.TRUSTED)


@pytest.fixture
def threads() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(CALLS + 1) as threads:
        yield threads


def closing(work: Callable[[], Any]) -> Callable[[], Any]:
    def run() -> Any:
        try:
            return work()
        finally:
            connection.close()

    return run


def press(alice: User, agent: Agent, name: str) -> int:
    address, form = PRESSES[name]
    browser = Client()
    browser.force_login(alice)
    return browser.post(f"/agents/{agent.pk}/{address}/", form).status_code


def wait_for_locks(count: int) -> None:
    """Wait until so many sessions of this database wait for a lock."""
    waiting = (
        "SELECT count(DISTINCT pid) FROM pg_locks JOIN pg_stat_activity USING (pid)"
        " WHERE NOT granted AND datname = current_database()"
    )
    with psycopg.connect(servers.superuser_url(), autocommit=True) as session:
        wait_for(lambda: session.execute(waiting).fetchone() == (count,), lambda: f"not {count} sessions wait")


def save(connected: tuple[Agent, str], way: str, number: int) -> dispatch.CallResult:
    """Save as HTTP does, where the token is read in the call’s transaction, or as MCP, where it was read before."""
    agent, token = connected
    arguments = {"category": "travel", "preference": f"city {number}", "details": f"I like city number {number}"}
    if way == "http":
        return dispatch.run_for_token(token, "save_user_preference", lambda: arguments, key="")
    call = dispatch.Call(agent=agent, name="save_user_preference", arguments=arguments, now=timezone.now())
    return dispatch.run(call)


@pytest.mark.parametrize("way", ["http", "mcp"])
@pytest.mark.parametrize("name", PRESSES)
def test_what_is_pressed_counts_for_the_calls_that_wait(
    alice: User, connected: tuple[Agent, str], threads: ThreadPoolExecutor, name: str, way: str
) -> None:
    with scope.acting_as(alice.pk):
        lock_person(alice.pk)
        calls = [threads.submit(closing(partial(save, connected, way, n))) for n in range(CALLS)]
        wait_for_locks(CALLS)
        pressed: Future[int] = threads.submit(closing(lambda: press(alice, connected[0], name)))
        assert pressed.result(PATIENCE) < 400
    outcomes = {each.result(PATIENCE).outcome for each in calls}
    with scope.acting_as(alice.pk):
        in_use = Memory.objects.active().count()
    expected = {"ask": "proposed", "revoke": "UNAUTHENTICATED", "delete": "UNAUTHENTICATED"}
    assert (outcomes, in_use) == ({expected.get(name, "PERMISSION_DENIED")}, 0)


@pytest.mark.parametrize("name", PRESSES)
def test_a_press_is_answered_after_the_write_that_has_begun(
    alice: User, connected: tuple[Agent, str], threads: ThreadPoolExecutor, name: str
) -> None:
    """So nothing comes into use once the page has said that the agent is stopped."""
    with scope.acting_as(alice.pk):
        day = timezone.now().date()
        ObservationCounter.objects.create(pk=uuid7(), person=alice, day=day, last=1)
        with transaction.atomic():
            ObservationCounter.objects.select_for_update().get(day=day)
            call = threads.submit(closing(lambda: save(connected, "http", 1)))
            wait_for_locks(1)
            pressed = threads.submit(closing(lambda: press(alice, connected[0], name)))
            wait_for_locks(2)
            assert not pressed.done()
    assert call.result(PATIENCE).outcome == "saved"
    assert pressed.result(PATIENCE) < 400


@pytest.mark.parametrize("name", ["revoke", "pause", "delete"])
@pytest.mark.parametrize("operation", ["get_user_preferences", "search_user_preferences", "recall_preferences"])
def test_a_read_that_was_authenticated_before_the_press_gives_nothing(
    alice: User, connected: tuple[Agent, str], name: str, operation: str
) -> None:
    save(connected, "http", 1)
    press(alice, connected[0], name)
    arguments = {} if operation.startswith("get") else {"query": "city number"}
    call = dispatch.Call(agent=connected[0], name=operation, arguments=arguments, now=timezone.now())
    assert "city number" not in str(dispatch.run(call).envelope)
