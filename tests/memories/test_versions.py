"""Going back: any version, or just before the last change."""

from datetime import UTC, datetime, timedelta
from typing import Any

from memoryweb.agents.models import Agent
from memoryweb.memories import actions, upkeep
from memoryweb.memories.actions import Edit, store
from memoryweb.memories.actors import Person
from memoryweb.memories.models import Conflict, Memory, Proposal, Tombstone, history_model
from memoryweb.memories.visibility import readable_by
from memoryweb.people.models import MemorySettings, User
from memoryweb.rules import policy
from tests.conftest import told, typed

NOON = datetime(2026, 2, 22, 12, tzinfo=UTC)


def of(done: actions.Outcome) -> Memory:
    assert done.memory is not None
    return Memory.objects.get(pk=done.memory.pk)


def undo(done: actions.Outcome, person: User) -> actions.Outcome:
    assert done.version is not None
    return actions.undo(done.version, by=Person(person), now=NOON)


def restore(done: actions.Outcome, person: User) -> actions.Outcome:
    assert done.version is not None
    return actions.restore(done.version, by=Person(person), now=NOON)


def content(memory: Memory) -> dict[str, Any]:
    return {
        f.name: getattr(memory, f.attname) for f in Memory._meta.concrete_fields if not f.name.startswith("changed")
    }


def readable(person: User, agent: Agent) -> list[Any]:
    found = readable_by(agent, MemorySettings.for_person(person.pk), now=NOON)
    return sorted(memory.value for memory in found)


def test_any_version_can_be_had_again(as_alice: User) -> None:
    first = typed(as_alice, "PDF")
    form = Edit(
        label="Format",
        value="PDF",
        details="thin",
        kind="rule",
        condition="",
        project="atlas",
        tags=("a",),
        pinned=True,
    )
    before = content(of(first))
    actions.edit(of(first).pk, form, by=Person(as_alice), now=NOON)
    actions.expire(of(first).pk, by=Person(as_alice), now=NOON, reason="gone")
    done = restore(first, as_alice)
    assert (done.name, content(of(first))) == ("revised", before)
    assert (of(first).changed_verb, of(first).changed_by, of(first).expire_reason) == ("restore", "person", "")


def test_what_holds_the_key_now_gives_way(as_alice: User) -> None:
    pdf = typed(as_alice, "PDF")
    word = typed(as_alice, "Word")
    restore(pdf, as_alice)
    assert (of(pdf).status, of(pdf).superseded_by_id) == ("active", None)
    assert (of(word).status, of(word).superseded_by_id) == ("superseded", of(pdf).pk)


def test_what_says_the_same_by_now_gives_way(as_alice: User, scribe: Agent) -> None:
    """Also where a key holds many values, and where the other is only a question yet."""
    many = {"name": "forbidden words", "category": "communication"}
    for say, statement in ((typed, many), (told, {})):
        first = typed(as_alice, "synergy", **statement)  # type: ignore[arg-type]
        actions.expire(of(first).pk, by=Person(as_alice), now=NOON)
        second = say(as_alice if say is typed else scribe, "synergy", **statement)  # type: ignore[operator]
        restore(first, as_alice)
        assert (of(first).status, of(second).status) == ("active", "superseded")
    assert not Proposal.objects.open().exists()


def test_a_restored_memory_may_be_said_again(as_alice: User, scribe: Agent) -> None:
    asked = told(scribe, "PDF")
    actions.decline(of(asked).pk, by=Person(as_alice), now=NOON)
    assert Tombstone.objects.exists()
    restore(asked, as_alice)
    assert not Tombstone.objects.exists()


def test_restoring_a_question_asks_it_and_restoring_an_answer_does_not(as_alice: User, scribe: Agent) -> None:
    asked = told(scribe, "PDF")
    confirmed = actions.confirm(of(asked).pk, by=Person(as_alice), now=NOON)
    restore(asked, as_alice)
    assert (of(asked).status, Proposal.objects.get().status) == ("candidate", "open")
    restore(confirmed, as_alice)
    assert (of(asked).status, Proposal.objects.open().exists()) == ("active", False)


def test_undo_of_a_new_memory_expires_it_without_a_tombstone(as_alice: User) -> None:
    done = typed(as_alice, "PDF")
    undo(done, as_alice)
    assert (of(done).status, of(done).expire_reason, Tombstone.objects.exists()) == ("expired", "Undone.", False)


def test_undo_of_confirm_asks_again(as_alice: User, scribe: Agent) -> None:
    asked = told(scribe, "PDF")
    undo(actions.confirm(of(asked).pk, by=Person(as_alice), now=NOON), as_alice)
    assert (of(asked).status, of(asked).confirmed_at, Proposal.objects.get().status) == ("candidate", None, "open")


def test_undo_of_decline_lifts_the_tombstone_and_asks_again(as_alice: User, scribe: Agent) -> None:
    asked = told(scribe, "PDF")
    undo(actions.decline(of(asked).pk, by=Person(as_alice), now=NOON), as_alice)
    question = Proposal.objects.get()
    assert (of(asked).status, question.status, question.decided_at) == ("candidate", "open", None)
    assert (of(asked).expired_on, of(asked).expire_reason, Tombstone.objects.exists()) == (None, "", False)
    assert question.question == asked.question


def test_undo_of_only_this_time_asks_again(as_alice: User, scribe: Agent) -> None:
    asked = told(scribe, "PDF")
    before = content(of(asked))
    undo(actions.only_this_time(of(asked).pk, by=Person(as_alice), now=NOON), as_alice)
    assert (content(of(asked)), Proposal.objects.get().status) == (before, "open")


def test_undo_of_expire_brings_it_back(as_alice: User) -> None:
    done = typed(as_alice, "PDF")
    before = content(of(done))
    undo(actions.expire(of(done).pk, by=Person(as_alice), now=NOON), as_alice)
    assert content(of(done)) == before


def test_undo_of_an_edit_in_place(as_alice: User) -> None:
    done = typed(as_alice, "PDF")
    before = content(of(done))
    form = Edit(label="Format", value="PDF", details="x", kind="rule", condition="", project="p", tags=("a",))
    undo(actions.edit(of(done).pk, form, by=Person(as_alice), now=NOON), as_alice)
    assert content(of(done)) == before


def test_undo_of_revise_restores_the_predecessor(as_alice: User, trusted: Agent) -> None:
    old = told(trusted, "Always PDF")
    before = content(of(old))
    new = told(trusted, "Actually Word")
    undo(new, as_alice)
    assert (of(new).status, content(of(old))) == ("expired", before)
    assert readable(as_alice, trusted) == ["PDF"]


def test_undo_of_undo_is_redo(as_alice: User, trusted: Agent) -> None:
    old, new = told(trusted, "Always PDF"), told(trusted, "Actually Word")
    undo(undo(new, as_alice), as_alice)
    assert (of(new).status, of(old).status, readable(as_alice, trusted)) == ("active", "superseded", ["Word"])


def test_undo_of_a_revision_inside_a_conflict_puts_the_predecessor_back_into_it(as_alice: User, trusted: Agent) -> None:
    told(trusted, "Always PDF", NOON)
    word = told(trusted, "Word", NOON)
    markdown = actions.update(of(word).pk, details="Markdown", by=Person(as_alice), now=NOON)
    assert Conflict.objects.get().question == "Document format: “PDF” or “Markdown”?"
    undo(markdown, as_alice)
    conflict = Conflict.objects.get()
    assert (conflict.status, conflict.winner, conflict.question) == (
        "open",
        of(word),
        "Document format: “PDF” or “Word”?",
    )
    assert (of(word).contested, of(markdown).contested, readable(as_alice, trusted)) == (True, False, ["Word"])


def test_undo_of_the_second_voice_settles_the_conflict(as_alice: User, trusted: Agent) -> None:
    first, second = told(trusted, "Always PDF"), told(trusted, "Word")
    undo(second, as_alice)
    assert (Conflict.objects.get().status, of(first).contested, readable(as_alice, trusted)) == (
        "dismissed",
        False,
        ["PDF"],
    )


def test_undo_of_reinforce_takes_back_what_it_raised(as_alice: User, scribe: Agent) -> None:
    noted = told(scribe, "PDF", source="inference")
    told_again = typed(as_alice, "PDF")
    undo(told_again, as_alice)
    assert (of(noted).status, of(noted).source, of(noted).confirmed_at) == ("candidate", "inference", None)


def test_undo_when_something_happened_since_changes_nothing(as_alice: User) -> None:
    done = typed(as_alice, "PDF")
    actions.expire(of(done).pk, by=Person(as_alice), now=NOON)
    before = history_model().objects.count()
    assert (undo(done, as_alice).name, history_model().objects.count()) == ("unchanged", before)


def test_undo_of_a_yes_that_was_edited_since_changes_nothing(as_alice: User, scribe: Agent) -> None:
    asked = told(scribe, "PDF")
    confirmed = actions.confirm(of(asked).pk, by=Person(as_alice), now=NOON)
    form = Edit(label="Format", value="PDF", details="x", kind="rule", condition="", project="", tags=())
    actions.edit(of(asked).pk, form, by=Person(as_alice), now=NOON)
    assert (undo(confirmed, as_alice).name, of(asked).status, of(asked).details) == ("unchanged", "active", "x")


def test_undo_of_a_no_that_became_a_yes_since_changes_nothing(as_alice: User, scribe: Agent) -> None:
    asked = told(scribe, "PDF")
    declined = actions.decline(of(asked).pk, by=Person(as_alice), now=NOON)
    said = typed(as_alice, "PDF")
    assert (undo(declined, as_alice).name, of(said).status, of(asked).status) == ("unchanged", "active", "expired")


def test_every_way_back_is_a_version_of_its_own(as_alice: User) -> None:
    done = typed(as_alice, "PDF")
    undo(actions.expire(of(done).pk, by=Person(as_alice), now=NOON), as_alice)
    rows: Any = history_model().objects.filter(id=of(done).pk).order_by("history_id")
    assert list(rows.values_list("changed_verb", flat=True)) == ["remember", "expire", "undo"]


def test_a_question_that_is_restored_is_asked_today(as_alice: User, scribe: Agent) -> None:
    asked = told(scribe, "I like tea", NOON, name="tea", category="food")
    upkeep.run_now("expire_proposals", now=NOON + timedelta(days=31))
    restored = NOON + timedelta(days=32)
    actions.restore_ended(of(asked).pk, by=Person(as_alice), now=restored)
    assert upkeep.run_now("expire_proposals", now=restored + timedelta(days=29)).counts == {}
    assert (of(asked).status, Proposal.objects.open().get().created_at) == ("candidate", restored)
    actions.accept(Proposal.objects.get().pk, by=Person(as_alice), now=restored)
    assert of(asked).status == "active"


def test_what_is_brought_back_after_years_is_given_to_agents(as_alice: User, scribe: Agent) -> None:
    memory = of(typed(as_alice, "The server runs Debian", NOON, name="server", category="x", kind="fact"))
    years = NOON + timedelta(days=900)
    actions.expire(memory.pk, by=Person(as_alice), now=NOON)
    actions.restore_ended(memory.pk, by=Person(as_alice), now=years)
    assert of_id(memory).importance_on(years.date()) >= policy.DORMANT_BELOW


def test_undo_of_an_archive_of_what_had_faded_lasts(as_alice: User) -> None:
    MemorySettings.for_person(as_alice.pk)
    MemorySettings.objects.update(archive_below=3.0)
    memory = of(typed(as_alice, "The server runs Debian", NOON, name="server", category="x", importance=2.5))
    assert upkeep.run_now("archive", now=NOON).counts == {"archived": 1}
    actions.undo(store.newest_version(memory.pk), by=Person(as_alice), now=NOON)
    assert upkeep.run_now("archive", now=NOON).counts == {}
    assert of_id(memory).status == "active"


def of_id(memory: Memory) -> Memory:
    return Memory.objects.get(pk=memory.pk)
