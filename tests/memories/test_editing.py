"""Edit, update, expire, forget."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from memoryweb.agents.models import Agent
from memoryweb.memories import actions
from memoryweb.memories.actors import AgentOf, Person
from memoryweb.memories.models import Memory, Proposal, Tombstone, history_model
from memoryweb.memories.visibility import readable_by
from memoryweb.people.models import MemorySettings, User
from memoryweb.rls import scope
from tests.builders import agent_says, edit_form, memory_of, person_types, set_settings, verbs_of

NOON = datetime(2026, 2, 22, 12, tzinfo=UTC)


def edit(memory: Memory, person: User, **changes: Any) -> actions.Outcome:
    return actions.edit(memory.pk, edit_form(memory, **changes), by=Person(person), now=NOON)


@pytest.mark.parametrize(
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
    ids=lambda changes: next(iter(changes)),
)
def test_an_edit_of_anything_but_the_value_changes_the_memory_in_place(as_alice: User, changes: dict[str, Any]) -> None:
    memory = memory_of(person_types(as_alice, "PDF"))
    done = edit(memory, as_alice, **changes)
    after = memory_of(done)
    assert done.name == "revised"
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
    done = edit(memory, as_alice, value="Word", pinned=True)
    new = memory_of(done)
    assert done.name == "revised"
    assert done.replaced_id == memory.pk
    assert new.value == "Word"
    assert new.key == memory.key
    assert new.pinned
    assert (verbs_of(memory), verbs_of(new)) == (["remember", "supersede"], ["revise"])


def test_today_in_a_form_sets_no_day(as_alice: User) -> None:
    memory = memory_of(person_types(as_alice, "The paper", name="reading", category="content"))
    done = edit(memory, as_alice, details="I read today's paper", value="today's paper")
    assert (memory_of(done).valid_until, memory_of(done).condition) == (None, "")


def test_editing_to_the_value_of_another_memory_confirms_that_one(as_alice: User, scribe: Agent) -> None:
    tea = memory_of(person_types(as_alice, "Tea", name="drink", category="food"))
    actions.expire(tea.pk, by=Person(as_alice), now=NOON)
    coffee = memory_of(agent_says(scribe, "Coffee", name="drink", category="food"))
    version = history_model().objects.filter(id=tea.pk).order_by("history_id").first().history_id
    actions.restore(version, by=Person(as_alice), now=NOON)
    done = edit(Memory.objects.get(pk=tea.pk), as_alice, value="Coffee", details="Coffee")
    assert memory_of(done).pk == coffee.pk
    assert memory_of(done).status == "active"
    assert Memory.objects.get(pk=tea.pk).status == "superseded"


def test_editing_to_a_declined_value_removes_the_tombstone(as_alice: User, scribe: Agent) -> None:
    declined = agent_says(scribe, "Word")
    actions.decline(memory_of(declined).pk, by=Person(as_alice), now=NOON)
    done = edit(memory_of(person_types(as_alice, "PDF")), as_alice, value="Word", details="Word")
    assert (done.name, Tombstone.objects.exists()) == ("revised", False)


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


@pytest.mark.parametrize(
    ("name", "category", "key"),
    [
        ("document_format", "technical", "technical.formats.document"),
        ("drink", "food", "food.drink"),
        ("seat number", "", "seat_number"),
    ],
)
def test_an_update_keeps_key_and_category(as_alice: User, trusted: Agent, name: str, category: str, key: str) -> None:
    old = memory_of(agent_says(trusted, "Always PDF", name=name, category=category))
    done = update(old, trusted, "Word")
    assert old.key == key
    assert memory_of(done).key == key
    assert memory_of(done).category == old.category
    assert (done.name, Memory.objects.get(pk=old.pk).superseded_by_id) == ("revised", memory_of(done).pk)
    assert agent_says(trusted, "Word", name=name, category=category).name == "reinforced"


def test_an_update_with_the_same_value_adds_evidence(as_alice: User, trusted: Agent) -> None:
    old = memory_of(agent_says(trusted, "Always PDF"))
    assert update(old, trusted, "PDF").name == "reinforced"


def test_an_update_of_a_confirmed_memory_needs_a_quote(as_alice: User, trusted: Agent) -> None:
    old = memory_of(person_types(as_alice, "PDF"))
    assert update(old, trusted, "Word").name == "proposed"
    assert update(old, trusted, "Word", quote="Word from now on").name == "revised"
    assert not Proposal.objects.open().exists()


def test_an_update_from_a_lighter_source_is_a_conflict(as_alice: User, trusted: Agent) -> None:
    old = memory_of(agent_says(trusted, "Always PDF"))
    done = update(old, trusted, "Word", source="inference")
    assert (done.name, Memory.objects.get(pk=old.pk).status) == ("conflict", "active")


def test_an_update_for_today_leaves_the_lasting_memory_active(as_alice: User, trusted: Agent) -> None:
    old = memory_of(agent_says(trusted, "Always PDF"))
    done = update(old, trusted, "Word, just this time", quote="Word, just this time")
    assert done.name == "saved"
    assert memory_of(done).shown_condition == "only on 2026-02-22"
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


def test_expire_keeps_history_and_hides_the_memory_from_agents(as_alice: User, trusted: Agent) -> None:
    memory = memory_of(agent_says(trusted, "Always PDF"))
    done = actions.expire(memory.pk, by=Person(as_alice), now=NOON, reason="Moved to\u200b HTML")
    after = memory_of(done)
    assert after.status == "expired"
    assert str(after.expired_on) == "2026-02-22"
    assert after.expire_reason == "Moved to⟨U+200B⟩ HTML"
    assert not readable_by(trusted, MemorySettings.for_person(as_alice.pk), now=NOON).exists()
    assert actions.expire(memory.pk, by=Person(as_alice), now=NOON).name == "unchanged"
    assert (verbs_of(memory), Tombstone.objects.exists()) == (["remember", "expire"], False)


def test_expire_withdraws_the_proposal_and_it_may_be_proposed_again(as_alice: User, scribe: Agent) -> None:
    asked = agent_says(scribe, "PDF")
    actions.expire(memory_of(asked).pk, by=Person(as_alice), now=NOON)
    assert Proposal.objects.get().status == "withdrawn"
    assert agent_says(scribe, "PDF").name == "proposed"


def test_an_agent_expires_unconfirmed_memories_and_asks_about_confirmed_ones(as_alice: User, scribe: Agent) -> None:
    noted = memory_of(agent_says(scribe, "PDF", source="inference"))
    done = actions.forget(noted.pk, by=AgentOf(scribe), now=NOON, reason="wrong")
    assert done.name == "revised"
    assert memory_of(done).status == "expired"
    assert memory_of(done).changed_because == "asked by an agent"
    known = memory_of(person_types(as_alice, "Word"))
    assert actions.forget(known.pk, by=AgentOf(scribe), now=NOON).name == "proposed"
    assert Memory.objects.get(pk=known.pk).status == "active"


@pytest.mark.parametrize("do", [actions.expire, actions.forget])
def test_a_secret_or_invalid_text_in_the_reason_changes_nothing(as_alice: User, scribe: Agent, do: Any) -> None:
    known = memory_of(person_types(as_alice, "Word"))
    assert do(known.pk, by=AgentOf(scribe), now=NOON, reason="password: hunter2").name == "refused"
    with pytest.raises(actions.Invalid):
        do(known.pk, by=AgentOf(scribe), now=NOON, reason="\x00")
    assert (verbs_of(known), Proposal.objects.exists()) == (["remember"], False)


def test_with_memory_off_an_agent_expires_nothing_and_the_person_may(as_alice: User, trusted: Agent) -> None:
    memory = memory_of(agent_says(trusted, "Always PDF"))
    set_settings(as_alice, enable_memory=False)
    assert actions.forget(memory.pk, by=AgentOf(trusted), now=NOON).name == "unchanged"
    assert actions.expire(memory.pk, by=Person(as_alice), now=NOON).name == "revised"


def test_expiring_a_member_ends_a_conflict_of_two(as_alice: User, trusted: Agent) -> None:
    one, two = agent_says(trusted, "Always PDF"), agent_says(trusted, "Word")
    actions.expire(memory_of(two).pk, by=Person(as_alice), now=NOON)
    conflict = memory_of(one).conflicts.get().conflict
    assert not memory_of(one).contested
    assert memory_of(one).changed_verb == "settle"
    assert conflict.status == "dismissed"


def test_expiring_a_member_leaves_a_conflict_of_three_to_the_others(as_alice: User, trusted: Agent) -> None:
    agent_says(trusted, "Always PDF")
    agent_says(trusted, "Word")
    last = agent_says(trusted, "Markdown")
    actions.expire(memory_of(last).pk, by=Person(as_alice), now=NOON)
    conflict = memory_of(last).conflicts.get().conflict
    assert (conflict.status, conflict.question) == ("open", "Document format: “PDF” or “Word”?")
    assert conflict.winner
    assert conflict.winner.value == "Word"


def test_the_id_of_another_persons_memory_is_like_a_missing_one(as_alice: User, scribe: Agent, bob: User) -> None:
    with scope.acting_as(bob.pk):
        hers = memory_of(person_types(bob, "PDF"))
    for do in (actions.confirm, actions.decline, actions.expire, actions.only_this_time):
        with pytest.raises(Memory.DoesNotExist):
            do(hers.pk, by=Person(as_alice), now=NOON)


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
    actions.edit(memory.pk, edit_form(memory, tags=("a",)), by=Person(as_alice), now=later)
    memory.refresh_from_db()
    assert memory.importance_on(later.date()) == 7.5
