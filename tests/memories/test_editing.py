"""A person edits a memory; an agent updates it."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from memoryweb.agents.models import Agent
from memoryweb.memories import actions
from memoryweb.memories.actions import AgentOf, Person
from memoryweb.memories.models import Memory, Proposal, Tombstone
from memoryweb.people.models import User
from tests.builders import agent_says, edit_form, memory_of, person_types, verbs_of, versions_of
from tests.cases import with_each

NOON = datetime(2026, 2, 22, 12, tzinfo=UTC)


def edit(memory: Memory, person: User, **changes: Any) -> actions.Outcome:
    return actions.edit(
        memory.pk, edit_form(memory, **changes), by=Person(person), now=NOON, since=actions.newest_version(memory.pk)
    )


@with_each(
    "changes",
    [
        {"details": "for the board"},
        {"label": "Report format"},
        {"tags": ("reports",)},
        {"pinned": True},
        {"condition": "when travelling"},
        {"project": "atlas"},
        {"kind": "rule"},
    ],
)
def test_an_edit_of_anything_but_the_value_changes_the_memory_in_place(as_alice: User, changes: dict[str, Any]) -> None:
    memory = memory_of(person_types(as_alice, "PDF"))
    outcome = edit(memory, as_alice, **changes)
    after = memory_of(outcome)
    assert outcome.name == "revised"
    assert after.pk == memory.pk
    assert after.status == "active"
    assert verbs_of(after) == ["remember", "edit"]
    for name, value in changes.items():
        assert getattr(after, name) == (list(value) if name == "tags" else value)
    assert (after.ttl_from, str(after.updated_on)) == (NOON.date(), "2026-02-22")


def test_an_edited_memory_is_matched_by_its_new_fields(as_alice: User, scribe: Agent) -> None:
    memory = memory_of(person_types(as_alice, "PDF"))
    edit(memory, as_alice, project="atlas")
    assert agent_says(scribe, "PDF", project="atlas").name == "reinforced"
    assert agent_says(scribe, "PDF").name == "proposed"


def test_an_edit_that_changes_nothing_writes_nothing(as_alice: User) -> None:
    memory = memory_of(person_types(as_alice, "PDF"))
    assert (edit(memory, as_alice).name, verbs_of(memory)) == ("unchanged", ["remember"])


def test_an_edited_value_replaces_the_memory(as_alice: User) -> None:
    memory = memory_of(person_types(as_alice, "PDF"))
    outcome = edit(memory, as_alice, value="Word", pinned=True)
    new = memory_of(outcome)
    assert outcome.name == "revised"
    assert outcome.replaced_id == memory.pk
    assert new.value == "Word"
    assert new.key == memory.key
    assert new.pinned
    assert (verbs_of(memory), verbs_of(new)) == (["remember", "supersede"], ["revise"])


def test_details_that_only_repeat_the_value_go_with_it(as_alice: User) -> None:
    words = "The office is on the third floor"
    memory = memory_of(person_types(as_alice, words, name="office", category="personal"))
    assert (memory.value, memory.details) == (words, words)
    fixed = edit(memory, as_alice, value="The office is on the fifth floor").memory
    assert fixed
    assert (fixed.value, fixed.details) == ("The office is on the fifth floor", "")
    assert "third" not in "".join(fixed.evidence.values_list("quote", flat=True))


@with_each(
    "value, details, new, left",
    [
        ("CSV", "I prefer CSV", "Parquet", ""),
        ("CSV", "CSV, please. The import tool runs at night.", "Parquet", "The import tool runs at night."),
        ("CSV", "CSV, because the importer needs it.", "Parquet", "CSV, because the importer needs it."),
        ("CSV", "I prefer CSV", "csv", "I prefer CSV"),
        ("Tea", "I like tea and carry a thermos.", "Coffee", "I like tea and carry a thermos."),
        ("C", "I prefer C++.", "Rust", "I prefer C++."),
        ("Go", "Let the linter go first.", "Rust", "Let the linter go first."),
        ("Tea", "With oat milk", "Coffee", "With oat milk"),
    ],
)
def test_what_only_says_the_old_value_goes_with_it(
    as_alice: User, value: str, details: str, new: str, left: str
) -> None:
    memory = memory_of(person_types(as_alice, details, name="choice", category="things", value=value))
    assert memory.details == details
    assert memory_of(edit(memory, as_alice, value=new)).details == left
    assert Memory.objects.get(pk=memory.pk).details == details  # in History


def test_today_in_a_form_sets_no_day(as_alice: User) -> None:
    memory = memory_of(person_types(as_alice, "The paper", name="reading", category="content"))
    outcome = edit(memory, as_alice, details="I read today's paper", value="today's paper")
    assert (memory_of(outcome).valid_until, memory_of(outcome).condition) == (None, "")


def test_editing_to_the_value_of_a_candidate_closes_it(as_alice: User, scribe: Agent) -> None:
    tea = memory_of(person_types(as_alice, "Tea", name="drink", category="food"))
    actions.expire(tea.pk, by=Person(as_alice), now=NOON)
    coffee = memory_of(agent_says(scribe, "Coffee", name="drink", category="food"))
    version = versions_of(tea)[0].history_id
    actions.restore(version, by=Person(as_alice), now=NOON)
    outcome = edit(Memory.objects.get(pk=tea.pk), as_alice, value="Coffee", details="Coffee")
    assert (memory_of(outcome).value, memory_of(outcome).status) == ("Coffee", "active")
    assert {Memory.objects.get(pk=pk).status for pk in (tea.pk, coffee.pk)} == {"superseded", "expired"}


def test_editing_to_a_declined_value_removes_the_tombstone(as_alice: User, scribe: Agent) -> None:
    declined = agent_says(scribe, "Word")
    actions.decline(memory_of(declined).pk, by=Person(as_alice), now=NOON)
    outcome = edit(memory_of(person_types(as_alice, "PDF")), as_alice, value="Word", details="Word")
    assert (outcome.name, Tombstone.objects.exists()) == ("revised", False)


def test_a_secret_in_a_form_is_refused_and_an_invalid_field_named(as_alice: User) -> None:
    memory = memory_of(person_types(as_alice, "PDF"))
    assert edit(memory, as_alice, details="password: hunter2").name == "refused"
    for field, value in (("kind", "opinion"), ("label", "x" * 121), ("details", "\x00"), ("tags", ("x" * 61,))):
        with pytest.raises(actions.Invalid) as error:
            edit(memory, as_alice, **{field: value})
        assert error.value.field == field
    assert verbs_of(memory) == ["remember"]


def test_an_edit_keeps_the_importance_as_it_has_faded(as_alice: User) -> None:
    memory = memory_of(
        person_types(as_alice, "Party on 2026-01-01", NOON - timedelta(days=5), name="party", category="", kind="event")
    )
    edit(memory, as_alice, details="at the lake", value=memory.value)
    after = Memory.objects.get(pk=memory.pk)
    assert (after.importance_base, str(after.importance_as_of)) == (5.0, "2026-02-22")


def update(memory: Memory, agent: Agent, details: str, **more: Any) -> actions.Outcome:
    return actions.update(memory.pk, details=details, by=AgentOf(agent), now=NOON, **more)


@with_each(
    "name, category, key",
    [
        ("document_format", "technical", "technical.formats.document"),
        ("drink", "food", "food.drink"),
        ("seat number", "", "seat_number"),
    ],
)
def test_an_update_keeps_key_and_category(as_alice: User, trusted: Agent, name: str, category: str, key: str) -> None:
    old = memory_of(agent_says(trusted, "Always PDF", name=name, category=category))
    outcome = update(old, trusted, "Word")
    assert old.key == key
    assert memory_of(outcome).key == key
    assert memory_of(outcome).category == old.category
    assert (outcome.name, Memory.objects.get(pk=old.pk).superseded_by_id) == ("revised", memory_of(outcome).pk)
    assert agent_says(trusted, "Word", name=name, category=category).name == "reinforced"


def test_an_update_with_the_same_value_adds_evidence(as_alice: User, trusted: Agent) -> None:
    old = memory_of(agent_says(trusted, "Always PDF"))
    assert update(old, trusted, "PDF").name == "reinforced"


@with_each("quote", ["", "Word from now on"])
def test_an_update_of_a_confirmed_memory_is_asked_about(as_alice: User, trusted: Agent, quote: str) -> None:
    old = memory_of(person_types(as_alice, "PDF"))
    assert update(old, trusted, "Word", quote=quote).name == "proposed"
    assert Memory.objects.get(pk=old.pk).status == "active"
    assert Proposal.objects.open().get().replaces == old.pk


@with_each("source", ["instruction", "inference"])
def test_an_update_by_an_ask_agent_waits(as_alice: User, trusted: Agent, scribe: Agent, source: str) -> None:
    old = memory_of(agent_says(trusted, "Always PDF"))
    outcome = update(old, scribe, "Word", source=source)
    assert (outcome.name, memory_of(outcome).status) == ("proposed", "candidate")
    assert Memory.objects.get(pk=old.pk).status == "active"


def test_an_update_by_a_trusted_agent_revises_whatever_its_source(as_alice: User, trusted: Agent) -> None:
    old = memory_of(agent_says(trusted, "Always PDF"))
    outcome = update(old, trusted, "Word", source="inference")
    assert (outcome.name, Memory.objects.get(pk=old.pk).status) == ("revised", "superseded")


def test_an_update_for_today_leaves_the_lasting_memory_active(as_alice: User, trusted: Agent) -> None:
    old = memory_of(agent_says(trusted, "Always PDF"))
    outcome = update(old, trusted, "Word, just this time", quote="Word, just this time")
    assert outcome.name == "saved"
    assert memory_of(outcome).shown_condition == "only on 2026-02-22"
    assert Memory.objects.get(pk=old.pk).status == "active"


def test_an_update_keeps_a_kind_the_person_corrected(as_alice: User, trusted: Agent) -> None:
    memory = memory_of(agent_says(trusted, "Always PDF", kind="decision"))
    edit(memory, as_alice, kind="rule")
    new = memory_of(update(memory, trusted, "Word", quote="Word now"))
    assert new.kind == "rule"
    assert new.kind_basis == "person"
    assert new.ttl_days is None


def test_an_update_of_an_ended_memory_writes_nothing(as_alice: User, trusted: Agent) -> None:
    memory = memory_of(agent_says(trusted, "Always PDF"))
    actions.expire(memory.pk, by=Person(as_alice), now=NOON)
    assert update(memory, trusted, "Word").name == "unchanged"
    assert Memory.objects.count() == 1


def test_a_new_value_keeps_the_persons_decisions(as_alice: User) -> None:
    memory = memory_of(person_types(as_alice, "Learn Greek", NOON, name="greek", category="x", kind="goal"))
    actions.keep(memory.pk, by=Person(as_alice), now=NOON)
    edit(memory, as_alice, value="Learn Latin")
    after = Memory.objects.get(status="active")
    assert (after.ttl_days, after.kind_basis) == (None, "person")
    edit(after, as_alice, kind="habit", value=after.value)
    assert Memory.objects.get(status="active").ttl_days is None


def test_a_new_value_keeps_the_basis_of_the_kind(as_alice: User) -> None:
    memory = memory_of(person_types(as_alice, "Must drink tea", NOON, name="drink", category="x"))
    assert (memory.kind, memory.kind_basis) == ("rule", "signal")
    edit(memory, as_alice, value="Must drink coffee")
    assert Memory.objects.get(status="active").kind_basis == "signal"


def test_a_kind_the_person_gave_survives_an_update(as_alice: User, trusted: Agent) -> None:
    memory = memory_of(person_types(as_alice, "Tea", NOON, name="drink", category="x", kind="rule"))
    assert memory.kind_basis == "person"
    actions.update(
        memory.pk, details="Coffee now", quote="coffee from now on", source="instruction", by=AgentOf(trusted), now=NOON
    )
    assert Memory.objects.get(status="active").kind == "rule"


def test_an_edit_renews_a_dormant_memory(as_alice: User) -> None:
    memory = memory_of(
        person_types(as_alice, "The server runs Debian", NOON, name="server", category="x", importance=5.0)
    )
    later = NOON + timedelta(days=40)
    actions.edit(
        memory.pk,
        edit_form(memory, tags=("a",)),
        by=Person(as_alice),
        now=later,
        since=actions.newest_version(memory.pk),
    )
    memory.refresh_from_db()
    assert memory.importance_on(later.date()) == 7.5
