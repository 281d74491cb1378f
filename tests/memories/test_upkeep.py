"""Upkeep: whole batches of everyone's rows, safe to run twice."""

import os
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from threading import Barrier
from typing import Any

import psycopg
import pytest
from django.db import DatabaseError, connection

from memoryweb.agents.models import Agent
from memoryweb.embedded.postgres import Postgres
from memoryweb.memories import actions, upkeep
from memoryweb.memories.actors import FileOf, Person
from memoryweb.memories.models import Conflict, Memory, Proposal, Tombstone, UpkeepRun, history_model
from memoryweb.people.models import MemorySettings, User
from memoryweb.rls import scope
from memoryweb.rls.roles import APP
from tests import servers
from tests.conftest import told, typed

NOON = datetime(2026, 2, 22, 12, tzinfo=UTC)
OLD = NOON - timedelta(days=30, seconds=1)


@pytest.fixture
def questions(alice: User, scribe: Agent) -> list[actions.Outcome]:
    """Three of alice's questions nobody answered, and one that is still young."""
    with scope.acting_as(alice.pk):
        old = [told(scribe, f"I like tea {n}", OLD, name=f"tea {n}", category="food") for n in range(3)]
        young = told(scribe, "PDF", NOON - timedelta(days=30))
    return [*old, young]


def memory_of(outcome: actions.Outcome) -> Memory:
    assert outcome.memory is not None
    return Memory.objects.get(pk=outcome.memory.pk)


def verbs(memory: Memory) -> list[tuple[str, str, str]]:
    rows: Any = history_model().objects.filter(id=memory.pk).order_by("history_id")
    return list(rows.values_list("changed_verb", "changed_by", "changed_because"))


@pytest.mark.parametrize("batch", [1, 2, 3, 500])
def test_questions_nobody_answered_expire_with_one_version_each(
    alice: User, questions: list[actions.Outcome], batch: int
) -> None:
    run = upkeep.run_now("expire_proposals", now=NOON, batch=batch)
    assert (run.name, run.counts, run.started_at) == ("expire_proposals", {"proposals": 3, "memories": 3}, NOON)
    with scope.acting_as(alice.pk):
        for done in questions[:3]:
            memory = memory_of(done)
            assert (memory.status, str(memory.expired_on), memory.expire_reason) == (
                "expired",
                "2026-02-22",
                "Nobody answered for 30 days.",
            )
            assert verbs(memory) == [("remember", "agent", "explicit instruction"), ("expire", "clock", "not answered")]
        assert (memory_of(questions[3]).status, Proposal.objects.open().count()) == ("candidate", 1)
        newest: Any = history_model().objects.filter(id=memory_of(questions[0]).pk).order_by("-history_id").first()
        for field in history_model().tracked_fields:
            assert getattr(newest, field.attname) == getattr(memory_of(questions[0]), field.attname), field.name


def test_everyones_questions_in_one_sweep(alice: User, bob: User, questions: list[actions.Outcome]) -> None:
    with scope.acting_as(bob.pk):
        agent = Agent.connect(bob, name="Bob's")[0]
        told(agent, "PDF", OLD)
    assert upkeep.run_now("expire_proposals", now=NOON).counts == {"proposals": 4, "memories": 4}


def test_a_second_sweep_does_nothing_and_says_so(alice: User, questions: list[actions.Outcome]) -> None:
    upkeep.run_now("expire_proposals", now=NOON)
    assert upkeep.run_now("expire_proposals", now=NOON).counts == {}
    assert UpkeepRun.objects.count() == 2
    with scope.acting_as(alice.pk):
        assert len(verbs(memory_of(questions[0]))) == 2


def test_a_sweep_with_nothing_due_leaves_its_row(db: None) -> None:
    assert upkeep.run_now("expire_proposals", now=NOON).counts == {}
    assert UpkeepRun.objects.count() == 1


def test_silence_is_not_a_no(alice: User, scribe: Agent, questions: list[actions.Outcome]) -> None:
    upkeep.run_now("expire_proposals", now=NOON)
    with scope.acting_as(alice.pk):
        assert not Tombstone.objects.exists()
        assert told(scribe, "I like tea 0", name="tea 0", category="food").name == "proposed"


def test_an_update_nobody_answered_becomes_stale_and_wordless_and_the_memory_stays(alice: User, scribe: Agent) -> None:
    with scope.acting_as(alice.pk):
        known = typed(alice, "PDF", OLD)
        told(scribe, "Word", OLD)
    assert upkeep.run_now("expire_proposals", now=NOON).counts == {"proposals": 1}
    with scope.acting_as(alice.pk):
        question = Proposal.objects.get()
        assert (question.status, question.question, question.change) == ("stale", "", {})
        assert (memory_of(known).status, verbs(memory_of(known))[-1][0]) == ("active", "remember")


def test_a_member_of_an_open_conflict_stays(alice: User, scribe: Agent) -> None:
    with scope.acting_as(alice.pk):
        first = told(scribe, "I like PDF", OLD)
        told(scribe, "I like Word", OLD)
    assert upkeep.run_now("expire_proposals", now=NOON).counts == {"proposals": 1}
    with scope.acting_as(alice.pk):
        assert (memory_of(first).status, memory_of(first).contested) == ("candidate", True)


def test_two_sweeps_at_once_share_the_work(committed: None) -> None:
    alice = User.objects.create_user("alice@example.org", None)
    with scope.acting_as(alice.pk):
        scribe = Agent.connect(alice, name="Scribe")[0]
        for n in range(40):
            told(scribe, f"I like tea {n}", OLD, name=f"tea {n}", category="food")
    start = Barrier(4)

    def sweep() -> int:
        try:
            start.wait(10)
            return int(upkeep.run_now("expire_proposals", now=NOON, batch=3).counts.get("memories", 0))
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as threads:
        done = [each.result(20) for each in [threads.submit(sweep) for _ in range(4)]]
    with scope.acting_as(alice.pk):
        assert (sum(done), Memory.objects.filter(status="expired").count()) == (40, 40)
        assert history_model().objects.filter(changed_by="clock").count() == 40


def test_a_row_somebody_holds_is_left_for_the_next_sweep(committed: None) -> None:
    alice = User.objects.create_user("alice@example.org", None)
    with scope.acting_as(alice.pk):
        scribe = Agent.connect(alice, name="Scribe")[0]
        held = told(scribe, "I like tea", OLD, name="tea", category="food")

    def sweep() -> Any:
        try:
            return upkeep.run_now("expire_proposals", now=NOON).counts
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as thread:
        with scope.acting_as(alice.pk):
            actions.confirm(memory_of(held).pk, by=Person(alice), now=NOON)
            assert thread.submit(sweep).result(10) == {}
        assert thread.submit(sweep).result(10) == {}


# Who is the clock


def test_the_app_cannot_become_the_clock() -> None:
    server = Postgres(Path(os.environ[servers.FOLDER]))
    database = connection.settings_dict["NAME"]
    with psycopg.connect(server.url(APP, database)) as app, pytest.raises(psycopg.errors.InsufficientPrivilege):
        app.execute("SET ROLE memoryweb_clock")


def test_the_clock_touches_only_what_it_ages(as_alice: User) -> None:
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


def test_without_its_role_the_clock_sees_nothing(alice: User, questions: list[actions.Outcome]) -> None:
    assert Memory.objects.count() == 0
    with scope.acting_as_clock():
        assert Memory.objects.count() == 4
    assert Memory.objects.count() == 0


def test_a_task_of_the_clock_is_on_the_beat() -> None:
    from django.conf import settings

    from memoryweb.celery import app

    app.loader.import_default_modules()
    for each in settings.CELERY_BEAT_SCHEDULE.values():
        assert each["task"] in app.tasks


def test_nothing_of_a_person_who_switched_memory_off_is_closed(alice: User, questions: list[actions.Outcome]) -> None:
    with scope.acting_as(alice.pk):
        MemorySettings.for_person(alice.pk)
        MemorySettings.objects.update(enable_memory=False)
    assert upkeep.run_now("expire_proposals", now=NOON).counts == {}


def test_a_dry_run_counts_what_the_sweep_then_does(alice: User, questions: list[actions.Outcome]) -> None:
    planned = upkeep.run_now("expire_proposals", now=NOON, dry_run=True)
    done = upkeep.run_now("expire_proposals", now=NOON)
    assert (planned.counts, planned.kinds) == (done.counts, done.kinds)
    assert sum(done.kinds.values()) == done.counts["memories"] == 3


def test_what_is_still_asked_about_is_not_archived_by_age(alice: User) -> None:
    """A file may tell of a day long ago: the person has the time of the question to answer, and then its own."""
    long_ago = date(2025, 3, 5)
    with scope.acting_as(alice.pk):
        statement = actions.Statement(
            details="The server runs Debian", category="x", evidence_kind="import", source="instruction",
            observed_on=long_ago, learned_on=long_ago,
        )  # fmt: skip
        done = actions.remember(statement, by=FileOf(alice), now=NOON)
        assert done.name == "proposed"
    assert upkeep.run_now("archive", now=NOON).counts == {}
    with scope.acting_as(alice.pk):
        actions.confirm(memory_of(done).pk, by=Person(alice), now=NOON)
        assert memory_of(done).archive_on == NOON.date() + timedelta(days=91)


def test_workers_who_share_a_shard_find_every_contradiction(committed: None) -> None:
    """Two transactions with half of a pair each would see none of it."""
    foods = [f"{how} {what}" for how in ("spiced", "smoked", "fried") for what in ("okra", "tofu", "kale", "sushi")]
    alice = User.objects.create_user("alice@example.org", None)
    with scope.acting_as(alice.pk):
        for food in foods:
            typed(alice, f"I like {food}", NOON, name=f"food {food}", category="food", kind="preference")
        for food in reversed(foods):
            typed(alice, f"I don't like {food}", NOON, name=f"kitchen {food}", category="kitchen", kind="fact")
        assert not Conflict.objects.exists()
    start = Barrier(4)

    def sweep() -> None:
        try:
            start.wait(10)
            upkeep.run_now("detect_conflicts", now=NOON, batch=2)
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as threads:
        for each in [threads.submit(sweep) for _ in range(4)]:
            each.result(30)
    with scope.acting_as(alice.pk):
        assert Conflict.objects.count() == len(foods)


@pytest.mark.parametrize(
    ("yes", "no"),
    [("我喜欢香菜", "我不喜欢香菜"), ("我爱吃榴莲", "我讨厌吃榴莲"), ("I like okra", "I don't like okra")],
)
def test_yes_and_no_to_the_same_thing_are_a_contradiction(alice: User, yes: str, no: str) -> None:
    with scope.acting_as(alice.pk):
        typed(alice, yes, NOON, name="one", category="food", kind="preference")
        typed(alice, no, NOON, name="other", category="kitchen", kind="fact")
        typed(alice, "我特别喜欢差不多的西瓜", NOON, name="third", category="food", kind="preference")
    upkeep.run_now("detect_conflicts", now=NOON)  # if it was not seen on write
    with scope.acting_as(alice.pk):
        assert {memory.value for memory in Memory.objects.filter(contested=True)} == {yes, no}


def test_a_trial_over_the_hour_still_tells_what_is_due(alice: User) -> None:
    with scope.acting_as(alice.pk):
        typed(alice, "Met Chen", OLD, name="chen", category="x", kind="event")
    hour = NOON.replace(minute=0) + timedelta(hours=1)
    trial = upkeep.start_run("archive", now=hour - timedelta(seconds=1), dry_run=True)
    upkeep.start_run("archive", now=hour + timedelta(seconds=1), hourly=True)
    for shard in trial.open_shards:
        upkeep.run_shard(trial.pk, shard, now=hour)
    trial.refresh_from_db()
    assert (trial.counts, trial.finished_at is None) == ({"archived": 1}, False)


def test_a_run_by_hand_that_found_a_row_held_is_over_with_a_ring_an_hour_later(committed: None) -> None:
    alice = User.objects.create_user("alice@example.org", None)
    with scope.acting_as(alice.pk):
        memory = memory_of(typed(alice, "Met Chen", OLD, name="chen", category="x", kind="event"))
    with psycopg.connect(os.environ["OWNER_DATABASE_URL"]) as hold:
        hold.execute("SELECT FROM memories_memory WHERE id = %s FOR UPDATE", [memory.pk])
        assert upkeep.run_now("archive", now=NOON).finished_at is None
    ring = NOON + timedelta(hours=1)
    upkeep.start_run("archive", now=ring, hourly=True)
    assert [run.finished_at is None for run in UpkeepRun.objects.order_by("started_at")] == [True, True]
    upkeep.start_run("archive", now=ring + timedelta(hours=1), hourly=True)
    assert [run.finished_at is None for run in UpkeepRun.objects.order_by("started_at")] == [False, False, True]


def test_a_question_about_a_goal_says_so_in_a_column_and_not_by_its_words(as_alice: User) -> None:
    goal = typed(as_alice, "My goal is to learn the cello", NOON, name="cello", category="music").memory
    assert goal
    later = NOON + timedelta(days=400)
    upkeep.run_now("archive", now=later)
    assert list(Proposal.objects.open().filter(memory=goal).values_list("kind", "topic")) == [("expire", "goal")]
