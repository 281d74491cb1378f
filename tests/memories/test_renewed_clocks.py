"""What the person has just decided is not undone by the next sweep, whatever had run out (SPEC §5)."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest

from memoryweb.agents.models import Agent
from memoryweb.memories import actions, forecast, upkeep
from memoryweb.memories.actions import Edit
from memoryweb.memories.actors import AgentOf, Person
from memoryweb.memories.models import Conflict, Memory, Proposal
from memoryweb.people.models import MemorySettings, User
from tests.builders import agent_says, memory_of, person_types, set_settings

NOON = datetime(2026, 2, 22, 12, tzinfo=UTC)


def said(agent: Agent, text: str, at: datetime = NOON, **more: object) -> Memory:
    return memory_of(agent_says(agent, text, at, **({"name": "office", "category": "personal", "kind": "fact"} | more)))


def confirm(me: Person, memory: Memory, at: datetime) -> None:
    actions.confirm(memory.pk, by=me, now=at)


def accept(me: Person, memory: Memory, at: datetime) -> None:
    actions.accept(Proposal.objects.open().get(memory=memory).pk, by=me, now=at)


def settle(me: Person, memory: Memory, at: datetime) -> None:
    actions.keep_one(Conflict.objects.get(members__memory=memory).pk, memory.pk, by=me, now=at)


def unpin(me: Person, memory: Memory, at: datetime) -> None:
    actions.unpin(memory.pk, by=me, now=at)


DECISIONS = pytest.mark.parametrize("decide", [confirm, accept, settle, unpin])
Decide = Callable[[Person, Memory, datetime], None]


def ready_for(decide: Decide, memory: Memory, me: Person, agent: Agent, at: datetime) -> None:
    if decide is settle:
        said(agent, "The office is on the fifth floor", at)
    if decide is unpin:
        confirm(me, memory, at)
        actions.pin(memory.pk, by=me, now=at)


@DECISIONS
def test_what_is_decided_counts_again_though_it_had_faded(as_alice: User, trusted: Agent, decide: Decide) -> None:
    """And though the person wants archived what has."""
    me = Person(as_alice)
    set_settings(as_alice, archive_below=2.5)
    memory = said(trusted, "The office is on the third floor", observed_on=(NOON - timedelta(days=60)).date())
    ready_for(decide, memory, me, trusted, NOON)
    decide(me, memory, NOON + timedelta(minutes=5))
    upkeep.run_now("archive", now=NOON + timedelta(hours=1))
    memory.refresh_from_db()
    assert (memory.status, memory.importance_on(NOON.date()) >= 3) == ("active", True)


@DECISIONS
def test_what_is_decided_has_no_last_day_that_is_over(as_alice: User, trusted: Agent, decide: Decide) -> None:
    me, later = Person(as_alice), NOON + timedelta(days=6)
    memory = said(trusted, "The office is on the third floor", valid_until=(NOON + timedelta(days=3)).date())
    ready_for(decide, memory, me, trusted, NOON)
    decide(me, memory, later)
    upkeep.run_now("archive", now=later + timedelta(hours=1))
    memory.refresh_from_db()
    assert (memory.status, memory.valid_until) == ("active", None)


@pytest.mark.parametrize("verb", ["keep", "still_true", "promote"])
def test_what_is_for_one_day_stays_so_and_is_on_no_card(as_alice: User, trusted: Agent, verb: str) -> None:
    """Beside it stands what is true on all other days: two that last would contradict each other unasked."""
    me = Person(as_alice)
    person_types(as_alice, "PDF", NOON - timedelta(days=1))
    today = memory_of(agent_says(trusted, "Word today", NOON, source="instruction", quote="Word today"))
    assert today.valid_until == NOON.date()
    assert not forecast.fading(as_alice, NOON.date(), MemorySettings.for_person(as_alice.pk))
    done = getattr(actions, verb)(today.pk, by=me, now=NOON)
    assert (done.name, done.reason) == ("unchanged", "It is for one day only. Edit it to make it last.")
    Memory.objects.filter(pk=today.pk).update(repeats=3)
    assert upkeep.run_now("promote", now=NOON).counts == {}
    upkeep.run_now("archive", now=NOON + timedelta(days=2))
    assert set(Memory.objects.values_list("value", "status")) == {("PDF", "active"), ("Word", "archived")}


def test_what_was_for_one_day_comes_back_for_one_day(as_alice: User, trusted: Agent) -> None:
    person_types(as_alice, "PDF", NOON - timedelta(days=1))
    word = memory_of(agent_says(trusted, "Word today", NOON, source="instruction", quote="Word today"))
    later = NOON + timedelta(days=9)
    upkeep.run_now("archive", now=later)
    actions.restore_ended(word.pk, by=Person(as_alice), now=later)
    word.refresh_from_db()
    assert word.status == "active"
    assert word.valid_until == later.date()
    assert word.shown_condition == "only on 2026-03-03"
    assert Memory.objects.active().count() == 2


def test_still_true_says_more_than_the_answer_to_a_conflict(as_alice: User, trusted: Agent) -> None:
    me, later = Person(as_alice), NOON + timedelta(days=18)
    kept = said(trusted, "The office is on the third floor", valid_until=(NOON + timedelta(days=20)).date())
    said(trusted, "The office is on the fifth floor")
    settle(me, kept, later)
    kept.refresh_from_db()
    assert kept.valid_until is not None
    actions.still_true(kept.pk, by=me, now=later)
    kept.refresh_from_db()
    assert (kept.valid_until, kept.importance_as_of) == (None, later.date())
    assert actions.still_true(kept.pk, by=me, now=later).reason == "You said so today."


def test_another_goal_is_not_reached_yet(as_alice: User, trusted: Agent) -> None:
    goal = memory_of(person_types(as_alice, "Learn Spanish", NOON, name="language", category="x", kind="goal"))
    actions.complete(goal.pk, by=Person(as_alice), now=NOON)
    offered = actions.update(
        goal.pk, details="Learn French", quote="I want to learn French instead.", source="instruction",
        by=AgentOf(trusted), now=NOON + timedelta(days=3),
    )  # fmt: skip
    if offered.proposal_id:
        actions.accept(offered.proposal_id, by=Person(as_alice), now=NOON + timedelta(days=3))
    (now,) = Memory.objects.active()
    assert (now.value, now.completed_at) == ("Learn French", None)


def test_a_kept_goal_with_a_last_day_is_asked_about_once_a_year(as_alice: User) -> None:
    goal = memory_of(person_types(as_alice, "Finish the thesis", NOON, name="thesis", category="x", kind="goal"))
    Memory.objects.filter(pk=goal.pk).update(ttl_days=None, valid_until=(NOON + timedelta(days=3)).date())
    for day in range(0, 400, 10):
        for name in ("archive", "expire_proposals"):
            upkeep.run_now(name, now=NOON + timedelta(days=day))
    assert Proposal.objects.filter(memory=goal, kind="expire").count() == 2


def test_both_are_kept_also_beside_a_note_that_says_the_same(as_alice: User, trusted: Agent) -> None:
    pdf = memory_of(agent_says(trusted, "Always PDF", NOON))
    word = memory_of(agent_says(trusted, "Word", NOON, source="correction"))
    note = memory_of(agent_says(trusted, "PDF", NOON, condition="to print", source="behaviour"))
    assert note.status == "candidate"
    conflict = Conflict.objects.get()
    actions.keep_both(conflict.pk, {pdf.pk: "to print", word.pk: ""}, by=Person(as_alice), now=NOON)
    assert set(Memory.objects.active().values_list("value", "condition")) == {("PDF", "to print"), ("Word", "")}


# What is for one day has its day as a place


@pytest.fixture
def word(trusted: Agent) -> Memory:
    """Of noon's day, in a conflict with PDF of the same day."""
    memory = memory_of(agent_says(trusted, "Word today", NOON, source="instruction", quote="Word today"))
    agent_says(trusted, "PDF today", NOON, source="correction", quote="PDF today")
    memory.refresh_from_db()
    assert (memory.contested, memory.shown_condition) == (True, "only on 2026-02-22")
    return memory


def places() -> set[tuple[str, str, str]]:
    return set(Memory.objects.live().values_list("value", "condition", "status"))


def test_no_answer_moves_one_side_of_a_conflict_to_another_day(as_alice: User, word: Memory) -> None:
    me, later = Person(as_alice), NOON + timedelta(days=2)
    before = places()
    assert actions.confirm(word.pk, by=me, now=later).reason.startswith("It was for one day only")
    actions.pin(word.pk, by=me, now=later)
    actions.unpin(word.pk, by=me, now=later)
    assert places() == before
    pinned = Memory.objects.get(value="PDF")
    actions.undo(actions.boost(pinned.pk, by=me, now=later).version or 0, by=me, now=later)
    assert places() == before
    assert set(Memory.objects.live().values_list("contested", flat=True)) == {True}


def test_both_sides_of_one_day_are_kept_for_what_the_person_says(as_alice: User, word: Memory) -> None:
    pdf, conflict = Memory.objects.get(value="PDF"), Conflict.objects.get()
    said = {word.pk: "only on 2026-02-22", pdf.pk: "only on 2026-02-23"}
    actions.keep_both(conflict.pk, said, by=Person(as_alice), now=NOON + timedelta(days=1))
    assert {(value, condition) for value, condition, _ in places()} == {
        ("Word", "only on 2026-02-22"), ("PDF", "only on 2026-02-23")
    }  # fmt: skip


def test_an_old_day_takes_nothing_from_todays_word(as_alice: User, word: Memory) -> None:
    me, later = Person(as_alice), NOON + timedelta(days=2)
    today = memory_of(person_types(as_alice, "Markdown today", later))
    actions.keep_one(Conflict.objects.get().pk, word.pk, by=me, now=later)
    today.refresh_from_db()
    assert (today.status, today.shown_condition) == ("active", "only on 2026-02-24")


def test_unpinning_a_candidate_takes_nothing_from_what_is_in_use(as_alice: User, scribe: Agent) -> None:
    me = Person(as_alice)
    pdf = memory_of(agent_says(scribe, "PDF", NOON))
    actions.expire(pdf.pk, by=me, now=NOON)
    person_types(as_alice, "Word", NOON)
    actions.restore_ended(pdf.pk, by=me, now=NOON)
    actions.pin(pdf.pk, by=me, now=NOON)
    actions.unpin(pdf.pk, by=me, now=NOON)
    assert places() == {("PDF", "", "candidate"), ("Word", "", "active")}


def test_a_goal_for_one_day_that_is_still_one_lasts(as_alice: User) -> None:
    goal = memory_of(person_types(as_alice, "Finish the report today", NOON, name="report", category="x", kind="goal"))
    assert goal.shown_condition == "only on 2026-02-22"
    later = NOON + timedelta(days=3)
    upkeep.run_now("archive", now=later)
    actions.reject(Proposal.objects.open().get(memory=goal).pk, by=Person(as_alice), now=later)
    goal.refresh_from_db()
    assert goal.condition == ""
    assert goal.valid_until is None
    assert goal.ttl_from == later.date()


def test_other_words_for_one_day_are_for_that_day(as_alice: User, trusted: Agent) -> None:
    today = memory_of(agent_says(trusted, "Word today", NOON, source="instruction", quote="Word today"))
    actions.update(
        today.pk, details="Markdown", quote="Markdown, please", source="instruction", by=AgentOf(trusted), now=NOON
    )
    (now,) = Memory.objects.active()
    assert now.value == "Markdown"
    assert now.valid_until == NOON.date()
    assert now.shown_condition == "only on 2026-02-22"


@pytest.mark.parametrize("value", ["Word", "Markdown"])
def test_an_edit_that_takes_off_its_day_makes_it_last(as_alice: User, value: str) -> None:
    today = memory_of(person_types(as_alice, "Word today", NOON))
    form = Edit(
        label=today.label, value=value, details=today.details, kind=today.kind, condition=today.condition, project="",
        tags=(), valid_until=today.valid_until,
    )  # fmt: skip
    actions.edit(today.pk, form, by=Person(as_alice), now=NOON + timedelta(days=2))  # its day is over by now
    (now,) = Memory.objects.active()
    assert now.value == value
    assert now.condition == ""
    assert now.valid_until is None


def test_a_persons_own_words_for_a_day_are_no_last_day(as_alice: User) -> None:
    feast = memory_of(
        person_types(as_alice, "Goose", NOON, name="dinner", category="dietary", condition="only on 2026-12-24 and 25")
    )
    assert actions.keep(feast.pk, by=Person(as_alice), now=NOON).reason == "Kept as long as you like."


def test_keeping_both_takes_nothing_from_another_open_conflict(as_alice: User, trusted: Agent) -> None:
    agent_says(trusted, "Always PDF", NOON, condition="to print")
    agent_says(trusted, "Word", NOON, condition="to print", source="correction")
    (first,) = Conflict.objects.all()
    html = memory_of(agent_says(trusted, "Always HTML", NOON))
    markdown = memory_of(agent_says(trusted, "Markdown", NOON, source="correction"))
    second = Conflict.objects.exclude(pk=first.pk).get()
    with pytest.raises(actions.Invalid, match="counts then already"):
        actions.keep_both(second.pk, {html.pk: "to print", markdown.pk: ""}, by=Person(as_alice), now=NOON)
