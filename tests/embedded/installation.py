"""A data folder with a migrated database and one person in it, for the tests of backup, restore and erasing on disk."""

import os
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import psycopg

from memoryweb.embedded.broker import Broker
from memoryweb.embedded.postgres import Postgres
from memoryweb.embedded.processes import Installation
from memoryweb.rls.roles import OWNER, WORKER
from tests import migrated, servers
from tests.embedded import commands

OUTSIDE = {"DATABASE_URL", "CELERY_BROKER_URL", "CACHE_URL", "SECRET_KEY", "BASE_URL", "DJANGO_SETTINGS_MODULE"}
PERSON = "alice@example.org"
PRELUDE = f"""
from django.utils import timezone
from memoryweb.memories.erasing import erasure
from memoryweb.memories.actions import Person
from memoryweb.memories.models import Memory
from memoryweb.people.models import User
from memoryweb.rls import scope
from tests.builders import agent_says, memory_of, person_types
person = User.objects.get(email="{PERSON}")
now = timezone.now()
"""


@dataclass(frozen=True)
class Folder:
    """A data folder, and what a person at the terminal does with it."""

    data: Path

    @property
    def installation(self) -> Installation:
        environ = {name: value for name, value in os.environ.items() if name not in OUTSIDE}
        return Installation(self.data, 8000, environ | {"MEMORYWEB_DATA": str(self.data)})

    @contextmanager
    def running(self) -> Iterator[Postgres]:
        with Postgres(self.data) as server, Broker(self.data):
            yield server

    def run(
        self, *arguments: str, role: str = "", environ: Mapping[str, str] | None = None
    ) -> "subprocess.CompletedProcess[str]":
        """Run a management command; as this role, or as whoever types it finds it."""
        environment = self.installation.environment(role) if role else dict(self.installation.environ)
        return commands.run(arguments, {**environment, **(environ or {})})

    def manage(self, *arguments: str, role: str = "", environ: Mapping[str, str] | None = None) -> str:
        result = self.run(*arguments, role=role, environ=environ)
        assert result.returncode == 0, result.stderr
        return result.stdout.strip()

    def as_person(self, *lines: str) -> str:
        """Run statements in one transaction in the scope of the person and return what they print."""
        return self.run_code("\n    ".join(["with scope.acting_as(person.pk):", *lines]))

    def run_code(self, code: str) -> str:
        return self.manage("shell", "--no-imports", "-c", PRELUDE + code, role=WORKER)

    def rows(self, statement: str) -> list[tuple[object, ...]]:
        with psycopg.connect(self.installation.database_url(OWNER)) as connection:
            return connection.execute(statement).fetchall()

    def files_with(self, word: str) -> list[str]:
        """Return the files below the data folder that contain the word, the write-ahead log included."""
        found = []
        for file in self.data.rglob("*"):
            with suppress(FileNotFoundError):  # PostgreSQL removes some of its files meanwhile
                if file.is_file() and not file.is_symlink() and word.encode() in file.read_bytes():
                    found.append(str(file.relative_to(self.data)))
        return found


def make(data: Path) -> Folder:
    """Make a data folder with our tables and a person."""
    folder = Folder(data)
    if made := os.environ.get(servers.MIGRATED):
        migrated.copy(Path(made), data)
    with folder.running():
        if not made:
            folder.manage("migrate", "--skip-checks", "--verbosity=0", role=OWNER)
        folder.manage("create_person", PERSON, role=WORKER)
    return folder


def copy(folder: Folder, data: Path) -> Folder:
    """Copy a folder whose servers are stopped, with the users its files belong to."""
    migrated.copy(folder.data, data)
    return Folder(data)
