"""erase: afterwards no table contains the words, and the statement is not learned again."""

from datetime import UTC, datetime
from typing import Any

import pytest
from django.db import DatabaseError, transaction

from memoryweb.agents.models import Agent
from memoryweb.interchange import reading
from memoryweb.interchange.importing import previews
from memoryweb.interchange.models import ImportRow
from memoryweb.language.mentions.topics import strings_of
from memoryweb.learning.models import Conversation, Feedback
from memoryweb.memories import actions
from memoryweb.memories.actions import AgentOf, FileOf, Person, proposals
from memoryweb.memories.erasing import erasure
from memoryweb.memories.models import Conflict, Erasure, Memory, Proposal, Tombstone, history_model
from memoryweb.people.models import User
from memoryweb.rls import scope
from tests.builders import (
    agent_says,
    check_constraints,
    edit,
    edit_form,
    make_statement,
    memory_of,
    person_types,
    proposal_of,
    record_use,
    versions_of,
)
from tests.cases import with_each
from tests.memories import invariants
from tests.memories.tables import tables_containing
from tests.memories.test_erasure_topic import write_conversation

NOON = datetime(2026, 2, 22, 12, tzinfo=UTC)
WORD = "quokka"  # occurs in no other text
DRINK = {"name": "drink", "category": "food"}


def erase(memory: Memory, person: User, *others: Memory) -> Erasure:
    """Erase memories and check that each, and each that this changed, has one more version, and no version more."""
    last = invariants.newest_version()
    receipt = erasure.erase_many([memory.pk, *(each.pk for each in others)], by=Person(person), now=NOON)
    invariants.check_new_versions(last)
    return receipt


def test_the_search_finds_a_word_in_every_table_that_has_it(as_alice: User, scribe: Agent) -> None:
    person_types(as_alice, f"{WORD} milk", quote=f"{WORD}!", tags=(WORD,), **DRINK)
    assert {
        "memories_memory",
        "memories_historicalmemory",
        "memories_evidence",
        "memories_searchdocument",
    } <= tables_containing(WORD)


def test_after_erase_no_table_contains_the_words(as_alice: User, scribe: Agent) -> None:
    proposed = agent_says(
        scribe,
        f"I prefer {WORD} milk",
        quote=f"{WORD} milk",
        tags=(WORD,),
        condition=f"with {WORD}",
        project=WORD,
        metadata={WORD: WORD},
        kind=WORD,
        **DRINK,
    )
    actions.confirm(memory_of(proposed).pk, by=Person(as_alice), now=NOON)
    form = edit_form(memory_of(proposed), label=f"{WORD} drink", details=f"more {WORD}", kind="rule", condition=WORD)
    actions.edit(
        memory_of(proposed).pk,
        form,
        by=Person(as_alice),
        now=NOON,
        since=actions.newest_version(memory_of(proposed).pk),
    )
    actions.forget(memory_of(proposed).pk, by=AgentOf(scribe), now=NOON, reason=f"no more {WORD}")
    actions.expire(memory_of(proposed).pk, by=Person(as_alice), now=NOON, reason=f"{WORD} is over")
    erase(memory_of(proposed), as_alice)
    check_constraints()
    assert tables_containing(WORD) == set()


def test_erasing_an_accepted_update_erases_its_proposal(as_alice: User, scribe: Agent) -> None:
    person_types(as_alice, "Tea", **DRINK)
    proposed = agent_says(scribe, f"{WORD} milk", **DRINK)
    assert proposed.proposal_id
    outcome = actions.accept(proposed.proposal_id, by=Person(as_alice), now=NOON)
    agent_says(scribe, "x", **DRINK, value="Coffee")
    erase(memory_of(outcome), as_alice)
    assert tables_containing(WORD) == set()


def test_erase_removes_the_words_from_a_question_that_would_replace_it(as_alice: User, scribe: Agent) -> None:
    confirmed = person_types(as_alice, f"{WORD} milk", **DRINK)
    offer = agent_says(scribe, "Tea", **DRINK)
    assert WORD in offer.question
    erase(memory_of(confirmed), as_alice)
    question = Proposal.objects.open().get()
    assert (question.kind, question.replaces, question.question) == (
        "remember",
        None,
        "Remember “Drink: Tea”?",
    )
    assert tables_containing(WORD) == set()
    actions.accept(question.pk, by=Person(as_alice), now=NOON)
    assert memory_of(offer).status == "active"


def test_erase_empties_the_closing_of_a_question_that_would_have_replaced_it(as_alice: User, scribe: Agent) -> None:
    """Closing a question records what it said: the value it asked to replace, though the question is not about it."""
    confirmed = person_types(as_alice, f"{WORD} milk", **DRINK)
    offer = agent_says(scribe, "Tea", **DRINK)
    assert WORD in offer.question
    actions.forget(memory_of(offer).pk, by=AgentOf(scribe), now=NOON)
    assert "memories_actchange" in tables_containing(WORD)
    erase(memory_of(confirmed), as_alice)
    assert tables_containing(WORD) == set()


def test_erase_removes_all_that_waits_with_the_same_words(as_alice: User, scribe: Agent) -> None:
    waiting = [agent_says(scribe, f"{WORD} milk", condition=when, **DRINK) for when in ("", "in winter", "at home")]
    erase(memory_of(waiting[0]), as_alice)
    check_constraints()
    assert (tables_containing(WORD), Memory.objects.exists(), Proposal.objects.exists()) == (set(), False, False)


@with_each(
    "value, other",
    [(f"{WORD} milk", f" {WORD.upper()}  Milk."), ([WORD, "oats"], ["oats", WORD]), ("Ｑuokka", WORD)],
)
def test_erase_removes_what_waits_with_the_same_value_written_otherwise(
    as_alice: User, scribe: Agent, value: Any, other: Any
) -> None:
    typed = person_types(as_alice, "", value=value, **DRINK)
    agent_says(scribe, "", value=other, name="what to buy", category="shopping")
    assert Proposal.objects.open().count() == 1
    erase(memory_of(typed), as_alice)
    assert not tables_containing(WORD)
    assert not Proposal.objects.exists()


def test_erase_removes_an_open_update_with_the_same_value(as_alice: User, scribe: Agent) -> None:
    first = person_types(as_alice, f"{WORD} milk", **DRINK)
    person_types(as_alice, "Tea", **DRINK)
    offer = agent_says(scribe, f"{WORD} milk", **DRINK)
    assert offer.name == "proposed"
    erase(memory_of(first), as_alice)
    check_constraints()
    assert (tables_containing(WORD), Proposal.objects.exists()) == (set(), False)


@with_each("first", [True, False])
def test_a_conflict_of_two_is_dismissed_without_the_erased_words(as_alice: User, trusted: Agent, first: bool) -> None:
    values = [f"Always {WORD} milk", "Tea"] if first else ["Always tea", f"{WORD} milk"]
    outcomes = [agent_says(trusted, value, **DRINK) for value in values]
    other = memory_of(outcomes[1 if first else 0])
    erase(memory_of(outcomes[0 if first else 1]), as_alice)
    check_constraints()
    other.refresh_from_db()
    assert (tables_containing(WORD), Conflict.objects.get().status) == (set(), "dismissed")
    assert (other.contested, other.changed_verb) == (False, "settle")


def test_a_conflict_of_three_goes_on_without_the_erased_member(as_alice: User, trusted: Agent) -> None:
    agent_says(trusted, "Always tea", **DRINK)
    agent_says(trusted, "Coffee", **DRINK)
    outcome = agent_says(trusted, f"{WORD} milk", **DRINK)
    erase(memory_of(outcome), as_alice)
    check_constraints()
    conflict = Conflict.objects.get()
    assert tables_containing(WORD) == set()
    assert conflict.status == "open"
    assert conflict.winner
    assert conflict.winner.value == "Coffee"
    assert conflict.question == "Drink: “Always tea” or “Coffee”?"


def test_a_conflict_does_not_quote_a_member_that_was_revised(as_alice: User, trusted: Agent) -> None:
    agent_says(trusted, "Always tea", NOON, **DRINK)
    old = agent_says(trusted, f"{WORD} milk", NOON, **DRINK)
    actions.update(memory_of(old).pk, details="Water", by=Person(as_alice), now=NOON)
    erase(memory_of(old), as_alice)
    check_constraints()
    assert tables_containing(WORD) == set()
    assert Conflict.objects.get().question == "Drink: “Always tea” or “Water”?"


def test_history_keeps_who_acted_and_when_but_no_words(as_alice: User, scribe: Agent) -> None:
    proposed = agent_says(scribe, f"{WORD} milk", **DRINK)
    actions.confirm(memory_of(proposed).pk, by=Person(as_alice), now=NOON)
    pk, obs_id = memory_of(proposed).pk, memory_of(proposed).obs_id
    receipt = erase(memory_of(proposed), as_alice)
    rows: Any = history_model().objects.filter(id=pk).order_by("history_id")
    assert [(row.changed_verb, row.changed_by, row.history_type) for row in rows] == [
        ("remember", "agent", "+"),
        ("confirm", "person", "~"),
        ("erase", "person", "-"),
    ]
    for row in rows:
        assert row.label == ""
        assert row.value is None
        assert row.details == ""
        assert row.tags == []
        assert row.key == ""
        assert bytes(row.fingerprint) == b""
        assert row.obs_id == obs_id
    assert receipt.removed["versions"] == 3


def test_the_receipt_counts_removed_rows_and_names_the_agents_that_had_it(
    as_alice: User, scribe: Agent, trusted: Agent
) -> None:
    outcome = agent_says(trusted, f"Always {WORD} milk", **DRINK)
    agent_says(trusted, f"{WORD} milk, always", **DRINK)
    record_use([memory_of(outcome).pk], agent=scribe, now=NOON)
    record_use([memory_of(outcome).pk], agent=scribe, now=NOON)
    receipt = erase(memory_of(outcome), as_alice)
    rows = {"acts": 2, "evidence": 2, "search document": 1, "embedding": 1, "uses": 1, "memory": 1, "versions": 3}
    assert receipt.removed == rows
    assert receipt.received_by == [{"agent": "Scribe", "times": 2, "last_at": NOON.isoformat()}]
    assert (receipt.obs_id, receipt.erased_at) == ("OBS-" + receipt.obs_id[4:12] + "-001", NOON)


def test_an_erased_statement_is_blocked_until_the_person_types_it(as_alice: User, scribe: Agent) -> None:
    erase(memory_of(person_types(as_alice, f"{WORD} milk", **DRINK)), as_alice)
    assert [stone.cause for stone in Tombstone.objects.all()] == ["erased"]
    assert agent_says(scribe, f"{WORD} milk", **DRINK).name == "blocked"
    assert person_types(as_alice, f"{WORD} milk", **DRINK).name == "saved"


def test_erasing_a_superseded_memory_does_not_block_its_live_twin(as_alice: User, scribe: Agent) -> None:
    old = person_types(as_alice, "Tea", **DRINK)
    person_types(as_alice, "Coffee", **DRINK)
    person_types(as_alice, "Tea", **DRINK)
    erase(memory_of(old), as_alice)
    assert agent_says(scribe, "Tea", **DRINK).name == "reinforced"


def test_predecessor_and_successor_are_unlinked(as_alice: User) -> None:
    one, two = person_types(as_alice, "Tea", **DRINK), person_types(as_alice, f"{WORD} milk", **DRINK)
    three = person_types(as_alice, "Coffee", **DRINK)
    erase(memory_of(two), as_alice)
    check_constraints()
    assert memory_of(one).superseded_by_id is None
    assert memory_of(one).changed_verb == "unlink"
    assert memory_of(one).status == "superseded"
    newest = versions_of(memory_of(one))[-1]
    assert newest.superseded_by_id is None
    assert memory_of(three).status == "active"


def test_a_second_erase_does_not_find_the_memory(as_alice: User) -> None:
    memory = memory_of(person_types(as_alice, "Tea", **DRINK))
    erase(memory, as_alice)
    with pytest.raises(Memory.DoesNotExist):
        erase(memory, as_alice)


def test_after_the_commit_the_database_owner_finds_no_word(committed: None) -> None:
    alice = User.objects.create_user("alice@example.org", None)
    with scope.acting_as(alice.pk):
        outcome = person_types(alice, f"{WORD} milk", **DRINK)
    assert tables_containing(WORD, owner=True)
    with scope.acting_as(alice.pk):
        erase(memory_of(outcome), alice)
    assert tables_containing(WORD, owner=True) == set()


def test_the_database_refuses_a_delete_that_leaves_versions_with_words(as_alice: User) -> None:
    memory = memory_of(person_types(as_alice, "Tea", **DRINK))
    memory.evidence.all().delete()
    memory.search_document.delete()
    with pytest.raises(DatabaseError, match="its versions keep its words"), transaction.atomic():  # noqa: PT012  the check raises
        Memory.objects.filter(pk=memory.pk).delete()
        check_constraints()


def test_what_an_agent_suggested_before_the_person_said_it_goes_too(as_alice: User, scribe: Agent) -> None:
    suggested = memory_of(agent_says(scribe, f"{WORD} milk", **DRINK))
    said = memory_of(person_types(as_alice, f"{WORD} milk", **DRINK))
    suggested.refresh_from_db()
    assert (suggested.status, suggested.changed_verb) == ("expired", "withdraw")
    erase(said, as_alice)
    assert tables_containing(WORD) == set()


@with_each("by_agent", [False, True])
def test_what_stayed_of_a_whole_takes_the_whole_with_it(as_alice: User, trusted: Agent, *, by_agent: bool) -> None:
    """The whole was replaced by a change of its other part, and had these words, too. What replaced it stays."""
    whole = memory_of(person_types(as_alice, f"Lives in Lund and breeds {WORD}s", is_whole=True, name="about"))
    if by_agent:
        asked = actions.update(whole.pk, details="Lives in Ghent", by=AgentOf(trusted), now=NOON)
        proposal = proposal_of(asked)
        version = proposals.current_version(proposal, memory_of(asked))
        actions.accept(proposal.pk, by=Person(as_alice), now=NOON, version=version)
    else:
        edit(whole, as_alice, value="Lives in Ghent")
    part = Memory.objects.active().get(details__contains=WORD)
    erase(part, as_alice)
    check_constraints()
    assert tables_containing(WORD) == set()
    assert [memory.words for memory in Memory.objects.all()] == ["Lives in Ghent"]


@with_each("quote", ["", f"I live in Lund and breed {WORD}s, as you know"])
def test_the_other_half_of_a_sentence_keeps_no_word_of_an_erased_one(
    as_alice: User, scribe: Agent, *, quote: str
) -> None:
    said = agent_says(scribe, f"I live in Lund and I breed {WORD}s", name="about", category="personal", quote=quote)
    assert said.others
    erase(Memory.objects.get(details__contains=WORD), as_alice)
    assert tables_containing(WORD) == set()
    assert [memory.words for memory in Memory.objects.all()] == ["I live in Lund"]


@with_each("between", ["replaced", "expired"])
def test_what_is_over_and_said_the_same_goes_too(as_alice: User, *, between: str) -> None:
    first = memory_of(person_types(as_alice, f"{WORD} milk", **DRINK))
    if between == "replaced":
        person_types(as_alice, "Coffee", **DRINK)
    else:
        actions.expire(first.pk, by=Person(as_alice), now=NOON)
    erase(memory_of(person_types(as_alice, f"{WORD} milk", **DRINK)), as_alice)
    check_constraints()
    assert tables_containing(WORD) == set()


def test_the_same_words_that_ended_under_another_label_go_too(as_alice: User) -> None:
    first = person_types(as_alice, f"I live in {WORD.title()}", name="home", category="personal")
    actions.expire(memory_of(first).pk, by=Person(as_alice), now=NOON)
    erase(memory_of(person_types(as_alice, f"I live in {WORD.title()}", name="city", category="personal")), as_alice)
    check_constraints()
    assert tables_containing(WORD) == set()


def test_what_waited_and_gave_way_to_a_restored_one_goes_with_it(as_alice: User) -> None:
    first = memory_of(person_types(as_alice, f"{WORD} milk", **DRINK))
    actions.archive(first.pk, by=Person(as_alice), now=NOON)
    waiting = actions.remember(make_statement(f"{WORD} milk", **DRINK), by=FileOf(as_alice), now=NOON)
    actions.restore_ended(first.pk, by=Person(as_alice), now=NOON)
    assert memory_of(waiting).superseded_by_id == first.pk
    erase(first, as_alice)
    check_constraints()
    assert tables_containing(WORD) == set()


@with_each("rest", [[], ["Coffee"], ["Coffee", "Water"]])
def test_two_sides_of_a_conflict_go_together(as_alice: User, trusted: Agent, *, rest: list[str]) -> None:
    values = [f"Always {WORD} milk", f"{WORD} tea", *rest]
    first, second, *others = (memory_of(agent_says(trusted, value, **DRINK)) for value in values)
    assert Conflict.objects.get().members.count() == len(values)
    erase(first, as_alice, second)
    check_constraints()
    assert tables_containing(WORD) == set()
    assert Conflict.objects.open().exists() == (len(rest) > 1)
    assert [memory.contested for memory in Memory.objects.all()] == [len(rest) > 1 for _ in others]


def test_what_refers_to_two_erased_memories_is_unlinked_once(as_alice: User) -> None:
    food = memory_of(person_types(as_alice, f"{WORD} soup", name="food", category="food"))
    old = person_types(as_alice, "Tea", negates=food.pk, **DRINK)
    new = memory_of(person_types(as_alice, f"{WORD} milk", **DRINK))
    erase(food, as_alice, new)
    check_constraints()
    assert (memory_of(old).superseded_by, memory_of(old).negates, tables_containing(WORD)) == (None, None, set())


@with_each(
    "said, other",
    [
        ("Signs with 👩\u200d👧", "Signs with 👨\u200d👦"),
        ("Writes C++ at work", "Writes C# at work"),
        ("Paid $100 for it", "Paid €100 for it"),
    ],
)
def test_what_was_told_with_other_signs_stays(as_alice: User, scribe: Agent, said: str, other: str) -> None:
    memory = memory_of(person_types(as_alice, said, name="thing", category="personal"))
    told = (said, f"You know: {said.lower()}!", other)
    write_conversation(scribe, *told)
    for number, text in enumerate(told):
        Feedback.objects.create(
            person=as_alice, agent=scribe, action="reject", at=NOON, note=text, digest=bytes([number]) * 32
        )
        previews.prepare([reading.read_text(f"- {text}")], as_alice, now=NOON)
    erase(memory, as_alice)
    assert Conversation.objects.get().excerpts == [other]
    assert set(Feedback.objects.values_list("note", flat=True)) == {"", other}
    assert [other in strings_of(row.entry) for row in ImportRow.objects.exclude(entry=None)] == [True]
