"""What a question offers, and what a yes to it covers: choices, versions, details."""

from datetime import UTC, datetime, timedelta
from typing import Any

from memoryweb.agents.models import Agent
from memoryweb.memories import actions
from memoryweb.memories.actions import Actor, proposals
from memoryweb.memories.models import Conflict, Memory, Proposal, Tombstone
from memoryweb.people.models import User
from tests.builders import (
    agent_says,
    count_versions,
    memory_of,
    person_types,
    proposal_of,
    statuses,
)
from tests.cases import with_each

NOON = datetime(2026, 2, 22, 12, tzinfo=UTC)
LATER = NOON + timedelta(days=1)
DRINK = {"name": "drink", "category": "food"}


def on(day: float) -> datetime:
    return NOON + timedelta(days=day)


# Choices: proposed values of one key are one question


def test_two_proposed_values_of_one_key_are_one_choice(as_alice: User, scribe: Agent) -> None:
    png, svg = agent_says(scribe, "I prefer PNG"), agent_says(scribe, "I prefer SVG")
    assert [png.name, svg.name] == ["proposed", "proposed"]
    assert proposal_of(png).choice_group == proposal_of(svg).choice_group is not None
    assert list(proposals.others_to_choose(proposal_of(png))) == [proposal_of(svg)]
    assert not Conflict.objects.exists()


def test_a_single_question_is_no_choice(as_alice: User, scribe: Agent) -> None:
    assert proposal_of(agent_says(scribe, "I prefer PNG")).choice_group is None


def test_accepting_one_value_withdraws_the_others_without_a_tombstone(as_alice: User, scribe: Agent, me: Actor) -> None:
    one, two, three = (agent_says(scribe, f"I prefer {value}") for value in ("PNG", "SVG", "PDF"))
    actions.accept(proposal_of(two).pk, by=me, now=NOON)
    assert statuses(one, two, three) == ["expired", "active", "expired"]
    assert [proposal_of(each).status for each in (one, two, three)] == ["withdrawn", "accepted", "withdrawn"]
    assert not Tombstone.objects.exists()
    assert agent_says(scribe, "I prefer PNG").name == "proposed"


def test_declining_one_value_leaves_the_other_waiting(as_alice: User, scribe: Agent, me: Actor) -> None:
    one, two = agent_says(scribe, "I prefer PNG"), agent_says(scribe, "I prefer SVG")
    actions.reject(proposal_of(one).pk, by=me, now=NOON)
    assert statuses(one, two) == ["expired", "candidate"]
    assert not proposals.others_to_choose(proposal_of(two)).exists()


@with_each("place", [{"project": "atlas"}, {"condition": "when printing"}])
def test_values_for_different_places_are_two_questions(
    as_alice: User, scribe: Agent, me: Actor, place: dict[str, str]
) -> None:
    one, two = agent_says(scribe, "I prefer PNG"), agent_says(scribe, "I prefer SVG", **place)
    actions.accept(proposal_of(one).pk, by=me, now=NOON)
    assert proposal_of(two).choice_group is None
    assert statuses(one, two) == ["active", "candidate"]


def test_a_silent_note_joins_no_choice(as_alice: User, scribe: Agent, me: Actor) -> None:
    note = agent_says(scribe, "I prefer PNG", source="inference")
    asked = agent_says(scribe, "I prefer SVG")
    assert proposal_of(asked).choice_group is None
    actions.accept(proposal_of(asked).pk, by=me, now=NOON)
    assert statuses(note, asked) == ["candidate", "active"]


def test_values_of_a_key_with_many_are_no_choice(as_alice: User, scribe: Agent) -> None:
    topics = {"name": "topics", "category": "content"}
    for value in ("Cello music", "Old maps"):
        assert proposal_of(agent_says(scribe, value, **topics)).choice_group is None


def test_only_this_time_withdraws_no_other_choice(as_alice: User, scribe: Agent, me: Actor) -> None:
    one, two = agent_says(scribe, "I prefer PNG", NOON), agent_says(scribe, "I prefer SVG", NOON)
    actions.only_this_time(memory_of(one).pk, by=me, now=NOON)
    assert statuses(one, two) == ["active", "candidate"]


# A yes covers what was shown


def version_shown(outcome: actions.Outcome) -> str:
    return proposals.current_version(proposal_of(outcome), memory_of(outcome))


def test_a_yes_to_the_version_shown_counts(as_alice: User, scribe: Agent, me: Actor) -> None:
    asked = agent_says(scribe, "I prefer PNG")
    assert actions.accept(proposal_of(asked).pk, by=me, now=NOON, version=version_shown(asked)).name == "saved"


def test_a_yes_does_nothing_once_another_value_can_be_chosen(as_alice: User, scribe: Agent, me: Actor) -> None:
    asked = agent_says(scribe, "I prefer PNG")
    version = version_shown(asked)
    agent_says(scribe, "I prefer SVG")
    before = count_versions()
    outcome = actions.accept(proposal_of(asked).pk, by=me, now=NOON, version=version)
    assert (outcome.name, count_versions()) == ("unchanged", before)
    assert (memory_of(asked).status, proposal_of(asked).status) == ("candidate", "open")
    assert actions.accept(proposal_of(asked).pk, by=me, now=NOON, version=version_shown(asked)).name == "saved"


def test_a_yes_does_nothing_once_newer_details_are_asked_about(as_alice: User, scribe: Agent, me: Actor) -> None:
    """A second question of a kind withdraws the first."""
    tea = person_types(as_alice, "Tea", **DRINK)
    first = agent_says(scribe, "with milk", value="Tea", **DRINK)
    second = agent_says(scribe, "without sugar", value="Tea", **DRINK)
    assert actions.accept(proposal_of(first).pk, by=me, now=NOON).name == "unchanged"
    assert memory_of(tea).details == "Tea"
    assert proposal_of(second).status == "open"


@with_each("answer", ["confirm", "accept"])
def test_a_yes_makes_it_sure_and_important_enough_to_be_given(
    as_alice: User, scribe: Agent, me: Actor, answer: str
) -> None:
    asked = agent_says(scribe, "I prefer PNG", NOON, confidence=0.3, importance=4.0)
    at = on(20)
    if answer == "accept":
        actions.accept(proposal_of(asked).pk, by=me, now=at)
    else:
        actions.confirm(memory_of(asked).pk, by=me, now=at)
    memory = memory_of(asked)
    assert (memory.confidence, memory.importance_base) == (0.90, 5.0)
    assert (memory.importance_as_of, memory.ttl_from, memory.confirmed_at) == (at.date(), at.date(), at)
    assert (memory.source, memory.unasked_at) == ("instruction", None)


def test_a_yes_keeps_a_higher_confidence_and_importance(as_alice: User, scribe: Agent, me: Actor) -> None:
    asked = agent_says(scribe, "I prefer PNG", NOON, confidence=0.97, importance=8.0)
    actions.confirm(memory_of(asked).pk, by=me, now=NOON)
    assert (memory_of(asked).confidence, memory_of(asked).importance_base) == (0.95, 8.0)  # what an instruction allows


# What comes with the same value: details, tags, tasks, a kind


MORE = [{"details": "with milk"}, {"tags": ("morning",)}, {"applies_to": ("shopping",)}, {"kind": "habit"}]


def again_with(agent: Agent, more: dict[str, Any]) -> actions.Outcome:
    fields = {"value": "Tea"} | DRINK | {name: value for name, value in more.items() if name != "details"}
    return agent_says(agent, str(more.get("details", "Tea")), **fields)


def stored(memory: Memory, more: dict[str, Any]) -> dict[str, Any]:
    return {name: tuple(value) if isinstance(value := getattr(memory, name), list) else value for name in more}


@with_each("more", MORE)
def test_more_with_the_same_value_is_an_update_that_waits(
    as_alice: User, trusted: Agent, scribe: Agent, me: Actor, more: dict[str, Any]
) -> None:
    memory = memory_of(agent_says(trusted, "Tea", **DRINK))
    outcome = again_with(scribe, more)
    question = proposal_of(outcome)
    assert (outcome.name, question.kind, question.memory_id, question.replaces) == (
        "proposed",
        "update",
        memory.pk,
        None,
    )
    after = memory_of(outcome)
    assert stored(after, more) == stored(memory, more)
    assert (after.evidence_count, after.confirmed_at) == (2, None)
    actions.accept(question.pk, by=me, now=LATER)
    assert stored(memory_of(outcome), more) == more
    assert memory_of(outcome).confirmed_at == LATER


@with_each("more", MORE)
def test_a_trusted_agent_adds_more_to_the_same_value(as_alice: User, trusted: Agent, more: dict[str, Any]) -> None:
    agent_says(trusted, "Tea", **DRINK)
    outcome = again_with(trusted, more)
    assert (outcome.name, stored(memory_of(outcome), more)) == ("revised", more)
    assert memory_of(outcome).unasked_at is not None
    assert not Proposal.objects.exists()


def test_a_trusted_agent_asks_before_it_adds_to_what_was_confirmed(as_alice: User, trusted: Agent) -> None:
    tea = person_types(as_alice, "Tea", **DRINK)
    outcome = again_with(trusted, {"details": "with milk"})
    assert (outcome.name, memory_of(tea).details) == ("proposed", "Tea")


def test_a_rejected_update_of_details_changes_nothing(as_alice: User, scribe: Agent, me: Actor) -> None:
    tea = person_types(as_alice, "Tea", **DRINK)
    outcome = again_with(scribe, {"details": "with milk"})
    actions.reject(proposal_of(outcome).pk, by=me, now=NOON)
    assert (memory_of(tea).status, memory_of(tea).details) == ("active", "Tea")
    assert not Tombstone.objects.exists()
    assert proposal_of(outcome).change == {}


def test_a_repetition_changes_the_evidence_and_the_clock_and_nothing_else(
    as_alice: User, trusted: Agent, scribe: Agent
) -> None:
    before = memory_of(agent_says(trusted, "Tea", NOON, source="correction", confidence=0.5, importance=4.0, **DRINK))
    outcome = agent_says(
        scribe, "Tea!", LATER, source="instruction", confidence=1.0, importance=9.9, metadata={"a": 1}, **DRINK
    )
    after = memory_of(outcome)
    assert outcome.name == "reinforced"
    assert (after.evidence_count, after.ttl_from) == (2, LATER.date())
    for name in ("source", "confidence", "importance_base", "importance_as_of", "metadata", "valid_until", "details"):
        assert getattr(after, name) == getattr(before, name), name
