"""The nightly backup of the embedded database: when it is due, and which files it leaves."""

import time as clock
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, time, timedelta
from pathlib import Path

import psycopg

from memoryweb.embedded import erasure_log
from memoryweb.embedded.backup import backup, backup_status, copies, own_backup, scratch
from memoryweb.embedded.backup.backup import Manifest
from memoryweb.embedded.backup.backup_status import Status
from memoryweb.embedded.backup.copies import Copies
from memoryweb.embedded.child import Child
from memoryweb.embedded.data_folder import CannotRunError
from memoryweb.embedded.processes import Installation
from memoryweb.rls.roles import BACKUP

AT = time(3, 10)  # UTC, half an hour before upkeep's purge_erased
RETRY = timedelta(hours=1)
LOOK_EVERY = 30  # seconds
LIMIT = 3600  # seconds that one may take
# As a backup's manifest counts them.
ERASURES = f"SELECT now(), ({backup.ERASURES}) + ({backup.DELETED_ACCOUNTS})"


class NightlyBackup:
    """Starts a short process when a backup is due. The supervisor, which holds the secrets, asks it again and again.

    Where no backups are kept, it only deletes copies that erasures have made too old.
    """

    def __init__(self, installation: Installation, say: Callable[[str], None]) -> None:
        self._installation, self._say = installation, say
        self._keeps_backups = installation.backups_kept > 0  # asked once: a wrong number ends the start
        self._child: Child | None = None
        self._looked = self._started = 0.0
        self._newest = ""  # when the backup was made that was the newest before

    def tick(self) -> None:
        now = clock.monotonic()
        if self._child:
            self._watch(self._child, now)
        elif now - self._looked > LOOK_EVERY:
            self._looked = now
            is_tonight = is_due if self._keeps_backups else is_cleaning_due
            if is_tonight(self._installation.data, datetime.now(UTC)):
                self._newest = backup_status.read(self._installation.data).taken_at
                child = self._installation.nightly_backup()
                child.start()
                self._child, self._started = child, now

    def _watch(self, child: Child, now: float) -> None:
        if child.alive() and now - self._started < LIMIT:
            return
        child.kill()
        self._child = None
        status = backup_status.read(self._installation.data)
        if status.error or (self._keeps_backups and status.taken_at == self._newest):
            what = "There is no new backup" if self._keeps_backups else "Old copies were not looked at"
            self._say(f"{what}: {status.error or child.last_log_line()}")

    def stop(self) -> None:
        if self._child:
            self._child.kill()


def is_due(data: Path, now: datetime) -> bool:
    """Return whether the newest backup is from before the last night; also after a machine was off or asleep.

    A new folder is first backed up in its first night. A time in the future is of a clock that was wrong.
    """
    status = backup_status.read(data)
    if status.tried and timedelta(0) <= now - status.tried < RETRY:
        return False
    made = datetime.fromtimestamp((data / "secrets.json").stat().st_mtime, UTC)
    last = max((each for each in (status.taken, made) if each and each <= now), default=None)
    return last is None or last < last_night(now)


def is_cleaning_due(data: Path, now: datetime) -> bool:
    """Return whether copies were not looked at since the last night, where no backups are kept."""
    status = backup_status.read(data)
    since = now - RETRY if status.error else last_night(now)
    was_tried = status.tried is not None and since <= status.tried <= now
    return not was_tried and (copies.exist(data) or status.oldest is not None)


def last_night(now: datetime) -> datetime:
    today = datetime.combine(now.date(), AT, UTC)
    return today if today <= now else today - timedelta(days=1)


def run(installation: Installation, *, fingerprint_key: str) -> Manifest:
    """Write and verify a backup, replace those that erasures have made too old, and note how it went."""
    data = installation.data
    status = replace(backup_status.read(data), tried_at=datetime.now(UTC).isoformat(), error="")
    backup_status.write(data, status)
    _delete_leftovers(data)
    target = own_backup.choose_file(None, installation)
    try:
        manifest = own_backup.write(installation, target, fingerprint_key=fingerprint_key)
        own_backup.verify(installation, target)
    except (CannotRunError, OSError, psycopg.Error) as error:
        target.unlink(missing_ok=True)
        backup_status.write(data, replace(status, error=str(error).strip().splitlines()[0]))
        raise
    erasure_log.complete(data, erasure_log.read(target))
    kept = copies.delete_outdated(data, erasures=manifest.erasures, now=manifest.at, most=installation.backups_kept)
    _note(data, status, kept)
    return manifest


def clean(installation: Installation) -> Copies:
    """Delete the copies that erasures have made too old, where no backups are kept. Return those that stay."""
    data = installation.data
    status = replace(backup_status.read(data), tried_at=datetime.now(UTC).isoformat(), error="It did not finish.")
    backup_status.write(data, status)
    _delete_leftovers(data)
    try:
        with own_backup.running(installation), psycopg.connect(installation.database_url(BACKUP)) as connection:
            now, count = connection.execute(ERASURES).fetchone() or (datetime.now(UTC), 0)
            erasure_log.complete(data, erasure_log.read_database(connection))
        kept = copies.delete_outdated(data, erasures=int(count), now=now)
    except (CannotRunError, OSError, psycopg.Error) as error:
        backup_status.write(data, replace(status, error=str(error).strip().splitlines()[0]))
        raise
    _note(data, status, kept)
    return kept


def _note(data: Path, status: Status, kept: Copies) -> None:
    newest = kept.newest
    noted = Status(
        tried_at=status.tried_at,
        oldest_at=kept.oldest_at,
        kept=len(kept.backups),
        taken_at=kept.backups[newest].taken_at if newest else "",
        size=newest.stat().st_size if newest else 0,
    )
    backup_status.write(data, noted)


def _delete_leftovers(data: Path) -> None:
    """Delete what a process that was killed has left."""
    scratch.delete_leftovers(data)
    for file in backup.folder(data).glob("*.part"):
        file.unlink()


UNPURGED = """
SELECT EXISTS (SELECT FROM memories_erasure WHERE purged_at IS NULL)
    OR EXISTS (SELECT FROM memories_deletedaccount WHERE purged_at IS NULL)
"""


def has_unpurged(url: str) -> bool:
    with psycopg.connect(url, connect_timeout=10) as connection:
        row = connection.execute(UNPURGED).fetchone()
    return bool(row and row[0])
