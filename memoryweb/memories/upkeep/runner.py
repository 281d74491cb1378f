"""A sweep: rows that need work, done in batches by as many workers as answer the ring (SPEC §14).

Progress lives in the rows. The run's row only counts, in the transaction of each batch, so that it says
exactly what was done, whoever was killed in between.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from time import monotonic, sleep
from typing import Any
from uuid import UUID

from django.db import connection
from django.db.models import Q

from memoryweb.memories.models import UpkeepRun
from memoryweb.memories.models.enums import SHARDS
from memoryweb.rls import scope

BATCH = 500  # rows a transaction: short locks, and a killed worker loses little
BY_HAND = timedelta(hours=1)  # what a run or a trial by hand may take before the next ring counts it as lost
TRIES, PAUSE = 3, 0.2  # of a sweep by hand; seconds, longer each time
AGAIN_AFTER = 5  # seconds until a shard in which somebody held a row is looked at again

# Word for word the column of the indexes (models.choices.SHARD); no shard: everybody. {of} names the table.
IN_SHARD = f"(%(shard)s IS NULL OR get_byte(uuid_send({{of}}.person_id), 15) & {SHARDS - 1} = %(shard)s)"
# Nothing of a person who switched memory off is touched.
MEMORY_IS_ON = (
    "NOT EXISTS (SELECT FROM people_memorysettings s WHERE s.person_id = {of}.person_id AND NOT s.enable_memory)"
)


@dataclass(frozen=True, kw_only=True)
class BatchScope:
    """What one batch may take: so many rows, of the people of one shard or of all, due by now."""

    now: datetime
    batch: int = BATCH
    shard: int | None = None
    most: int | None = None  # to count; empty: all that is due
    after: UUID | None = None  # where the batch before ended, in a sweep whose rows stay where they are

    def values(self, **more: Any) -> dict[str, Any]:
        """Parameters for a batch's statement; days are UTC days (SPEC §5)."""
        own = {"now": self.now, "today": self.now.date(), "batch": self.batch, "shard": self.shard}
        return own | {"most": self.most, "after": self.after} | more


@dataclass(frozen=True, kw_only=True)
class BatchResult:
    """`rows` decides whether there may be more, `last` where to look for it; `counts` and `kinds` are for the run."""

    rows: int
    last: UUID | None = None
    counts: dict[str, int] = field(default_factory=dict)
    kinds: dict[str, int] = field(default_factory=dict)

    def __add__(self, other: "BatchResult") -> "BatchResult":
        counts, kinds = Counter(self.counts) + Counter(other.counts), Counter(self.kinds) + Counter(other.kinds)
        return BatchResult(rows=self.rows + other.rows, counts=counts, kinds=kinds)


@dataclass(frozen=True, kw_only=True)
class Sweep:
    """`batch` does at most one batch in the transaction it is called in; `due` only counts what it would do."""

    name: str
    batch: Callable[[BatchScope], BatchResult]
    due: Callable[[BatchScope], BatchResult]
    shards: int = SHARDS
    in_transaction: bool = True  # VACUUM is not


SWEEPS: dict[str, Sweep] = {}


def register(sweep: Sweep) -> None:
    SWEEPS[sweep.name] = sweep


def execute_counting(statement: str, values: dict[str, Any], counted: str) -> BatchResult:
    """Run a statement that answers (kind, count) rows."""
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        kinds = {kind: count for kind, count in cursor.fetchall() if count}
    rows = sum(kinds.values())
    return BatchResult(rows=rows, counts={counted: rows} if rows else {}, kinds=kinds)


def count_due(due: str, values: dict[str, Any], counted: str) -> BatchResult:
    """What a statement that selects id and kind would find, no row twice; with `most` it stops there."""
    return execute_counting(
        f"SELECT kind, count(DISTINCT id) FROM ({due} LIMIT %(most)s) AS due GROUP BY kind", values, counted
    )


def start_run(name: str, *, now: datetime, hourly: bool = False, dry_run: bool = False) -> UpkeepRun:
    """The row of this sweep, which is over as it starts where nothing is due.

    Two beats that ring for the same hour are given the same one.
    """
    hour = now.replace(minute=0, second=0, microsecond=0) if hourly else None
    made = UpkeepRun(name=name, for_hour=hour, started_at=now, dry_run=dry_run)
    with scope.acting_as_clock():
        if SWEEPS[name].due(BatchScope(now=now, most=1)).rows:
            made.open_shards = list(range(SWEEPS[name].shards))
        else:
            made.finished_at = now
        if hour:  # an earlier run whose worker died, or found rows held, is over: what it left is due here
            earlier = Q(for_hour__lt=hour) | Q(for_hour=None, started_at__lt=hour - BY_HAND)
            lost = UpkeepRun.objects.filter(earlier, name=name, finished_at=None)
            lost.update(open_shards=[], finished_at=now)
        UpkeepRun.objects.bulk_create([made], ignore_conflicts=True)
        return UpkeepRun.objects.get(name=name, for_hour=hour) if hourly else made


def run_shard(run_id: UUID, shard: int, *, now: datetime, batch: int = BATCH) -> bool:
    """Sweep one shard until nothing is due in it. False: somebody holds what is left; look again."""
    started = monotonic()
    run = UpkeepRun.objects.get(pk=run_id)
    sweep = SWEEPS[run.name]
    share = BatchScope(now=now, batch=batch, shard=shard)
    more = not run.dry_run
    while more:
        done = _one_batch(sweep, share, run_id)
        more, share = done.rows >= batch, replace(share, after=done.last)
    with scope.acting_as_clock():
        left = sweep.due(share if run.dry_run else replace(share, most=1, after=None))
        closes = run.dry_run or not left.rows
        _note(
            run_id,
            left if run.dry_run else BatchResult(rows=0),
            spent=monotonic() - started,
            shard=shard if closes else -1,
        )
    return closes


def _one_batch(sweep: Sweep, share: BatchScope, run_id: UUID) -> BatchResult:
    """The batch and what the run says of it: one transaction."""
    outside = None if sweep.in_transaction else sweep.batch(share)
    with scope.acting_as_clock():
        done = outside or sweep.batch(share)
        if done.counts:
            _note(run_id, done)
    return done


def _note(run_id: UUID, done: BatchResult, *, spent: float = 0, shard: int = -1) -> None:
    """Add to the run what was just done; the last shard to close ends it."""
    run = UpkeepRun.objects.select_for_update().get(pk=run_id)
    if shard in run.open_shards or not run.dry_run:
        run.add(done.counts, done.kinds)
    run.milliseconds += int(spent * 1000)
    run.open_shards = [each for each in run.open_shards if each != shard]
    if not run.open_shards and run.finished_at is None:
        run.finished_at = _clock_time()
    run.save()


def _clock_time() -> datetime:
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        return cursor.fetchone()[0]  # type: ignore[no-any-return]


def run_now(name: str, *, now: datetime, dry_run: bool = False, batch: int = BATCH) -> UpkeepRun:
    """A whole sweep here and now, one shard after the other; where somebody holds rows, a few tries."""
    made = start_run(name, now=now, dry_run=dry_run)
    left = made.open_shards
    for again in range(TRIES if left else 0):
        sleep(again * PAUSE)
        left = [shard for shard in left if not run_shard(made.pk, shard, now=now, batch=batch)]
        if not left:
            break
    return UpkeepRun.objects.get(pk=made.pk) if made.open_shards else made
