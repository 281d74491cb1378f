"""Writes a person's memories to a file: the whole account for another machine, or one format to read."""

import os
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from memoryweb.interchange.account import sealing, writing
from memoryweb.interchange.formats import WRITTEN
from memoryweb.interchange.management.commands.import_memory import read_passphrase
from memoryweb.people.console import find_person
from memoryweb.people.models import User
from memoryweb.rls import scope

COMPLETE = "complete"


class Command(BaseCommand):
    help = __doc__
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", help="- writes to the standard output")
        parser.add_argument("--person", required=True, metavar="EMAIL")
        parser.add_argument(
            "--format", choices=[COMPLETE, *WRITTEN], default=COMPLETE, dest="name", help="default: the whole account"
        )
        parser.add_argument(
            "--passphrase-file",
            type=Path,
            metavar="FILE",
            help="seals what was erased or declined, so that it stays unlearnable on the other machine",
        )

    def handle(
        self, *args: Any, file: str, person: str, name: str, passphrase_file: Path | None, **options: Any
    ) -> None:
        user = find_person(person)
        passphrase = read_passphrase(passphrase_file)
        if passphrase and len(passphrase) < sealing.PASSPHRASE_MIN:
            raise CommandError(f"--passphrase-file: use at least {sealing.PASSPHRASE_MIN} characters.")
        pieces = writing.pieces(user, passphrase) if name == COMPLETE else self._one_format(user, name)
        if file == "-":
            sys.stdout.writelines(pieces)
            return
        try:
            _write(Path(file), pieces)
        except OSError as error:
            raise CommandError(f"FILE: {error.strerror}.") from error
        self.stderr.write(f"{file} is written. Keep it safe: whoever has it can read it.")
        if name == COMPLETE and not passphrase:
            self.stderr.write("What was erased or turned down stays behind: --passphrase-file takes it along, sealed.")

    @staticmethod
    def _one_format(user: User, name: str) -> Iterator[str]:
        with scope.acting_as(user.pk):
            yield WRITTEN[name].export(user)


def _write(path: Path, pieces: Iterator[str]) -> None:
    """Write the whole file, readable by its owner alone, or leave what was there."""
    with NamedTemporaryFile("w", encoding="utf-8", dir=path.parent, prefix=".", delete=False) as file:
        unfinished = Path(file.name)
        try:
            file.writelines(pieces)
            file.flush()
            os.fsync(file.fileno())
            unfinished.replace(path)
        finally:
            unfinished.unlink(missing_ok=True)
