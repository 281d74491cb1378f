"""purge_logs and purge_erased: what is kept for a while goes, and what was erased leaves the disk too."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta

from django.db import connection

from memoryweb.memories import erasure
from memoryweb.memories.models import Erasure
from memoryweb.memories.upkeep.runner import UNDIVIDED, BatchResult, BatchScope
from memoryweb.rls import scope
from memoryweb.rules import policy


@dataclass(frozen=True)
class Log:
    """A table of things that happened, none of them anybody's words, kept for so many days."""

    table: str
    at: str  # the column that says when
    days: int = policy.LOG_DAYS


LOGS: dict[str, Log] = {}


def register(name: str, log: Log) -> None:
    """The table's room also grants memoryweb_clock DELETE on it, in a migration."""
    LOGS[name] = log


def register_own_logs() -> None:
    register("access log lines", Log("agents_accesslog", "at"))
    register("upkeep runs", Log("memories_upkeeprun", "started_at"))


def logs(share: BatchScope) -> BatchResult:
    counts = {name: _delete(log, share) for name, log in LOGS.items()}
    return BatchResult(
        rows=max(counts.values(), default=0), counts={name: count for name, count in counts.items() if count}
    )


def _delete(log: Log, share: BatchScope) -> int:
    """One batch of the oldest."""
    with connection.cursor() as cursor:
        cursor.execute(
            f"DELETE FROM {log.table} WHERE id IN (SELECT id FROM {log.table} WHERE {log.at} < %(before)s"
            f" ORDER BY {log.at} LIMIT %(batch)s FOR UPDATE SKIP LOCKED)",
            share.values(before=share.now - timedelta(days=log.days)),
        )
        return int(cursor.rowcount)


def old_logs(share: BatchScope) -> BatchResult:
    counts = {}
    with connection.cursor() as cursor:
        for name, log in LOGS.items():
            before = share.now - timedelta(days=log.days)
            cursor.execute(f"SELECT count(*) FROM {log.table} WHERE {log.at} < %s", [before])
            counts[name] = int(cursor.fetchone()[0])
    due = {name: count for name, count in counts.items() if count}
    return BatchResult(rows=sum(due.values()), counts=due, shards=UNDIVIDED if due else frozenset())


PURGING = 3_141_592  # advisory lock: two workers never rewrite the same tables at once
PATIENCE = "5s"  # for a table that is in use; then it is left for the next ring


def unpurged(share: BatchScope) -> BatchResult:
    """Receipts whose words may still stand in the database's files. None where it may not rewrite them."""
    if not _may_rewrite():
        return BatchResult(rows=0)
    waiting = Erasure.objects.filter(purged_at=None, erased_at__lt=share.now).count()
    if not waiting:
        return BatchResult(rows=0)
    return BatchResult(rows=waiting, counts={"erasures": waiting}, shards=UNDIVIDED)


def erased(share: BatchScope) -> BatchResult:
    """Rewrite every table that carried an erased memory, and the planner's statistics of them.

    A deleted row stays in its page until the page is written anew. Not in the write-ahead log: PostgreSQL
    overwrites that by itself. Reading waits while a table is rewritten, so beat rings for this at night.
    """
    with scope.acting_as_clock():
        if not unpurged(share).rows:
            return BatchResult(rows=0)
    with _alone() as mine, connection.cursor() as cursor:
        if not mine:
            return BatchResult(rows=0)
        tables = sorted({column.split(".")[0] for wipe in erasure.WIPES.values() for column in wipe.columns})
        for table in tables:
            cursor.execute(f"VACUUM (FULL, ANALYZE) {table}")
        cursor.execute("VACUUM (FULL) pg_catalog.pg_statistic")
        cursor.execute("CHECKPOINT")
    with scope.acting_as_clock():
        waiting = Erasure.objects.filter(purged_at=None, erased_at__lt=share.now)
        return BatchResult(rows=0, counts={"erasures": waiting.update(purged_at=share.now), "tables": len(tables)})


def _may_rewrite() -> bool:
    """PostgreSQL 17 and newer can allow it to a role that owns nothing (roles.py)."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT EXISTS (SELECT FROM pg_roles WHERE rolname = 'pg_maintain')"
            " AND pg_has_role('memoryweb_clock', (SELECT oid FROM pg_roles WHERE rolname = 'pg_maintain'), 'USAGE')"
        )
        return bool(cursor.fetchone()[0])


@contextmanager
def _alone() -> Iterator[bool]:
    """In the clock's role but outside any transaction; False where another worker is at it."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(%s)", [PURGING])
        mine = bool(cursor.fetchone()[0])
        cursor.execute("SET ROLE memoryweb_clock")
        cursor.execute(f"SET lock_timeout = '{PATIENCE}'")
        try:
            yield mine
        finally:
            cursor.execute("RESET lock_timeout")
            cursor.execute("RESET ROLE")
            cursor.execute("SELECT pg_advisory_unlock_all()")
