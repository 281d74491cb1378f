"""The person's decisions about importance and time to live: boost, keep, still true, complete, archive."""

from datetime import date

import pytest

from memoryweb.agents.models import Agent
from memoryweb.memories import actions
from memoryweb.memories.actions import AgentOf, OnlyThePerson, Person
from memoryweb.memories.models import Memory, Proposal
from memoryweb.people.models import User
from memoryweb.rls import scope
from tests.builders import agent_says, edit, memory_of, person_types, set_settings, versions_of
from tests.cases import with_each
from tests.memories.aging import NOON, later, save, sweep


def test_a_boost_ends_at_ten_and_counts_once_a_day(as_alice: User) -> None:
    memory = save(as_alice, "Something", "rule", 9.8)
    me = Person(as_alice)
    assert actions.boost(memory.pk, by=me, now=later(1)).name == "revised"
    assert actions.boost(memory.pk, by=me, now=later(1)).name == "unchanged"
    memory.refresh_from_db()
    assert (memory.importance_base, memory.importance_as_of) == (10.0, later(1).date())


def test_a_boost_lifts_what_is_left_and_leaves_the_time_to_the_archive(as_alice: User) -> None:
    memory = save(as_alice, "Something", "event", 8.0)
    actions.boost(memory.pk, by=Person(as_alice), now=later(5))
    boosted = Memory.objects.get(pk=memory.pk)
    assert (boosted.importance_base, boosted.archive_on) == (6.0, memory.archive_on)


def test_still_true_restarts_importance_and_time_to_live(as_alice: User) -> None:
    memory = save(as_alice, "Something", "event", 8.0)
    assert actions.still_true(memory.pk, by=Person(as_alice), now=later(10)).name == "revised"
    again = Memory.objects.get(pk=memory.pk)
    assert (again.verified_at, again.archive_on) == (later(10), later(25).date())
    assert again.importance_on(later(10).date()) == 8.0
    assert actions.still_true(memory.pk, by=Person(as_alice), now=later(10)).name == "unchanged"


def test_keep_and_let_age_undo_each_other(as_alice: User) -> None:
    memory, me = save(as_alice, "Something", "event", 8.0), Person(as_alice)
    assert actions.keep(memory.pk, by=me, now=NOON).name == "revised"
    assert actions.keep(memory.pk, by=me, now=NOON).name == "unchanged"
    assert Memory.objects.get(pk=memory.pk).archive_on is None
    actions.let_age(memory.pk, by=me, now=later(3))
    assert Memory.objects.get(pk=memory.pk).archive_on == later(18).date()


def test_a_goal_is_completed_or_asked_about_after_a_year(alice: User) -> None:
    me = Person(alice)
    with scope.acting_as(alice.pk):
        completed, unfinished = save(alice, "Run a marathon", "goal", 6.0), save(alice, "Learn the cello", "goal", 6.0)
        assert actions.complete(completed.pk, by=me, now=later(10)).name == "revised"
        assert actions.complete(save(alice, "Tea", "fact", 5.0).pk, by=me, now=NOON).name == "unchanged"
    assert sweep("archive", later(366), 2) == [{"archived": 2, "goals asked about": 1}, {}]
    with scope.acting_as(alice.pk):
        question = Proposal.objects.get(memory=unfinished)
        assert actions.reject(question.pk, by=me, now=later(366)).name == "revised"
        assert Memory.objects.get(pk=unfinished.pk).archive_on == later(366 + 366).date()
    assert sweep("archive", later(367)) == [{}]


def test_a_person_archives_anything_and_restores_it_with_a_new_clock(alice: User) -> None:
    me = Person(alice)
    with scope.acting_as(alice.pk):
        rule, event = save(alice, "Never on Fridays", "rule", 9.0), save(alice, "Something", "event", 8.0)
        assert actions.archive(rule.pk, by=me, now=NOON, reason="Not my team").name == "revised"
        assert actions.archive(rule.pk, by=me, now=NOON).name == "unchanged"
    assert sweep("archive", later(20)) == [{"archived": 1}]
    with scope.acting_as(alice.pk):
        for memory in (rule, event):
            assert actions.restore_ended(memory.pk, by=me, now=later(20)).name == "revised"
            back = Memory.objects.get(pk=memory.pk)
            assert back.status == "active"
            assert back.expired_on is None
            assert back.expire_reason == ""
            assert back.importance_on(later(20).date()) >= 7.5
        assert Memory.objects.get(pk=event.pk).archive_on == later(35).date()
    assert sweep("archive", later(21)) == [{}]


def test_a_memory_restored_from_the_archive_is_not_archived_again_that_night(alice: User) -> None:
    with scope.acting_as(alice.pk):
        event = save(alice, "Something", "event", 8.0)
    sweep("archive", later(15))
    with scope.acting_as(alice.pk):
        assert actions.restore_ended(event.pk, by=Person(alice), now=later(15)).name == "revised"
    assert sweep("archive", later(16)) == [{}]


@with_each("verb", ["pin", "unpin", "keep", "let_age", "complete", "still_true", "promote", "archive"])
def test_only_the_person_sets_the_clock(as_alice: User, scribe: Agent, verb: str) -> None:
    memory = save(as_alice, "Something", "event", 8.0)
    with pytest.raises(OnlyThePerson):
        getattr(actions, verb)(memory.pk, by=AgentOf(scribe), now=NOON)


def test_still_true_removes_a_near_last_day_and_leaves_a_far_one(alice: User) -> None:
    with scope.acting_as(alice.pk):
        near = save(alice, "The project room is B", "event", 7.0, valid_until=date(2026, 2, 25))
        far = save(alice, "The project runs in Rome", "fact", 7.0, valid_until=date(2026, 12, 31))
        for memory in (near, far):
            actions.still_true(memory.pk, by=Person(alice), now=later(2))
            memory.refresh_from_db()
        assert (near.valid_until, near.archive_on) == (None, later(17).date())
        assert far.valid_until == date(2026, 12, 31)


def test_a_goal_the_person_still_has_loses_its_past_last_day(alice: User) -> None:
    with scope.acting_as(alice.pk):
        goal = save(alice, "Run a marathon", "goal", 7.0, valid_until=date(2026, 3, 1))
    assert sweep("archive", later(10)) == [{"goals asked about": 1}]
    with scope.acting_as(alice.pk):
        actions.reject(Proposal.objects.get().pk, by=Person(alice), now=later(10))
        goal.refresh_from_db()
        assert (goal.valid_until, goal.archive_on) == (None, later(10 + 366).date())


@with_each("verb", ["unpin", "promote"])
def test_a_memory_the_person_unpins_or_promotes_is_not_archived_the_same_night(
    alice: User, scribe: Agent, verb: str
) -> None:
    with scope.acting_as(alice.pk):
        memory = memory_of(
            agent_says(scribe, "The server runs Debian", NOON, name="server", category="x", source="behaviour")
        )
        if verb == "unpin":
            actions.pin(memory.pk, by=Person(alice), now=NOON)
        getattr(actions, verb)(memory.pk, by=Person(alice), now=later(92))
    assert sweep("archive", later(93)) == [{}]


def test_a_kept_memory_is_not_archived_below_the_threshold(alice: User) -> None:
    with scope.acting_as(alice.pk):
        set_settings(alice, archive_below=3.0)
        stays = save(alice, "The server runs Debian", "fact", 2.0)
        save(alice, "The printer is grey", "fact", 2.0)
        actions.keep(stays.pk, by=Person(alice), now=NOON)
    assert sweep("archive", NOON, 2) == [{"archived": 1}, {}]
    with scope.acting_as(alice.pk):
        stays.refresh_from_db()
        assert stays.status == "active"


def test_an_event_ages_from_the_day_it_is_on(as_alice: User) -> None:
    """A yes, "still true" and a boost before that day leave it to come; its words of another day move it."""
    me, day = Person(as_alice), later(60).date()
    memory = memory_of(person_types(as_alice, f"The concert is on {day:%d %B}", NOON, name="concert", category="music"))
    expected = (day, later(75).date(), memory.importance_base)
    for act, at in ((None, 0), (actions.confirm, 1), (actions.still_true, 30), (actions.boost, 59)):
        if act:
            act(memory.pk, by=me, now=later(at))
        memory = Memory.objects.get(pk=memory.pk)
        assert (memory.kind, memory.ttl_from, memory.archive_on) == ("event", *expected[:2])
        assert memory.importance_as_of == day
        assert memory.importance_on(later(59).date()) >= expected[2]
    assert memory.importance_on(later(62).date()) == memory.importance_base - 1
    actions.keep(memory.pk, by=me, now=later(2))
    assert actions.let_age(memory.pk, by=me, now=later(3)).reason == "It ages again, starting on its own day."
    assert actions.still_true(memory.pk, by=me, now=later(31)).reason == "Still true. Its time starts on its own day."
    assert Memory.objects.get(pk=memory.pk).archive_on == expected[1]


def test_a_version_that_only_waited_comes_back_without_taking_the_memory_out_of_use(
    as_alice: User, scribe: Agent
) -> None:
    me, asked = Person(as_alice), agent_says(scribe, "PDF")
    memory, waiting = memory_of(asked), versions_of(memory_of(asked))[0].history_id
    assert asked.proposal_id
    actions.accept(asked.proposal_id, by=me, now=NOON)
    edit(Memory.objects.get(pk=memory.pk), as_alice, tags=("print",))
    assert memory_of(actions.restore(waiting, by=me, now=later(1))).tags == []
    again = Memory.objects.get(pk=memory.pk)
    assert (again.status, again.confirmed_at is not None, again.tags) == ("active", True, [])
    assert not Proposal.objects.open().exists()
