"""What an agent says waits until the person says yes, by a press or by a standing yes."""

from datetime import UTC, datetime, timedelta
from typing import Any

from memoryweb.agents.models import Agent, Trust
from memoryweb.memories import actions
from memoryweb.memories.actions import Actor
from memoryweb.memories.acts.undo import undo_act
from memoryweb.memories.erasing import erasure
from memoryweb.memories.models import Conflict, Memory, Proposal, Tombstone
from memoryweb.people.models import User
from tests.builders import (
    agent_says,
    edit_form,
    memory_of,
    person_types,
    proposal_of,
    set_settings,
    statuses,
)
from tests.cases import with_each

NOON = datetime(2026, 2, 22, 12, tzinfo=UTC)
LATER = NOON + timedelta(days=1)
DRINK = {"name": "drink", "category": "food"}


def on(day: float) -> datetime:
    return NOON + timedelta(days=day)


# The same as what waits


def test_a_repeated_proposal_gains_one_evidence(as_alice: User, scribe: Agent) -> None:
    first, again = agent_says(scribe, "Tea", NOON, **DRINK), agent_says(scribe, "Tea", LATER, **DRINK)
    assert (again.name, memory_of(again).pk) == ("proposed", memory_of(first).pk)
    assert memory_of(first).evidence_count == 2
    assert Proposal.objects.count() == 1


@with_each("source", ["instruction", "inference"])
def test_what_a_trusted_agent_repeats_is_taken_as_new_and_the_waiting_one_closes(
    as_alice: User, scribe: Agent, trusted: Agent, source: str
) -> None:
    waiting = agent_says(scribe, "I like tea", NOON, source=source, value="Tea", **DRINK)
    outcome = agent_says(trusted, "Tea please", LATER, value="Tea", **DRINK)
    assert (outcome.name, memory_of(outcome).details) == ("saved", "Tea please")
    assert memory_of(outcome).pk != memory_of(waiting).pk
    assert statuses(waiting, outcome) == ["expired", "active"]
    assert not Proposal.objects.open().exists()
    assert not Tombstone.objects.exists()


def test_what_the_person_repeats_is_saved(as_alice: User, scribe: Agent) -> None:
    """In their own words: what else the agent had said with it they did not see."""
    waiting = agent_says(scribe, "I like tea", value="Tea", tags=("green",), **DRINK)
    outcome = person_types(as_alice, "Tea", **DRINK)
    assert (outcome.name, memory_of(outcome).tags) == ("saved", [])
    assert memory_of(outcome).confirmed_at is not None
    assert (memory_of(waiting).status, proposal_of(waiting).status) == ("expired", "withdrawn")


def test_typing_a_waiting_update_replaces_what_is_in_use(as_alice: User, scribe: Agent) -> None:
    tea = person_types(as_alice, "Tea", **DRINK)
    waiting = agent_says(scribe, "Coffee", **DRINK)
    outcome = person_types(as_alice, "Coffee", **DRINK)
    assert statuses(tea, waiting, outcome) == ["superseded", "expired", "active"]


# What the person decided against is asked about, whatever the trust


def test_a_near_duplicate_of_what_was_declined_is_asked_about(
    as_alice: User, scribe: Agent, trusted: Agent, me: Actor
) -> None:
    declined = agent_says(scribe, "Window seats on long flights", name="seat", category="travel")
    actions.decline(memory_of(declined).pk, by=me, now=NOON)
    again = {"name": "seat", "category": "travel"}
    assert agent_says(trusted, "Window seats on long flights", **again).name == "blocked"
    outcome = agent_says(trusted, "On long flights window seats", **again)
    assert (outcome.name, memory_of(outcome).status) == ("proposed", "candidate")


@with_each(
    "elsewhere", [{"name": "favourite"}, {"category": "kitchen"}, {"project": "atlas"}, {"condition": "in winter"}]
)
def test_a_tombstone_counts_under_any_key_and_in_any_place(
    as_alice: User, scribe: Agent, trusted: Agent, me: Actor, elsewhere: dict[str, str]
) -> None:
    declined = agent_says(scribe, "Oat milk", **DRINK)
    actions.decline(memory_of(declined).pk, by=me, now=NOON)
    outcome = agent_says(trusted, "Oat milk", **(DRINK | elsewhere))
    assert (outcome.name, outcome.reason) == ("blocked", "Not kept.")


@with_each("decision", ["expire", "undo", "replace"])
def test_what_the_person_ended_is_asked_about_whatever_the_trust(
    as_alice: User, trusted: Agent, me: Actor, decision: str
) -> None:
    tea = agent_says(trusted, "Tea", **DRINK)
    if decision == "expire":
        actions.expire(memory_of(tea).pk, by=me, now=NOON)
    elif decision == "undo":
        assert tea.act
        undo_act(tea.act, by=me, now=NOON)
    else:
        person_types(as_alice, "Coffee", **DRINK)
    outcome = agent_says(trusted, "Tea from now on", value="Tea", **DRINK)
    assert (outcome.name, memory_of(outcome).status) == ("proposed", "candidate")


def test_what_ended_by_itself_needs_no_question(as_alice: User, trusted: Agent) -> None:
    agent_says(trusted, "Tea", **DRINK)
    agent_says(trusted, "Now coffee", value="Coffee", **DRINK)
    assert agent_says(trusted, "Now tea", value="Tea", **DRINK).name == "revised"


def test_an_erased_memory_is_blocked_with_the_same_words(as_alice: User, trusted: Agent, me: Actor) -> None:
    tea = person_types(as_alice, "Tea", **DRINK)
    erasure.erase(memory_of(tea).pk, by=me, now=NOON)
    assert agent_says(trusted, "Tea", **DRINK).reason == "Not kept."


# A threshold is no yes


def observe(agent: Agent, day: float, **more: Any) -> actions.Outcome:
    return agent_says(agent, "Tea", on(day), source="behaviour", **DRINK, **more)


@with_each("days", [(0, 1, 2), (0, 15)])
def test_a_note_that_reaches_the_threshold_is_proposed(as_alice: User, scribe: Agent, days: tuple[int, ...]) -> None:
    outcomes = [observe(scribe, day) for day in days]
    assert [each.name for each in outcomes] == ["noted"] * (len(days) - 1) + ["proposed"]
    assert memory_of(outcomes[-1]).status == "candidate"


def test_three_agents_without_a_standing_yes_earn_a_question(as_alice: User) -> None:
    for day in range(3):
        outcome = observe(Agent.connect(as_alice, name=f"Agent {day}")[0], day)
    assert (outcome.name, memory_of(outcome).status) == ("proposed", "candidate")


@with_each("days", [(0, 1, 2), (0, 15)])
def test_a_note_whose_evidence_all_came_under_a_standing_yes_is_used(
    as_alice: User, trusted: Agent, days: tuple[int, ...]
) -> None:
    outcomes = [observe(trusted, day) for day in days]
    assert [each.name for each in outcomes] == ["noted"] * (len(days) - 1) + ["saved"]
    memory = memory_of(outcomes[-1])
    assert (memory.status, memory.unasked_at, memory.confirmed_at) == ("active", on(days[-1]), None)
    assert not Proposal.objects.exists()


@with_each("decision", ["expire", "undo"])
def test_what_the_person_ended_is_asked_about_when_it_reaches_the_threshold_again(
    as_alice: User, trusted: Agent, me: Actor, decision: str
) -> None:
    saved = [observe(trusted, day) for day in range(3)][-1]
    if decision == "expire":
        actions.expire(memory_of(saved).pk, by=me, now=on(3))
    else:
        assert saved.act
        undo_act(saved.act, by=me, now=on(2))
    again = [observe(trusted, day) for day in range(4, 8)]
    assert "saved" not in {each.name for each in again}
    assert not Memory.objects.active().exists()
    assert Proposal.objects.open().count() == 1


def test_one_evidence_without_a_standing_yes_makes_it_a_question(as_alice: User, trusted: Agent, scribe: Agent) -> None:
    outcomes = [observe(agent, day) for day, agent in enumerate((trusted, scribe, trusted))]
    assert (outcomes[-1].name, memory_of(outcomes[-1]).status) == ("proposed", "candidate")


def test_trust_given_later_does_not_cover_what_was_said_before(as_alice: User, scribe: Agent) -> None:
    observe(scribe, 0)
    observe(scribe, 1)
    scribe.trust = Trust.TRUSTED
    scribe.save()
    assert observe(scribe, 2).name == "proposed"


def test_what_a_conversation_brings_has_no_standing_yes(as_alice: User, trusted: Agent) -> None:
    outcomes = [observe(trusted, day, evidence_kind="conversation") for day in range(3)]
    assert (outcomes[-1].name, memory_of(outcomes[-1]).status) == ("proposed", "candidate")
    said = agent_says(trusted, "Always PDF", evidence_kind="conversation")
    assert said.name == "proposed"


def test_a_note_of_another_value_that_reaches_the_threshold_is_an_update(
    as_alice: User, trusted: Agent, scribe: Agent
) -> None:
    notes = [observe(scribe, 0), observe(scribe, 1)]
    coffee = agent_says(trusted, "Coffee", on(1), **DRINK)
    outcome = observe(scribe, 2)
    assert (outcome.name, memory_of(outcome).pk) == ("proposed", memory_of(notes[0]).pk)
    assert proposal_of(outcome).replaces == memory_of(coffee).pk
    assert statuses(notes[0], coffee) == ["candidate", "active"]


# Conflicts


def test_confirming_one_side_of_a_conflict_answers_it(two: Conflict, me: Actor) -> None:
    pdf, word = Memory.objects.get(value="PDF"), Memory.objects.get(value="Word")
    actions.confirm(pdf.pk, by=me, now=LATER)
    two.refresh_from_db()
    pdf.refresh_from_db()
    word.refresh_from_db()
    assert (two.status, pdf.status, word.status) == ("answered", "active", "superseded")
    assert (pdf.contested, pdf.confirmed_at) == (False, LATER)


def test_typing_one_side_of_a_conflict_answers_it(two: Conflict, as_alice: User) -> None:
    person_types(as_alice, "PDF", LATER)
    assert [memory.value for memory in Memory.objects.active()] == ["PDF"]
    assert not Conflict.objects.open().exists()


@with_each(
    "label, details, name",
    [("drink", "Coffee", "revised"), ("Seats", "I prefer aisle seats on long flights", "conflict")],
)
def test_another_value_by_the_person_is_a_conflict_only_where_it_is_probably_about_the_same(
    as_alice: User, label: str, details: str, name: str
) -> None:
    person_types(as_alice, "Tea", **DRINK)
    person_types(as_alice, "I prefer window seats on long flights", name="", category="travel")
    category = "food" if label == "drink" else "travel"
    assert person_types(as_alice, details, name=label if label == "drink" else "", category=category).name == name


# What came into use without a question


def test_what_a_standing_yes_saved_says_so_until_the_person_stands_behind_it(
    as_alice: User, trusted: Agent, me: Actor
) -> None:
    saved = agent_says(trusted, "Tea", NOON, **DRINK)
    assert memory_of(saved).unasked_at == NOON
    revised = agent_says(trusted, "Now coffee", LATER, value="Coffee", **DRINK)
    assert memory_of(revised).unasked_at == LATER
    contested = agent_says(trusted, "Milk", LATER, **DRINK)
    assert (contested.name, memory_of(contested).unasked_at) == ("conflict", LATER)
    actions.confirm(memory_of(revised).pk, by=me, now=LATER)
    assert memory_of(revised).unasked_at is None


def test_what_the_person_said_yes_to_was_not_unasked(as_alice: User, scribe: Agent, me: Actor) -> None:
    typed, asked = person_types(as_alice, "Tea", **DRINK), agent_says(scribe, "I prefer PNG")
    assert memory_of(asked).unasked_at is None
    actions.confirm(memory_of(asked).pk, by=me, now=NOON)
    assert (memory_of(typed).unasked_at, memory_of(asked).unasked_at) == (None, None)


def test_an_edit_clears_that_it_was_unasked(as_alice: User, trusted: Agent, me: Actor) -> None:
    saved = memory_of(agent_says(trusted, "Tea", NOON, **DRINK))
    since = actions.newest_version(saved.pk)
    actions.edit(saved.pk, edit_form(saved, tags=("hot",)), by=me, now=NOON, since=since)
    assert Memory.objects.get(pk=saved.pk).unasked_at is None


def test_only_this_time_clears_that_it_was_unasked(as_alice: User, scribe: Agent, me: Actor) -> None:
    asked = agent_says(scribe, "Tea", NOON, **DRINK)
    actions.only_this_time(memory_of(asked).pk, by=me, now=NOON)
    memory = memory_of(asked)
    assert (memory.unasked_at, memory.confirmed_at, memory.importance_base >= 5.0) == (None, NOON, True)


@with_each("confirm_new", ["ask", "explicit_only", "never"])
def test_confirm_new_is_a_standing_yes_for_every_agent(as_alice: User, scribe: Agent, confirm_new: str) -> None:
    set_settings(as_alice, confirm_new=confirm_new)
    named = agent_says(scribe, "Tea", source="instruction", **DRINK)
    assumed = agent_says(scribe, "I prefer PNG")
    assert [named.name, assumed.name] == {
        "ask": ["proposed", "proposed"],
        "explicit_only": ["saved", "proposed"],
        "never": ["saved", "saved"],
    }[confirm_new]
