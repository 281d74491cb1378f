"""A conflict is answered once and by the person only, an answer can be undone, and some ends need no answer."""

from datetime import datetime, timedelta

import pytest

from memoryweb.agents.models import Agent, Trust
from memoryweb.memories import actions
from memoryweb.memories.actions import Actor, AgentOf, OnlyThePerson
from memoryweb.memories.acts.undo import undo_act
from memoryweb.memories.erasing import erasure
from memoryweb.memories.models import Conflict, Memory
from memoryweb.people.models import User
from tests.builders import agent_says, count_versions, edit_form, person_types, versions_of
from tests.cases import with_each
from tests.memories.conflicts import LATER, NOON, VALUES, memory_with, states_of


def answer(conflict: Conflict, name: str, by: Actor, at: datetime = LATER) -> actions.Outcome:
    """Give an answer by its name, about the first value."""
    pdf = memory_with("PDF").pk
    match name:
        case "keep_one":
            return actions.keep_one(conflict.pk, pdf, by=by, now=at)
        case "was_temporary":
            return actions.was_temporary(conflict.pk, pdf, by=by, now=at)
        case "keep_both":
            return actions.keep_both(conflict.pk, {pdf: "to print"}, by=by, now=at)
        case _:
            return actions.later(conflict.pk, by=by, now=at)


def undo(outcome: actions.Outcome, by: Actor) -> actions.Outcome:
    assert outcome.act
    return undo_act(outcome.act, by=by, now=LATER)


def visible_fields() -> list[tuple[object, ...]]:
    """Return what the person sees of the two memories."""
    names = (
        "value",
        "label",
        "details",
        "status",
        "contested",
        "condition",
        "horizon",
        "section",
        "confirmed_at",
        "expired_on",
        "expire_reason",
        "superseded_by_id",
        "fingerprint",
        "pinned",
    )
    return sorted(Memory.objects.filter(value__in=VALUES[:2]).values_list(*names))


# Once, and by the person only

ANSWERS = ("keep_one", "keep_both", "was_temporary", "later")


@with_each("second", ANSWERS)
@with_each("first", ANSWERS[:3])
def test_a_second_answer_changes_nothing(two: Conflict, me: Actor, first: str, second: str) -> None:
    answer(two, first, me)
    before, fields = count_versions(), visible_fields()
    assert answer(two, second, me, LATER + timedelta(days=1)).name == "unchanged"
    assert count_versions() == before
    assert visible_fields() == fields


@with_each("name", ANSWERS)
def test_an_agent_cannot_answer_a_conflict(two: Conflict, trusted: Agent, name: str) -> None:
    before = count_versions()
    with pytest.raises(OnlyThePerson):
        answer(two, name, AgentOf(trusted))
    assert (count_versions(), Conflict.objects.get().status) == (before, "open")


# Undo


@with_each("name", ANSWERS[:3])
def test_undo_restores_everything_the_answer_changed(two: Conflict, me: Actor, name: str) -> None:
    question, winner, fields, before = two.question, two.winner_id, visible_fields(), count_versions()
    answered = answer(two, name, me)
    assert visible_fields() != fields
    assert undo(answered, me).name == "revised"
    two.refresh_from_db()
    assert visible_fields() == fields
    assert count_versions() - before == 4
    assert two.status == "open"
    assert two.question == question
    assert two.winner_id == winner
    assert two.decided_at is None
    assert two.answer == {}
    assert answer(two, name, me).name == "revised"


@with_each("name", ANSWERS[:3])
@with_each("change", ["keep", "erase", "restore"])
def test_undo_does_nothing_once_a_member_has_changed(two: Conflict, me: Actor, name: str, change: str) -> None:
    answered = answer(two, name, me)
    if change == "keep":
        actions.keep(Memory.objects.active().order_by("pk")[0].pk, by=me, now=LATER)
    elif change == "erase":
        erasure.erase(memory_with("PDF").pk, by=me, now=LATER)
    else:
        actions.restore(versions_of(memory_with("Word"))[0].history_id, by=me, now=LATER)
    before = count_versions()
    assert undo(answered, me).name == "unchanged"
    assert (count_versions(), Conflict.objects.get().status) == (before, "answered")


def test_undo_does_nothing_once_another_value_has_taken_the_place(two: Conflict, me: Actor, as_alice: User) -> None:
    conditions = {memory_with("PDF").pk: "to print", memory_with("Word").pk: "to edit"}
    answered = actions.keep_both(two.pk, conditions, by=me, now=LATER)
    person_types(as_alice, "Markdown", LATER)
    before = count_versions()
    assert undo(answered, me).name == "unchanged"
    assert count_versions() == before
    assert memory_with("Markdown").status == "active"
    assert memory_with("PDF").condition == "to print"


def test_a_second_undo_changes_nothing(two: Conflict, me: Actor) -> None:
    answered = actions.keep_one(two.pk, memory_with("PDF").pk, by=me, now=LATER)
    undo(answered, me)
    before = count_versions()
    assert undo(answered, me).reason == "It is already undone."
    assert (count_versions(), set(states_of("PDF", "Word").values())) == (before, {("active", True)})


# What ends a conflict without an answer


def test_restoring_a_third_value_ends_the_conflict(two: Conflict, me: Actor, as_alice: User) -> None:
    """An older value that the person restores holds the key; the other two are superseded, with one version each."""
    actions.keep_one(two.pk, memory_with("PDF").pk, by=me, now=NOON)
    agent = Agent.connect(as_alice, name="Editor", trust=Trust.TRUSTED)[0]
    person_types(as_alice, "Now Markdown", LATER)
    assert (memory_with("PDF").status, memory_with("Markdown").status) == ("superseded", "active")
    assert agent_says(agent, "Excel, I think", LATER).name == "conflict"
    before = count_versions()
    assert actions.restore(versions_of(memory_with("PDF"))[-2].history_id, by=me, now=LATER).name == "revised"
    assert count_versions() - before == 3
    assert {m.value: m.status for m in Memory.objects.active()} == {"PDF": "active"}
    assert not Conflict.objects.open().exists()


def test_giving_one_of_two_a_condition_ends_the_conflict(two: Conflict, me: Actor) -> None:
    word = memory_with("Word")
    form = edit_form(word, condition="to edit")
    assert actions.edit(word.pk, form, by=me, now=LATER, since=actions.newest_version(word.pk)).name == "revised"
    assert states_of("PDF", "Word") == {"PDF": ("active", False), "Word": ("active", False)}
    assert Conflict.objects.get().status == "dismissed"
    assert len(versions_of(memory_with("PDF"))) == 3
    assert len(versions_of(memory_with("Word"))) == 2
