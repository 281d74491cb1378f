"""The person's decisions about proposals: confirm, decline, only this time, accept, reject."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from memoryweb.agents.models import Agent
from memoryweb.memories import actions
from memoryweb.memories.actions import AgentOf, FileOf, OnlyThePerson, Person, proposals
from memoryweb.memories.erasing import erasure
from memoryweb.memories.erasing.tombstones import value_fingerprint
from memoryweb.memories.models import Memory, Proposal, Status, Tombstone
from memoryweb.people.models import User
from memoryweb.rules import policy
from tests.builders import (
    agent_says,
    count_versions,
    edit_form,
    memory_of,
    person_types,
    proposal_of,
    set_settings,
    versions_of,
)
from tests.cases import with_each

NOON = datetime(2026, 2, 22, 12, tzinfo=UTC)


def confirm(outcome: actions.Outcome, person: User) -> actions.Outcome:
    return actions.confirm(memory_of(outcome).pk, by=Person(person), now=NOON)


def test_confirm_activates_the_memory_and_accepts_the_proposal(as_alice: User, scribe: Agent) -> None:
    proposed = agent_says(scribe, "I prefer PDF")
    outcome = confirm(proposed, as_alice)
    memory = memory_of(proposed)
    assert outcome.name == "saved"
    assert memory.status == Status.ACTIVE
    assert memory.confirmed_at == NOON
    assert memory.changed_by == "person"
    assert memory.changed_verb == "confirm"
    assert memory.changed_because == "your decision"
    assert (proposal_of(proposed).status, proposal_of(proposed).decided_at) == ("accepted", NOON)


def test_second_confirm_writes_no_history(as_alice: User, scribe: Agent) -> None:
    proposed = agent_says(scribe, "I prefer PDF")
    confirm(proposed, as_alice)
    before = count_versions()
    assert (confirm(proposed, as_alice).name, count_versions()) == ("unchanged", before)


def test_a_confirmed_note_becomes_long_term(as_alice: User, scribe: Agent) -> None:
    note = agent_says(scribe, "I prefer PDF", source="behaviour")
    confirm(note, as_alice)
    assert (memory_of(note).horizon, memory_of(note).section) == ("long", "response_preferences")


def test_accept_supersedes_the_memory_it_replaces(as_alice: User, scribe: Agent, trusted: Agent) -> None:
    """Two memories with one key, the second one in use since the question was asked."""
    expired = person_types(as_alice, "PDF")
    actions.expire(memory_of(expired).pk, by=Person(as_alice), now=NOON)
    proposed = agent_says(scribe, "Word")
    actions.restore(expired.version or 0, by=Person(as_alice), now=NOON)
    actions.accept(proposal_of(proposed).pk, by=Person(as_alice), now=NOON)
    assert memory_of(proposed).status == "active"
    assert memory_of(expired).status == "superseded"
    assert memory_of(expired).superseded_by_id == memory_of(proposed).pk


def test_confirm_does_not_bring_back_an_ended_memory(as_alice: User, scribe: Agent) -> None:
    proposed = agent_says(scribe, "I prefer PDF")
    actions.decline(memory_of(proposed).pk, by=Person(as_alice), now=NOON)
    outcome = confirm(proposed, as_alice)
    assert (outcome.name, memory_of(proposed).status) == ("unchanged", "expired")


def test_typing_a_memory_again_makes_an_open_update_of_its_details_stale(as_alice: User, scribe: Agent) -> None:
    person_types(as_alice, "PDF")
    update = agent_says(scribe, "with page numbers", value="PDF")
    assert proposal_of(update).kind == "update"
    person_types(as_alice, "PDF")
    assert proposal_of(update).status == "stale"


def test_decline_expires_the_memory_and_leaves_a_tombstone(as_alice: User, scribe: Agent) -> None:
    proposed = agent_says(scribe, "I prefer PDF")
    outcome = actions.decline(memory_of(proposed).pk, by=Person(as_alice), now=NOON)
    memory = memory_of(proposed)
    assert outcome.name == "revised"
    assert memory.status == "expired"
    assert memory.expire_reason == "You said not to remember it."
    assert (str(memory.expired_on), proposal_of(proposed).status) == ("2026-02-22", "declined")
    assert [(stone.cause, bytes(stone.fingerprint)) for stone in Tombstone.objects.all()] == [
        ("declined", value_fingerprint(memory.person_id, memory.label, memory.value))
    ]
    before = count_versions()
    assert actions.decline(memory.pk, by=Person(as_alice), now=NOON).name == "unchanged"
    assert count_versions() == before


def test_expired_on_is_the_day_in_the_persons_time_zone(as_alice: User, scribe: Agent) -> None:
    proposed = agent_says(scribe, "I prefer PDF")
    set_settings(as_alice, time_zone="Pacific/Auckland")
    actions.decline(memory_of(proposed).pk, by=Person(as_alice), now=NOON)
    assert str(memory_of(proposed).expired_on) == "2026-02-23"


def test_only_this_time_makes_a_one_day_memory_without_a_tombstone(as_alice: User, scribe: Agent) -> None:
    proposed = agent_says(scribe, "I prefer PDF", NOON)
    outcome = actions.only_this_time(memory_of(proposed).pk, by=Person(as_alice), now=NOON)
    memory = memory_of(proposed)
    assert outcome.name == "saved"
    assert memory.status == "active"
    assert memory.horizon == "short"
    assert memory.shown_condition == "only on 2026-02-22"
    assert str(memory.valid_until) == "2026-02-22"
    assert not Tombstone.objects.exists()
    assert proposal_of(proposed).status == "accepted"
    assert actions.only_this_time(memory.pk, by=Person(as_alice), now=NOON).name == "unchanged"


def test_only_this_time_is_given_also_where_it_had_faded(as_alice: User, scribe: Agent) -> None:
    proposed = agent_says(scribe, "Met Chen", NOON, name="met", category="x", kind="event")
    later = NOON + timedelta(days=10)
    assert memory_of(proposed).importance_on(later.date()) < policy.DORMANT_BELOW
    actions.only_this_time(memory_of(proposed).pk, by=Person(as_alice), now=later)
    assert memory_of(proposed).importance_on(later.date()) == policy.CONFIRMED_IMPORTANCE


def test_after_only_this_time_the_statement_may_be_proposed_again(as_alice: User, scribe: Agent) -> None:
    for _ in range(2):
        proposed = agent_says(scribe, "I prefer PDF", NOON)
        assert proposed.name == "proposed"
        actions.only_this_time(memory_of(proposed).pk, by=Person(as_alice), now=NOON)
    assert Memory.objects.active().count() == 1


def test_of_two_values_only_this_time_the_second_waits_until_the_first_is_stopped(
    as_alice: User, scribe: Agent
) -> None:
    """No page of the second shows the first, which is used today."""
    for details in ("I prefer PDF", "I prefer Word"):
        proposed = agent_says(scribe, details, NOON)
        actions.only_this_time(memory_of(proposed).pk, by=Person(as_alice), now=NOON)
    assert [memory.value for memory in Memory.objects.active()] == ["PDF"]
    actions.expire(Memory.objects.active().get().pk, by=Person(as_alice), now=NOON)
    actions.only_this_time(memory_of(proposed).pk, by=Person(as_alice), now=NOON)
    assert [memory.value for memory in Memory.objects.active()] == ["Word"]


def test_accept_confirms_and_reject_declines_a_proposal_to_remember(as_alice: User, scribe: Agent) -> None:
    one, two = agent_says(scribe, "I prefer PDF"), agent_says(scribe, "Window seat", name="seat", category="travel")
    actions.accept(proposal_of(one).pk, by=Person(as_alice), now=NOON)
    actions.reject(proposal_of(two).pk, by=Person(as_alice), now=NOON)
    assert (memory_of(one).status, memory_of(two).status) == ("active", "expired")
    assert (proposal_of(one).status, proposal_of(two).status) == ("accepted", "declined")


def propose_update(as_alice: User, scribe: Agent, **more: Any) -> tuple[actions.Outcome, actions.Outcome]:
    """Return what alice typed, and scribe's proposal to update it."""
    confirmed = person_types(as_alice, "Tea", name="drink", category="food")
    return confirmed, agent_says(scribe, "I moved on to coffee", name="drink", category="food", value="Coffee", **more)


@with_each("source", ["instruction", "correction", "pattern", "uncertain"])
def test_accepting_an_update_applies_it_whatever_its_source(as_alice: User, scribe: Agent, source: str) -> None:
    confirmed, proposed = propose_update(as_alice, scribe, source=source)
    outcome = actions.accept(proposal_of(proposed).pk, by=Person(as_alice), now=NOON)
    new = memory_of(outcome)
    assert outcome.name == "saved"
    assert new.value == "Coffee"
    assert new.status == "active"
    assert new.confirmed_at == NOON
    assert new.source == source
    assert memory_of(confirmed).status == "superseded"
    assert memory_of(confirmed).superseded_by_id == new.pk
    assert proposal_of(proposed).status == "accepted"
    assert agent_says(scribe, "Coffee", name="drink", category="food").name == "reinforced"


def test_a_rejected_update_changes_nothing_and_is_not_proposed_again(as_alice: User, scribe: Agent) -> None:
    confirmed, proposed = propose_update(as_alice, scribe)
    before = versions_of(memory_of(confirmed))
    actions.reject(proposal_of(proposed).pk, by=Person(as_alice), now=NOON)
    assert (memory_of(confirmed).value, memory_of(confirmed).status) == ("Tea", "active")
    assert memory_of(proposed).status == "expired"
    assert proposal_of(proposed).status == "declined"
    assert versions_of(memory_of(confirmed)) == before
    assert propose_again(scribe).name == "blocked"


def propose_again(scribe: Agent) -> actions.Outcome:
    return agent_says(scribe, "coffee", name="drink", category="food", value="Coffee")


def test_a_decided_update_keeps_no_text(as_alice: User, scribe: Agent) -> None:
    for answer in (actions.reject, actions.accept):
        Tombstone.objects.all().delete()
        _, proposed = propose_update(as_alice, scribe)
        answer(proposal_of(proposed).pk, by=Person(as_alice), now=NOON)
        assert (proposal_of(proposed).question, proposal_of(proposed).change) == ("", {})


def version_shown(outcome: actions.Outcome) -> str:
    return proposals.current_version(proposal_of(outcome), memory_of(outcome))


def test_a_yes_to_an_update_of_a_memory_that_was_edited_since_does_nothing(as_alice: User, scribe: Agent) -> None:
    confirmed, proposed = propose_update(as_alice, scribe)
    version = version_shown(proposed)
    form = edit_form(memory_of(confirmed), details="green")
    since = actions.newest_version(memory_of(confirmed).pk)
    actions.edit(memory_of(confirmed).pk, form, by=Person(as_alice), now=NOON, since=since)
    outcome = actions.accept(proposal_of(proposed).pk, by=Person(as_alice), now=NOON, version=version)
    assert outcome.name == "unchanged"
    assert memory_of(confirmed).status == "active"
    assert memory_of(proposed).status == "candidate"
    assert proposal_of(proposed).status == "open"


def test_a_yes_to_a_question_from_before_another_value_was_typed_replaces_nothing(
    as_alice: User, scribe: Agent
) -> None:
    proposed = agent_says(scribe, "tea", name="drink", category="food", value="Tea")
    version = version_shown(proposed)  # it showed nothing that a yes would replace
    typed = person_types(as_alice, "coffee", name="drink", category="food", value="Coffee")
    outcome = actions.accept(proposal_of(proposed).pk, by=Person(as_alice), now=NOON, version=version)
    assert (outcome.name, memory_of(typed).status, memory_of(proposed).status) == ("unchanged", "active", "candidate")


def test_a_details_update_of_a_memory_that_has_changed_since_is_stale(as_alice: User, scribe: Agent) -> None:
    confirmed = person_types(as_alice, "Tea", name="drink", category="food")
    proposed = agent_says(scribe, "with milk", name="drink", category="food", value="Tea")
    form = edit_form(memory_of(confirmed), details="green")
    actions.edit(
        memory_of(confirmed).pk,
        form,
        by=Person(as_alice),
        now=NOON,
        since=actions.newest_version(memory_of(confirmed).pk),
    )
    # The edit closes the update. Two requests at once can pass that: accept itself must see the change.
    Proposal.objects.filter(pk=proposal_of(proposed).pk).update(status="open", decided_at=None)
    outcome = actions.accept(proposal_of(proposed).pk, by=Person(as_alice), now=NOON)
    assert outcome.name == "unchanged"
    assert memory_of(confirmed).details == "green"
    assert proposal_of(proposed).status == "stale"


def test_more_evidence_does_not_make_an_update_stale(as_alice: User, scribe: Agent) -> None:
    _, proposed = propose_update(as_alice, scribe)
    version = version_shown(proposed)
    agent_says(scribe, "Tea", name="drink", category="food")
    propose_again(scribe)
    outcome = actions.accept(proposal_of(proposed).pk, by=Person(as_alice), now=NOON, version=version)
    assert outcome.name == "saved"


def test_a_newer_update_of_details_withdraws_the_older_one(as_alice: User, scribe: Agent) -> None:
    person_types(as_alice, "Tea", name="drink", category="food")
    first = agent_says(scribe, "with milk", name="drink", category="food", value="Tea")
    agent_says(scribe, "without sugar", name="drink", category="food", value="Tea")
    assert (proposal_of(first).status, Proposal.objects.open().count()) == ("withdrawn", 1)


@with_each("end", ["replace", "stop"])
def test_an_open_update_asks_about_what_is_in_use_now(as_alice: User, scribe: Agent, end: str) -> None:
    confirmed, proposed = propose_update(as_alice, scribe)
    if end == "replace":
        other = memory_of(person_types(as_alice, "Now water", name="drink", category="food"))
        question = proposal_of(proposed)
        assert (question.kind, question.replaces) == ("update", other.pk)
        assert question.question == "Drink: change “Now water” to “Coffee”?"
    else:
        actions.expire(memory_of(confirmed).pk, by=Person(as_alice), now=NOON)
        question = proposal_of(proposed)
        assert (question.kind, question.replaces) == ("remember", None)
    actions.accept(question.pk, by=Person(as_alice), now=NOON)
    assert [memory.value for memory in Memory.objects.active()] == ["Coffee"]


def test_a_second_value_for_a_memory_in_use_is_one_choice_with_the_first(as_alice: User, scribe: Agent) -> None:
    confirmed, first = propose_update(as_alice, scribe)
    second = agent_says(scribe, "Milk", name="drink", category="food")
    assert proposal_of(first).choice_group == proposal_of(second).choice_group is not None
    actions.accept(proposal_of(second).pk, by=Person(as_alice), now=NOON)
    assert (proposal_of(first).status, memory_of(first).status) == ("withdrawn", "expired")
    assert memory_of(confirmed).superseded_by_id == memory_of(second).pk


def test_a_proposal_to_forget_is_accepted_or_rejected(as_alice: User, scribe: Agent) -> None:
    for answer, status in ((actions.reject, "active"), (actions.accept, "expired")):
        confirmed = person_types(as_alice, "Tea", name="drink", category="food")
        proposed = actions.forget(memory_of(confirmed).pk, by=AgentOf(scribe), now=NOON, reason="I stopped")
        assert (proposed.name, proposal_of(proposed).kind) == ("proposed", "expire")
        answer(proposal_of(proposed).pk, by=Person(as_alice), now=NOON)
        assert memory_of(confirmed).status == status
    assert memory_of(confirmed).expire_reason == "I stopped"


def test_a_second_answer_to_a_proposal_changes_nothing(as_alice: User, scribe: Agent) -> None:
    proposed = agent_says(scribe, "I prefer PDF")
    actions.accept(proposal_of(proposed).pk, by=Person(as_alice), now=NOON)
    before = count_versions()
    for answer in (actions.accept, actions.reject):
        assert answer(proposal_of(proposed).pk, by=Person(as_alice), now=NOON).name == "unchanged"
    assert (memory_of(proposed).status, count_versions()) == ("active", before)


Action = Callable[..., object]


@with_each("name", ["confirm", "decline", "only_this_time", "accept", "reject", "restore", "edit", "erase"])
def test_agents_and_files_cannot_decide_for_the_person(
    as_alice: User, trusted: Agent, scribe: Agent, name: str
) -> None:
    proposed = agent_says(scribe, "I prefer PDF")
    target: dict[str, Any] = {
        "accept": proposed.proposal_id,
        "reject": proposed.proposal_id,
        "restore": proposed.version,
    }
    action: Action = erasure.erase if name == "erase" else getattr(actions, name)
    form = edit_form(memory_of(proposed), label="x")
    before = count_versions()
    for by in (AgentOf(trusted), FileOf(as_alice)):
        with pytest.raises(OnlyThePerson):
            action(
                target.get(name, memory_of(proposed).pk),
                *([form] if name == "edit" else []),
                by=by,
                now=NOON + timedelta(days=1),
            )
    assert count_versions() == before


def test_a_mute_names_the_agent_that_no_longer_gets_it(as_alice: User, scribe: Agent) -> None:
    memory, me = memory_of(person_types(as_alice, "PDF", NOON)), Person(as_alice)
    assert actions.mute(memory.pk, agent=scribe.pk, by=me, now=NOON).reason == f"{scribe.name} won’t get it any more."
    assert actions.mute(memory.pk, agent=scribe.pk, by=me, now=NOON).reason == "It is already muted."
    assert actions.unmute(memory.pk, agent=scribe.pk, by=me, now=NOON).reason == f"{scribe.name} can get it again."
    told = actions.mute(memory.pk, task="code_task", by=me, now=NOON).reason
    assert told == "Agents won’t get it for this task any more."
