"""From short to long: three times, or for two weeks, and then one question (SPEC §6)."""

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from memoryweb.agents.models import Agent
from memoryweb.memories import actions, upkeep
from memoryweb.memories.actors import Actor, Person
from memoryweb.memories.models import Memory, Proposal, history_model
from memoryweb.people.models import User
from memoryweb.rls import scope
from tests.builders import agent_says, person_types, set_settings

NOON = datetime(2026, 2, 22, 12, tzinfo=UTC)


def on(day: float) -> datetime:
    return NOON + timedelta(days=day)


def noticed(agent: Agent, day: float, details: str = "PDF", **more: Any) -> Memory:
    """An agent notices it on this day; the second distinct time puts it to use, short."""
    done = agent_says(agent, details, on(day), **{"source": "behaviour", **more})
    assert done.memory
    return Memory.objects.get(pk=done.memory.pk)


def ask(day: float, **more: Any) -> dict[str, int]:
    return dict(upkeep.run_now("promote", now=on(day), **more).counts)


def questions(**filters: Any) -> list[Proposal]:
    return list(Proposal.objects.filter(kind="promote", **filters).order_by("created_at"))


@pytest.fixture
def me(alice: User) -> Actor:
    return Person(alice)


@pytest.fixture
def ripe(alice: User, scribe: Agent) -> Memory:
    """Seen on three days of one week."""
    with scope.acting_as(alice.pk):
        return [noticed(scribe, day) for day in range(3)][-1]


def test_a_memory_observed_on_three_days_is_asked_about_once(alice: User, ripe: Memory) -> None:
    done = upkeep.run_now("promote", now=on(3))
    assert (done.counts, done.kinds) == ({"asked": 1}, {"preference": 1})
    assert [ask(day) for day in (3, 4, 40)] == [{}, {}, {}]
    with scope.acting_as(alice.pk):
        (asked,) = questions()
        assert asked.memory == ripe
        assert asked.status == "open"
        assert asked.created_at == on(3)
        assert asked.question == "Should I remember this for future interactions?"
        assert asked.reason == "It came up 3 times or more."
        assert asked.based_on == history_model().objects.filter(id=ripe.pk).latest("history_id").history_id
        ripe.refresh_from_db()
        assert ripe.horizon == "short"
        assert ripe.status == "active"
        assert ripe.confirmed_at is None


@pytest.mark.parametrize("by", ["conversation", "run"])
def test_three_conversations_or_runs_on_one_day_count_three_times(alice: User, scribe: Agent, by: str) -> None:
    with scope.acting_as(alice.pk):
        for number in range(3):
            memory = noticed(scribe, number / 10, ref={by: f"c{number}"})
        assert memory.repeats == 3
    assert ask(1) == {"asked": 1}


def test_three_observations_in_one_conversation_count_once(alice: User, scribe: Agent) -> None:
    with scope.acting_as(alice.pk):
        for line in range(3):
            memory = noticed(scribe, line / 10, ref={"conversation": "c1", "line": line})
        assert memory.evidence_count == 3
        assert memory.repeats == 1
        assert memory.status == "candidate"
    assert ask(1) == {}


@pytest.mark.parametrize(("last", "asked"), [(1, {}), (13, {}), (14, {}), (15, {"asked": 1})])
def test_two_observations_suffice_only_over_more_than_14_days(
    alice: User, scribe: Agent, last: int, asked: dict[str, int]
) -> None:
    with scope.acting_as(alice.pk):
        noticed(scribe, 0)
        memory = noticed(scribe, last)
        assert memory.status == "active"
        assert memory.repeats == 2
        assert memory.evidence_days == last
    assert ask(last) == asked
    with scope.acting_as(alice.pk):
        assert [each.reason for each in questions()] == ["It has held for more than 14 days."] * bool(asked)


def test_time_alone_promotes_nothing(alice: User, scribe: Agent) -> None:
    with scope.acting_as(alice.pk):
        noticed(scribe, 0)
        noticed(scribe, 1)
    assert ask(100) == {}


def test_accepting_a_promotion_makes_the_memory_long_term_and_confirmed(alice: User, ripe: Memory, me: Actor) -> None:
    ask(3)
    with scope.acting_as(alice.pk):
        (asked,) = questions()
        done = actions.accept(asked.pk, by=me, now=on(4))
        ripe.refresh_from_db()
        assert done.name == "revised"
        assert ripe.horizon == "long"
        assert ripe.section == "response_preferences"
        assert (ripe.confirmed_at, ripe.status) == (on(4), "active")
        asked.refresh_from_db()
        assert (asked.status, asked.decided_at) == ("accepted", on(4))
        versions: Any = history_model().objects.filter(id=ripe.pk).order_by("history_id")
        assert list(versions.values_list("changed_verb", flat=True)) == [
            "remember",
            "reinforce",
            "reinforce",
            "promote",
        ]
        assert actions.accept(asked.pk, by=me, now=on(5)).name == "unchanged"
    assert ask(5) == {}


def test_a_chinese_memory_is_asked_about_in_chinese(alice: User, scribe: Agent) -> None:
    with scope.acting_as(alice.pk):
        for day in range(3):
            noticed(scribe, day, "喜欢绿茶", name="饮料", category="food")
    assert ask(3) == {"asked": 1}
    with scope.acting_as(alice.pk):
        assert questions()[0].question == "以后也要记住这一点吗？"


def test_a_rejected_promotion_is_never_asked_again(alice: User, scribe: Agent, ripe: Memory, me: Actor) -> None:
    ask(3)
    with scope.acting_as(alice.pk):
        before = history_model().objects.count()
        actions.reject(questions()[0].pk, by=me, now=on(4))
        ripe.refresh_from_db()
        assert ripe.horizon == "short"
        assert ripe.status == "active"
        assert history_model().objects.count() == before
        for day in range(5, 40):
            noticed(scribe, day)
    assert ask(40) == {}
    with scope.acting_as(alice.pk):
        assert [each.status for each in questions()] == ["declined"]


@pytest.mark.parametrize("kind", ["event", "context"])
def test_events_and_contexts_are_never_promoted(alice: User, scribe: Agent, me: Actor, kind: str) -> None:
    with scope.acting_as(alice.pk):
        for day in range(20):
            memory = noticed(scribe, day, name="trip", category="travel", kind=kind)
        assert (memory.status, memory.repeats) == ("active", 20)
        assert actions.promote(memory.pk, by=me, now=on(20)).name == "unchanged"
    assert ask(20) == {}


def test_a_member_of_a_conflict_is_not_asked_about(alice: User, scribe: Agent, ripe: Memory, me: Actor) -> None:
    with scope.acting_as(alice.pk):
        other = agent_says(scribe, "Word", on(3), source="behaviour")
        assert other.name == "conflict"
    assert ask(4) == {}
    with scope.acting_as(alice.pk):
        actions.was_temporary(other.conflict_id, other.memory.pk, by=me, now=on(5))  # type: ignore[arg-type, union-attr]
    assert ask(5) == {"asked": 1}


def test_long_candidate_and_ended_memories_are_not_promoted(alice: User, scribe: Agent, me: Actor) -> None:
    with scope.acting_as(alice.pk):
        for day in range(3):
            person_types(alice, "Green tea", on(day), name="drink", category="food")
            agent_says(scribe, "Word", on(day))
            gone = noticed(scribe, day, "Oat bread", name="bread", category="food")
        actions.expire(gone.pk, by=me, now=on(3))
        assert set(Memory.objects.values_list("horizon", "status")) == {
            ("long", "active"), ("long", "candidate"), ("short", "expired"),
        }  # fmt: skip
    assert ask(4) == {}


def test_a_person_with_memory_off_is_asked_nothing(alice: User, ripe: Memory) -> None:
    with scope.acting_as(alice.pk):
        set_settings(alice, enable_memory=False)
    assert ask(3) == {}
    with scope.acting_as(alice.pk):
        set_settings(alice, enable_memory=True)
    assert ask(3) == {"asked": 1}


def test_a_dry_run_counts_and_asks_nothing(alice: User, ripe: Memory) -> None:
    rehearsed = upkeep.run_now("promote", now=on(3), dry_run=True)
    assert rehearsed.counts == {"asked": 1}
    assert rehearsed.kinds == {"preference": 1}
    assert rehearsed.dry_run
    assert rehearsed.finished_at is not None
    with scope.acting_as(alice.pk):
        assert not questions()
    assert [ask(3, dry_run=True), ask(3), ask(3, dry_run=True)] == [{"asked": 1}, {"asked": 1}, {}]


def test_one_sweep_asks_everyone_whatever_the_batch_size(alice: User, bob: User, scribe: Agent) -> None:
    with scope.acting_as(bob.pk):
        bobs = Agent.connect(bob, name="Bob's")[0]
    for person, agent in ((alice, scribe), (bob, bobs)):
        with scope.acting_as(person.pk):
            for number in range(3):
                for day in range(3):
                    noticed(agent, day, f"I drink tea number {number}", name=f"tea {number}", category="food")
    assert ask(3, batch=1) == {"asked": 6}
    for person in (alice, bob):
        with scope.acting_as(person.pk):
            assert len({each.memory_id for each in questions(status="open")}) == 3


# Progress, visible on the row


def test_the_row_counts_progress_after_each_piece_of_evidence(alice: User, scribe: Agent) -> None:
    seen = []
    with scope.acting_as(alice.pk):
        for day in (0, 0.1, 1, 11):
            memory = noticed(scribe, day)
            seen.append((memory.evidence_count, memory.repeats, memory.evidence_days))
        assert seen == [(1, 1, 0), (2, 1, 0), (3, 2, 1), (4, 3, 11)]
        assert (memory.evidence_from, memory.evidence_to) == (date(2026, 2, 22), date(2026, 3, 5))
        newest = history_model().objects.filter(id=memory.pk).latest("history_id")
        assert newest.repeats == 3
        assert newest.evidence_from == date(2026, 2, 22)
        assert newest.evidence_to == date(2026, 3, 5)


def test_the_same_evidence_again_is_no_progress(alice: User, scribe: Agent) -> None:
    with scope.acting_as(alice.pk):
        first = noticed(scribe, 0, ref={"conversation": "c1"})
        again = noticed(scribe, 20, ref={"conversation": "c1"})
        assert again.evidence_count == 1
        assert again.repeats == 1
        assert again.evidence_days == 0
        assert again.changed_at == first.changed_at
        other = noticed(scribe, 20, ref={"conversation": "c1", "line": 2})
        assert other.evidence_count == 2
        assert other.repeats == 1
        assert other.evidence_days == 20


def test_an_observation_reported_late_counts_on_its_own_day(alice: User, scribe: Agent) -> None:
    with scope.acting_as(alice.pk):
        noticed(scribe, 0)
        memory = noticed(scribe, 0.1, observed_on=date(2026, 2, 1))
        assert memory.repeats == 2
        assert memory.evidence_from == date(2026, 2, 1)
        assert memory.evidence_days == 21
    assert ask(1) == {"asked": 1}


def test_a_contrary_sign_is_no_progress(alice: User, scribe: Agent, trusted: Agent) -> None:
    with scope.acting_as(alice.pk):
        said = agent_says(trusted, "Always PDF", on(0), source="instruction").memory
        assert said
        for day in (1, 20):
            agent_says(trusted, "Word", on(day), source="behaviour")
        said.refresh_from_db()
        assert said.evidence_count == 1
        assert said.repeats == 1
        assert said.evidence_days == 0


def test_an_unanswered_promotion_is_asked_again_after_new_evidence(ripe: Memory, scribe: Agent, alice: User) -> None:
    assert ask(7) == {"asked": 1}
    upkeep.run_now("expire_proposals", now=on(40))
    assert ask(41) == {}
    with scope.acting_as(alice.pk):
        noticed(scribe, 42)
    assert ask(43) == {"asked": 1}


def test_small_batches_ask_about_each_memory_once(scribe: Agent, alice: User) -> None:
    with scope.acting_as(alice.pk):
        for n in range(7):
            for day in (0, 1, 2):
                noticed(scribe, day, f"I read book {n}", name=f"book {n}", category="books")
    assert ask(3, batch=2) == {"asked": 7}
    assert ask(3, batch=2) == {}
