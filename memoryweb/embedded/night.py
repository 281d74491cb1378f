"""The nightly backup of the embedded database: when it is due, and which files it leaves."""

import contextlib
import json
import shutil
import time as clock
import zipfile
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, time, timedelta
from pathlib import Path

import psycopg

from memoryweb.embedded import backup, backup_status, erasure_log, own_backup, scratch
from memoryweb.embedded.backup import Manifest
from memoryweb.embedded.child import Child
from memoryweb.embedded.data_folder import CannotRunError
from memoryweb.embedded.processes import Installation

AT = time(3, 10)  # UTC, half an hour before upkeep's purge_erased
RETRY = timedelta(hours=1)
LOOK_EVERY = 30  # seconds
LIMIT = 3600  # seconds that one may take
OLD_CLUSTERS = "postgres-*.json"  # what embedded.upgrade notes about a folder that it keeps


class NightlyBackup:
    """Starts a short process when a backup is due. The supervisor, which holds the secrets, asks it again and again."""

    def __init__(self, installation: Installation, say: Callable[[str], None]) -> None:
        self._installation, self._say = installation, say
        self._is_wanted = installation.backups_kept > 0  # asked once: a wrong number ends the start
        self._child: Child | None = None
        self._looked = self._started = 0.0
        self._newest = ""  # when the backup was made that was the newest before

    def tick(self) -> None:
        now = clock.monotonic()
        if self._child:
            self._watch(self._child, now)
        elif now - self._looked > LOOK_EVERY:
            self._looked = now
            if self._is_wanted and is_due(self._installation.data, datetime.now(UTC)):
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
        if status.error or status.taken_at == self._newest:
            self._say(f"There is no new backup: {status.error or child.last_log_line()}")

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
    kept = replace_older(data, manifest, most=max(installation.backups_kept, 1))
    oldest = min([each.at for each in kept.values()] + _delete_old_clusters(data, manifest))
    backup_status.write(
        data,
        backup_status.Status(
            tried_at=status.tried_at, taken_at=manifest.taken_at, oldest_at=oldest.isoformat(),
            size=target.stat().st_size, kept=len(kept),
        ),
    )  # fmt: skip
    return manifest


def _delete_leftovers(data: Path) -> None:
    """Delete what a process that was killed has left."""
    scratch.delete_leftovers(data)
    for file in backup.folder(data).glob("*.part"):
        file.unlink()


def replace_older(data: Path, newest: Manifest, *, most: int) -> dict[Path, Manifest]:
    """Delete the backups that still have erased words, and all but the newest; return those that are kept."""
    found = {file: _read(file) for file in backup.folder(data).glob(backup.NAMES)}
    usable = {
        file: manifest
        for file, manifest in found.items()
        if manifest and manifest.erasures == newest.erasures and manifest.at <= newest.at
    }
    kept = dict(sorted(usable.items(), key=lambda pair: pair[1].at)[-most:])
    for file in found.keys() - kept.keys():
        file.unlink()
    return kept


def _read(file: Path) -> Manifest | None:
    with contextlib.suppress(CannotRunError, zipfile.BadZipFile, OSError, KeyError, TypeError, ValueError):
        return backup.read_manifest(file)
    return None


def _delete_old_clusters(data: Path, newest: Manifest) -> list[datetime]:
    """Delete the folder of an older PostgreSQL if something was erased since; return the times of those that stay."""
    times = []
    for note in data.glob(OLD_CLUSTERS):
        content = json.loads(note.read_text())
        if content["erasures"] == newest.erasures:
            times.append(datetime.fromisoformat(content["at"]))
        else:
            shutil.rmtree(note.with_suffix(""), ignore_errors=True)
            note.unlink()
    return times


UNPURGED = """
SELECT EXISTS (SELECT FROM memories_erasure WHERE purged_at IS NULL)
    OR EXISTS (SELECT FROM memories_deletedaccount WHERE purged_at IS NULL)
"""


def has_unpurged(url: str) -> bool:
    with psycopg.connect(url, connect_timeout=10) as connection:
        row = connection.execute(UNPURGED).fetchone()
    return bool(row and row[0])
