"""What the nightly backup has left: a small file that the pages read. The backups themselves they cannot read."""

import json
import os
from dataclasses import asdict, dataclass, fields
from datetime import datetime
from pathlib import Path

from memoryweb.embedded.data_folder import write_private_file

NAME = "backups.json"


@dataclass(frozen=True, kw_only=True)
class Status:
    """Times are ISO texts in UTC, empty if there is none."""

    tried_at: str = ""
    error: str = ""  # of the last try
    taken_at: str = ""  # of the newest backup
    oldest_at: str = ""  # of the oldest copy of the database in the data folder
    size: int = 0  # bytes of the newest
    kept: int = 0  # how many there are

    @property
    def taken(self) -> datetime | None:
        return _time(self.taken_at)

    @property
    def oldest(self) -> datetime | None:
        return _time(self.oldest_at)

    @property
    def tried(self) -> datetime | None:
        return _time(self.tried_at)


def _time(text: str) -> datetime | None:
    return datetime.fromisoformat(text) if text else None


def read(data: Path) -> Status:
    """Return a data folder's backup status; an empty one if the file is missing or damaged."""
    try:
        content = json.loads((data / NAME).read_text())
        status = Status(**{each.name: content[each.name] for each in fields(Status)})
        _ = status.taken, status.oldest, status.tried
    except (OSError, ValueError, KeyError, TypeError):
        return Status()
    return status


def write(data: Path, status: Status) -> None:
    path = data / NAME
    write_private_file(path, json.dumps(asdict(status)))
    if os.geteuid() == 0:  # web and worker read it, and are in the folder's group
        os.chown(path, data.stat().st_uid, data.stat().st_gid)
        path.chmod(0o640)
