"""Upkeep with real processes: two beats, four workers, one of them killed in the middle of a batch."""

import os
from collections.abc import Iterator
from contextlib import ExitStack, closing
from datetime import timedelta
from pathlib import Path

import psycopg
import pytest
from django.db import connection
from django.utils import timezone

from memoryweb.embedded.child import until
from memoryweb.memories import upkeep
from memoryweb.memories.models import UpkeepRun
from tests.memories.processes import ARCHIVED_BY_THE_CLOCK, DUE, PEOPLE, PINNED, STILL_DUE, Processes, fill, query_one
from tests.rings import thorough
from tests.waiting import wait_for

WAITING_FOR_A_LOCK = """
SELECT count(DISTINCT pid) FROM pg_locks JOIN pg_stat_activity USING (pid)
WHERE NOT granted AND datname = current_database()
"""
OPEN_SHARDS = "SELECT cardinality(open_shards) FROM memories_upkeeprun"
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
