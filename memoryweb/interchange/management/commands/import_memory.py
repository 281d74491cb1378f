"""Reads a file such as a MEMORY.md into a person's Review. Only the person can accept what it says."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from memoryweb.interchange.formats import FORMATS
from memoryweb.interchange.importing import Report, import_text
from memoryweb.people.models import User
from memoryweb.rls import scope

READERS = {name: each.read for name, each in FORMATS.items() if each.read}


class Command(BaseCommand):
    help = __doc__
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--person", required=True, metavar="EMAIL")
        parser.add_argument("--format", choices=READERS, default="memory_md", dest="format_name")
        parser.add_argument("--dry-run", action="store_true", help="show what would happen and change nothing")

    def handle(self, *args: Any, file: Path, person: str, format_name: str, dry_run: bool, **options: Any) -> None:
        user = User.objects.filter(email__iexact=person).first()
        if user is None:
            raise CommandError(f"--person: nobody here has the e-mail {person}.")
        try:
            text = file.read_text(encoding="utf-8-sig")
        except (OSError, UnicodeDecodeError) as error:
            raise CommandError(f"FILE can’t be read as text ({type(error).__name__}).") from error
        with scope.acting_as(user.pk):
            report = import_text(text, READERS[format_name], user, now=timezone.now(), dry_run=dry_run)
        self.print_report(report, dry_run=dry_run)

    def print_report(self, report: Report, *, dry_run: bool) -> None:
        self.stdout.write("Dry run. Nothing was changed." if dry_run else "Imported.")
        for outcome, count in sorted(report.outcomes.items()):
            self.stdout.write(f"  {count} {outcome}")
        for title, lines in (
            ("Refused and not stored", report.refused),
            ("Left out", report.left_out),
            ("Not understood", report.unknown),
        ):
            for number, text in lines:
                self.stdout.write(f"{title}, line {number}: {text}")
