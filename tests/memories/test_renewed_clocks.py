"""A person's decision renews the clocks of a memory, so that the next sweep does not undo it."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from memoryweb.agents.models import Agent
from memoryweb.memories import actions, forecast, upkeep
from memoryweb.memories.actions import Actor, AgentOf, Person
from memoryweb.memories.acts.undo import undo_act
from memoryweb.memories.models import Conflict, Memory, Proposal
from memoryweb.people.models import MemorySettings, User
from tests.builders import agent_says, edit_form, memory_of, person_types, set_settings
from tests.cases import with_each

NOON = datetime(2026, 2, 22, 12, tzinfo=UTC)


def office(agent: Agent, text: str, at: datetime = NOON, **fields: Any) -> Memory:
    return memory_of(agent_says(agent, text, at, name="office", category="personal", kind="fact", **fields))


def confirm(me: Actor, memory: Memory, at: datetime) -> None:
    actions.confirm(memory.pk, by=me, now=at)


def accept(me: Actor, memory: Memory, at: datetime) -> None:
    actions.accept(Proposal.objects.open().get(memory=memory).pk, by=me, now=at)


def keep_one(me: Actor, memory: Memory, at: datetime) -> None:
    actions.keep_one(Conflict.objects.get(members__memory=memory).pk, memory.pk, by=me, now=at)


def unpin(me: Actor, memory: Memory, at: datetime) -> None:
    actions.unpin(memory.pk, by=me, now=at)


DECISIONS = with_each(
    "decide, trust", [(confirm, "trusted"), (accept, "ask"), (keep_one, "trusted"), (unpin, "trusted")]
)
Decide = Callable[[Actor, Memory, datetime], None]


def prepare(decide: Decide, memory: Memory, me: Actor, agent: Agent, at: datetime) -> None:
    """Bring the memory into the state that the decision is about."""
    if decide is keep_one:
        office(agent, "The office is on the fifth floor", at)
    if decide is unpin:
        confirm(me, memory, at)
        actions.pin(memory.pk, by=me, now=at)


@DECISIONS
def test_a_decision_renews_the_importance_of_a_faded_memory(as_alice: User, decide: Decide, trust: str) -> None:
    """Also while the person has faded memories archived."""
    me, agent = Person(as_alice), Agent.connect(as_alice, name="A", trust=trust)[0]
    set_settings(as_alice, archive_below=2.5)
    memory = office(agent, "The office is on the third floor", observed_on=(NOON - timedelta(days=60)).date())
    prepare(decide, memory, me, agent, NOON)
    decide(me, memory, NOON + timedelta(minutes=5))
    upkeep.run_now("archive", now=NOON + timedelta(hours=1))
    memory.refresh_from_db()
    assert memory.status == "active"
    assert memory.importance_on(NOON.date()) >= 5


@DECISIONS
def test_a_decision_removes_a_last_day_that_has_passed(as_alice: User, decide: Decide, trust: str) -> None:
    me, later = Person(as_alice), NOON + timedelta(days=6)
    agent = Agent.connect(as_alice, name="A", trust=trust)[0]
    memory = office(agent, "The office is on the third floor", valid_until=(NOON + timedelta(days=3)).date())
    prepare(decide, memory, me, agent, NOON)
    decide(me, memory, later)
    upkeep.run_now("archive", now=later + timedelta(hours=1))
    memory.refresh_from_db()
    assert (memory.status, memory.valid_until) == ("active", None)


@with_each("verb", ["keep", "still_true", "promote"])
def test_a_one_day_memory_is_never_made_permanent(as_alice: User, trusted: Agent, verb: str) -> None:
    """It stands beside the memory for all other days: if both lasted, they would contradict each other unasked."""
    me = Person(as_alice)
    agent_says(trusted, "PDF", NOON - timedelta(days=1))
    today = memory_of(agent_says(trusted, "Word today", NOON, source="instruction", quote="Word today"))
    assert today.valid_until == NOON.date()
    assert not forecast.fading(as_alice, NOON.date(), MemorySettings.for_person(as_alice.pk))
    outcome = getattr(actions, verb)(today.pk, by=me, now=NOON)
    assert (outcome.name, outcome.reason) == ("unchanged", "It is for one day only. Edit it to make it last.")
    for days in (1, 2):
        observed_on = (NOON - timedelta(days=days)).date()
        agent_says(trusted, "Word today", NOON, source="instruction", observed_on=observed_on)
    today.refresh_from_db()
    assert today.repeats == 3
    assert upkeep.run_now("promote", now=NOON).counts == {}
    upkeep.run_now("archive", now=NOON + timedelta(days=2))
    assert set(Memory.objects.values_list("value", "status")) == {("PDF", "active"), ("Word", "archived")}


def test_a_restored_one_day_memory_is_for_the_day_it_is_restored(as_alice: User, trusted: Agent) -> None:
    agent_says(trusted, "PDF", NOON - timedelta(days=1))
    word = memory_of(agent_says(trusted, "Word today", NOON, source="instruction", quote="Word today"))
    later = NOON + timedelta(days=9)
    upkeep.run_now("archive", now=later)
    actions.restore_ended(word.pk, by=Person(as_alice), now=later)
    word.refresh_from_db()
    assert word.status == "active"
    assert word.valid_until == later.date()
    assert word.shown_condition == "only on 2026-03-03"
    assert Memory.objects.active().count() == 2


def test_still_true_removes_the_last_day_that_keep_one_leaves(as_alice: User, trusted: Agent) -> None:
    me, later = Person(as_alice), NOON + timedelta(days=18)
    third_floor = office(trusted, "The office is on the third floor", valid_until=(NOON + timedelta(days=20)).date())
    office(trusted, "The office is on the fifth floor")
    keep_one(me, third_floor, later)
    third_floor.refresh_from_db()
    assert third_floor.valid_until == (NOON + timedelta(days=20)).date()
    actions.still_true(third_floor.pk, by=me, now=later)
    third_floor = Memory.objects.get(pk=third_floor.pk)
    assert third_floor.importance_as_of == later.date()
    assert third_floor.valid_until is None
    assert actions.still_true(third_floor.pk, by=me, now=later).reason == "You already said so today."


def test_a_new_value_of_a_completed_goal_is_not_completed(as_alice: User, trusted: Agent) -> None:
    goal = memory_of(person_types(as_alice, "Learn Spanish", NOON, name="language", category="x", kind="goal"))
    actions.complete(goal.pk, by=Person(as_alice), now=NOON)
    outcome = actions.update(
        goal.pk,
        details="Learn French",
        quote="I want to learn French instead.",
        source="instruction",
        by=AgentOf(trusted),
        now=NOON + timedelta(days=3),
    )
    if outcome.proposal_id:
        actions.accept(outcome.proposal_id, by=Person(as_alice), now=NOON + timedelta(days=3))
    memory = Memory.objects.active().get()
    assert (memory.value, memory.completed_at) == ("Learn French", None)


def test_a_kept_goal_with_a_last_day_is_asked_about_once_a_year(as_alice: User) -> None:
    goal = memory_of(person_types(as_alice, "Finish the thesis", NOON, name="thesis", category="x", kind="goal"))
    last_day = (NOON + timedelta(days=3)).date()
    actions.keep(goal.pk, by=Person(as_alice), now=NOON)
    actions.edit(
        goal.pk,
        edit_form(goal, valid_until=last_day),
        by=Person(as_alice),
        now=NOON,
        since=actions.newest_version(goal.pk),
    )
    goal.refresh_from_db()
    assert (goal.ttl_days, goal.valid_until) == (None, last_day)
    for day in range(0, 400, 10):
        for name in ("archive", "expire_proposals"):
            upkeep.run_now(name, now=NOON + timedelta(days=day))
    assert Proposal.objects.filter(memory=goal, kind="expire").count() == 2


def test_keep_both_works_beside_a_note_with_the_same_value(as_alice: User, trusted: Agent) -> None:
    pdf = memory_of(agent_says(trusted, "Always PDF", NOON))
    word = memory_of(agent_says(trusted, "Word", NOON))
    note = memory_of(agent_says(trusted, "PDF", NOON, condition="to print", source="behaviour"))
    assert note.status == "candidate"
    conflict = Conflict.objects.get()
    actions.keep_both(conflict.pk, {pdf.pk: "to print", word.pk: ""}, by=Person(as_alice), now=NOON)
    assert set(Memory.objects.active().values_list("value", "condition")) == {("PDF", "to print"), ("Word", "")}


# One-day memories: the day is part of the place


@pytest.fixture
def word(trusted: Agent) -> Memory:
    """A one-day memory in a conflict with another of the same day."""
    memory = memory_of(agent_says(trusted, "Word today", NOON, source="instruction", quote="Word today"))
    agent_says(trusted, "PDF today", NOON, source="instruction", quote="PDF today")
    memory.refresh_from_db()
    assert (memory.contested, memory.shown_condition) == (True, "only on 2026-02-22")
    return memory


def places() -> set[tuple[str, str, str]]:
    return {(str(memory.value), memory.shown_condition, memory.status) for memory in Memory.objects.live()}


def test_no_decision_moves_one_side_of_a_conflict_to_another_day(as_alice: User, word: Memory) -> None:
    me, later = Person(as_alice), NOON + timedelta(days=2)
    before = places()
    actions.pin(word.pk, by=me, now=later)
    actions.unpin(word.pk, by=me, now=later)
    assert places() == before
    pdf = Memory.objects.get(value="PDF")
    boosted = actions.boost(pdf.pk, by=me, now=later)
    assert boosted.act
    assert undo_act(boosted.act, by=me, now=later).name == "revised"
    assert places() == before
    assert set(Memory.objects.live().values_list("contested", flat=True)) == {True}


def test_keep_both_gives_one_day_memories_the_persons_conditions(as_alice: User, word: Memory) -> None:
    pdf, conflict = Memory.objects.get(value="PDF"), Conflict.objects.get()
    conditions = {word.pk: "only on 2026-02-22", pdf.pk: "only on 2026-02-23"}
    actions.keep_both(conflict.pk, conditions, by=Person(as_alice), now=NOON + timedelta(days=1))
    assert {memory.pk: memory.condition for memory in Memory.objects.live()} == conditions


def test_keeping_a_memory_of_an_old_day_leaves_the_one_of_today_active(as_alice: User, word: Memory) -> None:
    me, later = Person(as_alice), NOON + timedelta(days=2)
    today = memory_of(person_types(as_alice, "Markdown today", later))
    actions.keep_one(Conflict.objects.get().pk, word.pk, by=me, now=later)
    today.refresh_from_db()
    assert (today.status, today.shown_condition) == ("active", "only on 2026-02-24")


def test_unpinning_a_candidate_leaves_the_active_memory_active(as_alice: User, scribe: Agent) -> None:
    me = Person(as_alice)
    pdf = memory_of(agent_says(scribe, "PDF", NOON))
    actions.expire(pdf.pk, by=me, now=NOON)
    person_types(as_alice, "Word", NOON)
    actions.restore_ended(pdf.pk, by=me, now=NOON)
    actions.pin(pdf.pk, by=me, now=NOON)
    actions.unpin(pdf.pk, by=me, now=NOON)
    assert places() == {("PDF", "", "candidate"), ("Word", "", "active")}


def test_a_one_day_goal_that_the_person_still_has_becomes_lasting(as_alice: User) -> None:
    goal = memory_of(person_types(as_alice, "Finish the report today", NOON, name="report", category="x", kind="goal"))
    assert goal.shown_condition == "only on 2026-02-22"
    later = NOON + timedelta(days=3)
    upkeep.run_now("archive", now=later)
    actions.reject(Proposal.objects.open().get(memory=goal).pk, by=Person(as_alice), now=later)
    goal.refresh_from_db()
    assert goal.condition == ""
    assert goal.valid_until is None
    assert goal.ttl_from == later.date()


def test_an_update_of_a_one_day_memory_is_for_that_day(as_alice: User, trusted: Agent) -> None:
    today = memory_of(agent_says(trusted, "Word today", NOON, source="instruction", quote="Word today"))
    actions.update(
        today.pk, details="Markdown", quote="Markdown, please", source="instruction", by=AgentOf(trusted), now=NOON
    )
    memory = Memory.objects.active().get()
    assert memory.value == "Markdown"
    assert memory.valid_until == NOON.date()
    assert memory.shown_condition == "only on 2026-02-22"


@with_each("value", ["Word", "Markdown"])
def test_an_edit_that_removes_the_day_makes_the_memory_lasting(as_alice: User, value: str) -> None:
    today = memory_of(person_types(as_alice, "Word today", NOON))
    form = edit_form(today, value=value, details="Always", valid_until=today.valid_until)
    actions.edit(
        today.pk, form, by=Person(as_alice), now=NOON + timedelta(days=2), since=actions.newest_version(today.pk)
    )  # its day is over by now
    memory = Memory.objects.active().get()
    assert memory.value == value
    assert memory.condition == ""
    assert memory.day is None
    assert memory.valid_until is None


def test_a_condition_that_names_a_day_is_no_last_day(as_alice: User) -> None:
    dinner = memory_of(
        person_types(as_alice, "Goose", NOON, name="dinner", category="dietary", condition="only on 2026-12-24 and 25")
    )
    assert actions.keep(dinner.pk, by=Person(as_alice), now=NOON).reason == "Kept for as long as you like."


def test_keep_both_does_not_replace_a_member_of_another_open_conflict(as_alice: User, trusted: Agent) -> None:
    agent_says(trusted, "Always PDF", NOON, condition="to print")
    agent_says(trusted, "Word", NOON, condition="to print")
    (first,) = Conflict.objects.all()
    html = memory_of(agent_says(trusted, "Always HTML", NOON))
    markdown = memory_of(agent_says(trusted, "Markdown", NOON))
    second = Conflict.objects.exclude(pk=first.pk).get()
    with pytest.raises(actions.Invalid, match="already applies then"):
        actions.keep_both(second.pk, {html.pk: "to print", markdown.pk: ""}, by=Person(as_alice), now=NOON)
