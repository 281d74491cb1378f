"""Beats and workers as production starts them, and memories of many people that are due for them."""

import os
import signal
import sys
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

import psycopg

from memoryweb.embedded.child import Child
from memoryweb.memories.models import Memory, columns
from memoryweb.people.models import User
from memoryweb.rls import scope
from tests.builders import person_types

PEOPLE, DUE, PINNED = 160, 20, 1  # memories of each person: past their time, and past it but pinned

# Copies of one memory that an action has made: the same row under new ids, each with its first version.
COPIES = """
WITH people AS (
    INSERT INTO people_user (id, email, password, is_superuser, is_staff, is_active, date_joined)
    SELECT gen_random_uuid(), n || '@example.org', '', false, false, true, now() FROM generate_series(1, %(people)s) n
    RETURNING id
), copies AS (
    INSERT INTO memories_memory ({columns})
    SELECT {copied} FROM memories_memory m, people p, generate_series(1, %(each)s) n WHERE m.id = %(like)s
    RETURNING *
)
INSERT INTO memories_historicalmemory ({columns}, history_date, history_type)
SELECT {columns}, changed_at, '+' FROM copies
"""
COPIED_COLUMNS = {
    "id": "gen_random_uuid()",
    "person_id": "p.id",
    "obs_id": "'OBS-20260101-' || lpad(n::text, 3, '0')",
    "key": "'tea.' || n",
    "fingerprint": "sha256(n::text::bytea)",
    "pinned": "n > %(due)s",
    "ttl_from": "current_date - m.ttl_days - 1",
}
STILL_DUE = "SELECT count(*) FROM memories_memory WHERE status = 'active' AND archive_on <= current_date"
ARCHIVED_BY_THE_CLOCK = """
SELECT count(*), count(DISTINCT h.id) FROM memories_historicalmemory h
WHERE h.changed_by = 'clock' AND h.changed_verb = 'archive' AND h.status = 'archived'
"""


def fill(owner: psycopg.Connection) -> None:
    """Write due memories of many people, over all shards."""
    alice = User.objects.create_user("alice@example.org", None)
    with scope.acting_as(alice.pk):
        original = person_types(alice, "I like tea", name="tea", category="food", kind="fact").memory
    assert isinstance(original, Memory)
    names = [name.strip().strip('"') for name in columns().split(",")]
    copied = ", ".join(COPIED_COLUMNS.get(name, f'm."{name}"') for name in names)
    owner.execute(
        COPIES.format(columns=columns(), copied=copied),
        {"people": PEOPLE, "each": DUE + PINNED, "due": DUE, "like": original.pk},
    )


class Processes:
    """Beats and workers as production starts them, on this test's database, each in a group of its own."""

    def __init__(self, folder: Path, environment: Mapping[str, str] | None = None) -> None:
        self.folder = folder
        self.environment = {
            **os.environ,
            **(environment or {}),
            "DJANGO_SETTINGS_MODULE": "tests.memories.upkeep_workers",
            "CELERY_KEY_PREFIX": f"{os.environ['DATABASE_URL'].partition('?')[0].rpartition('/')[2]}.",
        }

    @contextmanager
    def _running(self, name: str, *argv: str) -> Iterator[Child]:
        command = [sys.executable, "-m", "celery", "-A", "memoryweb", *argv]
        child = Child(
            name, command, log=self.folder / f"{name}.log", env=self.environment, parent_death_signal=signal.SIGKILL
        )
        child.start()
        try:
            yield child
        finally:
            child.kill()

    def worker(self, number: int) -> AbstractContextManager[Child]:
        return self._running(
            f"worker{number}",
            "worker",
            "--concurrency",
            "1",
            "--loglevel",
            "info",
            "-n",
            f"{number}@night",
            "--without-gossip",
            "--without-mingle",
        )

    def beat(self, number: int) -> AbstractContextManager[Child]:
        schedule = str(self.folder / f"schedule{number}")
        return self._running(f"beat{number}", "beat", "--schedule", schedule, "--pidfile=", "--loglevel", "info")

    def has_sent_archive(self, beat: str) -> bool:
        return "Sending due task archive" in (self.folder / f"{beat}.log").read_text()

    def logs(self) -> str:
        """Return the end of each process's log, for the message of a failure."""
        return "\n".join(f"{log.name}: {log.read_text()[-2000:]}" for log in sorted(self.folder.glob("*.log")))


def query_one(owner: psycopg.Connection, query: str) -> Any:
    row = owner.execute(query).fetchone()
    assert row
    return row if len(row) > 1 else row[0]
