"""What the person has just decided is not undone by the next sweep, whatever had run out (SPEC §5)."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest

from memoryweb.agents.models import Agent
from memoryweb.memories import aging, lifecycle, upkeep
from memoryweb.memories.actors import AgentOf, Person
from memoryweb.memories.models import Conflict, Memory, Proposal
from memoryweb.people.models import MemorySettings, User
from tests.conftest import told, typed

NOON = datetime(2026, 2, 22, 12, tzinfo=UTC)


def of(done: lifecycle.Outcome) -> Memory:
    assert done.memory is not None
    return done.memory


def said(agent: Agent, text: str, at: datetime = NOON, **more: object) -> Memory:
    return of(told(agent, text, at, **({"name": "office", "category": "personal", "kind": "fact"} | more)))


def confirm(me: Person, memory: Memory, at: datetime) -> None:
    lifecycle.confirm(memory.pk, by=me, now=at)


def accept(me: Person, memory: Memory, at: datetime) -> None:
    lifecycle.accept(Proposal.objects.open().get(memory=memory).pk, by=me, now=at)


def settle(me: Person, memory: Memory, at: datetime) -> None:
    lifecycle.keep_one(Conflict.objects.get(members__memory=memory).pk, memory.pk, by=me, now=at)


def unpin(me: Person, memory: Memory, at: datetime) -> None:
    lifecycle.unpin(memory.pk, by=me, now=at)


DECISIONS = pytest.mark.parametrize("decide", [confirm, accept, settle, unpin])
Decide = Callable[[Person, Memory, datetime], None]


def ready_for(decide: Decide, memory: Memory, me: Person, agent: Agent, at: datetime) -> None:
    if decide is settle:
        said(agent, "The office is on the fifth floor", at)
    if decide is unpin:
        confirm(me, memory, at)
        lifecycle.pin(memory.pk, by=me, now=at)


@DECISIONS
def test_what_is_decided_counts_again_though_it_had_faded(as_alice: User, trusted: Agent, decide: Decide) -> None:
    """And though the person wants archived what has."""
    me = Person(as_alice)
    MemorySettings.objects.update_or_create(person=as_alice, defaults={"archive_below": 2.5})
    memory = said(trusted, "The office is on the third floor", observed_on=(NOON - timedelta(days=60)).date())
    ready_for(decide, memory, me, trusted, NOON)
    decide(me, memory, NOON + timedelta(minutes=5))
    upkeep.run("archive", now=NOON + timedelta(hours=1))
    memory.refresh_from_db()
    assert (memory.status, memory.importance_on(NOON.date()) >= 3) == ("active", True)


@DECISIONS
def test_what_is_decided_has_no_last_day_that_is_over(as_alice: User, trusted: Agent, decide: Decide) -> None:
    me, later = Person(as_alice), NOON + timedelta(days=6)
    memory = said(trusted, "The office is on the third floor", valid_until=(NOON + timedelta(days=3)).date())
    ready_for(decide, memory, me, trusted, NOON)
    decide(me, memory, later)
    upkeep.run("archive", now=later + timedelta(hours=1))
    memory.refresh_from_db()
    assert (memory.status, memory.valid_until) == ("active", None)


@pytest.mark.parametrize("verb", ["keep", "still_true", "promote"])
def test_what_is_for_one_day_stays_so_and_is_on_no_card(as_alice: User, trusted: Agent, verb: str) -> None:
    """Beside it stands what is true on all other days: two that last would contradict each other unasked."""
    me = Person(as_alice)
    typed(as_alice, "PDF", NOON - timedelta(days=1))
    today = of(told(trusted, "Word today", NOON, source="instruction", quote="Word today"))
    assert today.valid_until == NOON.date()
    assert not aging.fading(as_alice, NOON.date(), MemorySettings.of(as_alice.pk))
    done = getattr(lifecycle, verb)(today.pk, by=me, now=NOON)
    assert (done.name, done.reason) == ("unchanged", "It is for one day only. Edit it to make it last.")
    Memory.objects.filter(pk=today.pk).update(repeats=3)
    assert upkeep.run("promote", now=NOON).counts == {}
    upkeep.run("archive", now=NOON + timedelta(days=2))
    assert set(Memory.objects.values_list("value", "status")) == {("PDF", "active"), ("Word", "archived")}


def test_what_was_for_one_day_comes_back_for_one_day(as_alice: User, trusted: Agent) -> None:
    typed(as_alice, "PDF", NOON - timedelta(days=1))
    word = of(told(trusted, "Word today", NOON, source="instruction", quote="Word today"))
    later = NOON + timedelta(days=9)
    upkeep.run("archive", now=later)
    lifecycle.restore_ended(word.pk, by=Person(as_alice), now=later)
    word.refresh_from_db()
    assert (word.status, word.valid_until, word.condition) == ("active", later.date(), "only on 2026-03-03")
    assert Memory.objects.active().count() == 2


def test_still_true_says_more_than_the_answer_to_a_conflict(as_alice: User, trusted: Agent) -> None:
    me, later = Person(as_alice), NOON + timedelta(days=18)
    kept = said(trusted, "The office is on the third floor", valid_until=(NOON + timedelta(days=20)).date())
    said(trusted, "The office is on the fifth floor")
    settle(me, kept, later)
    kept.refresh_from_db()
    assert kept.valid_until is not None
    lifecycle.still_true(kept.pk, by=me, now=later)
    kept.refresh_from_db()
    assert (kept.valid_until, kept.importance_as_of) == (None, later.date())
    assert lifecycle.still_true(kept.pk, by=me, now=later).reason == "You said so today."


def test_another_goal_is_not_reached_yet(as_alice: User, trusted: Agent) -> None:
    goal = of(typed(as_alice, "Learn Spanish", NOON, name="language", category="x", kind="goal"))
    lifecycle.complete(goal.pk, by=Person(as_alice), now=NOON)
    offered = lifecycle.update(
        goal.pk, details="Learn French", quote="I want to learn French instead.", source="instruction",
        by=AgentOf(trusted), now=NOON + timedelta(days=3),
    )  # fmt: skip
    if offered.proposal_id:
        lifecycle.accept(offered.proposal_id, by=Person(as_alice), now=NOON + timedelta(days=3))
    (now,) = Memory.objects.active()
    assert (now.value, now.completed_at) == ("Learn French", None)


def test_a_kept_goal_with_a_last_day_is_asked_about_once_a_year(as_alice: User) -> None:
    goal = of(typed(as_alice, "Finish the thesis", NOON, name="thesis", category="x", kind="goal"))
    Memory.objects.filter(pk=goal.pk).update(ttl_days=None, valid_until=(NOON + timedelta(days=3)).date())
    for day in range(0, 400, 10):
        for name in ("archive", "expire_proposals"):
            upkeep.run(name, now=NOON + timedelta(days=day))
    assert Proposal.objects.filter(memory=goal, kind="expire").count() == 2


def test_both_are_kept_also_beside_a_note_that_says_the_same(as_alice: User, trusted: Agent) -> None:
    pdf = of(told(trusted, "Always PDF", NOON))
    word = of(told(trusted, "Word", NOON, source="correction"))
    note = of(told(trusted, "PDF", NOON, condition="to print", source="behaviour"))
    assert note.status == "candidate"
    conflict = Conflict.objects.get()
    lifecycle.keep_both(conflict.pk, {pdf.pk: "to print", word.pk: ""}, by=Person(as_alice), now=NOON)
    assert set(Memory.objects.active().values_list("value", "condition")) == {("PDF", "to print"), ("Word", "")}
