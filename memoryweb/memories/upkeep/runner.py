"""Runs a sweep: rows that need work, changed in batches by as many workers as are free.

Progress lives in the rows. The run's row only counts, in the transaction of each batch, so it says exactly what was
done even if a worker was killed.
"""

from collections import Counter
from collections.abc import Callable, Collection
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta
from time import monotonic, sleep
from typing import Any
from uuid import UUID

from django.db import connection
from django.db.models import DateTimeField, Func, Q

from memoryweb.memories.models import UpkeepRun
from memoryweb.memories.models.enums import SHARDS
from memoryweb.rls import scope

BATCH = 500  # rows a transaction: short locks, and a killed worker loses little
BY_HAND = timedelta(hours=1)  # what a run or dry run by hand may take before the next hour's run counts it as lost
ATTEMPTS, PAUSE = 3, 0.2  # of a sweep by hand; seconds, longer each time
AGAIN_AFTER = 5  # seconds until a shard in which others had locked rows is tried again

ALL_SHARDS = frozenset(range(SHARDS))
UNDIVIDED = frozenset({0})  # the only shard of a sweep that does not divide its work by person

# Word for word the column of the indexes (models.enums.SHARD); without a shard: everybody. {of} names the table.
IN_SHARD = f"(%(shard)s IS NULL OR get_byte(uuid_send({{of}}.person_id), 15) & {SHARDS - 1} = %(shard)s)"
# Upkeep leaves the memories of people who switched memory off alone.
MEMORY_IS_ON = (
    "NOT EXISTS (SELECT FROM people_memorysettings s WHERE s.person_id = {of}.person_id AND NOT s.enable_memory)"
)

COUNT_DUE = f"""
SELECT counted, kind, count(DISTINCT id), (sum(count(*)) OVER (PARTITION BY counted))::integer,
    array_agg(DISTINCT get_byte(uuid_send(person_id), 15) & {SHARDS - 1})
FROM ({{parts}}) AS due GROUP BY counted, kind
"""


@dataclass(frozen=True, kw_only=True)
class BatchScope:
    """Limits of one batch: at most `batch` due rows, of one shard's people or all."""

    now: datetime
    batch: int = BATCH
    shard: int | None = None
    most: int | None = None  # rows that a count looks at; None: all that are due
    after: UUID | None = None  # where the batch before ended, in a sweep whose rows stay where they are

    @property
    def today(self) -> date:
        """Return the UTC day: upkeep's days are UTC days."""
        return self.now.date()

    def values(self, **more: Any) -> dict[str, Any]:
        """Return the parameters of a batch's statement."""
        own = {"now": self.now, "today": self.today, "batch": self.batch, "shard": self.shard}
        return own | {"most": self.most, "after": self.after} | more


@dataclass(frozen=True, kw_only=True)
class BatchResult:
    """Result of a batch, done or due.

    `rows` decides whether there may be more, `last` where to look for it. `counts` and `kinds` are for the run.
    `shards` are those that have work; only `due` fills it.
    """

    rows: int
    last: UUID | None = None
    counts: dict[str, int] = field(default_factory=dict)
    kinds: dict[str, int] = field(default_factory=dict)
    shards: frozenset[int] = frozenset()

    def __add__(self, other: "BatchResult") -> "BatchResult":
        counts, kinds = Counter(self.counts) + Counter(other.counts), Counter(self.kinds) + Counter(other.kinds)
        shards = self.shards | other.shards
        return BatchResult(rows=self.rows + other.rows, counts=counts, kinds=kinds, shards=shards)


@dataclass(frozen=True, kw_only=True)
class Sweep:
    """A kind of upkeep. `batch` does at most one batch in its caller's transaction; `due` counts what it would do."""

    name: str
    batch: Callable[[BatchScope], BatchResult]
    due: Callable[[BatchScope], BatchResult]
    in_transaction: bool = True  # VACUUM cannot run in one
    comes_again: bool = True  # to what a batch left, in the same run; else in the next one


SWEEPS: dict[str, Sweep] = {}


def register(sweep: Sweep) -> None:
    SWEEPS[sweep.name] = sweep


def execute_counting(statement: str, values: dict[str, Any], counted: str) -> BatchResult:
    """Run a statement that returns (kind, count) rows."""
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        kinds = {kind: count for kind, count in cursor.fetchall() if count}
    rows = sum(kinds.values())
    return BatchResult(rows=rows, counts={counted: rows} if rows else {}, kinds=kinds)


def count_due(due: dict[str, str], values: dict[str, Any]) -> BatchResult:
    """Count the rows of statements that select id, person_id and kind, by the name of what is counted; no row twice.

    With `most`, each statement stops there. If one did, work may be in any shard.
    """
    parts = " UNION ALL ".join(
        f"SELECT '{counted}' AS counted, id, person_id, kind FROM ({statement} LIMIT %(most)s) AS due"
        for counted, statement in due.items()
    )
    with connection.cursor() as cursor:
        cursor.execute(COUNT_DUE.format(parts=parts), values)
        rows = cursor.fetchall()
    counts, kinds, shards = Counter[str](), Counter[str](), set[int]()
    for counted, kind, count, looked_at, its_shards in rows:
        counts[counted] += count
        kinds[kind] += count
        is_complete = values["most"] is None or looked_at < values["most"]
        shards |= set(its_shards) if is_complete else ALL_SHARDS
    return BatchResult(rows=counts.total(), counts=dict(counts), kinds=dict(kinds), shards=frozenset(shards))


def shards_of(people: Collection[UUID], *, limit: int) -> frozenset[int]:
    """Return these people's shards; all shards if a query with this limit may have left people out."""
    return ALL_SHARDS if len(people) >= limit else frozenset(person.int % SHARDS for person in people)


def start_run(name: str, *, now: datetime, hourly: bool = False, dry_run: bool = False) -> UpkeepRun:
    """Insert the run of a sweep, open in the shards that have work; a run with nothing to do is finished at once.

    Two beats that start the same hour's sweep get the same run.
    """
    hour = now.replace(minute=0, second=0, microsecond=0) if hourly else None
    run = UpkeepRun(name=name, for_hour=hour, started_at=now, dry_run=dry_run)
    with scope.acting_as_clock():
        run.open_shards = sorted(SWEEPS[name].due(BatchScope(now=now, most=BATCH)).shards)
        run.finished_at = None if run.open_shards else now
        if hour:
            _finish_lost_runs(name, hour, now=now)
        UpkeepRun.objects.bulk_create([run], ignore_conflicts=True)
        return UpkeepRun.objects.get(name=name, for_hour=hour) if hourly else run


def _finish_lost_runs(name: str, hour: datetime, *, now: datetime) -> None:
    """Finish earlier runs whose worker died or found rows locked: what they left is due in this hour's run."""
    earlier = Q(for_hour__lt=hour) | Q(for_hour=None, started_at__lt=hour - BY_HAND)
    UpkeepRun.objects.filter(earlier, name=name, finished_at=None).update(open_shards=[], finished_at=now)


def run_shard(run_id: UUID, shard: int, *, now: datetime, batch: int = BATCH) -> bool:
    """Sweep one shard until nothing is due in it. Return False if others have locked what is left: try again later."""
    run = UpkeepRun.objects.get(pk=run_id)
    sweep = SWEEPS[run.name]
    batch_scope = BatchScope(now=now, batch=batch, shard=shard)
    if shard not in run.open_shards:
        return True  # the run was finished, or another worker was faster
    if run.dry_run:
        _count_for_dry_run(run_id, sweep, batch_scope)
        return True
    while True:
        result, is_swept = _one_batch(sweep, batch_scope, run_id)
        if is_swept or result.rows < batch:
            return is_swept
        batch_scope = replace(batch_scope, after=result.last)


def _one_batch(sweep: Sweep, batch_scope: BatchScope, run_id: UUID) -> tuple[BatchResult, bool]:
    """Run a batch and record it in the run, in one transaction. Return the result, and whether the shard is finished.

    Only a batch that was not full can be the last one. Then one more look tells whether rows are left that others have
    locked. The run is locked before that look: of two workers in one shard, the second sees what the first committed.
    """
    started = monotonic()
    done_outside = None if sweep.in_transaction else sweep.batch(batch_scope)
    with scope.acting_as_clock():
        result = done_outside or sweep.batch(batch_scope)
        is_full = result.rows >= batch_scope.batch
        run = UpkeepRun.objects.select_for_update().get(pk=run_id)
        is_left = sweep.comes_again and sweep.due(replace(batch_scope, most=1, after=None)).rows
        is_swept = not (is_full or is_left)
        run.add(result.counts, result.kinds)
        _save(run, swept=batch_scope.shard if is_swept else None, started=started)
    return result, is_swept


def _count_for_dry_run(run_id: UUID, sweep: Sweep, batch_scope: BatchScope) -> None:
    """Record what is due in the shard, once: a second worker finds the shard closed."""
    started = monotonic()
    with scope.acting_as_clock():
        due = sweep.due(batch_scope)
        run = UpkeepRun.objects.select_for_update().get(pk=run_id)
        if batch_scope.shard in run.open_shards:
            run.add(due.counts, due.kinds)
        _save(run, swept=batch_scope.shard, started=started)


def _save(run: UpkeepRun, *, swept: int | None, started: float) -> None:
    """Save the run with the time spent. It is finished when its last shard is swept."""
    run.milliseconds += int((monotonic() - started) * 1000)
    run.open_shards = [shard for shard in run.open_shards if shard != swept]
    if not run.open_shards and run.finished_at is None:
        run.finished_at = Func(function="clock_timestamp", output_field=DateTimeField())
    run.save()


def run_now(name: str, *, now: datetime, dry_run: bool = False, batch: int = BATCH) -> UpkeepRun:
    """Do a whole sweep in this process, one shard after the other; try a few times where others have locked rows."""
    run = start_run(name, now=now, dry_run=dry_run)
    open_shards = run.open_shards
    for attempt in range(ATTEMPTS if open_shards else 0):
        sleep(attempt * PAUSE)
        open_shards = [shard for shard in open_shards if not run_shard(run.pk, shard, now=now, batch=batch)]
        if not open_shards:
            break
    return UpkeepRun.objects.get(pk=run.pk) if run.open_shards else run
