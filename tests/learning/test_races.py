"""Deliveries at once, with real commits: each counts once, and none is forgotten by another."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from time import monotonic, sleep
from typing import Any

import pytest
from django.db import connection

from memoryweb.agents.models import Agent
from memoryweb.learning import conversations, feedback, window
from memoryweb.learning.models import Conversation, Feedback, Signal
from memoryweb.memories import upkeep
from memoryweb.memories.models import Evidence, Memory
from memoryweb.people.models import MemorySettings, User
from memoryweb.rls import scope
from tests.learning.conftest import NOW, decide
from tests.memories.test_races import EIGHT, at_once

SHORT = (feedback.FeedbackSignal(preference="short sentences"),)


@pytest.fixture
def alone(committed: None) -> tuple[User, Agent]:
    alice = User.objects.create_user("alice@example.org", "a long password for alice")
    with scope.acting_as(alice.pk):
        return alice, Agent.connect(alice, name="Scribe")[0]


def accepts(agent: Agent, run: str) -> Callable[[], object]:
    said = feedback.FeedbackReport(action="accept", run=run, signals=SHORT)
    return lambda: feedback.record(agent, MemorySettings.for_person(agent.person_id), said, now=NOW)


def test_eight_accepts_at_once_are_eight(alone: tuple[User, Agent]) -> None:
    alice, agent = alone
    at_once(alice, *[accepts(agent, f"run {n}") for n in range(EIGHT)])
    with scope.acting_as(alice.pk):
        memory = Memory.objects.get()
        assert Signal.objects.count() == EIGHT
        assert (memory.confidence, memory.status) == (0.9, "active")


def test_one_accept_delivered_eight_times_at_once_is_one(alone: tuple[User, Agent]) -> None:
    alice, agent = alone
    at_once(alice, *[accepts(agent, "run")] * EIGHT)
    with scope.acting_as(alice.pk):
        assert (Feedback.objects.count(), Signal.objects.count()) == (1, 1)


def test_one_conversation_told_eight_times_at_once_is_one(alone: tuple[User, Agent]) -> None:
    alice, agent = alone
    ended = conversations.EndedConversation(external_id="chat", messages=["I prefer PDF for reports."], ended_at=NOW)
    told = lambda: conversations.record(agent, MemorySettings.for_person(alice.pk), ended, now=NOW)  # noqa: E731
    at_once(alice, *[told] * EIGHT)
    with scope.acting_as(alice.pk):
        assert (Conversation.objects.count(), Memory.objects.count(), Evidence.objects.count()) == (1, 1, 1)


# The window: the clock and the person at once


@pytest.fixture
def narrowed(alone: tuple[User, Agent]) -> User:
    """Twelve conversations, and then a window of three."""
    alice, agent = alone
    with scope.acting_as(alice.pk):
        for n in range(12):
            ended = conversations.EndedConversation(
                external_id=f"{n}", messages=["Hello."], ended_at=NOW - timedelta(days=n)
            )
            conversations.record(agent, MemorySettings.for_person(alice.pk), ended, now=NOW)
        decide(alice, recent_max_items=3)
    return alice


def elsewhere(job: Callable[[], Any]) -> Callable[[], Any]:
    """On a connection of its own."""

    def do() -> Any:
        try:
            return job()
        finally:
            connection.close()

    return do


def trimmed(alice: User) -> int:
    with scope.acting_as(alice.pk):
        return Conversation.objects.exclude(trimmed_at=None).count()


def test_two_clocks_at_once_trim_each_once(narrowed: User) -> None:
    with ThreadPoolExecutor(2) as threads:
        trim = elsewhere(lambda: upkeep.run_now("trim_conversations", now=NOW, batch=2).counts.get("trimmed", 0))
        both = [threads.submit(trim) for _ in range(2)]
        assert sum(each.result(20) for each in both) == 9
    assert trimmed(narrowed) == 9


def test_the_clock_trims_nothing_of_somebody_who_is_switching_memory_off(narrowed: User) -> None:
    with ThreadPoolExecutor(1) as threads:
        with scope.acting_as(narrowed.pk):
            decide(narrowed, enable_memory=False)
            run = threads.submit(elsewhere(lambda: upkeep.run_now("trim_conversations", now=NOW)))
            assert run.result(20).counts == {}
        assert trimmed(narrowed) == 0


def test_who_decides_while_the_clock_trims_waits_for_it(narrowed: User) -> None:
    def by_age() -> None:
        with scope.acting_as(narrowed.pk):
            decide(narrowed, recent_window_type="time", recent_max_age_days=30)

    with ThreadPoolExecutor(1) as threads:
        with scope.acting_as_clock():
            assert window.batch(upkeep.BatchScope(now=NOW)).rows == 9
            decided = threads.submit(elsewhere(by_age))
            wait_for_one_who_waits()
        decided.result(20)
    assert trimmed(narrowed) == 9


def wait_for_one_who_waits() -> None:
    patience = monotonic() + 10
    with connection.cursor() as cursor:
        while monotonic() < patience:
            cursor.execute("SELECT count(*) FROM pg_locks WHERE NOT granted")
            if cursor.fetchone()[0]:
                return
            sleep(0.02)
    pytest.fail("nobody waits")
