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


def conflict_between(agent: Agent, *statements: tuple[str, str]) -> Conflict:
    """State these, one a day, and return the conflict they are in."""
    for day, (details, source) in enumerate(statements):
        agent_says(agent, details, NOON + timedelta(days=day), source=source)
    return Conflict.objects.get()


def readable_values(agent: Agent) -> list[Any]:
    settings = MemorySettings.for_person(agent.person_id)
    return [memory.value for memory in readable_by(agent, settings, now=NOON + timedelta(days=9))]


@pytest.mark.parametrize("source", ["instruction", "correction"])
def test_an_explicit_statement_is_used_however_much_is_inferred_later(
    as_alice: User, trusted: Agent, source: str
) -> None:
    conflict = conflict_between(
        trusted, ("Always PDF", source), ("Word", "inference"), ("Word", "inference"), ("Markdown", "weak")
    )
    assert conflict.winner
    assert conflict.winner.value == "PDF"
    assert readable_values(trusted) == (["PDF"] if conflict.winner.status == "active" else [])


def test_a_member_that_gains_weight_is_used_from_then_on(as_alice: User, trusted: Agent) -> None:
    conflict = conflict_between(trusted, ("PDF", "correction"), ("Word", "inference"), ("Word", "instruction"))
    assert conflict.winner
    assert conflict.winner.value == "Word"
    assert readable_values(trusted) == ["Word"]


@pytest.mark.parametrize(
    ("older", "newer", "sentence"),
    [
        ("instruction", "correction", "Of it: You said so. Of the newer one: You corrected an agent."),
        ("correction", "weak", "Of it: You corrected an agent. Of the newer one: An agent guessed it."),
        ("pattern", "inference", "Of it: It happened several times. Of the newer one: An agent concluded it."),
    ],
)
def test_the_explanation_says_how_each_member_is_known(
    as_alice: User, trusted: Agent, older: str, newer: str, sentence: str
) -> None:
    conflict_between(trusted, ("PDF", older), ("Word", newer))
    members = sorted(Memory.objects.live(), key=conflicts.statement_age)
    assert conflicts.explain_winner(members)[0] == f"The older one weighs more. {sentence}"
