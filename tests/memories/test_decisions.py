"""The person's answers: confirm, decline, only this time, accept, reject."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from memoryweb.agents.models import Agent
from memoryweb.memories import actions, erasure
from memoryweb.memories.actors import AgentOf, FileOf, OnlyThePerson, Person
from memoryweb.memories.models import Memory, Proposal, Status, Tombstone, history_model
from memoryweb.people.models import MemorySettings, User
from tests.conftest import told, typed

NOON = datetime(2026, 2, 22, 12, tzinfo=UTC)


def of(done: actions.Outcome) -> Memory:
    assert done.memory is not None
    return Memory.objects.get(pk=done.memory.pk)


def question(done: actions.Outcome) -> Proposal:
    return Proposal.objects.get(pk=done.proposal_id)


def count_of_versions() -> int:
    return int(history_model().objects.count())


def confirm(done: actions.Outcome, person: User) -> actions.Outcome:
    return actions.confirm(of(done).pk, by=Person(person), now=NOON)


def test_confirm_makes_it_count_and_answers_the_question(as_alice: User, scribe: Agent) -> None:
    asked = told(scribe, "I prefer PDF")
    done = confirm(asked, as_alice)
    memory = of(asked)
    assert (done.name, memory.status, memory.confirmed_at) == ("saved", Status.ACTIVE, NOON)
    assert (memory.changed_by, memory.changed_verb, memory.changed_because) == ("person", "confirm", "your decision")
    assert (question(asked).status, question(asked).decided_at) == ("accepted", NOON)


def test_second_confirm_writes_no_history(as_alice: User, scribe: Agent) -> None:
    asked = told(scribe, "I prefer PDF")
    confirm(asked, as_alice)
    before = count_of_versions()
    assert (confirm(asked, as_alice).name, count_of_versions()) == ("unchanged", before)


def test_a_confirmed_note_is_meant_to_last(as_alice: User, scribe: Agent) -> None:
    noted = told(scribe, "I prefer PDF", source="behaviour")
    confirm(noted, as_alice)
    assert (of(noted).horizon, of(noted).section) == ("long", "response_preferences")


def test_confirm_lets_the_one_it_replaces_give_way(as_alice: User, scribe: Agent, trusted: Agent) -> None:
    """Two questions about one key, one answered after the other."""
    expired = typed(as_alice, "PDF")
    actions.expire(of(expired).pk, by=Person(as_alice), now=NOON)
    asked = told(scribe, "Word")
    actions.restore(expired.version or 0, by=Person(as_alice), now=NOON)
    confirm(asked, as_alice)
    assert (of(asked).status, of(expired).status, of(expired).superseded_by_id) == (
        "active",
        "superseded",
        of(asked).pk,
    )


def test_confirm_does_not_bring_back_what_is_over(as_alice: User, scribe: Agent) -> None:
    asked = told(scribe, "I prefer PDF")
    actions.decline(of(asked).pk, by=Person(as_alice), now=NOON)
    done = confirm(asked, as_alice)
    assert (done.name, of(asked).status) == ("unchanged", "expired")


def test_confirming_as_it_is_leaves_other_questions_about_it_stale(as_alice: User, trusted: Agent) -> None:
    saved = told(trusted, "Always PDF")
    confirm(saved, as_alice)
    offered = told(trusted, "Word")
    typed(as_alice, "PDF")
    assert question(offered).status == "stale"


def test_decline_expires_with_its_reason_and_a_tombstone(as_alice: User, scribe: Agent) -> None:
    asked = told(scribe, "I prefer PDF")
    done = actions.decline(of(asked).pk, by=Person(as_alice), now=NOON)
    memory = of(asked)
    assert (done.name, memory.status, memory.expire_reason) == ("revised", "expired", "You said not to remember it.")
    assert (str(memory.expired_on), question(asked).status) == ("2026-02-22", "declined")
    assert [(stone.cause, bytes(stone.fingerprint)) for stone in Tombstone.objects.all()] == [
        ("declined", bytes(memory.fingerprint))
    ]
    before = count_of_versions()
    assert actions.decline(memory.pk, by=Person(as_alice), now=NOON).name == "unchanged"
    assert count_of_versions() == before


def test_expired_on_is_the_persons_day(as_alice: User, scribe: Agent) -> None:
    asked = told(scribe, "I prefer PDF")
    MemorySettings.objects.filter(pk=as_alice.pk).update(time_zone="Pacific/Auckland")
    actions.decline(of(asked).pk, by=Person(as_alice), now=NOON)
    assert str(of(asked).expired_on) == "2026-02-23"


def test_only_this_time_is_used_today_and_leaves_no_tombstone(as_alice: User, scribe: Agent) -> None:
    asked = told(scribe, "I prefer PDF", NOON)
    done = actions.only_this_time(of(asked).pk, by=Person(as_alice), now=NOON)
    memory = of(asked)
    assert (done.name, memory.status, memory.horizon, memory.shown_condition) == (
        "saved",
        "active",
        "short",
        "only on 2026-02-22",
    )
    assert (str(memory.valid_until), Tombstone.objects.exists(), question(asked).status) == (
        "2026-02-22",
        False,
        "accepted",
    )
    assert actions.only_this_time(memory.pk, by=Person(as_alice), now=NOON).name == "unchanged"


def test_after_only_this_time_the_same_may_be_asked_again(as_alice: User, scribe: Agent) -> None:
    for _ in range(2):
        asked = told(scribe, "I prefer PDF", NOON)
        assert asked.name == "proposed"
        actions.only_this_time(of(asked).pk, by=Person(as_alice), now=NOON)
    assert Memory.objects.active().count() == 1


def test_two_values_only_this_time_leave_the_later_one(as_alice: User, scribe: Agent) -> None:
    for details in ("I prefer PDF", "I prefer Word"):
        asked = told(scribe, details, NOON)
        actions.only_this_time(of(asked).pk, by=Person(as_alice), now=NOON)
    assert [memory.value for memory in Memory.objects.active()] == ["Word"]


def test_accept_and_reject_of_a_remember_question_are_confirm_and_decline(as_alice: User, scribe: Agent) -> None:
    one, two = told(scribe, "I prefer PDF"), told(scribe, "Window seat", name="seat", category="travel")
    actions.accept(question(one).pk, by=Person(as_alice), now=NOON)
    actions.reject(question(two).pk, by=Person(as_alice), now=NOON)
    assert (of(one).status, of(two).status) == ("active", "expired")
    assert (question(one).status, question(two).status) == ("accepted", "declined")


def offered(as_alice: User, scribe: Agent, **more: Any) -> tuple[actions.Outcome, actions.Outcome]:
    """What alice confirmed, and what scribe would make of it."""
    known = typed(as_alice, "Tea", name="drink", category="food")
    return known, told(scribe, "I moved on to coffee", name="drink", category="food", value="Coffee", **more)


@pytest.mark.parametrize("source", ["instruction", "correction", "pattern", "uncertain"])
def test_accepting_an_update_makes_it_what_was_offered_whatever_its_weight(
    as_alice: User, scribe: Agent, source: str
) -> None:
    known, asked = offered(as_alice, scribe, source=source)
    done = actions.accept(question(asked).pk, by=Person(as_alice), now=NOON)
    new = of(done)
    assert (done.name, new.value, new.status, new.confirmed_at, new.source) == (
        "revised",
        "Coffee",
        "active",
        NOON,
        source,
    )
    assert (of(known).status, of(known).superseded_by_id, question(asked).status) == ("superseded", new.pk, "accepted")
    assert told(scribe, "x", name="drink", category="food", value="Coffee").name == "reinforced"


def test_rejecting_an_update_changes_nothing_and_it_is_not_offered_again(as_alice: User, scribe: Agent) -> None:
    known, asked = offered(as_alice, scribe)
    before = count_of_versions()
    assert actions.reject(question(asked).pk, by=Person(as_alice), now=NOON).name == "unchanged"
    assert (of(known).value, question(asked).status, count_of_versions()) == ("Tea", "declined", before)
    assert offered_again(scribe).name == "blocked"


def offered_again(scribe: Agent) -> actions.Outcome:
    return told(scribe, "coffee", name="drink", category="food", value="Coffee")


def test_a_decided_update_keeps_no_words(as_alice: User, scribe: Agent) -> None:
    for answer in (actions.reject, actions.accept):
        Tombstone.objects.all().delete()
        _, asked = offered(as_alice, scribe)
        answer(question(asked).pk, by=Person(as_alice), now=NOON)
        assert (question(asked).question, question(asked).change) == ("", {})


def test_an_update_about_something_that_has_changed_since_is_stale(as_alice: User, scribe: Agent) -> None:
    known, asked = offered(as_alice, scribe)
    form = actions.Edit(label="Drink", value="Tea", details="green", kind="fact", condition="", project="", tags=())
    actions.edit(of(known).pk, form, by=Person(as_alice), now=NOON)
    Proposal.objects.filter(pk=question(asked).pk).update(status="open", decided_at=None)
    done = actions.accept(question(asked).pk, by=Person(as_alice), now=NOON)
    assert (done.name, of(known).value, question(asked).status) == ("unchanged", "Tea", "stale")


def test_more_evidence_does_not_make_a_question_stale(as_alice: User, scribe: Agent) -> None:
    _, asked = offered(as_alice, scribe)
    told(scribe, "Tea", name="drink", category="food")
    assert actions.accept(question(asked).pk, by=Person(as_alice), now=NOON).name == "revised"


def test_a_newer_offer_takes_the_place_of_the_older(as_alice: User, scribe: Agent) -> None:
    _, first = offered(as_alice, scribe)
    told(scribe, "Milk", name="drink", category="food")
    assert (question(first).status, Proposal.objects.open().count()) == ("withdrawn", 1)


def test_an_agents_wish_to_forget_is_accepted_or_rejected(as_alice: User, scribe: Agent) -> None:
    for answer, status in ((actions.reject, "active"), (actions.accept, "expired")):
        known = typed(as_alice, "Tea", name="drink", category="food")
        asked = actions.forget(of(known).pk, by=AgentOf(scribe), now=NOON, reason="I stopped")
        assert (asked.name, question(asked).kind) == ("proposed", "expire")
        answer(question(asked).pk, by=Person(as_alice), now=NOON)
        assert of(known).status == status
    assert of(known).expire_reason == "I stopped"


def test_a_question_is_answered_once(as_alice: User, scribe: Agent) -> None:
    asked = told(scribe, "I prefer PDF")
    actions.accept(question(asked).pk, by=Person(as_alice), now=NOON)
    before = count_of_versions()
    for answer in (actions.accept, actions.reject):
        assert answer(question(asked).pk, by=Person(as_alice), now=NOON).name == "unchanged"
    assert (of(asked).status, count_of_versions()) == ("active", before)


Verb = Callable[..., object]


@pytest.mark.parametrize(
    "name", ["confirm", "decline", "only_this_time", "accept", "reject", "restore", "undo", "edit", "erase"]
)
def test_no_agent_and_no_file_can_answer_for_the_person(
    as_alice: User, trusted: Agent, scribe: Agent, name: str
) -> None:
    asked = told(scribe, "I prefer PDF")
    target: dict[str, Any] = {
        "accept": asked.proposal_id,
        "reject": asked.proposal_id,
        "restore": asked.version,
        "undo": asked.version,
    }
    do: Verb = erasure.erase if name == "erase" else getattr(actions, name)
    form = [actions.Edit(label="x", value="x", details="", kind="fact", condition="", project="", tags=())]
    before = count_of_versions()
    for by in (AgentOf(trusted), FileOf(as_alice)):
        with pytest.raises(OnlyThePerson):
            do(target.get(name, of(asked).pk), *(form if name == "edit" else []), by=by, now=NOON + timedelta(days=1))
    assert count_of_versions() == before
