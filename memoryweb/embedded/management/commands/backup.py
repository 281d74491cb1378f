"""Writes everything into one file, restores that once to compare it, and prints what it holds."""

import contextlib
from argparse import ArgumentParser
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import psycopg
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from memoryweb.embedded import backup, load, scratch
from memoryweb.embedded.data_folder import CannotRunError, Secrets
from memoryweb.embedded.lock import HeldError
from memoryweb.embedded.postgres import Postgres
from memoryweb.embedded.processes import Installation
from memoryweb.rls.roles import BACKUP


class Command(BaseCommand):
    help = __doc__
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "place",
            type=Path,
            nargs="?",
            metavar="FILE|DIR",
            help="a new file or a folder, by default in the data folder",
        )
        parser.add_argument("--no-verify", action="store_true", help="do not restore it to compare")

    def handle(self, *args: Any, place: Path | None, no_verify: bool, **options: Any) -> None:
        installation = Installation.from_environ()
        try:
            target = choose_file(place, installation)
            manifest = write(installation, target)
            compared = "" if no_verify else verify(target, installation)
        except (CannotRunError, psycopg.Error) as error:
            raise CommandError(str(error).strip().splitlines()[0]) from error
        size = target.stat().st_size / 1_000_000
        self.stdout.write(f"{target}: {manifest.rows} rows of {len(manifest.tables)} tables, {size:.1f} MB{compared}.")


def choose_file(place: Path | None, installation: Installation) -> Path:
    """Return the file to write. A folder gets one named after the time."""
    if place is None:
        if not installation.own_database:
            raise CannotRunError("Give a file or a folder.")
        place = backup.folder(installation.data)
    return place / backup.file_name(datetime.now(UTC)) if place.is_dir() else place


def write(installation: Installation, target: Path) -> backup.Manifest:
    key = settings.FINGERPRINT_KEY
    if not installation.own_database:
        return backup.write(installation.environ["DATABASE_URL"], target, secret_key=None, fingerprint_key=key)
    secrets = Secrets.read(installation.data)
    if not secrets or not (installation.data / "postgres").exists():
        raise CannotRunError(f"There is no database in {installation.data}.")
    with running(installation):
        url = installation.database_url(BACKUP)
        return backup.write(url, target, secret_key=secrets.secret_key, fingerprint_key=key)


@contextlib.contextmanager
def running(installation: Installation) -> Iterator[None]:
    """Use the server that runs, or run it meanwhile."""
    with contextlib.ExitStack() as stack:
        with contextlib.suppress(HeldError):
            stack.enter_context(Postgres(installation.data))
        yield


def verify(file: Path, installation: Installation) -> str:
    """Restore a backup into a server of its own and compare every table. Without a wheel there is no such server."""
    place = installation.data if installation.own_database else None
    try:
        with scratch.server(place) as server:
            load.load_backup(file, server.url())
    except CannotRunError as error:
        raise CannotRunError(f"{file} was written, and is not to be relied on. {error}") from error
    return ", restored and compared: the same"
