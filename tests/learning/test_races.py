"""Simultaneous deliveries with real commits: each counts once and none is lost."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import connection

from memoryweb.agents.models import Agent
from memoryweb.learning import conversations, window
from memoryweb.learning.feedback import feedback
from memoryweb.learning.feedback.feedback_report import FeedbackReport, FeedbackSignal
from memoryweb.learning.models import Conversation, Feedback, Signal
from memoryweb.memories import upkeep
from memoryweb.memories.models import Evidence, Memory, Proposal
from memoryweb.people.models import MemorySettings, User
from memoryweb.rls import scope
from tests.builders import set_settings
from tests.learning.conftest import NOW
from tests.memories.test_races import EIGHT, at_once
from tests.waiting import PATIENCE, wait_for

SHORT = (FeedbackSignal(preference="short sentences"),)


@pytest.fixture
def alice_and_agent(committed: None) -> tuple[User, Agent]:
    alice = User.objects.create_user("alice@example.org", "a long password for alice")
    with scope.acting_as(alice.pk):
        return alice, Agent.connect(alice, name="Scribe")[0]


def accepts(agent: Agent, run: str, now: datetime = NOW) -> Callable[[], object]:
    report = FeedbackReport(action="accept", run=run, signals=SHORT)
    return lambda: feedback.record(agent, MemorySettings.for_person(agent.person_id), report, now=now)


def test_eight_simultaneous_accepts_all_count(alice_and_agent: tuple[User, Agent]) -> None:
    alice, agent = alice_and_agent
    at_once(alice, *[accepts(agent, f"run {n}", NOW + timedelta(days=n)) for n in range(EIGHT)])
    with scope.acting_as(alice.pk):
        memory = Memory.objects.get()
        assert Signal.objects.count() == EIGHT
        assert (memory.confidence, memory.repeats, memory.status) == (0.9, EIGHT, "candidate")
        assert Proposal.objects.open().count() == 1


def test_one_accept_delivered_eight_times_at_once_counts_once(alice_and_agent: tuple[User, Agent]) -> None:
    alice, agent = alice_and_agent
    at_once(alice, *[accepts(agent, "run")] * EIGHT)
    with scope.acting_as(alice.pk):
        assert (Feedback.objects.count(), Signal.objects.count()) == (1, 1)


def test_one_conversation_reported_eight_times_at_once_is_stored_once(alice_and_agent: tuple[User, Agent]) -> None:
    alice, agent = alice_and_agent
    ended = conversations.EndedConversation(external_id="chat", messages=["I prefer PDF for reports."], ended_at=NOW)
    report = lambda: conversations.record(agent, MemorySettings.for_person(alice.pk), ended, now=NOW)  # noqa: E731
    at_once(alice, *[report] * EIGHT)
    with scope.acting_as(alice.pk):
        assert (Conversation.objects.count(), Memory.objects.count(), Evidence.objects.count()) == (1, 1, 1)


# The window: the sweep and the person at the same time


@pytest.fixture
def alice_with_nine_outside(alice_and_agent: tuple[User, Agent]) -> User:
    """Twelve conversations in a window that then keeps three."""
    alice, agent = alice_and_agent
    with scope.acting_as(alice.pk):
        for n in range(12):
            ended = conversations.EndedConversation(
                external_id=f"{n}", messages=["Hello."], ended_at=NOW - timedelta(days=n)
            )
            conversations.record(agent, MemorySettings.for_person(alice.pk), ended, now=NOW)
        set_settings(alice, recent_max_items=3)
    return alice


def on_own_connection(job: Callable[[], Any]) -> Callable[[], Any]:
    """Wrap a job that runs in a thread, and close its connection."""

    def run() -> Any:
        try:
            return job()
        finally:
            connection.close()

    return run


def trimmed(alice: User) -> int:
    with scope.acting_as(alice.pk):
        return Conversation.objects.exclude(trimmed_at=None).count()


def test_two_simultaneous_sweeps_trim_each_conversation_once(alice_with_nine_outside: User) -> None:
    with ThreadPoolExecutor(2) as threads:
        trim = on_own_connection(
            lambda: upkeep.run_now("trim_conversations", now=NOW, batch=2).counts.get("trimmed", 0)
        )
        both = [threads.submit(trim) for _ in range(2)]
        assert sum(each.result(PATIENCE) for each in both) == 9
    assert trimmed(alice_with_nine_outside) == 9


def test_the_sweep_skips_a_person_who_is_switching_memory_off(alice_with_nine_outside: User) -> None:
    with ThreadPoolExecutor(1) as threads:
        with scope.acting_as(alice_with_nine_outside.pk):
            set_settings(alice_with_nine_outside, enable_memory=False)
            sweep = threads.submit(on_own_connection(lambda: upkeep.run_now("trim_conversations", now=NOW)))
            assert sweep.result(PATIENCE).counts == {}
        assert trimmed(alice_with_nine_outside) == 0


def test_a_change_of_settings_waits_for_a_running_sweep(alice_with_nine_outside: User) -> None:
    def by_age() -> None:
        with scope.acting_as(alice_with_nine_outside.pk):
            set_settings(alice_with_nine_outside, recent_window_type="time", recent_max_age_days=30)

    with ThreadPoolExecutor(1) as threads:
        with scope.acting_as_clock():
            assert window.batch(upkeep.BatchScope(now=NOW)).rows == 9
            change = threads.submit(on_own_connection(by_age))
            wait_for_a_blocked_lock()
        change.result(PATIENCE)
    assert trimmed(alice_with_nine_outside) == 9


def wait_for_a_blocked_lock() -> None:
    def is_waited_for() -> bool:
        cursor.execute("SELECT FROM pg_locks WHERE NOT granted")
        return cursor.fetchone() is not None

    with connection.cursor() as cursor:
        wait_for(is_waited_for)
