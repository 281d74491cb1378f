"""Deliveries at once, with real commits: each counts once, and none is forgotten by another."""

from collections.abc import Callable

import pytest

from memoryweb.agents.models import Agent
from memoryweb.learning import conversations, feedback
from memoryweb.learning.models import Conversation, Feedback, Signal
from memoryweb.memories.models import Evidence, Memory
from memoryweb.people import scope
from memoryweb.people.models import MemorySettings, User
from tests.learning.conftest import NOW
from tests.memories.test_races import EIGHT, at_once

SHORT = (feedback.Named(preference="short sentences"),)


@pytest.fixture
def alone(committed: None) -> tuple[User, Agent]:
    alice = User.objects.create_user("alice@example.org", "a long password for alice")
    with scope.acting_as(alice.pk):
        return alice, Agent.connect(alice, name="Scribe")[0]


def accepts(agent: Agent, run: str) -> Callable[[], object]:
    said = feedback.Said(action="accept", run=run, signals=SHORT)
    return lambda: feedback.record(agent, MemorySettings.of(agent.person_id), said, now=NOW)


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
    ended = conversations.Ended(external_id="chat", messages=["I prefer PDF for reports."], ended_at=NOW)
    told = lambda: conversations.record(agent, MemorySettings.of(alice.pk), ended, now=NOW)  # noqa: E731
    at_once(alice, *[told] * EIGHT)
    with scope.acting_as(alice.pk):
        assert (Conversation.objects.count(), Memory.objects.count(), Evidence.objects.count()) == (1, 1, 1)
