"""Verifies that nobody changed history afterwards: a person's hash chain, and what to say about the first problem."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from uuid import UUID

from django.db import connection
from django.utils.translation import gettext_lazy as _

from memoryweb.memories.models import HistoryLink

FINGERPRINT = re.compile("[0-9a-f]{64}")  # a sha256


class Problem(StrEnum):
    """What is wrong with the first broken version (migration 0019)."""

    CHANGED = "changed"
    EMPTIED = "emptied"  # without an erasure
    MISSING = "missing"
    GAP = "gap"  # what stood before it is missing
    REORDERED = "reordered"
    INSERTED = "inserted"
    CUT = "cut"  # what stood after it is missing

    @property
    def sentence(self) -> str:
        """Return what happened, before the version that it happened to."""
        return str(SENTENCES[self])


SENTENCES = {
    Problem.CHANGED: _("This change is not what was recorded. Somebody altered it in the database."),
    Problem.EMPTIED: _("The words of this change were removed in the database, and not by erasing."),
    Problem.MISSING: _("This change is missing. Somebody deleted it in the database."),
    Problem.GAP: _("What came right before this change is missing. Somebody deleted it in the database."),
    Problem.REORDERED: _("This change stands where another one was. Somebody moved it in the database."),
    Problem.INSERTED: _("This change was added to the history later. Somebody put it into the database."),
    Problem.CUT: _("The end of the history is cut off. This is the last change that is left."),
}


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


def is_fingerprint(text: str) -> bool:
    return bool(FINGERPRINT.fullmatch(text))


def position_of(person_id: UUID, fingerprint: str) -> int | None:
    """Return where a fingerprint that was noted earlier stands in the chain; None if it no longer does."""
    found = HistoryLink.objects.filter(person=person_id, row_hash=bytes.fromhex(fingerprint))
    return found.values_list("position", flat=True).first()


def people_with_history() -> Iterator[UUID]:
    """Return everyone who has a version, a link or a head. Needs a role that sees everybody's rows."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT person_id FROM memories_historyhead UNION SELECT person_id FROM memories_historicalmemory"
            " UNION SELECT person_id FROM memories_historylink ORDER BY 1"
        )
        yield from (person_id for (person_id,) in cursor.fetchall())
