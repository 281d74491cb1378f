"""The clock's sweeps: in batches, over everyone's rows, safe to run twice."""

import os
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, date, datetime, timedelta
from threading import Barrier
from typing import Any

import psycopg
import pytest
from django.db import DatabaseError, connection

from memoryweb.agents.models import Agent
from memoryweb.memories import actions, upkeep
from memoryweb.memories.actions import FileOf, Person
from memoryweb.memories.models import Conflict, Memory, Proposal, Tombstone, UpkeepRun, history_model
from memoryweb.people.models import User
from memoryweb.rls import scope
from memoryweb.rls.roles import APP
from tests import servers
from tests.builders import agent_says, memory_of, person_types, set_settings, versions_of
from tests.cases import with_each

NOON = datetime(2026, 2, 22, 12, tzinfo=UTC)
OLD = NOON - timedelta(days=30, seconds=1)


@pytest.fixture
def proposed(alice: User, scribe: Agent) -> list[actions.Outcome]:
    """Three of alice's proposals that nobody answered in time, and one that still has time."""
    with scope.acting_as(alice.pk):
        old = [agent_says(scribe, f"I like tea {n}", OLD, name=f"tea {n}", category="food") for n in range(3)]
        young = agent_says(scribe, "PDF", NOON - timedelta(days=30))
    return [*old, young]


def changes_of(memory: Memory) -> list[tuple[str, str, str]]:
    rows: Any = history_model().objects.filter(id=memory.pk).order_by("history_id")
    return list(rows.values_list("changed_verb", "changed_by", "changed_because"))


@with_each("batch", [1, 2, 3, 500])
def test_unanswered_proposals_expire_with_one_version_each(
    alice: User, proposed: list[actions.Outcome], batch: int
) -> None:
    run = upkeep.run_now("expire_proposals", now=NOON, batch=batch)
    assert run.name == "expire_proposals"
    assert run.counts == {"proposals": 3, "memories": 3}
    assert run.started_at == NOON
    with scope.acting_as(alice.pk):
        for outcome in proposed[:3]:
            memory = memory_of(outcome)
            assert (memory.status, memory.expired_on) == ("expired", NOON.date())
            assert memory.expire_reason == "Nobody answered for 30 days."
            assert changes_of(memory) == [
                ("remember", "agent", "explicit instruction"),
                ("expire", "clock", "not answered"),
            ]
            newest = versions_of(memory)[-1]
            for field in history_model().tracked_fields:
                assert getattr(newest, field.attname) == getattr(memory, field.attname), field.name
        assert (memory_of(proposed[3]).status, Proposal.objects.open().count()) == ("candidate", 1)


def test_one_sweep_closes_everyones_proposals(alice: User, bob: User, proposed: list[actions.Outcome]) -> None:
    with scope.acting_as(bob.pk):
        agent = Agent.connect(bob, name="Bob's")[0]
        agent_says(agent, "PDF", OLD)
    assert upkeep.run_now("expire_proposals", now=NOON).counts == {"proposals": 4, "memories": 4}


def test_a_second_sweep_does_nothing_and_has_a_row(alice: User, proposed: list[actions.Outcome]) -> None:
    upkeep.run_now("expire_proposals", now=NOON)
    assert upkeep.run_now("expire_proposals", now=NOON).counts == {}
    assert UpkeepRun.objects.count() == 2
    with scope.acting_as(alice.pk):
        assert len(changes_of(memory_of(proposed[0]))) == 2


def test_a_sweep_with_nothing_due_has_a_row(db: None) -> None:
    assert upkeep.run_now("expire_proposals", now=NOON).counts == {}
    assert UpkeepRun.objects.count() == 1


def test_an_unanswered_proposal_leaves_no_tombstone(
    alice: User, scribe: Agent, proposed: list[actions.Outcome]
) -> None:
    upkeep.run_now("expire_proposals", now=NOON)
    with scope.acting_as(alice.pk):
        assert not Tombstone.objects.exists()
        assert agent_says(scribe, "I like tea 0", name="tea 0", category="food").name == "proposed"


def test_an_unanswered_update_becomes_stale_and_loses_its_text(alice: User, scribe: Agent) -> None:
    with scope.acting_as(alice.pk):
        confirmed = person_types(alice, "PDF", OLD)
        agent_says(scribe, "Word", OLD)
    assert upkeep.run_now("expire_proposals", now=NOON).counts == {"proposals": 1}
    with scope.acting_as(alice.pk):
        question = Proposal.objects.get()
        assert question.status == "stale"
        assert question.question == ""
        assert question.change == {}
        assert (memory_of(confirmed).status, changes_of(memory_of(confirmed))[-1][0]) == ("active", "remember")


def test_an_unanswered_choice_expires_on_both_sides_and_a_conflict_on_neither(
    alice: User, scribe: Agent, trusted: Agent
) -> None:
    with scope.acting_as(alice.pk):
        choice = [agent_says(scribe, text, OLD) for text in ("I like PDF", "I like Word")]
        conflict = [agent_says(trusted, text, OLD, name="drink", category="food") for text in ("Tea", "Coffee")]
    assert upkeep.run_now("expire_proposals", now=NOON).counts == {"proposals": 2, "memories": 2}
    with scope.acting_as(alice.pk):
        assert [memory_of(each).status for each in choice] == ["expired", "expired"]
        assert [(memory_of(each).status, memory_of(each).contested) for each in conflict] == [("active", True)] * 2


def test_two_sweeps_at_once_share_the_work(committed: None) -> None:
    alice = User.objects.create_user("alice@example.org", None)
    with scope.acting_as(alice.pk):
        scribe = Agent.connect(alice, name="Scribe")[0]
        for n in range(40):
            agent_says(scribe, f"I like tea {n}", OLD, name=f"tea {n}", category="food")
    start = Barrier(4)

    def sweep() -> int:
        try:
            start.wait(60)
            return int(upkeep.run_now("expire_proposals", now=NOON, batch=3).counts.get("memories", 0))
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as threads:
        counts = [future.result(120) for future in [threads.submit(sweep) for _ in range(4)]]
    with scope.acting_as(alice.pk):
        assert (sum(counts), Memory.objects.filter(status="expired").count()) == (40, 40)
        assert history_model().objects.filter(changed_by="clock").count() == 40


def test_a_locked_row_is_left_for_the_next_sweep(committed: None) -> None:
    alice = User.objects.create_user("alice@example.org", None)
    with scope.acting_as(alice.pk):
        scribe = Agent.connect(alice, name="Scribe")[0]
        locked = agent_says(scribe, "I like tea", OLD, name="tea", category="food")

    def sweep() -> Any:
        try:
            return upkeep.run_now("expire_proposals", now=NOON).counts
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as thread:
        with scope.acting_as(alice.pk):
            actions.confirm(memory_of(locked).pk, by=Person(alice), now=NOON)
            assert thread.submit(sweep).result(10) == {}
        assert thread.submit(sweep).result(10) == {}


# The clock's role


def test_the_app_role_cannot_become_the_clock() -> None:
    with (
        psycopg.connect(servers.url(APP, connection.settings_dict["NAME"])) as app,
        pytest.raises(psycopg.errors.InsufficientPrivilege),
    ):
        app.execute("SET ROLE memoryweb_clock")


def test_the_clock_role_writes_only_what_it_ages(as_alice: User) -> None:
    for statement in (
        "DELETE FROM memories_memory",
        "INSERT INTO memories_memory DEFAULT VALUES",
        "UPDATE memories_evidence SET quote = ''",
        "UPDATE memories_historicalmemory SET label = ''",
        "DELETE FROM memories_tombstone",
        "UPDATE people_user SET is_staff = true",
        "INSERT INTO memories_refusal DEFAULT VALUES",
    ):
        with pytest.raises(DatabaseError, match="permission denied"):  # noqa: SIM117
            with scope.acting_as_clock(), connection.cursor() as cursor:
                cursor.execute(statement)


def test_without_its_role_the_clock_sees_no_rows(alice: User, proposed: list[actions.Outcome]) -> None:
    assert Memory.objects.count() == 0
    with scope.acting_as_clock():
        assert Memory.objects.count() == 4
    assert Memory.objects.count() == 0


def test_every_beat_entry_names_a_task() -> None:
    from django.conf import settings

    from memoryweb.celery import app

    app.loader.import_default_modules()
    for entry in settings.CELERY_BEAT_SCHEDULE.values():
        assert entry["task"] in app.tasks


def test_proposals_of_a_person_with_memory_off_are_not_closed(alice: User, proposed: list[actions.Outcome]) -> None:
    with scope.acting_as(alice.pk):
        set_settings(alice, enable_memory=False)
    assert upkeep.run_now("expire_proposals", now=NOON).counts == {}


def test_a_dry_run_counts_what_the_sweep_then_does(alice: User, proposed: list[actions.Outcome]) -> None:
    planned = upkeep.run_now("expire_proposals", now=NOON, dry_run=True)
    run = upkeep.run_now("expire_proposals", now=NOON)
    assert (planned.counts, planned.kinds) == (run.counts, run.kinds)
    assert sum(run.kinds.values()) == run.counts["memories"] == 3


def test_a_memory_with_an_open_proposal_is_not_archived_by_age(alice: User) -> None:
    """A file may tell of a day long ago: the person has the usual time to answer, and then the memory has its own."""
    long_ago = date(2025, 3, 5)
    with scope.acting_as(alice.pk):
        statement = actions.Statement(
            details="The server runs Debian",
            category="x",
            evidence_kind="import",
            source="instruction",
            observed_on=long_ago,
            learned_on=long_ago,
        )
        outcome = actions.remember(statement, by=FileOf(alice), now=NOON)
        assert outcome.name == "proposed"
    assert upkeep.run_now("archive", now=NOON).counts == {}
    with scope.acting_as(alice.pk):
        actions.confirm(memory_of(outcome).pk, by=Person(alice), now=NOON)
        assert memory_of(outcome).archive_on == NOON.date() + timedelta(days=91)


def test_a_question_about_another_value_of_long_ago_waits_as_long_as_any_other(alice: User) -> None:
    long_ago = NOON - timedelta(days=300)
    with scope.acting_as(alice.pk):
        person_types(alice, "Debian", long_ago - timedelta(days=100), name="server", category="x", kind="fact")
        statement = actions.Statement(
            name="server",
            details="Fedora",
            category="x",
            kind="fact",
            evidence_kind="import",
            source="instruction",
            observed_on=long_ago.date(),
            learned_on=long_ago.date(),
        )
        outcome = actions.remember(statement, by=FileOf(alice), now=NOON)
        assert outcome.name == "proposed"
        upkeep.run_now("archive", now=NOON)
        assert memory_of(outcome).status == "candidate"
        assert Proposal.objects.open().get().memory_id == memory_of(outcome).pk


def test_workers_sharing_a_shard_find_every_conflict(committed: None) -> None:
    """Two transactions that each hold one half of a pair would not find it."""
    foods = [f"{how} {what}" for how in ("spiced", "smoked", "fried") for what in ("okra", "tofu", "kale", "sushi")]
    alice = User.objects.create_user("alice@example.org", None)
    with scope.acting_as(alice.pk):
        for food in foods:
            person_types(alice, f"I like {food}", NOON, name=f"food {food}", category="food", kind="preference")
        for food in reversed(foods):
            person_types(alice, f"I don't like {food}", NOON, name=f"kitchen {food}", category="kitchen", kind="fact")
        assert not Conflict.objects.exists()
    start = Barrier(4)

    def sweep() -> None:
        try:
            start.wait(60)
            upkeep.run_now("detect_conflicts", now=NOON, batch=2)
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as threads:
        for future in [threads.submit(sweep) for _ in range(4)]:
            future.result(30)
    with scope.acting_as(alice.pk):
        assert Conflict.objects.count() == len(foods)


@with_each(
    "yes, no",
    [("我喜欢香菜", "我不喜欢香菜"), ("我爱吃榴莲", "我讨厌吃榴莲"), ("I like okra", "I don't like okra")],
)
def test_a_statement_and_its_negation_conflict(alice: User, yes: str, no: str) -> None:
    with scope.acting_as(alice.pk):
        person_types(alice, yes, NOON, name="one", category="food", kind="preference")
        person_types(alice, no, NOON, name="other", category="kitchen", kind="fact")
        person_types(alice, "我特别喜欢差不多的西瓜", NOON, name="third", category="food", kind="preference")
    upkeep.run_now("detect_conflicts", now=NOON)  # unless remember found it already
    with scope.acting_as(alice.pk):
        assert {memory.value for memory in Memory.objects.filter(contested=True)} == {yes, no}


def test_a_dry_run_across_the_hour_still_counts_what_is_due(alice: User) -> None:
    with scope.acting_as(alice.pk):
        person_types(alice, "Met Chen", OLD, name="chen", category="x", kind="event")
    hour = NOON.replace(minute=0) + timedelta(hours=1)
    trial = upkeep.start_run("archive", now=hour - timedelta(seconds=1), dry_run=True)
    upkeep.start_run("archive", now=hour + timedelta(seconds=1), hourly=True)
    for shard in trial.open_shards:
        upkeep.run_shard(trial.pk, shard, now=hour)
    trial.refresh_from_db()
    assert (trial.counts, trial.finished_at is None) == ({"archived": 1}, False)


def test_an_unfinished_run_by_hand_is_closed_by_an_hourly_run_an_hour_later(committed: None) -> None:
    alice = User.objects.create_user("alice@example.org", None)
    with scope.acting_as(alice.pk):
        memory = memory_of(person_types(alice, "Met Chen", OLD, name="chen", category="x", kind="event"))
    with psycopg.connect(os.environ["OWNER_DATABASE_URL"]) as hold:
        hold.execute("SELECT FROM memories_memory WHERE id = %s FOR UPDATE", [memory.pk])
        assert upkeep.run_now("archive", now=NOON).finished_at is None
    ring = NOON + timedelta(hours=1)
    upkeep.start_run("archive", now=ring, hourly=True)
    assert [run.finished_at is None for run in UpkeepRun.objects.order_by("started_at")] == [True, True]
    upkeep.start_run("archive", now=ring + timedelta(hours=1), hourly=True)
    assert [run.finished_at is None for run in UpkeepRun.objects.order_by("started_at")] == [False, False, True]


def test_a_proposal_about_a_goal_has_the_topic_goal(as_alice: User) -> None:
    goal = person_types(as_alice, "My goal is to learn the cello", NOON, name="cello", category="music").memory
    assert goal
    later = NOON + timedelta(days=400)
    upkeep.run_now("archive", now=later)
    assert list(Proposal.objects.open().filter(memory=goal).values_list("kind", "topic")) == [("expire", "goal")]
