"""Keeps folders in step with what is remembered: one is added with DIR, and without it all of them are watched."""

import signal
import socket
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import ProgrammingError
from django.urls import reverse
from django.utils import timezone

from memoryweb.embedded import folder_watch
from memoryweb.folders import adding
from memoryweb.folders.watching import Watcher
from memoryweb.people.console import find_person
from memoryweb.rls import scope


class Command(BaseCommand):
    help = f"{__doc__} Only the person's own page says what a folder is, and nothing in it is read before."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", type=Path, nargs="?", metavar="DIR", help="a folder to keep in step")
        parser.add_argument("--person", metavar="EMAIL", help="whose folder DIR is")
        parser.add_argument("--once", action="store_true", help="bring all folders in step once, and end")

    def handle(self, *args: Any, folder: Path | None, person: str | None, once: bool, **options: Any) -> None:
        if folder:
            self._add(folder, person)
            return
        if person:
            raise CommandError("--person: say which folder, too: sync DIR --person EMAIL.")
        self._watch(once=once)

    def _add(self, path: Path, email: str | None) -> None:
        if not email:
            raise CommandError("--person: say whose.")
        person = find_person(email)
        try:
            folder = adding.add(path, person, host=socket.gethostname(), data=settings.DATA, now=timezone.now())
        except adding.CannotAddError as error:
            raise CommandError(str(error)) from error
        folder_watch.ask_for(settings.DATA)
        self.stdout.write(f"Added: {folder.path}. Nothing was read or written.")
        self.stdout.write("Say what this folder is, here:")
        self.stdout.write(f"{settings.BASE_URL}{reverse('folders:folder', args=[folder.pk])}")

    def _watch(self, *, once: bool) -> None:
        """Watch until Ctrl-C or SIGTERM. Between two steps nothing is left half done."""
        scope.connect_as_worker()
        watcher = Watcher(socket.gethostname(), say=self._say)
        try:
            count = watcher.check_all(timezone.now())
            self._say(f"{count} folders on this machine." if count != 1 else "1 folder on this machine.")
            if not once:
                signal.signal(signal.SIGTERM, signal.default_int_handler)
                watcher.run()
        except ProgrammingError as error:
            raise CommandError(f"{str(error).splitlines()[0]}. Set DATABASE_URL to memoryweb_worker's.") from error
        except KeyboardInterrupt:
            self._say("Stopped.")

    def _say(self, line: str) -> None:
        self.stdout.write(line)
        self.stdout.flush()
