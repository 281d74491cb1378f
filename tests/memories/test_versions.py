"""Going back: restore of any version, undo of the last act."""

from datetime import UTC, datetime, timedelta
from typing import Any

from memoryweb.agents.models import Agent
from memoryweb.memories import actions, upkeep
from memoryweb.memories.actions import AgentOf, Person
from memoryweb.memories.acts.undo import undo_act
from memoryweb.memories.models import Conflict, Memory, Proposal, Tombstone
from memoryweb.memories.visibility import readable_by
from memoryweb.people.models import MemorySettings, User
from memoryweb.rules import policy
from tests.builders import (
    agent_says,
    count_versions,
    edit_form,
    make_statement,
    memory_of,
    person_types,
    set_settings,
    verbs_of,
)

NOON = datetime(2026, 2, 22, 12, tzinfo=UTC)


def undo(outcome: actions.Outcome, person: User) -> actions.Outcome:
    assert outcome.act is not None
    return undo_act(outcome.act, by=Person(person), now=NOON)


def restore(outcome: actions.Outcome, person: User) -> actions.Outcome:
    assert outcome.version is not None
    return actions.restore(outcome.version, by=Person(person), now=NOON)


def fields_of(memory: Memory) -> dict[str, Any]:
    return {
        f.name: getattr(memory, f.attname) for f in Memory._meta.concrete_fields if not f.name.startswith("changed")
    }


def readable(person: User, agent: Agent) -> list[Any]:
    memories = readable_by(agent, MemorySettings.for_person(person.pk), now=NOON)
    return sorted(memory.value for memory in memories)


def test_any_version_can_be_restored(as_alice: User) -> None:
    first = person_types(as_alice, "PDF")
    before = fields_of(memory_of(first))
    changes: dict[str, Any] = {"label": "Format", "details": "thin", "kind": "rule", "project": "atlas"}
    form = edit_form(memory_of(first), tags=("a",), pinned=True, **changes)
    actions.edit(
        memory_of(first).pk, form, by=Person(as_alice), now=NOON, since=actions.newest_version(memory_of(first).pk)
    )
    actions.expire(memory_of(first).pk, by=Person(as_alice), now=NOON, reason="gone")
    outcome = restore(first, as_alice)
    assert (outcome.name, fields_of(memory_of(first))) == ("revised", before)
    assert memory_of(first).changed_verb == "restore"
    assert memory_of(first).changed_by == "person"
    assert memory_of(first).expire_reason == ""


def test_restore_supersedes_the_memory_that_holds_the_key(as_alice: User) -> None:
    pdf = person_types(as_alice, "PDF")
    word = person_types(as_alice, "Word")
    restore(pdf, as_alice)
    assert (memory_of(pdf).status, memory_of(pdf).superseded_by_id) == ("active", None)
    assert (memory_of(word).status, memory_of(word).superseded_by_id) == ("superseded", memory_of(pdf).pk)


def test_restore_supersedes_a_memory_with_the_same_statement(as_alice: User, scribe: Agent) -> None:
    """Also where a key holds many values, and where the other memory is a candidate."""
    many = {"name": "forbidden words", "category": "communication"}
    for fields, by in ((many, Person(as_alice)), ({}, AgentOf(scribe))):
        first = person_types(as_alice, "synergy", **fields)
        actions.expire(memory_of(first).pk, by=Person(as_alice), now=NOON)
        second = actions.remember(make_statement("synergy", **fields), by=by, now=NOON)
        restore(first, as_alice)
        assert (memory_of(first).status, memory_of(second).status) == ("active", "superseded")
    assert not Proposal.objects.open().exists()


def test_restore_removes_the_tombstone(as_alice: User, scribe: Agent) -> None:
    proposed = agent_says(scribe, "PDF")
    actions.decline(memory_of(proposed).pk, by=Person(as_alice), now=NOON)
    assert Tombstone.objects.exists()
    restore(proposed, as_alice)
    assert not Tombstone.objects.exists()


def test_restoring_a_proposal_asks_again_unless_it_is_in_use(as_alice: User, scribe: Agent) -> None:
    proposed = agent_says(scribe, "PDF")
    actions.decline(memory_of(proposed).pk, by=Person(as_alice), now=NOON)
    restore(proposed, as_alice)
    assert (memory_of(proposed).status, Proposal.objects.get().status) == ("candidate", "open")
    actions.confirm(memory_of(proposed).pk, by=Person(as_alice), now=NOON)
    restore(proposed, as_alice)
    assert (memory_of(proposed).status, Proposal.objects.open().exists()) == ("active", False)


def test_undo_of_a_new_memory_expires_it_without_a_tombstone(as_alice: User) -> None:
    outcome = person_types(as_alice, "PDF")
    undo(outcome, as_alice)
    assert memory_of(outcome).status == "expired"
    assert memory_of(outcome).expire_reason == "Undone."
    assert not Tombstone.objects.exists()


def test_undo_of_confirm_asks_again(as_alice: User, scribe: Agent) -> None:
    proposed = agent_says(scribe, "PDF")
    undo(actions.confirm(memory_of(proposed).pk, by=Person(as_alice), now=NOON), as_alice)
    assert memory_of(proposed).status == "candidate"
    assert memory_of(proposed).confirmed_at is None
    assert Proposal.objects.get().status == "open"


def test_undo_of_decline_lifts_the_tombstone_and_asks_again(as_alice: User, scribe: Agent) -> None:
    proposed = agent_says(scribe, "PDF")
    undo(actions.decline(memory_of(proposed).pk, by=Person(as_alice), now=NOON), as_alice)
    question = Proposal.objects.get()
    assert memory_of(proposed).status == "candidate"
    assert question.status == "open"
    assert question.decided_at is None
    assert memory_of(proposed).expired_on is None
    assert memory_of(proposed).expire_reason == ""
    assert not Tombstone.objects.exists()
    assert question.question == proposed.question


def test_undo_of_only_this_time_asks_again(as_alice: User, scribe: Agent) -> None:
    proposed = agent_says(scribe, "PDF")
    before = fields_of(memory_of(proposed))
    undo(actions.only_this_time(memory_of(proposed).pk, by=Person(as_alice), now=NOON), as_alice)
    assert (fields_of(memory_of(proposed)), Proposal.objects.get().status) == (before, "open")


def test_undo_of_expire_brings_it_back(as_alice: User) -> None:
    outcome = person_types(as_alice, "PDF")
    before = fields_of(memory_of(outcome))
    undo(actions.expire(memory_of(outcome).pk, by=Person(as_alice), now=NOON), as_alice)
    assert fields_of(memory_of(outcome)) == before


def test_undo_of_an_edit_in_place(as_alice: User) -> None:
    outcome = person_types(as_alice, "PDF")
    before = fields_of(memory_of(outcome))
    form = edit_form(memory_of(outcome), label="Format", details="x", kind="rule", project="p", tags=("a",))
    undo(
        actions.edit(
            memory_of(outcome).pk,
            form,
            by=Person(as_alice),
            now=NOON,
            since=actions.newest_version(memory_of(outcome).pk),
        ),
        as_alice,
    )
    assert fields_of(memory_of(outcome)) == before


def test_undo_of_revise_restores_the_predecessor(as_alice: User, trusted: Agent) -> None:
    old = agent_says(trusted, "Always PDF")
    before = fields_of(memory_of(old))
    new = agent_says(trusted, "Actually Word")
    undo(new, as_alice)
    assert (memory_of(new).status, fields_of(memory_of(old))) == ("expired", before)
    assert readable(as_alice, trusted) == ["PDF"]


def test_undo_of_undo_is_redo(as_alice: User, trusted: Agent) -> None:
    old, new = agent_says(trusted, "Always PDF"), agent_says(trusted, "Actually Word")
    undo(undo(new, as_alice), as_alice)
    assert memory_of(new).status == "active"
    assert memory_of(old).status == "superseded"
    assert readable(as_alice, trusted) == ["Word"]


def test_undo_of_a_revision_inside_a_conflict_puts_the_predecessor_back_into_it(as_alice: User, trusted: Agent) -> None:
    agent_says(trusted, "Always PDF", NOON)
    word = agent_says(trusted, "Word", NOON)
    markdown = actions.update(memory_of(word).pk, details="Markdown", by=Person(as_alice), now=NOON)
    assert Conflict.objects.get().question == "Document format: “PDF” or “Markdown”?"
    undo(markdown, as_alice)
    conflict = Conflict.objects.get()
    assert conflict.status == "open"
    assert conflict.winner == memory_of(word)
    assert conflict.question == "Document format: “PDF” or “Word”?"
    assert memory_of(word).contested
    assert not memory_of(markdown).contested
    assert readable(as_alice, trusted) == ["Word"]


def test_undo_of_the_second_statement_ends_the_conflict(as_alice: User, trusted: Agent) -> None:
    first, second = agent_says(trusted, "Always PDF"), agent_says(trusted, "Word")
    undo(second, as_alice)
    assert not Conflict.objects.exists()
    assert not memory_of(first).contested
    assert readable(as_alice, trusted) == ["PDF"]


def test_undo_of_reinforce_takes_back_what_it_raised(as_alice: User, scribe: Agent) -> None:
    note = agent_says(scribe, "PDF", source="inference")
    repeated = person_types(as_alice, "PDF")
    undo(repeated, as_alice)
    assert memory_of(note).status == "candidate"
    assert memory_of(note).source == "inference"
    assert memory_of(note).confirmed_at is None


def test_undo_of_an_older_change_changes_nothing(as_alice: User) -> None:
    outcome = person_types(as_alice, "PDF")
    actions.expire(memory_of(outcome).pk, by=Person(as_alice), now=NOON)
    before = count_versions()
    assert (undo(outcome, as_alice).name, count_versions()) == ("unchanged", before)


def test_undo_of_a_confirm_that_was_edited_since_changes_nothing(as_alice: User, scribe: Agent) -> None:
    proposed = agent_says(scribe, "PDF")
    confirmed = actions.confirm(memory_of(proposed).pk, by=Person(as_alice), now=NOON)
    form = edit_form(memory_of(proposed), label="Format", details="x", kind="rule")
    actions.edit(
        memory_of(proposed).pk,
        form,
        by=Person(as_alice),
        now=NOON,
        since=actions.newest_version(memory_of(proposed).pk),
    )
    assert undo(confirmed, as_alice).name == "unchanged"
    assert memory_of(proposed).status == "active"
    assert memory_of(proposed).details == "x"


def test_undo_of_a_decline_the_person_took_back_changes_nothing(as_alice: User, scribe: Agent) -> None:
    proposed = agent_says(scribe, "PDF")
    declined = actions.decline(memory_of(proposed).pk, by=Person(as_alice), now=NOON)
    repeated = person_types(as_alice, "PDF")
    assert undo(declined, as_alice).name == "unchanged"
    assert memory_of(repeated).status == "active"
    assert memory_of(proposed).status == "expired"


def test_undo_writes_a_version_of_its_own(as_alice: User) -> None:
    outcome = person_types(as_alice, "PDF")
    undo(actions.expire(memory_of(outcome).pk, by=Person(as_alice), now=NOON), as_alice)
    assert verbs_of(memory_of(outcome)) == ["remember", "expire", "undo"]


def test_a_restored_proposal_has_its_full_time_again(as_alice: User, scribe: Agent) -> None:
    proposed = agent_says(scribe, "I like tea", NOON, name="tea", category="food")
    upkeep.run_now("expire_proposals", now=NOON + timedelta(days=31))
    restored = NOON + timedelta(days=32)
    actions.restore_ended(memory_of(proposed).pk, by=Person(as_alice), now=restored)
    assert upkeep.run_now("expire_proposals", now=restored + timedelta(days=29)).counts == {}
    assert (memory_of(proposed).status, Proposal.objects.open().get().created_at) == ("candidate", restored)
    actions.accept(Proposal.objects.get().pk, by=Person(as_alice), now=restored)
    assert memory_of(proposed).status == "active"


def test_a_memory_restored_after_years_is_not_dormant(as_alice: User, scribe: Agent) -> None:
    memory = memory_of(person_types(as_alice, "The server runs Debian", NOON, name="server", category="x", kind="fact"))
    years = NOON + timedelta(days=900)
    actions.expire(memory.pk, by=Person(as_alice), now=NOON)
    actions.restore_ended(memory.pk, by=Person(as_alice), now=years)
    assert Memory.objects.get(pk=memory.pk).importance_on(years.date()) >= policy.DORMANT_BELOW


def test_a_faded_memory_that_is_restored_is_not_archived_again(as_alice: User) -> None:
    set_settings(as_alice, archive_below=3.0)
    memory = memory_of(
        person_types(as_alice, "The server runs Debian", NOON, name="server", category="x", importance=2.5)
    )
    assert upkeep.run_now("archive", now=NOON).counts == {"archived": 1}
    actions.restore_ended(memory.pk, by=Person(as_alice), now=NOON)
    assert upkeep.run_now("archive", now=NOON).counts == {}
    assert Memory.objects.get(pk=memory.pk).status == "active"
