"""Memories in use on a past day, compared with today."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import connection

from memoryweb.memories.models import Memory, history_model
from memoryweb.people.models import User

SHOWN = 12  # of each kind; the rest is counted

# The newest version of each memory before that moment (course_of_memories, backwards, without the table) beside the
# memory as it is now. A replaced one is followed to what is in use in its place. Erased ones are in neither.
SINCE = """
WITH RECURSIVE past AS MATERIALIZED (
    SELECT DISTINCT ON (id) id, history_id AS version, status FROM memories_historicalmemory
    WHERE person_id = %(person)s AND label <> '' AND history_date < %(until)s ORDER BY id DESC, history_id DESC
), edited AS (
    SELECT DISTINCT id FROM memories_historicalmemory
    WHERE person_id = %(person)s AND label <> '' AND history_date >= %(until)s AND changed_verb = 'edit'
), chain AS (
    SELECT past.id, memory.superseded_by_id AS next FROM past JOIN memories_memory memory ON memory.id = past.id
    WHERE memory.person_id = %(person)s AND past.status = 'active' AND memory.status = 'superseded'
          AND memory.superseded_by_id IS NOT NULL
    UNION
    SELECT chain.id, memory.superseded_by_id FROM chain JOIN memories_memory memory ON memory.id = chain.next
    WHERE memory.person_id = %(person)s AND memory.status = 'superseded' AND memory.superseded_by_id IS NOT NULL
), successor AS (
    SELECT chain.id, memory.id AS next FROM chain JOIN memories_memory memory ON memory.id = chain.next
    WHERE memory.person_id = %(person)s AND memory.status <> 'superseded'
), compared AS (
    SELECT memory.id, past.version, successor.next, memory.changed_at, CASE
        WHEN past.status = 'active' AND memory.status = 'active' AND edited.id IS NULL THEN 'kept'
        WHEN past.status = 'active' AND memory.status IN ('active', 'superseded') THEN 'replaced'
        WHEN past.status = 'active' THEN 'faded'
        ELSE 'learned' END AS kind
    FROM memories_memory memory
    LEFT JOIN past ON past.id = memory.id LEFT JOIN edited ON edited.id = memory.id
    LEFT JOIN successor ON successor.id = memory.id
    WHERE memory.person_id = %(person)s AND (past.status = 'active' OR memory.status = 'active'
          AND NOT EXISTS (SELECT FROM successor WHERE successor.next = memory.id))
), placed AS (
    SELECT *, count(*) OVER kind AS total, row_number() OVER (kind ORDER BY changed_at DESC, id) AS place
    FROM compared WINDOW kind AS (PARTITION BY kind)
)
SELECT kind, total, id, version, next FROM placed WHERE place <= CASE kind WHEN 'kept' THEN 1 ELSE %(shown)s END
ORDER BY kind, place
"""
# Of what was erased since: how many were in use then. The status stays when the words are gone.
ERASED_SINCE = """
SELECT count(*) FROM memories_historicalmemory gone
WHERE gone.person_id = %(person)s AND gone.history_type = '-' AND gone.history_date >= %(until)s AND 'active' = (
    SELECT h.status FROM memories_historicalmemory h
    WHERE h.person_id = %(person)s AND h.id = gone.id AND h.history_date < %(until)s
    ORDER BY h.history_id DESC LIMIT 1)
"""


@dataclass(frozen=True)
class Difference:
    """A memory that changed since the chosen day: the old version and what replaced it."""

    before: Any = None
    after: Memory | None = None


@dataclass
class ChangesSince:
    """Changes since the chosen day: the newest of each kind, and totals by kind."""

    kept: int = 0
    erased: int = 0
    totals: dict[str, int] = field(default_factory=dict)
    learned: list[Difference] = field(default_factory=list)
    replaced: list[Difference] = field(default_factory=list)
    faded: list[Difference] = field(default_factory=list)

    @property
    def in_use_then(self) -> int:
        """Return the number in use at that time, without erased ones."""
        return self.kept + self.totals.get("replaced", 0) + self.totals.get("faded", 0)

    @property
    def is_same(self) -> bool:
        return not (self.totals or self.erased)

    @property
    def has_more(self) -> bool:
        return any(total > SHOWN for total in self.totals.values())


def compare(person: User, until: datetime) -> ChangesSince:
    """Compare what was in use just before a moment with what is in use now."""
    values: dict[str, Any] = {"person": person.pk, "until": until, "shown": SHOWN}
    with connection.cursor() as cursor:
        cursor.execute(SINCE, values)
        rows = cursor.fetchall()
        cursor.execute(ERASED_SINCE, values)
        since = ChangesSince(erased=cursor.fetchone()[0])
    memories = Memory.objects.in_bulk({pk for *_, pk, _, successor in rows for pk in (pk, successor) if pk})
    versions = _versions([version for *_, version, _ in rows])
    for kind, total, pk, version, successor in rows:
        if kind == "kept":
            since.kept = total
            continue
        since.totals[kind] = total
        getattr(since, kind).append(_difference(kind, memories, versions.get(version), pk, successor))
    return since


def _difference(kind: str, memories: dict[UUID, Memory], before: Any, pk: UUID, successor: UUID | None) -> Difference:
    if kind == "learned":
        return Difference(after=memories[pk])
    if kind == "faded":
        return Difference(before=before, after=memories[pk])
    after = memories.get(successor) if successor else None
    return Difference(before=before, after=after or (memories[pk] if memories[pk].is_live else None))


def _versions(ids: Sequence[int | None]) -> dict[int, Any]:
    versions: Any = history_model().objects
    return dict(versions.in_bulk([pk for pk in ids if pk], field_name="history_id"))
