"""Restores a backup into an empty data folder or database, and erases again what was erased since then.

With --person it writes that person's account into a file instead, for manage.py import_memory.
"""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

import psycopg
from django.core.management.base import BaseCommand, CommandError

from memoryweb.embedded import erasure_log
from memoryweb.embedded.backup import backup, restore
from memoryweb.embedded.data_folder import CannotRunError
from memoryweb.embedded.erasure_log import Entry
from memoryweb.embedded.processes import Installation


class Command(BaseCommand):
    help = __doc__
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE", help="what manage.py backup has written")
        parser.add_argument(
            "--erasures", type=Path, metavar="LOG", help=f"the old data folder's {erasure_log.NAME}, or a later backup"
        )
        parser.add_argument(
            "--no-erasures", action="store_true", help="there is no log: what was erased since the backup comes back"
        )
        parser.add_argument("--person", metavar="EMAIL", help="write this person's account, and restore nothing")
        parser.add_argument("--to", type=Path, metavar="FILE", help="where to write it: a new file")

    def handle(
        self,
        *args: Any,
        file: Path,
        erasures: Path | None,
        no_erasures: bool,
        person: str | None,
        to: Path | None,
        **options: Any,
    ) -> None:
        if not file.is_file():
            raise CommandError(f"There is no file {file}.")
        if bool(person) != bool(to):
            raise CommandError("Give --person EMAIL and --to FILE together.")
        if to and to.exists():
            raise CommandError(f"{to} exists. Choose another name.")
        installation = Installation.from_environ()
        try:
            entries = [] if no_erasures else read_log(erasures or find_log(file))
            if person and to:
                manifest = restore.write_account(
                    file, installation, entries, self.stdout.write, person=person, target=to
                )
                what = f"{to}: the account of {person} as it was"
            else:
                manifest = restore.start(file, installation, entries, self.stdout.write)
                what = f"Restored {manifest.rows} rows of {len(manifest.tables)} tables as they were"
        except (CannotRunError, OSError, psycopg.Error) as error:
            raise CommandError(str(error).strip().splitlines()[0]) from error
        self.stdout.write(f"{what} on {manifest.at:%-d %B %Y at %H:%M} UTC, compared: the same.")


def find_log(file: Path) -> Path:
    """Return the log of the data folder that the backup lies in."""
    log = file.resolve().parent.parent / erasure_log.NAME
    if file.resolve().parent.name == backup.FOLDER and log.exists():
        return log
    raise CannotRunError(
        f"What was erased after this backup must be erased again: give --erasures with the old folder's"
        f" {erasure_log.NAME} or a later backup, or --no-erasures if there is none."
    )


def read_log(file: Path) -> list[Entry]:
    try:
        return erasure_log.read(file)
    except (KeyError, ValueError) as error:
        raise CannotRunError(f"{file} is no log of erasures.") from error
