"""The copies of the database in the data folder: its backups, and what an upgrade of PostgreSQL has left.

An erasure has left the disk only when no copy is older than it.
"""

import contextlib
import json
import shutil
import zipfile
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from memoryweb.embedded.backup import backup, backup_status
from memoryweb.embedded.backup.backup import Manifest
from memoryweb.embedded.data_folder import CannotRunError

OLD_CLUSTERS = "postgres-*.json"  # what embedded.upgrade notes about a folder that it keeps


@dataclass(frozen=True)
class Copies:
    backups: dict[Path, Manifest]  # from the oldest to the newest
    clusters: list[datetime]  # when an older PostgreSQL's folder was left

    @property
    def newest(self) -> Path | None:
        return list(self.backups)[-1] if self.backups else None

    @property
    def oldest_at(self) -> str:
        times = [manifest.at for manifest in self.backups.values()] + self.clusters
        return min(times).isoformat() if times else ""


def exist(data: Path) -> bool:
    found = [*data.glob(OLD_CLUSTERS), *data.glob(f"{backup.FOLDER}/{backup.NAMES}")]
    return bool(found)


def note(data: Path, at: datetime) -> None:
    """Note a copy that was made outside of the nightly run, so that no erasure is said to be gone before it is."""
    status = backup_status.read(data)
    if status.oldest is None or at < status.oldest:
        backup_status.write(data, replace(status, oldest_at=at.isoformat()))


def delete_outdated(data: Path, *, erasures: int, now: datetime, most: int | None = None) -> Copies:
    """Delete what still has erased words, and all but the newest backups; return what is kept.

    `erasures` is how many the database knows of; `most` is how many backups are kept, None for all.
    """
    return Copies(_keep_backups(data, erasures, now, most), _keep_clusters(data, erasures))


def _keep_backups(data: Path, erasures: int, now: datetime, most: int | None) -> dict[Path, Manifest]:
    found = {file: _read(file) for file in backup.folder(data).glob(backup.NAMES)}
    usable = [
        (file, manifest)
        for file, manifest in found.items()
        if manifest and manifest.erasures == erasures and manifest.at <= now
    ]
    usable.sort(key=lambda pair: pair[1].at)
    kept = dict(usable if most is None else usable[-most:])
    for file in found.keys() - kept.keys():
        file.unlink()
    return kept


def _read(file: Path) -> Manifest | None:
    with contextlib.suppress(CannotRunError, zipfile.BadZipFile, OSError, KeyError, TypeError, ValueError):
        return backup.read_manifest(file)
    return None


def _keep_clusters(data: Path, erasures: int) -> list[datetime]:
    times = []
    for file in data.glob(OLD_CLUSTERS):
        content = json.loads(file.read_text())
        if content["erasures"] == erasures:
            times.append(datetime.fromisoformat(content["at"]))
        else:
            shutil.rmtree(file.with_suffix(""), ignore_errors=True)
            file.unlink()
    return times
