"""A night with real processes: two beats, four workers, one of them killed in the middle of a batch (SPEC §14)."""

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

PEOPLE, DUE, PINNED = 160, 20, 1  # memories of each person: past their time, and past it but pinned

# Copies of one memory that a verb has made: the same row under new names, with its first version.
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
OWN = {
    "id": "gen_random_uuid()",
    "person_id": "p.id",
    "obs_id": "'OBS-20260101-' || lpad(n::text, 3, '0')",
    "key": "'tea.' || n",
    "fingerprint": "sha256(n::text::bytea)",
    "pinned": "n > %(due)s",
    "ttl_from": "current_date - m.ttl_days - 1",
}
IN_THE_MIDDLE = """
SELECT count(DISTINCT pid) FROM pg_locks JOIN pg_stat_activity USING (pid)
WHERE NOT granted AND datname = current_database()
"""
OPEN = "SELECT cardinality(open_shards) FROM memories_upkeeprun"
LEFT = "SELECT count(*) FROM memories_memory WHERE status = 'active' AND archive_on <= current_date"
ARCHIVED_BY_THE_CLOCK = """
SELECT count(*), count(DISTINCT h.id) FROM memories_historicalmemory h
WHERE h.changed_by = 'clock' AND h.changed_verb = 'archive' AND h.status = 'archived'
"""
NOT_AS_THEIR_VERSION = """
SELECT count(*) FROM memories_memory m WHERE (m.status, m.expired_on, m.expire_reason, m.changed_by) IS DISTINCT FROM (
    SELECT (h.status, h.expired_on, h.expire_reason, h.changed_by) FROM memories_historicalmemory h
    WHERE h.id = m.id ORDER BY h.history_id DESC LIMIT 1)
"""


@pytest.fixture
def owner(committed: None) -> Iterator[psycopg.Connection]:
    """Sees what is committed, whoever did it."""
    with closing(psycopg.connect(os.environ["OWNER_DATABASE_URL"], autocommit=True)) as connection:
        yield connection


def fill(owner: psycopg.Connection) -> None:
    """Everyone's due memories, over all shards."""
    alice = User.objects.create_user("alice@example.org", None)
    with scope.acting_as(alice.pk):
        like = person_types(alice, "I like tea", name="tea", category="food", kind="fact").memory
    assert isinstance(like, Memory)
    names = [name.strip().strip('"') for name in columns().split(",")]
    copied = ", ".join(OWN.get(name, f'm."{name}"') for name in names)
    owner.execute(
        COPIES.format(columns=columns(), copied=copied),
        {"people": PEOPLE, "each": DUE + PINNED, "due": DUE, "like": like.pk},
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
            f"worker{number}", "worker", "--concurrency", "1", "--loglevel", "info", "-n", f"{number}@night",
            "--without-gossip", "--without-mingle",
        )  # fmt: skip

    def beat(self, number: int) -> AbstractContextManager[Child]:
        schedule = str(self.folder / f"schedule{number}")
        return self._running(f"beat{number}", "beat", "--schedule", schedule, "--pidfile=", "--loglevel", "info")

    def has_rung(self, beat: str) -> bool:
        return "Sending due task archive" in (self.folder / f"{beat}.log").read_text()

    def logs(self) -> str:
        """For a failure: what each of them said last."""
        return "\n".join(f"{log.name}: {log.read_text()[-2000:]}" for log in sorted(self.folder.glob("*.log")))


def one(owner: psycopg.Connection, query: str) -> Any:
    found = owner.execute(query).fetchone()
    assert found
    return found if len(found) > 1 else found[0]


def test_two_beats_and_four_workers_one_killed_archive_everything_once(
    owner: psycopg.Connection, tmp_path: Path
) -> None:
    """Both beats ring for the same hour, the second one while four workers are in the middle of the first one's work.

    The run's row is held from outside, so that each worker has archived a batch and cannot yet count it: that
    is the middle. What the killed one did is rolled back, and its task stays with the broker for the visibility
    timeout; the second ring hands out what is still open, some of it twice, and nobody waits for that.
    """
    fill(owner)
    until(lambda: timezone.now().minute < 59, 60)  # all of it within one hour
    run = upkeep.start_run("archive", now=timezone.now(), hourly=True)
    connection.close()
    night = Processes(tmp_path)
    with ExitStack() as stack:
        with psycopg.connect(os.environ["OWNER_DATABASE_URL"]) as hold:
            hold.execute("SELECT FROM memories_upkeeprun FOR UPDATE")
            workers = [stack.enter_context(night.worker(number)) for number in range(4)]
            stack.enter_context(night.beat(1))
            assert until(lambda: one(owner, IN_THE_MIDDLE) == 4, 25), night.logs()
            stack.enter_context(night.beat(2))
            assert until(lambda: night.has_rung("beat2"), 15), night.logs()
            workers[0].kill()
            assert one(owner, ARCHIVED_BY_THE_CLOCK) == (0, 0)
        assert until(lambda: one(owner, OPEN) == 0, 30), night.logs()
    done = UpkeepRun.objects.get()
    assert done.pk == run.pk
    assert done.counts == {"archived": PEOPLE * DUE}
    assert done.kinds == {"fact": PEOPLE * DUE}
    assert done.finished_at is not None
    assert one(owner, ARCHIVED_BY_THE_CLOCK) == (PEOPLE * DUE, PEOPLE * DUE)
    assert one(owner, "SELECT count(*) FROM memories_memory WHERE status = 'archived'") == PEOPLE * DUE
    assert (one(owner, LEFT), one(owner, NOT_AS_THEIR_VERSION)) == (0, 0)
    assert one(owner, "SELECT count(*) FROM memories_memory WHERE status = 'active'") == PEOPLE * PINNED + 1


def test_the_next_hourly_run_finishes_what_a_lost_task_left(owner: psycopg.Connection) -> None:
    """A worker that died with the only copy of its task: the rows wait for the next ring, not for the broker."""
    fill(owner)
    now = timezone.now()
    lost = upkeep.start_run("archive", now=now, hourly=True)
    for shard in lost.open_shards[1:]:
        upkeep.run_shard(lost.pk, shard, now=now)
    left = one(owner, LEFT)
    again = upkeep.start_run("archive", now=now + timedelta(hours=1), hourly=True)
    for shard in again.open_shards:
        upkeep.run_shard(again.pk, shard, now=now + timedelta(hours=1))
    done = {run.pk: run for run in UpkeepRun.objects.all()}
    assert (done[lost.pk].counts, done[again.pk].counts) == ({"archived": PEOPLE * DUE - left}, {"archived": left})
    assert 0 < left < PEOPLE * DUE
    assert (one(owner, LEFT), done[again.pk].finished_at is None) == (0, False)
    assert one(owner, ARCHIVED_BY_THE_CLOCK) == (PEOPLE * DUE, PEOPLE * DUE)
