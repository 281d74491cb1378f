"""An edit begins from a version: what nobody touched stays as it is, and what changed meanwhile is not overwritten."""

from datetime import UTC, datetime
from typing import Any

import pytest

from memoryweb.agents.models import Agent
from memoryweb.memories import actions
from memoryweb.memories.actions import AgentOf, Person
from memoryweb.memories.models import Memory
from memoryweb.people.models import User
from tests.builders import (
    agent_says,
    check_constraints,
    count_versions,
    edit,
    memory_of,
    person_types,
    verbs_of,
    versions_of,
)
from tests.cases import with_each
from tests.rings import third

NOON = datetime(2026, 2, 22, 12, tzinfo=UTC)
VALUES = [
    True,
    False,
    0,
    5,
    -3,
    2.5,
    10**30,
    "",
    "one\ntwo",
    '"quoted"',
    "<b>bold</b>",
    "👩‍🚀",
    [],
    {},
    ["piano", "drums"],
    [1, 2.0, True, None],
    [["a", "b"], []],
    {"b": 1, "a": [" spaced "]},
    [{"name": "Ann"}, {"name": "Ben"}],
]


def add(person: User, value: Any, **fields: Any) -> Memory:
    return memory_of(person_types(person, "As it was said", NOON, name="thing", category="x", value=value, **fields))


@with_each("value", lambda: third(VALUES))
@with_each("changes", [{"tags": ("a, b",)}, {"details": "other words"}, {"kind": "goal"}])
def test_a_value_that_nobody_touched_stays_as_it_is(as_alice: User, value: Any, changes: dict[str, Any]) -> None:
    memory = add(as_alice, value)
    outcome = edit(memory, as_alice, NOON, **changes)
    after = memory_of(outcome)
    assert (outcome.name, after.pk, repr(after.value)) == ("revised", memory.pk, repr(memory.value))
    assert all(getattr(after, name) == (list(new) if name == "tags" else new) for name, new in changes.items())


@with_each("value", lambda: third(VALUES))
def test_saving_what_was_shown_writes_no_version(as_alice: User, value: Any) -> None:
    memory = add(as_alice, value)
    outcome = edit(memory, as_alice, NOON)
    assert (outcome.name, outcome.reason, verbs_of(memory)) == ("unchanged", "Nothing was changed.", ["remember"])


@with_each("before, after", [(1, True), (1, 1.0), ("1", 1), ([1], [True]), (True, "yes")])
def test_another_type_is_another_value(as_alice: User, before: Any, after: Any) -> None:
    memory = add(as_alice, before)
    outcome = edit(memory, as_alice, NOON, value=after)
    assert (outcome.name, repr(memory_of(outcome).value)) == ("revised", repr(after))


def test_a_value_may_be_as_long_as_details(as_alice: User) -> None:
    memory = add(as_alice, "short")
    long = '"' * 10_000
    assert memory_of(edit(memory, as_alice, NOON, value=long, details=long)).value == long
    with pytest.raises(actions.Invalid, match="Use at most 10000 characters"):
        edit(Memory.objects.get(status="active"), as_alice, NOON, value=long + "x")


def test_two_edits_from_one_version_do_not_overwrite_each_other(as_alice: User) -> None:
    memory = add(as_alice, "tea", tags=("a",))
    since = actions.newest_version(memory.pk)
    edit(memory, as_alice, NOON, tags=("a", "b"))
    versions = count_versions()
    with pytest.raises(actions.Stale) as stale:
        edit(memory, as_alice, NOON, since=since, tags=("a", "c"))
    assert stale.value.memory.tags == ["a", "b"]
    assert count_versions() == versions


def test_evidence_that_came_meanwhile_stops_no_edit(as_alice: User, scribe: Agent) -> None:
    memory = memory_of(person_types(as_alice, "PDF", NOON))
    since = actions.newest_version(memory.pk)
    assert agent_says(scribe, "PDF", NOON).name == "reinforced"
    actions.boost(memory.pk, by=Person(as_alice), now=NOON)
    assert edit(memory, as_alice, NOON, since=since, details="for the board").name == "revised"


@with_each("end", ["expire", "archive", "revise"])
def test_an_edit_of_what_ended_meanwhile_is_not_saved(as_alice: User, trusted: Agent, end: str) -> None:
    memory = memory_of(agent_says(trusted, "Always PDF", NOON))
    since = actions.newest_version(memory.pk)
    if end == "revise":
        actions.update(memory.pk, details="Word now", quote="Word now", by=AgentOf(trusted), now=NOON)
    else:
        getattr(actions, end)(memory.pk, by=Person(as_alice), now=NOON)
    versions = versions_of(memory)
    with pytest.raises(actions.Stale):
        edit(memory, as_alice, NOON, since=since, details="by me")
    assert len(versions_of(memory)) == len(versions)


def test_a_superseded_memory_is_never_edited_and_no_other_memorys_version_counts(as_alice: User) -> None:
    old = add(as_alice, "tea")
    new = memory_of(edit(old, as_alice, NOON, value="coffee"))
    for memory, since in ((old, actions.newest_version(old.pk)), (new, actions.newest_version(old.pk)), (new, 0)):
        with pytest.raises(actions.Stale):
            edit(memory, as_alice, NOON, since=since, details="x")


def test_saving_the_unchanged_form_of_a_candidate_is_a_yes(as_alice: User, scribe: Agent) -> None:
    candidate = memory_of(agent_says(scribe, "PDF", NOON))
    after = memory_of(edit(candidate, as_alice, NOON))
    assert (after.status, after.value, after.confirmed_at) == ("active", "PDF", NOON)


def add_dislike(person: User, value: str, **fields: Any) -> Memory:
    return memory_of(person_types(person, "", NOON, name="dislikes", category="dietary", value=value, **fields))


def test_an_edit_into_what_another_memory_says_joins_the_two(as_alice: User) -> None:
    olives = add_dislike(as_alice, "olives", tags=("a", "b"))
    capers = add_dislike(as_alice, "capers", tags=("b", "c"))
    outcome = edit(capers, as_alice, NOON, value="olives", details="The green ones", tags=("b", "c", "d"), pinned=True)
    after = memory_of(outcome)
    check_constraints()
    assert (outcome.name, after.pk, outcome.replaced_id) == ("revised", olives.pk, capers.pk)
    assert "Another memory already said this, so the two are one now." in outcome.reason
    assert (after.value, after.details, after.tags, after.pinned) == (
        "olives",
        "The green ones",
        ["a", "b", "c", "d"],
        True,
    )
    assert (after.status, after.evidence_count) == ("active", 2)
    capers.refresh_from_db()
    assert (capers.status, capers.superseded_by_id, capers.value) == ("superseded", olives.pk, "capers")


def test_joining_keeps_the_details_of_both_or_says_that_they_are_too_long(as_alice: User) -> None:
    olives = add_dislike(as_alice, "olives")
    edit(olives, as_alice, NOON, details="The green ones")
    capers = add_dislike(as_alice, "capers")
    versions = count_versions()
    with pytest.raises(actions.Invalid) as error:
        edit(capers, as_alice, NOON, value="olives", details="x" * 9_990)
    assert (error.value.field, count_versions()) == ("details", versions)
    edit(capers, as_alice, NOON, value="olives", details="And the black ones")
    olives.refresh_from_db()
    assert olives.details == "The green ones\nAnd the black ones"


def test_an_edit_into_a_candidates_words_closes_it(as_alice: User, scribe: Agent) -> None:
    waiting = memory_of(agent_says(scribe, "", NOON, name="dislikes", category="dietary", value="olives"))
    capers = add_dislike(as_alice, "capers")
    after = memory_of(edit(capers, as_alice, NOON, value="olives"))
    waiting.refresh_from_db()
    assert (after.status, waiting.status, waiting.proposals.open().exists()) == ("active", "expired", False)
