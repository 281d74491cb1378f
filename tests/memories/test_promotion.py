"""Promotion: a memory observed three times, or over more than two weeks, is asked about once."""

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from memoryweb.agents.models import Agent, Trust
from memoryweb.memories import actions, upkeep
from memoryweb.memories.actions import Actor
from memoryweb.memories.models import Memory, Proposal
from memoryweb.people.models import User
from memoryweb.rls import scope
from tests.builders import agent_says, count_versions, memory_of, person_types, set_settings, verbs_of, versions_of
from tests.cases import with_each

NOON = datetime(2026, 2, 22, 12, tzinfo=UTC)


def on(day: float) -> datetime:
    return NOON + timedelta(days=day)


def observe(agent: Agent, day: float, details: str = "PDF", **more: Any) -> Memory:
    """An agent observes it on this day. If it is trusted, the memory is active and short once it has earned that."""
    outcome = agent_says(agent, details, on(day), **{"source": "behaviour", **more})
    assert outcome.memory
    return Memory.objects.get(pk=outcome.memory.pk)


def run_promotion(day: float, **more: Any) -> dict[str, int]:
    return dict(upkeep.run_now("promote", now=on(day), **more).counts)


def promotions(**filters: Any) -> list[Proposal]:
    return list(Proposal.objects.filter(kind="promote", **filters).order_by("created_at"))


@pytest.fixture
def ripe(alice: User, trusted: Agent) -> Memory:
    """A memory observed on three days of one week."""
    with scope.acting_as(alice.pk):
        return [observe(trusted, day) for day in range(3)][-1]


def test_a_memory_observed_on_three_days_is_asked_about_once(alice: User, ripe: Memory) -> None:
    run = upkeep.run_now("promote", now=on(3))
    assert (run.counts, run.kinds) == ({"asked": 1}, {"preference": 1})
    assert [run_promotion(day) for day in (3, 4, 40)] == [{}, {}, {}]
    with scope.acting_as(alice.pk):
        (proposal,) = promotions()
        assert proposal.memory == ripe
        assert proposal.status == "open"
        assert proposal.created_at == on(3)
        assert proposal.question == "Should I remember this for future interactions?"
        assert proposal.reason == "It came up 3 times or more."
        assert proposal.based_on == versions_of(ripe)[-1].history_id
        ripe.refresh_from_db()
        assert ripe.horizon == "short"
        assert ripe.status == "active"
        assert ripe.confirmed_at is None


def test_what_an_ask_agent_observed_on_three_days_is_asked_about_at_once(alice: User, scribe: Agent) -> None:
    with scope.acting_as(alice.pk):
        memory = [observe(scribe, day) for day in range(3)][-1]
        assert memory.status == "candidate"
        assert memory.proposals.open().count() == 1
    assert run_promotion(3) == {}


@with_each("by", ["conversation", "run"])
def test_ids_that_one_agent_makes_up_on_one_day_are_one_piece_of_evidence(alice: User, trusted: Agent, by: str) -> None:
    with scope.acting_as(alice.pk):
        for number in range(3):
            memory = observe(trusted, number / 10, ref={by: f"c{number}"})
        assert (memory.evidence_count, memory.repeats, memory.status) == (3, 1, "candidate")
    assert run_promotion(1) == {}


def test_another_agent_on_the_same_day_is_another_piece_of_evidence(alice: User, scribe: Agent, trusted: Agent) -> None:
    with scope.acting_as(alice.pk):
        observe(scribe, 0, ref={"run": "r"})
        assert observe(trusted, 0.1, ref={"run": "other"}).repeats == 2


@with_each("last, counts", [(1, {}), (13, {}), (14, {}), (15, {"asked": 1})])
def test_two_observations_suffice_only_over_more_than_14_days(
    alice: User, trusted: Agent, last: int, counts: dict[str, int]
) -> None:
    with scope.acting_as(alice.pk):
        observe(trusted, 0)
        memory = observe(trusted, last)
        assert memory.status == ("active" if counts else "candidate")
        assert memory.repeats == 2
        assert memory.evidence_days == last
    assert run_promotion(last) == counts
    with scope.acting_as(alice.pk):
        assert [promotion.reason for promotion in promotions()] == ["It came up over more than 14 days."] * bool(counts)


def test_time_alone_promotes_nothing(alice: User, trusted: Agent) -> None:
    with scope.acting_as(alice.pk):
        observe(trusted, 0)
        observe(trusted, 1)
    assert run_promotion(100) == {}


def test_accepting_a_promotion_makes_the_memory_long_term_and_confirmed(alice: User, ripe: Memory, me: Actor) -> None:
    run_promotion(3)
    with scope.acting_as(alice.pk):
        (proposal,) = promotions()
        outcome = actions.accept(proposal.pk, by=me, now=on(4))
        ripe.refresh_from_db()
        assert outcome.name == "revised"
        assert ripe.horizon == "long"
        assert ripe.section == "response_preferences"
        assert (ripe.confirmed_at, ripe.status) == (on(4), "active")
        proposal.refresh_from_db()
        assert (proposal.status, proposal.decided_at) == ("accepted", on(4))
        assert verbs_of(ripe) == [
            "remember",
            "reinforce",
            "remember",
            "promote",
        ]
        assert actions.accept(proposal.pk, by=me, now=on(5)).name == "unchanged"
    assert run_promotion(5) == {}


def test_a_chinese_memory_is_asked_about_in_chinese(alice: User, trusted: Agent) -> None:
    with scope.acting_as(alice.pk):
        for day in range(3):
            observe(trusted, day, "喜欢绿茶", name="饮料", category="food")
    assert run_promotion(3) == {"asked": 1}
    with scope.acting_as(alice.pk):
        assert promotions()[0].question == "以后也要记住这一点吗？"


def test_a_rejected_promotion_is_never_asked_again(alice: User, trusted: Agent, ripe: Memory, me: Actor) -> None:
    run_promotion(3)
    with scope.acting_as(alice.pk):
        before = count_versions()
        actions.reject(promotions()[0].pk, by=me, now=on(4))
        ripe.refresh_from_db()
        assert ripe.horizon == "short"
        assert ripe.status == "active"
        assert count_versions() == before
        for day in range(5, 40):
            observe(trusted, day)
    assert run_promotion(40) == {}
    with scope.acting_as(alice.pk):
        assert [promotion.status for promotion in promotions()] == ["declined"]


@with_each("kind", ["event", "context"])
def test_events_and_contexts_are_never_promoted(alice: User, trusted: Agent, me: Actor, kind: str) -> None:
    with scope.acting_as(alice.pk):
        for day in range(20):
            memory = observe(trusted, day, name="trip", category="travel", kind=kind)
        assert (memory.status, memory.repeats) == ("active", 20)
        assert actions.promote(memory.pk, by=me, now=on(20)).name == "unchanged"
    assert run_promotion(20) == {}


def test_a_member_of_a_conflict_is_not_asked_about(alice: User, trusted: Agent, ripe: Memory, me: Actor) -> None:
    with scope.acting_as(alice.pk):
        other = agent_says(trusted, "Word", on(3), source="behaviour")
        assert other.name == "conflict"
    assert run_promotion(4) == {}
    with scope.acting_as(alice.pk):
        assert other.conflict_id
        actions.was_temporary(other.conflict_id, memory_of(other).pk, by=me, now=on(5))
    assert run_promotion(5) == {"asked": 1}


def test_long_candidate_and_ended_memories_are_not_promoted(
    alice: User, trusted: Agent, scribe: Agent, me: Actor
) -> None:
    with scope.acting_as(alice.pk):
        for day in range(3):
            person_types(alice, "Green tea", on(day), name="drink", category="food")
            agent_says(scribe, "Word", on(day))
            gone = observe(trusted, day, "Oat bread", name="bread", category="food")
        actions.expire(gone.pk, by=me, now=on(3))
        assert set(Memory.objects.values_list("horizon", "status")) == {
            ("long", "active"),
            ("long", "candidate"),
            ("short", "expired"),
        }
    assert run_promotion(4) == {}


def test_a_person_with_memory_off_is_asked_nothing(alice: User, ripe: Memory) -> None:
    with scope.acting_as(alice.pk):
        set_settings(alice, enable_memory=False)
    assert run_promotion(3) == {}
    with scope.acting_as(alice.pk):
        set_settings(alice, enable_memory=True)
    assert run_promotion(3) == {"asked": 1}


def test_a_dry_run_counts_and_asks_nothing(alice: User, ripe: Memory) -> None:
    run = upkeep.run_now("promote", now=on(3), dry_run=True)
    assert run.counts == {"asked": 1}
    assert run.kinds == {"preference": 1}
    assert run.dry_run
    assert run.finished_at is not None
    with scope.acting_as(alice.pk):
        assert not promotions()
    assert [run_promotion(3, dry_run=True), run_promotion(3), run_promotion(3, dry_run=True)] == [
        {"asked": 1},
        {"asked": 1},
        {},
    ]


def test_one_sweep_asks_everyone_whatever_the_batch_size(alice: User, bob: User, trusted: Agent) -> None:
    with scope.acting_as(bob.pk):
        bobs = Agent.connect(bob, name="Bob's", trust=Trust.TRUSTED)[0]
    for person, agent in ((alice, trusted), (bob, bobs)):
        with scope.acting_as(person.pk):
            for number in range(3):
                for day in range(3):
                    observe(agent, day, f"I drink tea number {number}", name=f"tea {number}", category="food")
    assert run_promotion(3, batch=1) == {"asked": 6}
    for person in (alice, bob):
        with scope.acting_as(person.pk):
            assert len({promotion.memory_id for promotion in promotions(status="open")}) == 3


# Progress, in the columns of the row


def test_the_row_counts_progress_after_each_piece_of_evidence(alice: User, trusted: Agent) -> None:
    progress = []
    with scope.acting_as(alice.pk):
        for day in (0, 0.1, 1, 11):
            memory = observe(trusted, day)
            progress.append((memory.evidence_count, memory.repeats, memory.evidence_days))
        assert progress == [(1, 1, 0), (2, 1, 0), (3, 2, 1), (4, 3, 11)]
        assert (memory.evidence_from, memory.evidence_to) == (date(2026, 2, 22), date(2026, 3, 5))
        newest = versions_of(memory)[-1]
        assert newest.repeats == 3
        assert newest.evidence_from == date(2026, 2, 22)
        assert newest.evidence_to == date(2026, 3, 5)


def test_the_same_evidence_again_is_no_progress(alice: User, trusted: Agent) -> None:
    with scope.acting_as(alice.pk):
        first = observe(trusted, 0, ref={"conversation": "c1"})
        again = observe(trusted, 20, ref={"conversation": "c1"})
        assert again.evidence_count == 1
        assert again.repeats == 1
        assert again.evidence_days == 0
        assert again.changed_at == first.changed_at
        other = observe(trusted, 0.1, ref={"conversation": "c1", "line": 2})
        assert other.evidence_count == 2
        assert other.repeats == 1
        assert other.evidence_days == 0


def test_an_observation_reported_late_counts_on_its_own_day(alice: User, trusted: Agent) -> None:
    with scope.acting_as(alice.pk):
        observe(trusted, 0)
        memory = observe(trusted, 0.1, observed_on=date(2026, 2, 1))
        assert memory.repeats == 2
        assert memory.evidence_from == date(2026, 2, 1)
        assert memory.evidence_days == 21
    assert run_promotion(1) == {"asked": 1}


def test_a_contrary_sign_is_no_progress(alice: User, trusted: Agent) -> None:
    with scope.acting_as(alice.pk):
        instruction = agent_says(trusted, "Always PDF", on(0), source="instruction").memory
        assert instruction
        for day in (1, 20):
            agent_says(trusted, "Word", on(day), source="behaviour")
        instruction.refresh_from_db()
        assert instruction.evidence_count == 1
        assert instruction.repeats == 1
        assert instruction.evidence_days == 0


def test_an_unanswered_promotion_is_asked_again_after_new_evidence(ripe: Memory, trusted: Agent, alice: User) -> None:
    assert run_promotion(7) == {"asked": 1}
    upkeep.run_now("expire_proposals", now=on(40))
    assert run_promotion(41) == {}
    with scope.acting_as(alice.pk):
        observe(trusted, 42)
    assert run_promotion(43) == {"asked": 1}


def test_small_batches_ask_about_each_memory_once(trusted: Agent, alice: User) -> None:
    with scope.acting_as(alice.pk):
        for n in range(7):
            for day in (0, 1, 2):
                observe(trusted, day, f"I read book {n}", name=f"book {n}", category="books")
    assert run_promotion(3, batch=2) == {"asked": 7}
    assert run_promotion(3, batch=2) == {}
