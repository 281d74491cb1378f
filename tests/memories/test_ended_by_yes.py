"""What a yes takes out of use is what its page showed: the yes to an older page does nothing."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from memoryweb.agents.models import Agent
from memoryweb.memories import actions
from memoryweb.memories.actions import Actor, AgentOf, Person, proposals, rivals
from memoryweb.memories.actions.store import lock, save
from memoryweb.memories.models import Memory, Proposal, Status
from memoryweb.people.models import User
from tests.builders import agent_says, edit, memory_of, person_types, proposal_of
from tests.cases import with_each
from tests.memories.conflicts import VALUES, open_conflict

NOON = datetime(2026, 2, 22, 12, tzinfo=UTC)
LATER = NOON + timedelta(hours=1)
FORMAT = {"name": "document_format", "category": "technical"}


def shown_for(question: Proposal) -> str:
    return proposals.current_version(question, Memory.objects.get(pk=question.memory_id))


def in_use() -> set[str]:
    return {memory.shown_value or memory.label for memory in Memory.objects.active()}


def ends(question: Proposal) -> set[str]:
    ended = rivals.ended_by_yes(Memory.objects.get(pk=question.memory_id), question)
    return {each.shown_value or each.label for each in ended.all}


# Each case leaves an open question, and then puts something in use that a yes would end, too.

Case = Callable[[User, Agent, Actor], tuple[Proposal, Callable[[], object]]]


def an_update_beside_another_value(person: User, agent: Agent, me: Actor) -> tuple[Proposal, Callable[[], object]]:
    """The agent's update names what its words are about; the person then types a value under its key."""
    old = memory_of(person_types(person, "Plain text", NOON, name="note", category="technical", value="Plain text"))
    asked = agent_says(agent, "From now on PDF", NOON, value="PDF", **FORMAT)
    Proposal.objects.filter(pk=proposal_of(asked).pk).update(
        kind=Proposal.Kind.UPDATE, replaces=old.pk, question=proposals.update_question(old, "PDF")
    )
    return proposal_of(asked), lambda: person_types(person, "Word", LATER, value="Word", **FORMAT)


def a_new_statement(person: User, agent: Agent, me: Actor) -> tuple[Proposal, Callable[[], object]]:
    asked = agent_says(agent, "I prefer PDF", NOON, **FORMAT)
    return proposal_of(asked), lambda: person_types(person, "I prefer Word", LATER, **FORMAT)


def the_same_place_spelled_differently(person: User, agent: Agent, me: Actor) -> tuple[Proposal, Callable[[], object]]:
    asked = agent_says(agent, "I prefer PDF", NOON, condition="When tired", **FORMAT)
    return proposal_of(asked), lambda: person_types(person, "I prefer Word", LATER, condition="when  tired", **FORMAT)


def a_change_of_what_gives_way(person: User, agent: Agent, me: Actor) -> tuple[Proposal, Callable[[], object]]:
    old = memory_of(person_types(person, "I prefer Word", NOON, **FORMAT))
    asked = agent_says(agent, "Actually I prefer PDF", NOON, **FORMAT)
    return proposal_of(asked), lambda: edit(old, person, LATER, details="Word, with the numbers of the pages")


def widening_where_another_value_applies(
    person: User, agent: Agent, me: Actor
) -> tuple[Proposal, Callable[[], object]]:
    one, _two = (memory_of(person_types(person, "I prefer PDF", NOON, project=each, **FORMAT)) for each in "ab")
    actions.propose_widening(one, by=AgentOf(agent), now=NOON)
    question = Proposal.objects.get(kind=Proposal.Kind.MERGE)
    return question, lambda: person_types(person, "I prefer Word", LATER, **FORMAT)


CASES: dict[str, Case] = {
    each.__name__: each
    for each in (
        an_update_beside_another_value,
        a_new_statement,
        the_same_place_spelled_differently,
        a_change_of_what_gives_way,
        widening_where_another_value_applies,
    )
}


@with_each("name", CASES)
def test_a_yes_ends_nothing_that_its_page_did_not_show(as_alice: User, scribe: Agent, me: Actor, name: str) -> None:
    question, happens = CASES[name](as_alice, scribe, me)
    version = shown_for(question)
    happens()
    before = in_use()
    outcome = actions.accept(question.pk, by=me, now=LATER, version=version)
    assert (outcome.name, outcome.reason, in_use()) == ("unchanged", proposals.STALE, before)
    question.refresh_from_db()
    shown = ends(question)
    actions.accept(question.pk, by=me, now=LATER, version=shown_for(question))
    kept = Memory.objects.get(pk=question.memory_id).shown_value
    assert shown
    assert before - in_use() == shown - {kept}


@with_each("name", [each for each in CASES if each != "widening_where_another_value_applies"])
def test_no_confirmation_beside_the_question_ends_anything(as_alice: User, scribe: Agent, me: Actor, name: str) -> None:
    """The page of a memory and the list carry its own version. What is replaced stands with the question only."""
    question, happens = CASES[name](as_alice, scribe, me)
    happens()
    before, memory = in_use(), Memory.objects.get(pk=question.memory_id)
    outcome = actions.confirm(memory.pk, by=me, now=LATER, version=proposals.memory_version(memory))
    assert (outcome.name, outcome.proposal_id is not None, in_use()) == ("unchanged", True, before)


def test_a_rule_that_was_learned_against_it_is_part_of_a_yes(as_alice: User, trusted: Agent, me: Actor) -> None:
    liked = memory_of(agent_says(trusted, "Bullet points in reports", NOON, name="reports", category="technical"))
    liked = lock(liked.pk)
    version = proposals.memory_version(liked)
    rule = memory_of(agent_says(trusted, "Avoid long lists", NOON, name="avoid", category="technical"))
    rule = lock(rule.pk)
    rule.kind, rule.negates, rule.ttl_days = "rule", liked, None
    save(rule, by=AgentOf(trusted), verb="remember", because="x", now=NOON)
    assert actions.confirm(liked.pk, by=me, now=LATER, version=version).reason == proposals.STALE
    assert [each.pk for each in rivals.ended_by_yes(Memory.objects.get(pk=liked.pk)).all] == [rule.pk]


def test_saving_a_suggestion_is_a_yes_to_what_the_form_showed(as_alice: User, scribe: Agent, me: Actor) -> None:
    memory = memory_of(agent_says(scribe, "I prefer PDF", NOON, **FORMAT))
    since, form = actions.newest_version(memory.pk), actions.Edit.from_row(memory)
    shown = proposals.memory_version(memory)
    person_types(as_alice, "I prefer Word", LATER, **FORMAT)
    with pytest.raises(actions.Stale):
        actions.edit(memory.pk, form, by=me, now=LATER, since=since, shown=shown)
    assert in_use() == {"Word"}


def bring_back_ended(memory: Memory, by: Actor) -> Callable[[str], actions.Outcome]:
    actions.expire(memory.pk, by=by, now=NOON)
    return lambda version: actions.restore_ended(memory.pk, by=by, now=LATER, version=version)


def bring_back_version(memory: Memory, by: Actor) -> Callable[[str], actions.Outcome]:
    first = actions.newest_version(memory.pk)
    actions.expire(memory.pk, by=by, now=NOON)
    return lambda version: actions.restore(first, by=by, now=LATER, shown=version)


@with_each("bring_back", [bring_back_ended, bring_back_version])
def test_restoring_ends_only_what_the_page_shows(as_alice: User, me: Actor, bring_back: Any) -> None:
    memory = memory_of(person_types(as_alice, "I prefer PDF", NOON, **FORMAT))
    restore = bring_back(memory, Person(as_alice))
    version = proposals.memory_version(Memory.objects.get(pk=memory.pk))
    person_types(as_alice, "I prefer Word", LATER, **FORMAT)
    assert restore(version).reason == proposals.STALE
    assert in_use() == {"Word"}
    again = Memory.objects.get(pk=memory.pk)
    assert [each.shown_value for each in rivals.ended_by_yes(again).all] == ["Word"]
    restore(proposals.memory_version(again))
    assert in_use() == {"PDF"}


def test_no_older_version_comes_back_in_the_place_of_something_that_is_not_shown(as_alice: User, me: Actor) -> None:
    """The page shows the memory as it is. Where it once applied, something else is in use by now."""
    memory = memory_of(person_types(as_alice, "I prefer PDF", NOON, **FORMAT))
    first = actions.newest_version(memory.pk)
    edit(memory, as_alice, NOON, condition="to print")
    person_types(as_alice, "I prefer Word", LATER, **FORMAT)
    version = proposals.memory_version(Memory.objects.get(pk=memory.pk))
    assert actions.restore(first, by=me, now=LATER, shown=version).reason == rivals.UNSEEN
    assert in_use() == {"PDF", "Word"}


def test_only_this_time_ends_nothing_that_is_used_today(as_alice: User, scribe: Agent, me: Actor) -> None:
    one, two = (agent_says(scribe, f"I prefer {each}", NOON, **FORMAT) for each in ("PDF", "Word"))
    for outcome in (one, two):
        question = proposal_of(outcome)
        memory = memory_of(outcome)
        last = actions.only_this_time(memory.pk, by=me, now=NOON, question=question.pk, version=shown_for(question))
    assert (last.reason, in_use()) == (rivals.UNSEEN, {"PDF"})
    assert memory_of(two).status == Status.CANDIDATE


def test_a_yes_to_one_side_shows_all_other_sides(as_alice: User) -> None:
    conflict = open_conflict(as_alice, *VALUES)
    sides = list(Memory.objects.filter(conflicts__conflict=conflict).order_by("pk"))
    for side in sides:
        others = {each.pk for each in sides if each.pk != side.pk}
        assert {each.pk for each in rivals.ended_by_yes(side).all} == others
