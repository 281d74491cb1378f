"""Who may stop the use of a memory, and what counts for today only (the table of docs/rules.md)."""

from datetime import UTC, datetime, timedelta
from typing import Any

from memoryweb.agents.models import Agent
from memoryweb.memories import actions
from memoryweb.memories.actions import Actor, AgentOf
from memoryweb.memories.models import Proposal, Tombstone
from memoryweb.people.models import User
from tests.builders import (
    agent_says,
    memory_of,
    person_types,
    proposal_of,
    statuses,
    versions_of,
)
from tests.cases import with_each

NOON = datetime(2026, 2, 22, 12, tzinfo=UTC)
LATER = NOON + timedelta(days=1)
DRINK = {"name": "drink", "category": "food"}


def on(day: float) -> datetime:
    return NOON + timedelta(days=day)


# Stop using


def forget(agent: Agent, outcome: actions.Outcome, reason: str = "") -> actions.Outcome:
    return actions.forget(memory_of(outcome).pk, by=AgentOf(agent), now=NOON, reason=reason)


def test_an_ask_agent_asks_before_a_memory_is_not_used_any_more(
    as_alice: User, trusted: Agent, scribe: Agent, me: Actor
) -> None:
    tea = agent_says(trusted, "Tea", **DRINK)
    outcome = forget(scribe, tea)
    assert (outcome.name, proposal_of(outcome).kind, memory_of(tea).status) == ("proposed", "expire", "active")
    actions.accept(proposal_of(outcome).pk, by=me, now=NOON)
    assert memory_of(tea).status == "expired"


def test_a_trusted_agent_stops_the_use_of_a_memory(as_alice: User, trusted: Agent) -> None:
    tea = agent_says(trusted, "Tea", **DRINK)
    outcome = forget(trusted, tea, "no tea any more")
    assert (outcome.name, memory_of(tea).status) == ("revised", "expired")
    assert memory_of(tea).expire_reason == "no tea any more"
    assert outcome.version == versions_of(memory_of(tea))[-1].history_id  # so that Undo is at hand
    assert not Tombstone.objects.exists()


@with_each("protection", ["confirmed", "rule", "pinned", "hard constraint"])
def test_a_trusted_agent_asks_before_it_stops_what_is_protected(
    as_alice: User, trusted: Agent, me: Actor, protection: str
) -> None:
    fields: dict[str, Any] = {
        "hard constraint": {"name": "forbidden_words", "category": "communication"},
    }.get(protection, DRINK)
    tea = agent_says(trusted, "Always offer tea" if protection == "rule" else "Tea", **fields)
    if protection == "confirmed":
        actions.confirm(memory_of(tea).pk, by=me, now=NOON)
    if protection == "pinned":
        actions.pin(memory_of(tea).pk, by=me, now=NOON)
    assert forget(trusted, tea).name == "proposed"
    assert memory_of(tea).status == "active"


def test_stopping_a_waiting_statement_withdraws_it(as_alice: User, scribe: Agent) -> None:
    tea = agent_says(scribe, "Tea", **DRINK)
    assert forget(scribe, tea).name == "revised"
    assert (memory_of(tea).status, proposal_of(tea).status) == ("expired", "withdrawn")
    assert not Tombstone.objects.exists()
    assert agent_says(scribe, "Tea", **DRINK).name == "proposed"


# For today only


def test_what_an_ask_agent_says_for_today_leaves_the_lasting_one_in_use(
    as_alice: User, trusted: Agent, scribe: Agent
) -> None:
    tea = agent_says(trusted, "Tea", NOON, **DRINK)
    today = agent_says(scribe, "Coffee today", NOON, **DRINK)
    assert (today.name, memory_of(today).day) == ("noted", NOON.date())
    assert statuses(tea, today) == ["active", "candidate"]
    assert not Proposal.objects.exists()


def test_a_note_for_today_is_never_asked_about_however_often_it_is_said(as_alice: User, scribe: Agent) -> None:
    for hours in range(4):
        outcome = agent_says(scribe, "Coffee today", NOON + timedelta(hours=hours), **DRINK)
        assert outcome.name == "noted"
    for number in range(3):
        agent = Agent.connect(as_alice, name=f"Agent {number}")[0]
        outcome = agent_says(agent, "Coffee today", NOON, source="behaviour", **DRINK)
    assert not Proposal.objects.exists()
    assert memory_of(outcome).status == "candidate"


def test_the_person_uses_a_note_for_today(as_alice: User, scribe: Agent, me: Actor) -> None:
    today = agent_says(scribe, "Coffee today", NOON, **DRINK)
    actions.confirm(memory_of(today).pk, by=me, now=NOON)
    memory = memory_of(today)
    assert (memory.status, memory.day, memory.valid_until) == ("active", NOON.date(), NOON.date())


def test_what_a_trusted_agent_says_for_today_is_used_today(as_alice: User, trusted: Agent) -> None:
    tea = agent_says(trusted, "Tea", NOON, **DRINK)
    today = agent_says(trusted, "Coffee today", NOON, **DRINK)
    assert today.name == "saved"
    assert statuses(tea, today) == ["active", "active"]
    assert memory_of(today).unasked_at == NOON


@with_each("protection", ["confirmed", "rule", "pinned", "hard constraint"])
def test_a_trusted_agent_asks_before_something_protected_steps_aside_today(
    as_alice: User, trusted: Agent, me: Actor, protection: str
) -> None:
    fields: dict[str, Any] = {"name": "drink", "category": "food"}
    if protection == "hard constraint":
        fields = {"name": "forbidden_words", "category": "communication", "value": "synergy"}
    tea = agent_says(trusted, "Always drink tea" if protection == "rule" else "Tea", NOON, **fields)
    if protection == "confirmed":
        actions.confirm(memory_of(tea).pk, by=me, now=NOON)
    if protection == "pinned":
        actions.pin(memory_of(tea).pk, by=me, now=NOON)
    today = agent_says(trusted, "Coffee today", NOON, **fields)
    assert today.name == "proposed"
    assert statuses(tea, today) == ["active", "candidate"]


def test_what_the_person_says_for_today_is_used_today(as_alice: User) -> None:
    tea, today = person_types(as_alice, "Tea", NOON, **DRINK), person_types(as_alice, "Coffee today", NOON, **DRINK)
    assert statuses(tea, today) == ["active", "active"]
    assert memory_of(today).confirmed_at == NOON
