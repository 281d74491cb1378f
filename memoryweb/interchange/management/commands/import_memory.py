"""Brings a file, or a zip of files, to a person's Review. Only the person can accept what it says.

A complete JSON of memoryweb is restored instead, as it was, if the account is empty.
"""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import ProgrammingError, transaction
from django.utils import timezone

from memoryweb.interchange.account import restoring, sealing
from memoryweb.interchange.account.reading import BadFileError
from memoryweb.interchange.entry import About
from memoryweb.interchange.formats.own import complete_json
from memoryweb.interchange.importing import batches, previews
from memoryweb.interchange.importing.batches import Report
from memoryweb.interchange.models import ImportBatch
from memoryweb.interchange.reading import Reading, read_bytes
from memoryweb.people.console import find_person
from memoryweb.people.models import User
from memoryweb.rls import scope

HEAD = 200  # bytes, to recognise a complete JSON
SEALED = (
    "FILE holds what was erased or turned down, sealed. Give --passphrase-file so that it stays unlearnable here,"
    " or --without-passphrase to let it be learned again. Nothing was changed."
)


class Command(BaseCommand):
    help = __doc__
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--person", required=True, metavar="EMAIL")
        parser.add_argument("--dry-run", action="store_true", help="show what would happen and change nothing")
        parser.add_argument(
            "--with",
            action="append",
            default=[],
            dest="also",
            metavar="WHAT",
            choices=[each.value for each in About if each != About.PERSON],
            help="also take what is not about the person: log, project, persona, somebody, conversation or pointer",
        )
        parser.add_argument(
            "--passphrase-file",
            type=Path,
            metavar="FILE",
            help="opens what was erased or declined in a complete JSON, so that it stays unlearnable here",
        )
        parser.add_argument(
            "--without-passphrase", action="store_true", help="restore, and let what was erased be learned again"
        )

    def handle(
        self,
        *args: Any,
        file: Path,
        person: str,
        dry_run: bool,
        also: list[str],
        passphrase_file: Path | None,
        without_passphrase: bool,
        **options: Any,
    ) -> None:
        user = find_person(person)
        if _is_complete(file) and _is_empty(user):
            passphrase = read_passphrase(passphrase_file)
            self._restore(file, user, passphrase, needs_passphrase=not without_passphrase, dry_run=dry_run)
            return
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

    def _restore(self, file: Path, user: User, passphrase: str, *, needs_passphrase: bool, dry_run: bool) -> None:
        """Restore an account from a complete JSON, completely or not at all."""
        scope.connect_as_worker()
        now = timezone.now()
        try:
            with file.open("rb") as opened, transaction.atomic():
                report = restoring.restore(opened, user, passphrase=passphrase, now=now, tell=self._tell)
                if report.has_seal and report.tombstones is None and needs_passphrase:
                    raise CommandError(SEALED)
                transaction.set_rollback(dry_run)
        except BadFileError as error:
            raise CommandError(f"FILE: {error} Nothing was changed.") from error
        except restoring.NotEmptyError as error:
            raise CommandError(f"--person: {user.email} has something in it by now. Nothing was changed.") from error
        except ProgrammingError as error:
            raise CommandError("DATABASE_URL names a role that may not restore accounts. Use the worker’s.") from error
        except sealing.WrongPassphraseError as error:
            raise CommandError("--passphrase-file does not open the file’s seal. Nothing was changed.") from error
        self.stdout.write("Dry run. Nothing was changed." if dry_run else f"Restored the account of {report.email}.")
        for title, count in sorted(report.restored.items()):
            self.stdout.write(f"  {count} {title}")
        for (title, reason), count in sorted(report.left_out.items()):
            self.stdout.write(f"  {count} {title} left out: {reason}")
        for title, number, category in report.refused:
            self.stdout.write(f"Refused and not stored, {title}, row {number}: {category}")
        if report.tombstones is not None:
            self.stdout.write(f"  {report.tombstones} erased or turned down, which stay unlearnable")
        else:
            self.stdout.write("No passphrase was given: what was erased or turned down there can be learned again.")

    def _tell(self, rows: int) -> None:
        if rows % 1000 == 0 and self.stderr.isatty():
            self.stderr.write(f"\r{rows} rows", ending="")

    def _import(self, readings: list[Reading], user: User, also: list[str], *, dry_run: bool) -> None:
        """Run the import here, or continue an unfinished one of the same files, and print progress."""
        now = timezone.now()
        with scope.acting_as(user.pk):
            batch = previews.find_unfinished(readings, user) or previews.prepare(readings, user, now=now)
            for about in also if batch.state == ImportBatch.State.PREVIEW else ():
                previews.choose_all_about(batch, about, is_chosen=True)
            previews.start(batch, uses_explicit=False, now=now)
        for _ in batches.steps(batch.pk, user.pk):
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


def read_passphrase(file: Path | None) -> str:
    """Return the first line of a file; nothing for no file. Raises CommandError."""
    if file is None:
        return ""
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise CommandError(f"--passphrase-file can’t be read ({type(error).__name__}).") from error
    if not lines or not lines[0]:
        raise CommandError("--passphrase-file: its first line is empty.")
    return lines[0]


def _is_complete(file: Path) -> bool:
    try:
        with file.open("rb") as opened:
            return complete_json.recognise(opened.read(HEAD).decode(errors="replace"))
    except OSError:
        return False  # said where it is read


def _is_empty(user: User) -> bool:
    with scope.acting_as(user.pk):
        return restoring.is_empty(user)
