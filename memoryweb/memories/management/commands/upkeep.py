"""Runs one sweep of upkeep now, or prints what it would do."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import OperationalError, ProgrammingError
from django.utils import timezone

from memoryweb.memories import upkeep
from memoryweb.rls import scope


class Command(BaseCommand):
    help = f"{__doc__} Needs the role memoryweb_worker."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", choices=sorted(upkeep.SWEEPS), metavar="NAME", help=", ".join(upkeep.SWEEPS))
        parser.add_argument("--dry-run", action="store_true", help="count what is due and change nothing")

    def handle(self, *args: Any, name: str, dry_run: bool, **options: Any) -> None:
        scope.connect_as_worker()
        try:
            run = upkeep.run_now(name, now=timezone.now(), dry_run=dry_run)
        except ProgrammingError as error:
            raise CommandError(f"{str(error).splitlines()[0]}. Set DATABASE_URL to memoryweb_worker's.") from error
        except (OperationalError, upkeep.StillInUseError, upkeep.StillReadError) as error:
            raise CommandError(str(error).splitlines()[0]) from error
        kinds = ", ".join(f"{count} {kind}" for kind, count in sorted(run.kinds.items()))
        prefix = "would do: " if dry_run else ""
        self.stdout.write(f"{name}: {prefix}{run.summary}{f' ({kinds})' if kinds else ''}, {run.milliseconds} ms.")
