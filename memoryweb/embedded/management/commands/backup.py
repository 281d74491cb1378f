"""Writes everything into one file, restores that once to compare it, and prints what it holds."""

import os
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

import psycopg
from celery import current_app
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from memoryweb.embedded.backup import night, own_backup
from memoryweb.embedded.data_folder import CannotRunError
from memoryweb.embedded.processes import Installation
from memoryweb.rls.roles import BACKUP

NICE = 10


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
        parser.add_argument(
            "--nightly", action="store_true", help="what manage.py up does at night: also delete older ones"
        )

    def handle(self, *args: Any, place: Path | None, no_verify: bool, nightly: bool, **options: Any) -> None:
        try:
            if nightly:
                self.run_nightly(Installation.for_nightly_backup())
            else:
                self.run_once(Installation.from_environ(), place, no_verify)
        except (CannotRunError, OSError, psycopg.Error) as error:
            raise CommandError(str(error).strip().splitlines()[0]) from error

    def run_once(self, installation: Installation, place: Path | None, no_verify: bool) -> None:
        target = own_backup.choose_file(place, installation)
        manifest = own_backup.write(installation, target, fingerprint_key=settings.FINGERPRINT_KEY)
        if not no_verify:
            own_backup.verify(installation, target)
        compared = "" if no_verify else ", restored and compared: the same"
        size = target.stat().st_size / 1_000_000
        self.stdout.write(f"{target}: {manifest.rows} rows of {len(manifest.tables)} tables, {size:.1f} MB{compared}.")

    def run_nightly(self, installation: Installation) -> None:
        os.nice(NICE)
        if installation.backups_kept:
            manifest = night.run(installation, fingerprint_key=settings.FINGERPRINT_KEY)
            line = f"{manifest.taken_at}: {manifest.rows} rows of {len(manifest.tables)} tables."
        else:
            kept = night.clean(installation)
            line = f"No backup is made, because BACKUPS_KEPT is 0. Left from before: {len(kept.backups)}."
        if night.has_unpurged(installation.database_url(BACKUP)):
            current_app.send_task(settings.START_UPKEEP, args=["purge_erased"], kwargs={"hourly": False})
        self.stdout.write(line)
