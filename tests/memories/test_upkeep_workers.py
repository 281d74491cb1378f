"""Upkeep with real processes: two beats, four workers, one of them killed in the middle of a batch."""

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.db import connection
from django.utils import timezone

from memoryweb.embedded.child import Child, until
from memoryweb.memories import upkeep
from memoryweb.memories.models import Memory, UpkeepRun, columns
from memoryweb.people.models import User
from memoryweb.rls import scope
from tests.builders import person_types
from tests.rings import thorough
from tests.waiting import wait_for

PEOPLE, DUE, PINNED = 160, 20, 1  # memories of each person: past their time, and past it but pinned

# Copies of one memory that an action has made: the same row under new ids, each with its first version.
COPIES = """
WITH people AS (
    INSERT INTO people_user (id, email, password, is_superuser, is_staff, is_active, date_joined)
    SELECT gen_random_uuid(), n || '@example.org', '', false, false, true, now() FROM generate_series(1, %(people)s) n
    RETURNING id
), copies AS (
    INSERT INTO memories_memory ({columns})
    SELECT {copied} FROM memories_memory m, people p, generate_series(1, %(each)s) n WHERE m.id = %(like)s
    RETURNING *
)
INSERT INTO memories_historicalmemory ({columns}, history_date, history_type)
SELECT {columns}, changed_at, '+' FROM copies
"""
COPIED_COLUMNS = {
    "id": "gen_random_uuid()",
    "person_id": "p.id",
    "obs_id": "'OBS-20260101-' || lpad(n::text, 3, '0')",
    "key": "'tea.' || n",
    "fingerprint": "sha256(n::text::bytea)",
    "pinned": "n > %(due)s",
    "ttl_from": "current_date - m.ttl_days - 1",
}
WAITING_FOR_A_LOCK = """
SELECT count(DISTINCT pid) FROM pg_locks JOIN pg_stat_activity USING (pid)
WHERE NOT granted AND datname = current_database()
"""
OPEN_SHARDS = "SELECT cardinality(open_shards) FROM memories_upkeeprun"
STILL_DUE = "SELECT count(*) FROM memories_memory WHERE status = 'active' AND archive_on <= current_date"
ARCHIVED_BY_THE_CLOCK = """
SELECT count(*), count(DISTINCT h.id) FROM memories_historicalmemory h
WHERE h.changed_by = 'clock' AND h.changed_verb = 'archive' AND h.status = 'archived'
"""
DIFFER_FROM_THEIR_NEWEST_VERSION = """
SELECT count(*) FROM memories_memory m WHERE (m.status, m.expired_on, m.expire_reason, m.changed_by) IS DISTINCT FROM (
    SELECT (h.status, h.expired_on, h.expire_reason, h.changed_by) FROM memories_historicalmemory h
    WHERE h.id = m.id ORDER BY h.history_id DESC LIMIT 1)
"""


@pytest.fixture
def owner(committed: None) -> Iterator[psycopg.Connection]:
    """A connection that sees every committed row, past row-level security."""
    with closing(psycopg.connect(os.environ["OWNER_DATABASE_URL"], autocommit=True)) as connection:
        yield connection


def fill(owner: psycopg.Connection) -> None:
    """Write due memories of many people, over all shards."""
    alice = User.objects.create_user("alice@example.org", None)
    with scope.acting_as(alice.pk):
        original = person_types(alice, "I like tea", name="tea", category="food", kind="fact").memory
    assert isinstance(original, Memory)
    names = [name.strip().strip('"') for name in columns().split(",")]
    copied = ", ".join(COPIED_COLUMNS.get(name, f'm."{name}"') for name in names)
    owner.execute(
        COPIES.format(columns=columns(), copied=copied),
        {"people": PEOPLE, "each": DUE + PINNED, "due": DUE, "like": original.pk},
    )


class Processes:
    """Beats and workers as production starts them, on this test's database, each in a group of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.environment = os.environ | {
            "DJANGO_SETTINGS_MODULE": "tests.memories.upkeep_workers",
            "CELERY_KEY_PREFIX": f"{os.environ['DATABASE_URL'].partition('?')[0].rpartition('/')[2]}.",
        }

    @contextmanager
    def _running(self, name: str, *argv: str) -> Iterator[Child]:
        command = [sys.executable, "-m", "celery", "-A", "memoryweb", *argv]
        child = Child(
            name, command, log=self.folder / f"{name}.log", env=self.environment, parent_death_signal=signal.SIGKILL
        )
        child.start()
        try:
            yield child
        finally:
            child.kill()

    def worker(self, number: int) -> AbstractContextManager[Child]:
        return self._running(
            f"worker{number}",
            "worker",
            "--concurrency",
            "1",
            "--loglevel",
            "info",
            "-n",
            f"{number}@night",
            "--without-gossip",
            "--without-mingle",
        )

    def beat(self, number: int) -> AbstractContextManager[Child]:
        schedule = str(self.folder / f"schedule{number}")
        return self._running(f"beat{number}", "beat", "--schedule", schedule, "--pidfile=", "--loglevel", "info")

    def has_sent_archive(self, beat: str) -> bool:
        return "Sending due task archive" in (self.folder / f"{beat}.log").read_text()

    def logs(self) -> str:
        """Return the end of each process's log, for the message of a failure."""
        return "\n".join(f"{log.name}: {log.read_text()[-2000:]}" for log in sorted(self.folder.glob("*.log")))


def query_one(owner: psycopg.Connection, query: str) -> Any:
    row = owner.execute(query).fetchone()
    assert row
    return row if len(row) > 1 else row[0]


@thorough
def test_two_beats_and_four_workers_one_killed_archive_everything_once(
    owner: psycopg.Connection, tmp_path: Path
) -> None:
    """Both beats start the run of the same hour, the second one while four workers are in the middle of it.

    The run's row is held from outside, so that each worker has archived a batch and cannot yet count it: that
    is the middle. What the killed one did is rolled back, and its task stays with the broker for the visibility
    timeout; the second ring hands out what is still open, some of it twice, and nobody waits for that.
    """
    fill(owner)
    until(lambda: timezone.now().minute < 59, 60)  # all of it within one hour
    run = upkeep.start_run("archive", now=timezone.now(), hourly=True)
    connection.close()
    processes = Processes(tmp_path)
    with ExitStack() as stack:
        with psycopg.connect(os.environ["OWNER_DATABASE_URL"]) as hold:
            hold.execute("SELECT FROM memories_upkeeprun FOR UPDATE")
            workers = [stack.enter_context(processes.worker(number)) for number in range(4)]
            stack.enter_context(processes.beat(1))
            wait_for(lambda: query_one(owner, WAITING_FOR_A_LOCK) == 4, processes.logs)
            stack.enter_context(processes.beat(2))
            wait_for(lambda: processes.has_sent_archive("beat2"), processes.logs)
            workers[0].kill()
            assert query_one(owner, ARCHIVED_BY_THE_CLOCK) == (0, 0)
        wait_for(lambda: query_one(owner, OPEN_SHARDS) == 0, processes.logs)
    finished = UpkeepRun.objects.get()
    assert finished.pk == run.pk
    assert finished.counts == {"archived": PEOPLE * DUE}
    assert finished.kinds == {"fact": PEOPLE * DUE}
    assert finished.finished_at is not None
    assert query_one(owner, ARCHIVED_BY_THE_CLOCK) == (PEOPLE * DUE, PEOPLE * DUE)
    assert query_one(owner, "SELECT count(*) FROM memories_memory WHERE status = 'archived'") == PEOPLE * DUE
    assert (query_one(owner, STILL_DUE), query_one(owner, DIFFER_FROM_THEIR_NEWEST_VERSION)) == (0, 0)
    assert query_one(owner, "SELECT count(*) FROM memories_memory WHERE status = 'active'") == PEOPLE * PINNED + 1


def test_the_next_hourly_run_finishes_what_a_lost_task_left(owner: psycopg.Connection) -> None:
    """When a worker dies with the only copy of its task, its rows wait for the next hourly run, not for the broker."""
    fill(owner)
    now = timezone.now()
    lost = upkeep.start_run("archive", now=now, hourly=True)
    for shard in lost.open_shards[1:]:
        upkeep.run_shard(lost.pk, shard, now=now)
    left = query_one(owner, STILL_DUE)
    again = upkeep.start_run("archive", now=now + timedelta(hours=1), hourly=True)
    for shard in again.open_shards:
        upkeep.run_shard(again.pk, shard, now=now + timedelta(hours=1))
    runs = {run.pk: run for run in UpkeepRun.objects.all()}
    assert (runs[lost.pk].counts, runs[again.pk].counts) == ({"archived": PEOPLE * DUE - left}, {"archived": left})
    assert 0 < left < PEOPLE * DUE
    assert (query_one(owner, STILL_DUE), runs[again.pk].finished_at is None) == (0, False)
    assert query_one(owner, ARCHIVED_BY_THE_CLOCK) == (PEOPLE * DUE, PEOPLE * DUE)
