"""Erases again, in a restored database, what a log of erasures names. manage.py restore runs it by itself."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from memoryweb.embedded import erasure_log
from memoryweb.memories.erasing import replay
from memoryweb.rls import scope


class Command(BaseCommand):
    help = f"{__doc__} Needs the role memoryweb_worker."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, metavar="LOG", help=f"{erasure_log.NAME}, or a backup")

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        scope.connect_as_worker()
        try:
            entries = erasure_log.read(file)
        except (OSError, KeyError, ValueError) as error:
            raise CommandError(f"{file} cannot be read.") from error
        counts = replay.replay(entries, now=timezone.now())
        told = ", ".join(f"{count} {name}" for name, count in counts.items())
        self.stdout.write(f"Erasures since the backup: {told or 'none'}.")
