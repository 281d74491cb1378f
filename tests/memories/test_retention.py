"""Importance, time to live, and the person's word on both (SPEC §5)."""

import random
from datetime import UTC, date, datetime, timedelta

import pytest
from django.db import connection

from memoryweb.agents.models import Agent
from memoryweb.memories import actions, upkeep
from memoryweb.memories.actors import AgentOf, OnlyThePerson, Person
from memoryweb.memories.models import Memory, Proposal, history_model
from memoryweb.people.models import User
from memoryweb.rls import scope
from memoryweb.rules import decay, policy
from tests.builders import agent_says, memory_of, person_types, set_settings

NOON = datetime(2026, 2, 22, 12, tzinfo=UTC)


def later(days: int) -> datetime:
    return NOON + timedelta(days=days)


def kept(person: User, text: str, kind: str, points: float | None, **more: object) -> Memory:
    """A memory in use, of this kind and first importance."""
    name = f"{kind} {random.random()}"
    return memory_of(person_types(person, text, NOON, name=name, category="x", kind=kind, importance=points, **more))


def sweep(name: str, at: datetime, times: int = 1) -> list[dict[str, int]]:
    return [dict(upkeep.run_now(name, now=at).counts) for _ in range(times)]


# The acceptance numbers of SPEC §5


@pytest.mark.parametrize(
    ("kind", "first", "days", "points"),
    [("event", 8.0, 5, 5.5), ("event", 8.0, 16, 0.0), ("preference", 7.5, 180, 3.9), ("rule", 9.0, 9999, 9.0),
     ("fact", 5.0, 20, 3.0), ("fact", 5.0, 21, 2.9), ("goal", 6.0, 400, 6.0), ("habit", 6.0, 400, 6.0)],
)  # fmt: skip
def test_importance_fades_by_kind_however_often_the_sweep_runs(
    alice: User, kind: str, first: float, days: int, points: float
) -> None:
    with scope.acting_as(alice.pk):
        memory = kept(alice, "Something", kind, first)
    for _ in range(3):
        upkeep.run_now("archive", now=later(min(days, 1)))
    with scope.acting_as(alice.pk):
        memory.refresh_from_db()
        assert memory.importance_on(later(days).date()) == points
        assert (memory.importance_base, history_model().objects.filter(id=memory.pk).count()) == (first, 1)


@pytest.mark.parametrize(
    ("kind", "points", "last"),
    [("event", 8.0, 14), ("preference", 7.5, 180), ("fact", 5.0, 90), ("context", 5.0, 30), ("habit", 6.0, 365)],
)
def test_a_memory_past_its_time_is_archived_once(alice: User, kind: str, points: float, last: int) -> None:
    with scope.acting_as(alice.pk):
        memory = kept(alice, "Something", kind, points)
    assert sweep("archive", later(last), 2) == [{}, {}]
    assert sweep("archive", later(last + 1), 3) == [{"archived": 1}, {}, {}]
    with scope.acting_as(alice.pk):
        memory.refresh_from_db()
        assert (memory.status, memory.expired_on) == ("archived", later(last + 1).date())
        assert memory.expire_reason == f"{kind} TTL expired ({last} days)"
        steps = history_model().objects.filter(id=memory.pk).order_by("history_id")
        assert list(steps.values_list("changed_by", "changed_verb")) == [("person", "remember"), ("clock", "archive")]


def test_a_fact_is_dormant_at_21_days_and_archived_at_91(as_alice: User) -> None:
    memory = kept(as_alice, "The server runs Debian", "fact", 5.0)
    assert memory.importance_on(later(20).date()) == 3.0
    assert memory.importance_on(later(21).date()) < policy.DORMANT_BELOW
    assert (memory.dormant_on, memory.archive_on) == (later(21).date(), later(91).date())


def test_a_boost_ends_at_ten_and_counts_once_a_day(as_alice: User) -> None:
    memory = kept(as_alice, "Something", "rule", 9.8)
    me = Person(as_alice)
    assert actions.boost(memory.pk, by=me, now=later(1)).name == "revised"
    assert actions.boost(memory.pk, by=me, now=later(1)).name == "unchanged"
    memory.refresh_from_db()
    assert (memory.importance_base, memory.importance_as_of) == (10.0, later(1).date())


def test_a_boost_lifts_what_is_left_and_leaves_the_time_to_the_archive(as_alice: User) -> None:
    memory = kept(as_alice, "Something", "event", 8.0)
    actions.boost(memory.pk, by=Person(as_alice), now=later(5))
    boosted = Memory.objects.get(pk=memory.pk)
    assert (boosted.importance_base, boosted.archive_on) == (6.0, memory.archive_on)


# What is not archived by age


def test_rules_goals_pinned_kept_critical_and_contested_memories_are_not_archived(alice: User, trusted: Agent) -> None:
    me = Person(alice)
    with scope.acting_as(alice.pk):
        rule = kept(alice, "Never deploy on Fridays", "rule", None)
        pinned, held = kept(alice, "Pinned", "event", 5.0), kept(alice, "Held", "event", 5.0)
        critical = kept(alice, "Critical", "habit", 9.0)
        goal = kept(alice, "Learn the cello", "goal", 6.0)
        actions.pin(pinned.pk, by=me, now=NOON)
        actions.keep(held.pk, by=me, now=NOON)
        agent_says(trusted, "Always PDF", NOON)
        agent_says(trusted, "Word", NOON, source="instruction")
    assert sweep("archive", later(9999)) == [{"goals asked about": 1}]
    with scope.acting_as(alice.pk):
        for memory in (rule, pinned, held, critical, goal):
            memory.refresh_from_db()
            assert memory.status == "active", memory
        assert Memory.objects.filter(contested=True, status="active").count() == 2
        question = Proposal.objects.get(memory=goal)
        assert (question.kind, question.question) == ("expire", "Still a goal?")


def test_a_critical_memory_is_archived_once_it_has_faded(alice: User) -> None:
    with scope.acting_as(alice.pk):
        event = kept(alice, "Something", "event", 10.0)  # critical for two days only
        assert event.archive_on == later(15).date()
        assert kept(alice, "Anything", "preference", 10.0).archive_on == later(181).date()  # critical for 51 days
    assert sweep("archive", later(14)) == [{}]
    assert sweep("archive", later(15)) == [{"archived": 1}]


@pytest.mark.parametrize("said", ["You must answer in English today", "今天必须用英文回答"])
def test_a_rule_for_today_is_archived_after_its_day(alice: User, said: str) -> None:
    with scope.acting_as(alice.pk):
        rule = memory_of(person_types(alice, said, NOON, name="answers", category="x", kind="rule"))
        assert (rule.valid_until, rule.archive_on) == (NOON.date(), later(2).date())
    assert sweep("archive", later(2)) == [{"archived": 1}]


@pytest.mark.parametrize("verb", ["keep", "pin"])
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
        kept(alice, "Something", "event", 5.0)
        set_settings(alice, enable_memory=False)
    assert sweep("archive", later(99)) == [{}]


def test_a_memory_below_the_persons_own_threshold_is_archived(alice: User, bob: User) -> None:
    for person in (alice, bob):
        with scope.acting_as(person.pk):
            kept(person, "Something", "fact", 5.0)
    with scope.acting_as(alice.pk):
        set_settings(alice, archive_below=1.0)
    assert sweep("archive", later(40)) == [{}]
    assert sweep("archive", later(41), 2) == [{"archived": 1}, {}]
    with scope.acting_as(alice.pk):
        assert Memory.objects.get().expire_reason == "importance under 1"


# The person's word


def test_still_true_restarts_importance_and_time_to_live(as_alice: User) -> None:
    memory = kept(as_alice, "Something", "event", 8.0)
    assert actions.still_true(memory.pk, by=Person(as_alice), now=later(10)).name == "revised"
    again = Memory.objects.get(pk=memory.pk)
    assert (again.verified_at, again.archive_on) == (later(10), later(25).date())
    assert again.importance_on(later(10).date()) == 8.0
    assert actions.still_true(memory.pk, by=Person(as_alice), now=later(10)).name == "unchanged"


def test_keep_and_let_age_undo_each_other(as_alice: User) -> None:
    memory, me = kept(as_alice, "Something", "event", 8.0), Person(as_alice)
    assert actions.keep(memory.pk, by=me, now=NOON).name == "revised"
    assert actions.keep(memory.pk, by=me, now=NOON).name == "unchanged"
    assert Memory.objects.get(pk=memory.pk).archive_on is None
    actions.let_age(memory.pk, by=me, now=later(3))
    assert Memory.objects.get(pk=memory.pk).archive_on == later(18).date()


def test_a_goal_is_completed_or_asked_about_after_a_year(alice: User) -> None:
    me = Person(alice)
    with scope.acting_as(alice.pk):
        done, open_ = kept(alice, "Run a marathon", "goal", 6.0), kept(alice, "Learn the cello", "goal", 6.0)
        assert actions.complete(done.pk, by=me, now=later(10)).name == "revised"
        assert actions.complete(kept(alice, "Tea", "fact", 5.0).pk, by=me, now=NOON).name == "unchanged"
    assert sweep("archive", later(366), 2) == [{"archived": 2, "goals asked about": 1}, {}]
    with scope.acting_as(alice.pk):
        question = Proposal.objects.get(memory=open_)
        assert actions.reject(question.pk, by=me, now=later(366)).name == "revised"
        assert Memory.objects.get(pk=open_.pk).archive_on == later(366 + 366).date()
    assert sweep("archive", later(367)) == [{}]


def test_a_person_archives_anything_and_restores_it_with_a_new_clock(alice: User) -> None:
    me = Person(alice)
    with scope.acting_as(alice.pk):
        rule, event = kept(alice, "Never on Fridays", "rule", 9.0), kept(alice, "Something", "event", 8.0)
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


def test_a_memory_restored_by_undo_is_not_archived_again_that_night(alice: User) -> None:
    with scope.acting_as(alice.pk):
        event = kept(alice, "Something", "event", 8.0)
    sweep("archive", later(15))
    with scope.acting_as(alice.pk):
        newest = history_model().objects.filter(id=event.pk).latest("history_id")
        assert actions.undo(newest.history_id, by=Person(alice), now=later(15)).name == "revised"
    assert sweep("archive", later(16)) == [{}]


@pytest.mark.parametrize("verb", ["pin", "unpin", "keep", "let_age", "complete", "still_true", "promote", "archive"])
def test_only_the_person_sets_the_clock(as_alice: User, scribe: Agent, verb: str) -> None:
    memory = kept(as_alice, "Something", "event", 8.0)
    with pytest.raises(OnlyThePerson):
        getattr(actions, verb)(memory.pk, by=AgentOf(scribe), now=NOON)


# One definition, two readers


def test_python_and_sql_decay_agree_on_ten_thousand_random_cases(db: None) -> None:
    dice = random.Random(20260222)
    kinds = [kind.value for kind in policy.Kind]

    def day() -> date:
        return date(2026, 1, 1) + timedelta(days=dice.randint(-400, 400))

    cases = [
        (dice.choice(kinds), dice.random() < 0.1, round(dice.uniform(0, 10), dice.randint(0, 6)), day(),
         dice.random() < 0.2, day(), dice.choice([None, 14, 30, 90, 180, 365]), dice.choice([None, day()]), day())
        for _ in range(10_000)
    ]  # fmt: skip
    names = "kind pinned importance_base importance_as_of importance_assumed ttl_from ttl_days valid_until today"
    types = ["text[]", "boolean[]", "float8[]", "date[]", "boolean[]", "date[]", "integer[]", "date[]", "date[]"]
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT {decay.importance_sql('m.today')},"
            " memories_first_day_below(300, importance_base, kind, importance_as_of, importance_assumed),"
            " memories_archive_day(kind, pinned, importance_base, importance_as_of, importance_assumed, ttl_from,"
            " ttl_days, valid_until)"
            f" FROM unnest({', '.join(f'%s::{each}' for each in types)}) AS m({', '.join(names.split())})",
            [list(column) for column in zip(*cases, strict=True)],
        )
        told_by_sql = cursor.fetchall()
    assert len(told_by_sql) == len(cases)
    for case, said in zip(cases, told_by_sql, strict=True):
        kind, pinned, base, as_of, assumed, ttl_from, ttl_days, until, today = case
        points = decay.effective_importance(base, kind, as_of, today, assumed=assumed)
        dormant = decay.first_day_below(3.0, base=base, kind=kind, as_of=as_of, assumed=assumed)
        archived = decay.archive_day(
            kind=kind, pinned=pinned, base=base, as_of=as_of, assumed=assumed, ttl_from=ttl_from, ttl_days=ttl_days,
            valid_until=until,
        )  # fmt: skip
        assert said == (points, dormant, archived), case
        if dormant:  # the day is the first one under the line, and the day before is not, where there is one
            assert decay.effective_importance(base, kind, as_of, dormant, assumed=assumed) < 3.0
            before = decay.effective_importance(base, kind, as_of, dormant - timedelta(1), assumed=assumed)
            assert before >= 3.0 or dormant == as_of


def test_still_true_removes_a_near_last_day_and_leaves_a_far_one(alice: User) -> None:
    with scope.acting_as(alice.pk):
        near = kept(alice, "The project room is B", "event", 7.0, valid_until=date(2026, 2, 25))
        far = kept(alice, "The project runs in Rome", "fact", 7.0, valid_until=date(2026, 12, 31))
        for memory in (near, far):
            actions.still_true(memory.pk, by=Person(alice), now=later(2))
            memory.refresh_from_db()
        assert (near.valid_until, near.archive_on) == (None, later(17).date())
        assert far.valid_until == date(2026, 12, 31)


def test_a_goal_the_person_still_has_loses_its_past_last_day(alice: User) -> None:
    with scope.acting_as(alice.pk):
        goal = kept(alice, "Run a marathon", "goal", 7.0, valid_until=date(2026, 3, 1))
    assert sweep("archive", later(10)) == [{"goals asked about": 1}]
    with scope.acting_as(alice.pk):
        actions.reject(Proposal.objects.get().pk, by=Person(alice), now=later(10))
        goal.refresh_from_db()
        assert (goal.valid_until, goal.archive_on) == (None, later(10 + 366).date())


@pytest.mark.parametrize("verb", ["unpin", "promote"])
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
        stays = kept(alice, "The server runs Debian", "fact", 2.0)
        kept(alice, "The printer is grey", "fact", 2.0)
        actions.keep(stays.pk, by=Person(alice), now=NOON)
    assert sweep("archive", NOON, 2) == [{"archived": 1}, {}]
    with scope.acting_as(alice.pk):
        stays.refresh_from_db()
        assert stays.status == "active"
