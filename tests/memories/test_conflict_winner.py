"""Which side of a conflict is used until the person decides: the newest of the heaviest (SPEC §7)."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from memoryweb.agents.models import Agent
from memoryweb.memories.actions import conflicts
from memoryweb.memories.models import Conflict, Memory
from memoryweb.memories.visibility import readable_by
from memoryweb.people.models import MemorySettings, User
from tests.builders import agent_says

NOON = datetime(2026, 2, 22, 12, tzinfo=UTC)


def said(agent: Agent, *statements: tuple[str, str]) -> Conflict:
    """One a day."""
    for day, (details, source) in enumerate(statements):
        agent_says(agent, details, NOON + timedelta(days=day), source=source)
    return Conflict.objects.get()


def used(agent: Agent) -> list[Any]:
    settings = MemorySettings.for_person(agent.person_id)
    return [memory.value for memory in readable_by(agent, settings, now=NOON + timedelta(days=9))]


@pytest.mark.parametrize("heavy", ["instruction", "correction"])
def test_however_much_is_inferred_later_the_explicit_word_is_used(as_alice: User, trusted: Agent, heavy: str) -> None:
    settled = said(trusted, ("Always PDF", heavy), ("Word", "inference"), ("Word", "inference"), ("Markdown", "weak"))
    assert settled.winner
    assert settled.winner.value == "PDF"
    assert used(trusted) == (["PDF"] if settled.winner.status == "active" else [])


def test_one_that_gains_weight_is_used_from_then_on(as_alice: User, trusted: Agent) -> None:
    conflict = said(trusted, ("PDF", "correction"), ("Word", "inference"), ("Word", "instruction"))
    assert conflict.winner
    assert conflict.winner.value == "Word"
    assert used(trusted) == ["Word"]


@pytest.mark.parametrize(
    ("older", "newer", "sentence"),
    [
        ("instruction", "correction", "Of it: You said so. Of the newer one: You corrected an agent."),
        ("correction", "weak", "Of it: You corrected an agent. Of the newer one: An agent guessed it."),
        ("pattern", "inference", "Of it: It happened several times. Of the newer one: An agent concluded it."),
    ],
)
def test_the_notes_say_how_each_is_known(as_alice: User, trusted: Agent, older: str, newer: str, sentence: str) -> None:
    said(trusted, ("PDF", older), ("Word", newer))
    members = sorted(Memory.objects.live(), key=conflicts.statement_age)
    assert conflicts.explain_winner(members)[0] == f"The older one weighs more. {sentence}"
