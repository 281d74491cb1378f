"""Importance fades by kind, and the clock archives a memory past its time."""

from datetime import date

from memoryweb.agents.models import Agent
from memoryweb.memories import actions, upkeep
from memoryweb.memories.actions import Person
from memoryweb.memories.models import Memory, Proposal
from memoryweb.people.models import User
from memoryweb.rls import scope
from memoryweb.rules import policy
from tests.builders import agent_says, memory_of, person_types, set_settings, verbs_of, versions_of
from tests.cases import with_each
from tests.memories.aging import NOON, later, save, sweep

# The figures of S2


@with_each(
    "kind, first, days, points",
    [
        ("event", 8.0, 5, 5.5),
        ("event", 8.0, 16, 0.0),
        ("preference", 7.5, 180, 3.9),
        ("rule", 9.0, 9999, 9.0),
        ("fact", 5.0, 20, 3.0),
        ("fact", 5.0, 21, 2.9),
        ("goal", 6.0, 400, 6.0),
        ("habit", 6.0, 400, 6.0),
    ],
)
def test_importance_fades_by_kind_however_often_the_sweep_runs(
    alice: User, kind: str, first: float, days: int, points: float
) -> None:
    with scope.acting_as(alice.pk):
        memory = save(alice, "Something", kind, first)
    for _ in range(3):
        upkeep.run_now("archive", now=later(min(days, 1)))
    with scope.acting_as(alice.pk):
        memory.refresh_from_db()
        assert memory.importance_on(later(days).date()) == points
        assert memory.importance_base == first
        assert verbs_of(memory) == ["remember"]


@with_each(
    "kind, points, last",
    [("event", 8.0, 14), ("preference", 7.5, 180), ("fact", 5.0, 90), ("context", 5.0, 30), ("habit", 6.0, 365)],
)
def test_a_memory_past_its_time_is_archived_once(alice: User, kind: str, points: float, last: int) -> None:
    with scope.acting_as(alice.pk):
        memory = save(alice, "Something", kind, points)
    assert sweep("archive", later(last), 2) == [{}, {}]
    assert sweep("archive", later(last + 1), 3) == [{"archived": 1}, {}, {}]
    with scope.acting_as(alice.pk):
        memory.refresh_from_db()
        assert (memory.status, memory.expired_on) == ("archived", later(last + 1).date())
        assert memory.expire_reason == f"{kind} TTL expired ({last} days)"
        steps = [(version.changed_by, version.changed_verb) for version in versions_of(memory)]
        assert steps == [("person", "remember"), ("clock", "archive")]


def test_a_fact_is_dormant_at_21_days_and_archived_at_91(as_alice: User) -> None:
    memory = save(as_alice, "The server runs Debian", "fact", 5.0)
    assert memory.importance_on(later(20).date()) == 3.0
    assert memory.importance_on(later(21).date()) < policy.DORMANT_BELOW
    assert (memory.dormant_on, memory.archive_on) == (later(21).date(), later(91).date())


# What is not archived by age


def test_rules_goals_pinned_kept_critical_and_contested_memories_are_not_archived(alice: User, trusted: Agent) -> None:
    me = Person(alice)
    with scope.acting_as(alice.pk):
        rule = save(alice, "Never deploy on Fridays", "rule", None)
        pinned, kept = save(alice, "Pinned", "event", 5.0), save(alice, "Held", "event", 5.0)
        critical = save(alice, "Critical", "habit", 9.0)
        goal = save(alice, "Learn the cello", "goal", 6.0)
        actions.pin(pinned.pk, by=me, now=NOON)
        actions.keep(kept.pk, by=me, now=NOON)
        agent_says(trusted, "Always PDF", NOON)
        agent_says(trusted, "Word", NOON, source="instruction")
    assert sweep("archive", later(9999)) == [{"goals asked about": 1}]
    with scope.acting_as(alice.pk):
        for memory in (rule, pinned, kept, critical, goal):
            memory.refresh_from_db()
            assert memory.status == "active", memory
        assert Memory.objects.filter(contested=True, status="active").count() == 2
        question = Proposal.objects.get(memory=goal)
        assert (question.kind, question.question) == ("expire", "Still a goal?")


def test_a_critical_memory_is_archived_once_it_has_faded(alice: User) -> None:
    with scope.acting_as(alice.pk):
        event = save(alice, "Something", "event", 10.0)  # critical for two days only
        assert event.archive_on == later(15).date()
        assert save(alice, "Anything", "preference", 10.0).archive_on == later(181).date()  # critical for 51 days
    assert sweep("archive", later(14)) == [{}]
    assert sweep("archive", later(15)) == [{"archived": 1}]


@with_each("text", ["You must answer in English today", "今天必须用英文回答"])
def test_a_rule_for_today_is_archived_after_its_day(alice: User, text: str) -> None:
    with scope.acting_as(alice.pk):
        rule = memory_of(person_types(alice, text, NOON, name="answers", category="x", kind="rule"))
        assert (rule.valid_until, rule.archive_on) == (NOON.date(), later(2).date())
    assert sweep("archive", later(2)) == [{"archived": 1}]


@with_each("verb", ["keep", "pin"])
def test_keep_and_pin_remove_the_last_day(alice: User, verb: str) -> None:
    with scope.acting_as(alice.pk):
        memory = memory_of(person_types(alice, "The lift is broken", NOON, valid_until=later(3).date()))
        getattr(actions, verb)(memory.pk, by=Person(alice), now=NOON)
    assert sweep("archive", later(400)) == [{}]


def test_a_memory_is_archived_after_its_last_day_and_not_before(alice: User) -> None:
    with scope.acting_as(alice.pk):
        today = memory_of(person_types(alice, "Word for today", NOON))
        reminder = memory_of(
            person_types(alice, "Dentist on 2026-05-01", NOON, name="dentist", category="x", kind="reminder")
        )
        assert (today.valid_until, today.archive_on) == (NOON.date(), later(2).date())
        assert (reminder.kind, reminder.valid_until) == ("event", date(2026, 5, 1))
        assert reminder.archive_on == date(2026, 5, 3)  # once the first of May is over, also in Honolulu
    assert sweep("archive", later(2)) == [{"archived": 1}]
    with scope.acting_as(alice.pk):
        today.refresh_from_db()
        assert today.expire_reason == "valid until 2026-02-22"


def test_memories_of_a_person_with_memory_off_are_not_archived(alice: User) -> None:
    with scope.acting_as(alice.pk):
        save(alice, "Something", "event", 5.0)
        set_settings(alice, enable_memory=False)
    assert sweep("archive", later(99)) == [{}]


def test_a_memory_below_the_persons_own_threshold_is_archived(alice: User, bob: User) -> None:
    for person in (alice, bob):
        with scope.acting_as(person.pk):
            save(person, "Something", "fact", 5.0)
    with scope.acting_as(alice.pk):
        set_settings(alice, archive_below=1.0)
    assert sweep("archive", later(40)) == [{}]
    assert sweep("archive", later(41), 2) == [{"archived": 1}, {}]
    with scope.acting_as(alice.pk):
        assert Memory.objects.get().expire_reason == "importance under 1"
