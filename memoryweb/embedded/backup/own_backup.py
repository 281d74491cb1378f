"""Backs up an installation: the embedded database of a data folder, or the external one of DATABASE_URL."""

import contextlib
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from memoryweb.embedded.backup import backup, copies, load, scratch
from memoryweb.embedded.backup.backup import Manifest
from memoryweb.embedded.data_folder import CannotRunError, Secrets
from memoryweb.embedded.lock import HeldError
from memoryweb.embedded.postgres import Postgres
from memoryweb.embedded.processes import Installation
from memoryweb.rls.roles import BACKUP


def choose_file(place: Path | None, installation: Installation) -> Path:
    """Return the file to write. A folder gets one named after the time."""
    if place is None:
        if not installation.own_database:
            raise CannotRunError("Give a file or a folder.")
        place = backup.folder(installation.data)
    return place / backup.file_name(datetime.now(UTC)) if place.is_dir() else place


def write(installation: Installation, target: Path, *, fingerprint_key: str) -> Manifest:
    if not installation.own_database:
        url = installation.environ["DATABASE_URL"]
        return backup.write(url, target, secret_key=None, fingerprint_key=fingerprint_key)
    secrets = Secrets.read(installation.data)
    if not secrets or not (installation.data / "postgres").exists():
        raise CannotRunError(f"There is no database in {installation.data}.")
    with running(installation):
        url = installation.database_url(BACKUP)
        manifest = backup.write(url, target, secret_key=secrets.secret_key, fingerprint_key=fingerprint_key)
    if target.parent.resolve() == backup.folder(installation.data).resolve():
        copies.note(installation.data, manifest.at)
    return manifest


@contextlib.contextmanager
def running(installation: Installation) -> Iterator[None]:
    """Use the server that runs, or run it meanwhile."""
    with contextlib.ExitStack() as stack:
        with contextlib.suppress(HeldError):
            stack.enter_context(Postgres(installation.data))
        yield


def verify(installation: Installation, file: Path) -> None:
    """Restore a backup into a server of its own and compare every table."""
    place = installation.data if installation.own_database else None
    try:
        with scratch.server(place) as server:
            load.load_backup(file, server.url())
    except CannotRunError as error:
        raise CannotRunError(f"{file} was written, and is not to be relied on. {error}") from error
