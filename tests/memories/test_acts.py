"""What is one act, what Undo takes back of it, and when it refuses."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from memoryweb.agents.models import Agent
from memoryweb.memories import actions, upkeep
from memoryweb.memories.actions import AgentOf, Person
from memoryweb.memories.acts import recording
from memoryweb.memories.acts.undo import undo_act, undo_run
from memoryweb.memories.erasing import erasure
from memoryweb.memories.models import Act, ActChange, Memory, Proposal
from memoryweb.operations import dispatch
from memoryweb.people.models import User
from memoryweb.rls import scope
from tests.builders import agent_says, check_constraints, count_versions, edit, edit_form, memory_of, person_types
from tests.cases import with_each
from tests.memories import account

NOON = datetime(2026, 2, 22, 12, tzinfo=UTC)


def undo(outcome: actions.Outcome, person: User, at: datetime = NOON) -> actions.Outcome:
    assert outcome.act
    return undo_act(outcome.act, by=Person(person), now=at)


def call(agent: Agent, name: str, **arguments: Any) -> None:
    result = dispatch.run(dispatch.Call(agent=agent, name=name, arguments=arguments, now=NOON))
    assert result.envelope["ok"], result.envelope


def test_an_action_that_changes_nothing_leaves_no_act(as_alice: User) -> None:
    outcome = person_types(as_alice, "PDF", NOON)
    acts = Act.objects.count()
    unchanged = actions.unpin(memory_of(outcome).pk, by=Person(as_alice), now=NOON)
    assert (unchanged.act, Act.objects.count()) == (None, acts)


def test_an_action_that_another_one_calls_belongs_to_its_act(as_alice: User, scribe: Agent) -> None:
    proposed = agent_says(scribe, "I prefer PDF", NOON)
    assert proposed.proposal_id
    accepted = actions.accept(proposed.proposal_id, by=Person(as_alice), now=NOON)
    assert [act.verb for act in Act.objects.order_by("pk")] == ["remember", "accept"]
    assert undo(accepted, as_alice).name == "revised"
    assert Proposal.objects.open().get().pk == proposed.proposal_id


def test_undo_of_an_edit_leads_to_the_suggestion_that_is_back(as_alice: User, scribe: Agent) -> None:
    suggested = memory_of(agent_says(scribe, "I prefer PDF", NOON))
    edited = edit(suggested, as_alice, NOON, value="Word")
    assert memory_of(edited).pk != suggested.pk
    assert memory_of(undo(edited, as_alice)) == suggested
    assert Memory.objects.get(pk=suggested.pk).status == "candidate"


def test_expire_add_again_restore_undo_leaves_the_account_as_before_the_restore(as_alice: User) -> None:
    first = memory_of(person_types(as_alice, "PDF", NOON))
    actions.expire(first.pk, by=Person(as_alice), now=NOON)
    second = memory_of(person_types(as_alice, "PDF", NOON))
    before = account.dump()
    restored = actions.restore_ended(first.pk, by=Person(as_alice), now=NOON)
    assert undo(restored, as_alice).name == "revised"
    assert account.differences(before, account.dump()) == []
    assert [memory.pk for memory in Memory.objects.active()] == [second.pk]


def test_undo_of_a_restore_leaves_open_what_was_asked_before_it(as_alice: User, scribe: Agent) -> None:
    """Found by the random machine: the memory was archived while an update of it waited."""
    met = memory_of(person_types(as_alice, "Met Chen", NOON, kind="event"))
    asked = actions.update(met.pk, details="Met Mara", by=AgentOf(scribe), now=NOON + timedelta(days=10))
    assert asked.name == "proposed"
    upkeep.run_now("archive", now=NOON + timedelta(days=20))
    assert Memory.objects.get(pk=met.pk).status == "archived"
    before = account.dump()
    restored = actions.restore_ended(met.pk, by=Person(as_alice), now=NOON + timedelta(days=20))
    undo(restored, as_alice, NOON + timedelta(days=20))
    assert account.differences(before, account.dump()) == []
    assert Proposal.objects.open().count() == 1


def test_undo_brings_back_no_link_to_what_was_erased_since(as_alice: User) -> None:
    old, by = memory_of(person_types(as_alice, "PDF", NOON)), Person(as_alice)
    new = memory_of(person_types(as_alice, "Actually Word", NOON))
    actions.expire(new.pk, by=by, now=NOON, reason="")
    back = actions.restore_ended(old.pk, by=by, now=NOON)
    erasure.erase(new.pk, by=by, now=NOON)
    assert undo(back, as_alice).reason.startswith("What it was about was erased since then")
    check_constraints()


def test_several_actions_of_one_press_are_undone_together(as_alice: User, scribe: Agent) -> None:
    names = ("tea", "coffee", "milk")
    memories = [memory_of(agent_says(scribe, f"I like {n}", NOON, name=n, category="food")) for n in names]
    before = account.dump()
    with recording.recording(Person(as_alice), "confirm_many", now=NOON):
        outcomes = [actions.confirm(memory.pk, by=Person(as_alice), now=NOON) for memory in memories]
    assert len({outcome.act for outcome in outcomes}) == 1
    undo(outcomes[0], as_alice)
    assert account.differences(before, account.dump()) == []


def test_a_question_returns_with_its_date_and_its_place(as_alice: User, scribe: Agent) -> None:
    first = agent_says(scribe, "I like tea", NOON, name="tea", category="food")
    agent_says(scribe, "I like milk", NOON + timedelta(hours=1), name="milk", category="food")
    declined = actions.decline(memory_of(first).pk, by=Person(as_alice), now=NOON + timedelta(days=2))
    undo(declined, as_alice, NOON + timedelta(days=3))
    questions = list(Proposal.objects.open().order_by("created_at"))
    assert questions[0].memory_id == memory_of(first).pk
    assert questions[0].created_at == NOON


@with_each("later, happened", [("edit", "edited"), ("expire", "stopped"), ("pin", "pinned")])
def test_nothing_is_undone_once_something_was_built_on_it(
    as_alice: User, scribe: Agent, later: str, happened: str
) -> None:
    memory = memory_of(agent_says(scribe, "I prefer PDF", NOON))
    confirmed = actions.confirm(memory.pk, by=Person(as_alice), now=NOON)
    if later == "edit":
        form, since = edit_form(memory_of(confirmed), details="Thin"), actions.newest_version(memory.pk)
        actions.edit(memory.pk, form, by=Person(as_alice), now=NOON, since=since)
    else:
        getattr(actions, later)(memory.pk, by=Person(as_alice), now=NOON)
    before, versions = account.dump(), count_versions()
    refused = undo(confirmed, as_alice)
    assert (refused.name, refused.memory, refused.act) == ("unchanged", memory, None)
    assert refused.reason == f"A memory was {happened} since then, so nothing was undone."
    assert (account.differences(before, account.dump()), count_versions()) == ([], versions)


def test_evidence_that_came_since_stays_and_stops_no_undo(as_alice: User, scribe: Agent) -> None:
    memory = memory_of(agent_says(scribe, "I prefer PDF", NOON))
    confirmed = actions.confirm(memory.pk, by=Person(as_alice), now=NOON)
    agent_says(scribe, "I prefer PDF", NOON + timedelta(days=1))
    assert undo(confirmed, as_alice, NOON + timedelta(days=2)).name == "revised"
    memory.refresh_from_db()
    assert (memory.status, memory.confirmed_at, memory.evidence_count) == ("candidate", None, 2)


def test_a_question_asked_since_about_what_is_undone_is_withdrawn(as_alice: User, scribe: Agent) -> None:
    typed = person_types(as_alice, "PDF", NOON)
    actions.update(memory_of(typed).pk, details="Word", by=AgentOf(scribe), now=NOON)
    assert Proposal.objects.open().exists()
    assert undo(typed, as_alice).name == "revised"
    assert not Proposal.objects.open().exists()


def test_undo_of_a_run_takes_back_no_other_runs_change(as_alice: User, trusted: Agent, scribe: Agent) -> None:
    """Also where both runs were about the same memory, and where another agent calls its run the same."""
    fields = {"category": "food", "preference": "tea", "details": "Always I like tea"}
    call(trusted, "save_user_preference", **fields, run="one")
    call(scribe, "save_user_preference", category="food", preference="milk", details="I like milk", run="two")
    before = account.dump()
    call(trusted, "save_user_preference", **fields, run="two")
    call(trusted, "save_user_preference", category="food", preference="cocoa", details="Always cocoa", run="two")
    undone = undo_run(trusted.pk, "two", by=Person(as_alice), now=NOON)
    assert undone.name == "revised"
    assert account.differences(before, account.dump()) == []
    again = undo_run(trusted.pk, "two", by=Person(as_alice), now=NOON)
    assert again.reason == "This run changed nothing that can be undone."


def test_only_the_person_may_undo(as_alice: User, trusted: Agent) -> None:
    outcome = agent_says(trusted, "Always PDF", NOON)
    assert outcome.act
    with pytest.raises(actions.OnlyThePerson):
        undo_act(outcome.act, by=AgentOf(trusted), now=NOON)
    with pytest.raises(actions.OnlyThePerson):
        undo_run(trusted.pk, "r", by=AgentOf(trusted), now=NOON)


def test_a_stranger_does_not_find_the_act(alice: User, bob: User) -> None:
    with scope.acting_as(alice.pk):
        outcome = person_types(alice, "PDF", NOON)
    with scope.acting_as(bob.pk), pytest.raises(Act.DoesNotExist):
        undo(outcome, bob)


def test_an_act_is_offered_for_fourteen_days_and_then_purged(as_alice: User) -> None:
    outcome = person_types(as_alice, "PDF", NOON)
    assert outcome.version
    late = NOON + timedelta(days=14)
    assert recording.undoable_by_version([outcome.version], now=late - timedelta(hours=1)) == {
        outcome.version: outcome.act
    }
    assert recording.undoable_by_version([outcome.version], now=late) == {}
    assert undo(outcome, as_alice, late).reason.startswith("It was more than 14 days ago")
    assert upkeep.run_now("purge_logs", now=late + timedelta(hours=1)).counts["acts"] == 1
    assert not Act.objects.exists()
    assert not ActChange.objects.exists()


def test_an_act_that_touched_what_was_erased_keeps_no_words_and_cannot_be_undone(as_alice: User, scribe: Agent) -> None:
    proposed = agent_says(scribe, "I prefer zq1x", NOON, quote="zq2x, please")
    other = person_types(as_alice, "I like tea", NOON, name="tea", category="food")
    declined = actions.decline(memory_of(proposed).pk, by=Person(as_alice), now=NOON)
    assert any("zq1x" in str(change.after) for change in ActChange.objects.all())
    erasure.erase(memory_of(proposed).pk, by=Person(as_alice), now=NOON)
    assert not any("zq" in str((change.before, change.after)) for change in ActChange.objects.all())
    assert undo(declined, as_alice).reason.startswith("Something it changed was erased")
    assert undo(other, as_alice).name == "revised"


def test_erasing_itself_is_never_recorded(as_alice: User) -> None:
    memory = memory_of(person_types(as_alice, "PDF", NOON))
    acts = Act.objects.count()
    with recording.recording(Person(as_alice), "erase_many", now=NOON):
        erasure.erase(memory.pk, by=Person(as_alice), now=NOON)
    assert Act.objects.count() == acts


def test_plain_sql_inside_an_act_is_recorded_too(as_alice: User, scribe: Agent) -> None:
    agent_says(scribe, "I prefer PDF", NOON)
    before = account.dump()
    with recording.recording(Person(as_alice), "test", now=NOON) as act:
        Proposal.objects.update(status="withdrawn", decided_at=NOON)
    assert undo_act(act.id, by=Person(as_alice), now=NOON).name == "revised"
    assert account.differences(before, account.dump()) == []
