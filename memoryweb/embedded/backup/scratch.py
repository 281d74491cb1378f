"""A server of its own in a folder that is deleted afterwards: what is restored there is compared and thrown away."""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from memoryweb.embedded import addresses
from memoryweb.embedded.lock import FolderLock, HeldError
from memoryweb.embedded.postgres import MANY_LOCKS, SETTINGS, Postgres

PREFIX = "scratch-"
OF_NO_USE = {  # after a crash it is deleted
    "fsync": "off",
    "full_page_writes": "off",
    "wal_level": "minimal",
    "max_wal_senders": "0",
    "autovacuum": "off",
    "shared_buffers": "32MB",
    "maintenance_work_mem": "128MB",  # sorts an index's rows in fewer parts
}
FAST = SETTINGS | MANY_LOCKS | OF_NO_USE


@contextmanager
def server(place: Path | None) -> Iterator[Postgres]:
    """Start a new server in a folder below `place`, or below the system's folder for temporary files."""
    with folder(place) as new, Postgres(new, settings=FAST) as started:
        yield started


@contextmanager
def folder(place: Path | None = None) -> Iterator[Path]:
    """Make a folder below `place`, or below the system's folder for temporary files."""
    made = Path(tempfile.mkdtemp(prefix=PREFIX, dir=place))
    try:
        yield made
    finally:
        _delete(made)


def delete_leftovers(place: Path) -> None:
    """Delete the folders of servers whose process was killed."""
    for left in place.glob(f"{PREFIX}*"):
        lock = FolderLock(left)
        try:
            lock.take()
        except HeldError:
            continue
        _delete(left)
        lock.release()


def _delete(made: Path) -> None:
    sockets = addresses.socket_folder(made)
    shutil.rmtree(made, ignore_errors=True)
    if not sockets.is_relative_to(made):
        shutil.rmtree(sockets, ignore_errors=True)
