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
OF_NO_USE = {"fsync": "off", "full_page_writes": "off", "shared_buffers": "32MB"}  # after a crash it is deleted
FAST = SETTINGS | MANY_LOCKS | OF_NO_USE


@contextmanager
def server(place: Path | None) -> Iterator[Postgres]:
    """Start a new server in a folder below `place`, or below the system's folder for temporary files."""
    folder = Path(tempfile.mkdtemp(prefix=PREFIX, dir=place))
    try:
        with Postgres(folder, settings=FAST) as new:
            yield new
    finally:
        _delete(folder)


def delete_leftovers(place: Path) -> None:
    """Delete the folders of servers whose process was killed."""
    for folder in place.glob(f"{PREFIX}*"):
        lock = FolderLock(folder)
        try:
            lock.take()
        except HeldError:
            continue
        _delete(folder)
        lock.release()


def _delete(folder: Path) -> None:
    sockets = addresses.socket_folder(folder)
    shutil.rmtree(folder, ignore_errors=True)
    if not sockets.is_relative_to(folder):
        shutil.rmtree(sockets, ignore_errors=True)
