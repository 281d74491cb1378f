"""Embeds every memory with the current encoder. It can be stopped and run again, and search works meanwhile."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import ProgrammingError
from django.utils import timezone

from memoryweb.memories import upkeep
from memoryweb.recall import encoders
from memoryweb.rls import scope


class Command(BaseCommand):
    help = f"{__doc__} Needs the role memoryweb_worker."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--dry-run", action="store_true", help="count what would be embedded and change nothing")

    def handle(self, *args: Any, dry_run: bool, **options: Any) -> None:
        scope.connect_as_worker()
        try:
            name = encoders.current_encoder().name
            run = upkeep.run_now("reembed", now=timezone.now(), dry_run=dry_run)
        except encoders.UnreachableError as error:
            raise CommandError(f"The encoder doesn’t answer: {error} What is done is kept. Run it again.") from error
        except ProgrammingError as error:
            raise CommandError(f"{str(error).splitlines()[0]}. Set DATABASE_URL to memoryweb_worker's.") from error
        self.stdout.write(f"{name}: {'would do: ' if dry_run else ''}{run.summary}, {run.milliseconds} ms.")
