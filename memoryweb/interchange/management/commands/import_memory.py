"""Brings a file, or a zip of files, to a person's Review. Only the person can accept what it says."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.utils import timezone

from memoryweb.interchange import batches, previews
from memoryweb.interchange.batches import Report
from memoryweb.interchange.entry import About
from memoryweb.interchange.models import ImportBatch
from memoryweb.interchange.reading import Reading, read_bytes
from memoryweb.people.models import User
from memoryweb.rls import scope


class Command(BaseCommand):
    help = __doc__
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--person", required=True, metavar="EMAIL")
        parser.add_argument("--dry-run", action="store_true", help="show what would happen and change nothing")
        parser.add_argument(
            "--with", action="append", default=[], dest="also", metavar="WHAT",
            choices=[each.value for each in About if each != About.PERSON],
            help="also take what is not about the person: log, project, persona, somebody, conversation or pointer",
        )  # fmt: skip

    def handle(self, *args: Any, file: Path, person: str, dry_run: bool, also: list[str], **options: Any) -> None:
        user = User.objects.filter(email__iexact=person).first()
        if user is None:
            raise CommandError(f"--person: nobody here has the e-mail {person}.")
        try:
            readings = list(read_bytes(file.read_bytes(), file.name))
        except OSError as error:
            raise CommandError(f"FILE can’t be read as text ({type(error).__name__}).") from error
        if len(readings) == 1 and readings[0].refused:
            raise CommandError(f"FILE can’t be read as text. {readings[0].refused}")
        if dry_run:
            with transaction.atomic():
                self._import(readings, user, also, dry_run=True)
                transaction.set_rollback(True)
        else:
            self._import(readings, user, also, dry_run=False)

    def _import(self, readings: list[Reading], user: User, also: list[str], *, dry_run: bool) -> None:
        """Prepare the import, or go on with the one of the same files, and do it here, with a line for each part."""
        now = timezone.now()
        with scope.acting_as(user.pk):
            batch = previews.find_unfinished(readings, user) or previews.prepare(readings, user, now=now)
            for about in also if batch.state == ImportBatch.State.PREVIEW else ():
                previews.choose_all_about(batch, about, is_chosen=True)
            previews.start(batch, uses_explicit=False, now=now)
        while batches.run_some(batch.pk, user.pk, now=timezone.now()):
            self._show_progress(batch, user)
        with scope.acting_as(user.pk):
            batch.refresh_from_db()
            self._print_files(batch)
            self._print_report(batches.report(batch), dry_run=dry_run)

    def _show_progress(self, batch: ImportBatch, user: User) -> None:
        if self.stderr.isatty():
            with scope.acting_as(user.pk):
                batch.refresh_from_db()
            self.stderr.write(f"\r{batch.done} of {batch.total} ({batch.percent} %)", ending="")

    def _print_files(self, batch: ImportBatch) -> None:
        for each in batch.files if len(batch.files) > 1 else ():
            self.stderr.write(f"{each['name']}: {each['refused'] or each['format'] or 'nothing understood'}")

    def _print_report(self, report: Report, *, dry_run: bool) -> None:
        self.stdout.write("Dry run. Nothing was changed." if dry_run else "Imported.")
        for outcome, count in sorted(report.outcomes.items()):
            self.stdout.write(f"  {count} {outcome}")
        for about, count in sorted(report.not_of_person.items()):
            self.stdout.write(f"  {count} left out, because not about the person: {about} (--with {about} takes them)")
        for title, lines in (("Refused and not stored", report.refused), ("Left out", report.left_out)):
            for number, text in lines:
                self.stdout.write(f"{title}, line {number}: {text}")
        for number, text, reason in report.unknown:
            self.stdout.write(f"Not understood, line {number}: {text}  ({reason})")
