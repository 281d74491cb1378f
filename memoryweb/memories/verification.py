"""Verifies that nobody changed history afterwards: a person's hash chain, and what to say about the first problem."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from uuid import UUID

from django.db import connection

from memoryweb.memories.models import HistoryLink


class Problem(StrEnum):
    """What is wrong with the first broken version (migration 0016)."""

    CHANGED = "changed"
    EMPTIED = "emptied"  # without an erasure
    MISSING = "missing"
    GAP = "gap"  # what stood before it is missing
    REORDERED = "reordered"
    INSERTED = "inserted"
    CUT = "cut"  # what stood after it is missing


@dataclass(frozen=True)
class Verification:
    """The result for one person: how many changes there are since when, and the first problem with what it is about.

    `fingerprint` is the hash of the last link. Who notes it can later find out whether the chain still contains it.
    """

    changes: int
    since: datetime | None
    fingerprint: str
    problem: Problem | None
    version: int | None
    memory_id: UUID | None
    at: datetime | None

    @property
    def is_intact(self) -> bool:
        return self.problem is None


def verify(person_id: UUID) -> Verification:
    """Verify a person's whole history, with the rights of the current role and scope."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT * FROM memories_verify_history(%s)", [person_id])
        changes, since, ending, problem, version, memory_id, at = cursor.fetchone()
    return Verification(
        changes=changes, since=since, fingerprint=bytes(ending or b"").hex(),
        problem=Problem(problem) if problem else None, version=version, memory_id=memory_id, at=at,
    )  # fmt: skip


def position_of(person_id: UUID, fingerprint: str) -> int | None:
    """Return where a fingerprint that was noted earlier stands in the chain; None if it no longer does."""
    try:
        row_hash = bytes.fromhex(fingerprint.strip())
    except ValueError:
        return None
    found = HistoryLink.objects.filter(person=person_id, row_hash=row_hash)
    return found.values_list("position", flat=True).first()


def people_with_history() -> Iterator[UUID]:
    """Return everyone who has a version, a link or a head. Needs a role that sees everybody's rows."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT person_id FROM memories_historyhead UNION SELECT person_id FROM memories_historicalmemory"
            " UNION SELECT person_id FROM memories_historylink ORDER BY 1"
        )
        yield from (person_id for (person_id,) in cursor.fetchall())
