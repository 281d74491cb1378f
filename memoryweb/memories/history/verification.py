"""Verifies that nobody changed history afterwards: a person's hash chain, whether their memories are as its last
versions say, and what to say about the first problem.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from uuid import UUID

from django.db import connection
from django.utils.translation import gettext_lazy as _

from memoryweb.memories.models import HistoryLink, columns

FINGERPRINT = re.compile("[0-9a-f]{64}")  # a sha256

# Every column that versions copy, from the model. As text, because 1 and 1.0 are equal in JSON.
NAMES = [name.strip() for name in columns().split(",")]
SAID, WRITTEN = (f"ROW({', '.join(f'{table}.{name}' for name in NAMES)})::text" for table in "mv")
# Memories that are not as their newest version says, or have none; and what the newest version says is there, but is
# not. Erasing leaves a version of its own, and removing old ones takes all of a memory's.
ROWS_BESIDE_HISTORY = f"""
(SELECT m.id, v.history_id, v.history_date, CASE WHEN v.history_id IS NULL THEN 'unrecorded' ELSE 'differs' END
FROM memories_memory m LEFT JOIN LATERAL (
    SELECT * FROM memories_historicalmemory h WHERE h.id = m.id AND h.person_id = %(person)s
    ORDER BY h.history_id DESC LIMIT 1
) v ON true
WHERE m.person_id = %(person)s AND (v.history_id IS NULL OR v.history_type = '-' OR {SAID} <> {WRITTEN})
ORDER BY m.id LIMIT 1)
UNION ALL
(SELECT v.id, v.history_id, v.history_date, 'gone' FROM memories_historicalmemory v
WHERE v.person_id = %(person)s AND v.history_type <> '-'
    AND NOT EXISTS (SELECT FROM memories_memory m WHERE m.id = v.id AND m.person_id = %(person)s)
    AND NOT EXISTS (
        SELECT FROM memories_historicalmemory later
        WHERE later.id = v.id AND later.person_id = %(person)s AND later.history_id > v.history_id)
ORDER BY v.id LIMIT 1)
"""


class Problem(StrEnum):
    """What is wrong with the first broken version (memories_walk_history) or, if none is, with a memory beside them."""

    CHANGED = "changed"
    EMPTIED = "emptied"  # without an erasure
    MISSING = "missing"
    GAP = "gap"  # what stood before it is missing
    REORDERED = "reordered"
    INSERTED = "inserted"
    CUT = "cut"  # what stood after it is missing
    DIFFERS = "differs"  # the memory is not as its last version says
    UNRECORDED = "unrecorded"  # the memory has no version
    GONE = "gone"  # the memory is missing, and was not erased

    @property
    def sentence(self) -> str:
        """Return the problem in a sentence, shown before the version."""
        return str(SENTENCES[self])


SENTENCES = {
    Problem.CHANGED: _("This change is not what was recorded. Somebody altered it in the database."),
    Problem.EMPTIED: _("The words of this change were removed in the database, and not by erasing."),
    Problem.MISSING: _("This change is missing. Somebody deleted it in the database."),
    Problem.GAP: _("What came right before this change is missing. Somebody deleted it in the database."),
    Problem.REORDERED: _("This change stands where another one was. Somebody moved it in the database."),
    Problem.INSERTED: _("This change was added to the history later. Somebody put it into the database."),
    Problem.CUT: _("The end of the history is cut off. This is the last change that is left."),
    Problem.DIFFERS: _("This memory is not what its last change recorded. Somebody altered it in the database."),
    Problem.UNRECORDED: _("This memory has no recorded change. Somebody put it into the database."),
    Problem.GONE: _("This memory is missing, and nobody erased it. Somebody deleted it in the database."),
}


@dataclass(frozen=True)
class Verification:
    """Result of checking one person's chain: number of changes, start, and the first problem.

    `fingerprint` is the hash of the last link. Who notes it can later find out whether the chain still contains it.
    """

    changes: int
    since: datetime | None
    fingerprint: str
    problem: Problem | None
    version: int | None
    memory_id: UUID | None
    at: datetime | None


def verify(person_id: UUID) -> Verification:
    """Verify a person's whole history and all of their memories, with the rights of the current role and scope."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT * FROM memories_verify_history(%s)", [person_id])
        changes, since, ending, problem, version, memory_id, at = cursor.fetchone()
        if problem is None:
            cursor.execute(ROWS_BESIDE_HISTORY, {"person": person_id})
            memory_id, version, at, problem = cursor.fetchone() or (None, None, None, None)
    return Verification(
        changes=changes,
        since=since,
        fingerprint=bytes(ending or b"").hex(),
        problem=Problem(problem) if problem else None,
        version=version,
        memory_id=memory_id,
        at=at,
    )


def is_fingerprint(text: str) -> bool:
    return bool(FINGERPRINT.fullmatch(text))


def position_of(person_id: UUID, fingerprint: str) -> int | None:
    """Return a noted fingerprint's position in the chain; None if gone."""
    found = HistoryLink.objects.filter(person=person_id, row_hash=bytes.fromhex(fingerprint))
    return found.values_list("position", flat=True).first()


def people_with_history() -> Iterator[UUID]:
    """Return everyone who has a memory, a version, a link or a head. Needs a role that sees everybody's rows."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT person_id FROM memories_historyhead UNION SELECT person_id FROM memories_historicalmemory"
            " UNION SELECT person_id FROM memories_historylink UNION SELECT person_id FROM memories_memory ORDER BY 1"
        )
        yield from (person_id for (person_id,) in cursor.fetchall())
