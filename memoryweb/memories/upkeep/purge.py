"""purge_logs deletes old log lines; purge_erased overwrites erased memories on the disk."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import OperationalError, connection
from django.db.models import Model, Q, QuerySet
from psycopg.errors import LockNotAvailable

from memoryweb.database.partitions import MOVING
from memoryweb.embedded.backup import backup_status
from memoryweb.memories.erasing import account_deletion, erasure
from memoryweb.memories.models import DeletedAccount, Erasure
from memoryweb.memories.upkeep.runner import UNDIVIDED, BatchResult, BatchScope
from memoryweb.people.models import User
from memoryweb.rls import scope
from memoryweb.rules import policy


@dataclass(frozen=True)
class Log:
    """A table of log lines, without anybody's words, kept for this many days."""

    table: str
    at: str  # the column with the time
    days: int = policy.LOG_DAYS
    only: str = "true"  # a condition, where not every old line goes
    key: str = "person_id, id"


LOGS: dict[str, Log] = {}


def register(name: str, log: Log) -> None:
    """Register a log. A migration of its room must grant memoryweb_clock DELETE on the table."""
    LOGS[name] = log


def register_own_logs() -> None:
    register("access log lines", Log("agents_accesslog", "at"))
    register("acts", Log("memories_act", "at", policy.UNDO_DAYS))  # and with them what they changed
    register("upkeep runs", Log("memories_upkeeprun", "started_at", key="id"))
    register("failed tasks", Log("memories_failedtask", "at", key="id"))


def logs(batch_scope: BatchScope) -> BatchResult:
    """Delete one batch of old lines from each log."""
    counts = {name: _delete(log, batch_scope) for name, log in LOGS.items()}
    return BatchResult(
        rows=max(counts.values(), default=0), counts={name: count for name, count in counts.items() if count}
    )


def _delete(log: Log, batch_scope: BatchScope) -> int:
    """Delete one batch of the log's oldest lines that are due."""
    with connection.cursor() as cursor:
        cursor.execute(
            f"DELETE FROM {log.table} WHERE ({log.key}) IN (SELECT {log.key} FROM {log.table}"
            f" WHERE {log.at} < %(before)s AND {log.only} ORDER BY {log.at} LIMIT %(batch)s FOR UPDATE SKIP LOCKED)",
            batch_scope.values(before=batch_scope.now - timedelta(days=log.days)),
        )
        return int(cursor.rowcount)


def old_logs(batch_scope: BatchScope) -> BatchResult:
    """Count the old lines of each log."""
    counts = {}
    with connection.cursor() as cursor:
        for name, log in LOGS.items():
            before = batch_scope.now - timedelta(days=log.days)
            cursor.execute(f"SELECT count(*) FROM {log.table} WHERE {log.at} < %s AND {log.only}", [before])
            counts[name] = int(cursor.fetchone()[0])
    due = {name: count for name, count in counts.items() if count}
    return BatchResult(rows=sum(due.values()), counts=due, shards=UNDIVIDED if due else frozenset())


ERASING_TAKES = timedelta(minutes=10)  # at most; a request is ended after 20 s of one statement
REWRITING = 3_141_592  # advisory lock: two workers never rewrite the same tables at once
LOG_FILES_MAX = 200  # PostgreSQL keeps 64 by default, each of 16 MB
LOCK_TIMEOUT = "200ms"  # for a table that is in use: as long as others may wait for it without noticing
ROUNDS = 25  # in which what was in use is tried again; then the next run does it
STATISTICS = "pg_catalog.pg_statistic"  # the planner's, with frequent values of columns
# The files of tables: one, or of a table that is partitioned by person one for each partition. With whose erased rows
# are in them; smaller ones first, so that most are done when a large one has to wait.
FILES = r"""
SELECT coalesce(part.oid, class.oid)::regclass::text, class.oid::regclass::text, part.oid IS NOT NULL, own.people
FROM pg_class AS class
LEFT JOIN (
    pg_inherits JOIN pg_class AS part ON part.oid = inhrelid JOIN pg_namespace ON pg_namespace.oid = part.relnamespace
) ON inhparent = class.oid
CROSS JOIN LATERAL (
    SELECT array_agg(each) AS people FROM unnest(%(people)s::uuid[]) AS each
    WHERE part.oid IS NULL OR satisfies_hash_partition(class.oid, (
        SELECT count(*)::int FROM pg_inherits AS all_parts WHERE all_parts.inhparent = class.oid
    ), replace(nspname, 'partition_', '')::int, each)
) AS own
WHERE class.oid = ANY (%(tables)s::regclass[]) AND own.people IS NOT NULL
ORDER BY pg_total_relation_size(coalesce(part.oid, class.oid)), 1
"""


def unpurged(batch_scope: BatchScope) -> BatchResult:
    """Count the erasures whose words may still be in the database's files; none if this role may not rewrite them."""
    erasures, accounts = _waiting(batch_scope)
    waiting = erasures.values("pk").union(accounts.values("pk"), all=True).count()
    if not waiting or not _may_rewrite():
        return BatchResult(rows=0)
    return BatchResult(rows=waiting, counts={"erasures": waiting}, shards=UNDIVIDED)


def _waiting(batch_scope: BatchScope) -> tuple[QuerySet[Erasure], QuerySet[DeletedAccount]]:
    """Return what can leave the disk now: every backup in the data folder is younger than it is.

    An erasure has the time of its beginning, so a backup must be younger by as long as one may take.
    """
    oldest = backup_status.read(settings.DATA).oldest if settings.EMBEDDED_DATABASE else None
    before = min(batch_scope.now, oldest - ERASING_TAKES) if oldest else batch_scope.now
    accounts = DeletedAccount.objects.filter(purged_at=None, finished_at__lt=before)
    return Erasure.objects.filter(purged_at=None, erased_at__lt=before), accounts


@dataclass(frozen=True)
class TableFile:
    """A table, or one of its partitions, and the people whose erased rows may be in it."""

    name: str
    table: str
    is_partition: bool
    people: Sequence[UUID]


def erased(batch_scope: BatchScope) -> BatchResult:
    """Rewrite the files of tables that held what was erased, and the planner's statistics of it.

    A deleted row stays in its page until the page is rewritten, and in the write-ahead log until its files end.
    Readers wait while a table or partition is rewritten, so beat schedules this for the night.
    """
    with scope.acting_as_clock():
        if not unpurged(batch_scope).rows:
            return BatchResult(rows=0)
        if _is_moving():
            raise StillInUseError(
                "Tables are being moved to partitions or back. They are rewritten once that has ended."
            )
        files = _files(batch_scope)
    statistics = TableFile(STATISTICS, STATISTICS, False, list({person for file in files for person in file.people}))
    with _exclusive() as is_locked, connection.cursor() as cursor:
        if not is_locked:
            return BatchResult(rows=0)
        tables = sorted({file.table for file in files})
        _clear_statistics(cursor, tables)
        in_use = _rewrite(cursor, files)
        for table in sorted({file.table for file in files if file.is_partition}):
            cursor.execute(f"ANALYZE {table}")
        in_use += _rewrite(cursor, [statistics])
        _leave_log_files(cursor)
        cursor.execute("CHECKPOINT")  # it deletes the files of the tables before and of the log before
    rewritten = [file.name for file in (*files, statistics) if file not in in_use]
    waiting_on = {person for file in in_use for person in file.people}
    with scope.acting_as_clock():
        done = [
            rows.filter(pk__in=_removed(rows.model, rewritten))
            .exclude(_whose(rows.model, waiting_on))
            .update(purged_at=batch_scope.now)
            for rows in _waiting(batch_scope)
        ]
        is_left = any(rows.exists() for rows in _waiting(batch_scope))
    if in_use:
        raise StillInUseError(
            f"In use all the time: {', '.join(file.name for file in in_use)}. Tried again the next night."
        )
    if is_left:
        raise StillReadError("An old transaction is open, which may still read erased rows. They leave the next night.")
    return BatchResult(rows=0, counts={"erasures": sum(done), "tables": len(files)})


def _is_moving() -> bool:
    """Return whether tables have copies beside them that are not in use yet (database.partitions)."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT to_regnamespace(%s) IS NOT NULL", [MOVING])
        return bool(cursor.fetchone()[0])


def _whose(model: type[Model], people: Collection[UUID]) -> Q:
    return Q(pk__in=people) if model is DeletedAccount else Q(person__in=people)


def _files(batch_scope: BatchScope) -> list[TableFile]:
    """Return the files in which erased rows of people may be, smaller ones first."""
    erasures, accounts = _waiting(batch_scope)
    people = {*erasures.values_list("person", flat=True), *accounts.values_list("pk", flat=True)}
    values: dict[str, Any] = {"people": list(people), "tables": _tables(with_accounts=accounts.exists())}
    with connection.cursor() as cursor:
        cursor.execute(FILES, values)
        return [TableFile(*row) for row in cursor.fetchall()]


def _rewrite(cursor: Any, files: Iterable[TableFile]) -> list[TableFile]:
    """Rewrite each file, and again those that are in use; return what was in use to the end."""
    left = list(files)
    for _ in range(ROUNDS):
        left = [file for file in left if not _is_rewritten(cursor, file)]
        if not left:
            break
    return left


def _is_rewritten(cursor: Any, file: TableFile) -> bool:
    try:
        cursor.execute(f"VACUUM (FULL, FREEZE, ANALYZE) {file.name}")
    except OperationalError as error:
        if isinstance(error.__cause__, LockNotAvailable):
            return False
        raise
    return True


def _tables(*, with_accounts: bool) -> list[str]:
    """Return the tables in which words of memories stand; for a deleted account, all that hold something of people."""
    tables = {column.split(".")[0] for wipe in erasure.WIPES.values() for column in wipe.columns}
    if with_accounts:
        tables |= {*account_deletion.places(), User._meta.db_table, Session._meta.db_table}
    return sorted(tables)


class StillInUseError(Exception):
    """Tables could not be rewritten, because others held them whenever it was tried."""


class StillReadError(Exception):
    """Rows of an erasure could not be removed. To try again at once would rewrite the tables again and again."""


def _removed(model: type[Model], tables: list[str]) -> list[UUID]:
    """Return the erasures committed before all transactions that ran during these tables' rewriting.

    For an older open transaction a deleted row is copied, because that may still read it. FREEZE leaves in
    `relfrozenxid` which transactions were old enough.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT id FROM {model._meta.db_table} WHERE purged_at IS NULL"
            " AND age(xmin) > (SELECT max(age(relfrozenxid)) FROM pg_class WHERE oid = ANY(%s::regclass[]))",
            [tables],
        )
        return [pk for (pk,) in cursor.fetchall()]


def _clear_statistics(cursor: Any, tables: list[str]) -> None:
    """Take words out of the planner's statistics of these tables. ANALYZE leaves those of a table that became empty.

    PostgreSQL before 18 has no function for that, so there such words stay until the table has rows again.
    """
    cursor.execute("SELECT to_regprocedure('pg_clear_attribute_stats(text, text, text, boolean)') IS NOT NULL")
    if cursor.fetchone()[0]:
        cursor.execute(
            "WITH files AS (SELECT unnest(%(tables)s::regclass[])::oid AS file UNION ALL"
            " SELECT inhrelid FROM pg_inherits WHERE inhparent = ANY(%(tables)s::regclass[]))"
            " SELECT pg_clear_attribute_stats(relnamespace::regnamespace::text, relname, attname, inherited)"
            " FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped"
            " CROSS JOIN (VALUES (false), (true)) AS statistics(inherited)"
            " WHERE (pg_class.oid IN (SELECT file FROM files)"
            " OR pg_class.oid IN (SELECT indexrelid FROM pg_index JOIN files ON file = indrelid))"
            " AND inherited <= (relkind = 'p')",
            {"tables": tables},
        )


def _leave_log_files(cursor: Any) -> None:
    """Switch to a new write-ahead log file after all existing ones, so that the checkpoint deletes them.

    The files after the current one are older ones under a new name, from before `wal_recycle` was off. An external
    server's log is archived and copied by its own rules, so nobody has granted these functions there.
    """
    cursor.execute("SELECT has_function_privilege('pg_switch_wal()', 'EXECUTE')")
    if not cursor.fetchone()[0]:
        return
    cursor.execute("SELECT count(*) FROM pg_ls_waldir() WHERE name >= pg_walfile_name(pg_current_wal_insert_lsn())")
    for _ in range(min(cursor.fetchone()[0], LOG_FILES_MAX)):
        cursor.execute("SELECT pg_current_xact_id()")  # without a new entry there is nothing to switch from
        cursor.execute("SELECT pg_switch_wal()")


def _may_rewrite() -> bool:
    """Return whether this role may rewrite tables: PostgreSQL 17 and newer can grant that (rls/roles.py)."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT EXISTS (SELECT FROM pg_roles WHERE rolname = 'pg_maintain')"
            " AND pg_has_role('memoryweb_clock', (SELECT oid FROM pg_roles WHERE rolname = 'pg_maintain'), 'USAGE')"
        )
        return bool(cursor.fetchone()[0])


@contextmanager
def _exclusive() -> Iterator[bool]:
    """Lock the rewriting, in the clock's role and outside any transaction; yield whether this worker has the lock."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(%s)", [REWRITING])
        is_locked = bool(cursor.fetchone()[0])
        cursor.execute("SET ROLE memoryweb_clock")
        cursor.execute(f"SET lock_timeout = '{LOCK_TIMEOUT}'")
        try:
            yield is_locked
        finally:
            cursor.execute("RESET lock_timeout")
            cursor.execute("RESET ROLE")
            cursor.execute("SELECT pg_advisory_unlock_all()")
