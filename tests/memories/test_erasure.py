"""erase: afterwards the words are nowhere, and are not learned again."""

from datetime import UTC, datetime
from typing import Any

import pytest
from django.db import DatabaseError, connection, transaction

from memoryweb.agents.models import Agent
from memoryweb.memories import actions, erasure, usage
from memoryweb.memories.actions import Edit
from memoryweb.memories.actors import AgentOf, Person
from memoryweb.memories.models import Conflict, Erasure, Memory, Proposal, Tombstone, history_model
from memoryweb.people.models import User
from memoryweb.rls import scope
from tests.conftest import told, typed
from tests.memories.tables import places_of

NOON = datetime(2026, 2, 22, 12, tzinfo=UTC)
WORD = "quokka"  # occurs nowhere but in what these tests say
DRINK = {"name": "drink", "category": "food"}


def of(done: actions.Outcome) -> Memory:
    assert done.memory is not None
    return Memory.objects.get(pk=done.memory.pk)


def erase(memory: Memory, person: User) -> Erasure:
    return erasure.erase(memory.pk, by=Person(person), now=NOON)


def checked() -> None:
    """What a commit would check now."""
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE; SET CONSTRAINTS ALL DEFERRED")


def test_the_search_itself_finds_what_is_there(as_alice: User, scribe: Agent) -> None:
    typed(as_alice, f"{WORD} milk", quote=f"{WORD}!", tags=(WORD,), **DRINK)
    assert {
        "memories_memory",
        "memories_historicalmemory",
        "memories_evidence",
        "memories_searchdocument",
    } <= places_of(WORD)


def test_after_erase_the_words_are_in_no_table(as_alice: User, scribe: Agent) -> None:
    asked = told(
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
    actions.confirm(of(asked).pk, by=Person(as_alice), now=NOON)
    form = Edit(
        label=f"{WORD} drink",
        value=of(asked).value,
        details=f"more {WORD}",
        kind="rule",
        condition=WORD,
        project=WORD,
        tags=(WORD,),
    )
    actions.edit(of(asked).pk, form, by=Person(as_alice), now=NOON)
    actions.forget(of(asked).pk, by=AgentOf(scribe), now=NOON, reason=f"no more {WORD}")
    actions.expire(of(asked).pk, by=Person(as_alice), now=NOON, reason=f"{WORD} is over")
    erase(of(asked), as_alice)
    checked()
    assert places_of(WORD) == set()
    assert erasure.search(WORD) == dict.fromkeys(erasure.search(WORD), 0)


def test_a_memory_that_was_once_offered_as_an_update_takes_the_offer_with_it(as_alice: User, scribe: Agent) -> None:
    typed(as_alice, "Tea", **DRINK)
    asked = told(scribe, f"{WORD} milk", **DRINK)
    assert asked.proposal_id
    done = actions.accept(asked.proposal_id, by=Person(as_alice), now=NOON)
    told(scribe, "x", **DRINK, value="Coffee")
    erase(of(done), as_alice)
    assert places_of(WORD) == set()


def test_an_open_offer_of_what_is_erased_goes_too(as_alice: User, scribe: Agent) -> None:
    first = typed(as_alice, f"{WORD} milk", **DRINK)
    typed(as_alice, "Tea", **DRINK)
    offer = told(scribe, f"{WORD} milk", **DRINK)
    assert offer.name == "proposed"
    erase(of(first), as_alice)
    checked()
    assert (places_of(WORD), Proposal.objects.exists()) == (set(), False)


@pytest.mark.parametrize("first", [True, False])
def test_a_conflict_no_longer_quotes_the_erased_member(as_alice: User, trusted: Agent, first: bool) -> None:
    values = [f"Always {WORD} milk", "Tea"] if first else ["Always tea", f"{WORD} milk"]
    dones = [told(trusted, value, **DRINK) for value in values]
    rest = of(dones[1 if first else 0])
    erase(of(dones[0 if first else 1]), as_alice)
    checked()
    rest.refresh_from_db()
    assert (places_of(WORD), Conflict.objects.get().status) == (set(), "dismissed")
    assert (rest.contested, rest.changed_verb) == (False, "settle")


def test_a_conflict_of_three_goes_on_without_the_erased_member(as_alice: User, trusted: Agent) -> None:
    told(trusted, "Always tea", **DRINK)
    told(trusted, "Coffee", **DRINK)
    done = told(trusted, f"{WORD} milk", **DRINK)
    erase(of(done), as_alice)
    checked()
    conflict = Conflict.objects.get()
    assert (places_of(WORD), conflict.status, conflict.winner.value) == (set(), "open", "Coffee")
    assert conflict.question == "Drink: “Always tea” or “Coffee”?"


def test_a_conflict_does_not_quote_who_left_it_by_revision(as_alice: User, trusted: Agent) -> None:
    told(trusted, "Always tea", NOON, **DRINK)
    old = told(trusted, f"{WORD} milk", NOON, **DRINK)
    actions.update(of(old).pk, details="Water", by=Person(as_alice), now=NOON)
    erase(of(old), as_alice)
    checked()
    assert places_of(WORD) == set()
    assert Conflict.objects.get().question == "Drink: “Always tea” or “Water”?"


def test_history_keeps_that_something_was_and_not_what(as_alice: User, scribe: Agent) -> None:
    asked = told(scribe, f"{WORD} milk", **DRINK)
    actions.confirm(of(asked).pk, by=Person(as_alice), now=NOON)
    pk, obs_id = of(asked).pk, of(asked).obs_id
    receipt = erase(of(asked), as_alice)
    rows: Any = history_model().objects.filter(id=pk).order_by("history_id")
    assert [(row.changed_verb, row.changed_by, row.history_type) for row in rows] == [
        ("remember", "agent", "+"),
        ("confirm", "person", "~"),
        ("erase", "person", "-"),
    ]
    for row in rows:
        assert (row.label, row.value, row.details, row.tags, row.key, bytes(row.fingerprint)) == (
            "",
            None,
            "",
            [],
            "",
            b"",
        )
        assert row.obs_id == obs_id
    assert receipt.removed["versions"] == 3


def test_the_receipt_counts_what_went_and_names_who_had_it(as_alice: User, scribe: Agent, trusted: Agent) -> None:
    done = told(trusted, f"Always {WORD} milk", **DRINK)
    told(trusted, f"{WORD} milk, always", **DRINK)
    usage.record_use([of(done).pk], agent=scribe, now=NOON)
    usage.record_use([of(done).pk], agent=scribe, now=NOON)
    receipt = erase(of(done), as_alice)
    rows = {"evidence": 2, "search document": 1, "embedding": 1, "uses": 1, "memory": 1, "versions": 3}
    assert receipt.removed == rows
    assert receipt.received_by == [{"agent": "Scribe", "times": 2, "last_at": NOON.isoformat()}]
    assert (receipt.obs_id, receipt.erased_at) == ("OBS-" + receipt.obs_id[4:12] + "-001", NOON)


def test_it_is_not_learned_again_until_the_person_says_it(as_alice: User, scribe: Agent) -> None:
    erase(of(typed(as_alice, f"{WORD} milk", **DRINK)), as_alice)
    assert [stone.cause for stone in Tombstone.objects.all()] == ["erased"]
    assert told(scribe, f"{WORD} milk", **DRINK).name == "blocked"
    assert typed(as_alice, f"{WORD} milk", **DRINK).name == "saved"


def test_an_old_version_may_be_erased_while_the_person_still_says_it(as_alice: User, scribe: Agent) -> None:
    old = typed(as_alice, "Tea", **DRINK)
    typed(as_alice, "Coffee", **DRINK)
    typed(as_alice, "Tea", **DRINK)
    erase(of(old), as_alice)
    assert told(scribe, "Tea", **DRINK).name == "reinforced"


def test_predecessor_and_successor_are_unlinked(as_alice: User) -> None:
    one, two = typed(as_alice, "Tea", **DRINK), typed(as_alice, f"{WORD} milk", **DRINK)
    three = typed(as_alice, "Coffee", **DRINK)
    erase(of(two), as_alice)
    checked()
    assert (of(one).superseded_by_id, of(one).changed_verb, of(one).status) == (None, "unlink", "superseded")
    newest: Any = history_model().objects.filter(id=of(one).pk).order_by("-history_id").first()
    assert newest.superseded_by_id is None
    assert of(three).status == "active"


def test_a_second_erase_meets_nothing(as_alice: User) -> None:
    memory = of(typed(as_alice, "Tea", **DRINK))
    erase(memory, as_alice)
    with pytest.raises(Memory.DoesNotExist):
        erase(memory, as_alice)


def test_the_owner_sees_it_gone_after_the_commit(committed: None) -> None:
    alice = User.objects.create_user("alice@example.org", None)
    with scope.acting_as(alice.pk):
        done = typed(alice, f"{WORD} milk", **DRINK)
    assert places_of(WORD, owner=True)
    with scope.acting_as(alice.pk):
        erase(of(done), alice)
    assert places_of(WORD, owner=True) == set()


def test_a_delete_that_leaves_words_is_refused_by_the_database(as_alice: User) -> None:
    memory = of(typed(as_alice, "Tea", **DRINK))
    memory.evidence.all().delete()
    memory.search_document.delete()
    with pytest.raises(DatabaseError, match="its versions keep its words"), transaction.atomic():  # noqa: PT012  the check raises
        Memory.objects.filter(pk=memory.pk).delete()
        checked()
