"""Reads versions: one memory's timeline with field differences, and memories as of a moment."""

import math
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from typing import Any
from uuid import UUID

from django.db import connection
from django.db.models import Exists, OuterRef, Q

from memoryweb.agents.models import Agent
from memoryweb.database import memory_columns
from memoryweb.language.text import value_text
from memoryweb.memories.models import ChangedBy, Memory, MemoryQuerySet, Status, history_model
from memoryweb.people.models import User
from memoryweb.rules import decay, policy

SHOWN = (
    "label",
    "value",
    "details",
    "condition",
    "day",
    "project",
    "tags",
    "kind",
    "category",
    "status",
    "horizon",
    "source",
    "confidence",
    "evidence_count",
    "importance",
    "pinned",
    "ttl_days",
    "ttl_from",
    "valid_until",
    "expire_reason",
    *memory_columns.later_words(memory_columns.columns_of(Memory)),
)

# A memory and its predecessors, each found by an index.
CHAIN = """
WITH RECURSIVE chain (id) AS (
    SELECT %(memory)s::uuid UNION SELECT m.id FROM memories_memory m JOIN chain ON m.superseded_by_id = chain.id
    WHERE m.person_id = %(person)s
) SELECT id FROM chain
"""


@dataclass(frozen=True)
class Difference:
    field: str
    before: str
    after: str


@dataclass(frozen=True)
class Step:
    """One version of a memory: author, verb, time, reason and changed fields."""

    version: int
    memory_id: UUID
    obs_id: str
    at: datetime
    verb: str
    by: str
    agent: str
    because: str
    label: str
    value: str
    status: str
    erased: bool
    standing: str = ""  # what a statement became that is not in use: suggested, noted, imported
    differences: list[Difference] = field(default_factory=list)
    first: bool = False
    newest: bool = False
    # what the change log adds
    mark: str = ""  # learned, replaced, faded or erased
    category: str = ""
    replaced_by: UUID | None = None
    agent_id: UUID | None = None


def timeline(memory: Memory) -> list[Step]:
    """Return every version of a memory and of those it replaced, newest first."""
    return list(reversed(steps(chain_versions(memory))))


def chain_versions(memory: Memory) -> list[Any]:
    """Return the versions of a memory and of those it replaced, oldest first."""
    with connection.cursor() as cursor:
        cursor.execute(CHAIN, {"person": memory.person_id, "memory": memory.pk})
        ids = [pk for (pk,) in cursor.fetchall()]
    return list(history_model().objects.filter(id__in=ids).order_by("history_date", "history_id"))


def steps(rows: list[Any]) -> list[Step]:
    """Return a step for each version, compared with the one before it of the same memory; `rows` are oldest first."""
    agents = names_of({row.changed_by_agent_id for row in rows})
    previous: dict[UUID, Any] = {}
    newest = {row.id: row.history_id for row in rows}
    result = []
    for row in rows:
        earlier = previous.get(row.id)
        result.append(build_step(row, earlier, agents, newest=newest[row.id] == row.history_id))
        previous[row.id] = row
    return result


def build_step(row: Any, earlier: Any, agents: dict[UUID, str], *, newest: bool) -> Step:
    """Return a version as a step, with differences from the `earlier` version if given."""
    return Step(
        version=row.history_id,
        memory_id=row.id,
        obs_id=row.obs_id,
        at=row.history_date,
        verb=row.changed_verb,
        by=row.changed_by,
        agent=agents.get(row.changed_by_agent_id, ""),
        because=row.changed_because,
        label=row.label,
        value=value_text.display_value(row.value),
        status=row.status,
        erased=row.label == "",
        standing=standing(row),
        differences=differences(earlier, row) if earlier else [],
        first=earlier is None,
        newest=newest,
    )


def standing(version: Any) -> str:
    """Return whether this version only suggested, noted or imported something; empty if it is in use or says no more.

    An agent's claim is asked about if it says that the person said it; the rest it only noted. A person's own word is
    never a candidate: that came from a file.
    """
    if version.changed_verb not in ("remember", "revise") or version.status != Status.CANDIDATE:
        return ""
    if version.changed_by == ChangedBy.PERSON:
        return "imported"
    if not version.source:  # erased: nobody can tell any more which of the two it was
        return "suggested"
    return "suggested" if policy.is_explicit(version.source) and version.day is None else "noted"


def differences(earlier: Any, later: Any) -> list[Difference]:
    """Return the fields that differ between two versions; none if one of them was erased."""
    if not (earlier.label and later.label):
        return []
    day = later.history_date.astimezone(UTC).date()
    pairs = ((name, _shown_value(earlier, name, day), _shown_value(later, name, day)) for name in SHOWN)
    return [
        Difference(name, before, after)
        for name, before, after in pairs
        if before != after and (after or name != "ttl_from")
    ]


def _shown_value(row: Any, name: str, day: date) -> str:
    """Return a field as text: importance as it was that day, rounded down; no ttl_from without a lifetime."""
    if name == "importance":
        return f"{math.floor(_importance_on(row, day) * 10 + 1e-9) / 10:.1f}"
    if name == "ttl_from" and row.ttl_days is None:
        return ""
    value = getattr(row, name)
    return f"{value:.2f}" if isinstance(value, float) else value_text.display_value(value)


def _importance_on(row: Any, day: date) -> float:
    return decay.effective_importance(
        row.importance_base, row.kind, row.importance_as_of, day, assumed=row.importance_assumed
    )


def ever_in_use(person: User) -> MemoryQuerySet:
    """Return memories that are or were in use: only their words may stand in a file or a spreadsheet.

    Not what only waits, was noted or never answered, and nothing that the person declined, also where it had been in
    use before or ended earlier under the same statement. What a file brought into the past was never a candidate.
    """
    own_versions = history_model().objects.filter(id=OuterRef("pk"))
    was_in_use = Exists(own_versions.filter(status=Status.ACTIVE))
    was_waiting = Exists(own_versions.filter(status=Status.CANDIDATE))
    ended = ~Q(status=Status.CANDIDATE) & (was_in_use | ~was_waiting) & ~Q(fingerprint__in=_declined(person))
    return Memory.objects.of(person).filter(Q(status=Status.ACTIVE) | ended)


def turned_down(person: User) -> MemoryQuerySet:
    """Return what the person declined, and whatever else holds the same statement and is not in use."""
    memories = Memory.objects.of(person).exclude(status=Status.ACTIVE)
    return memories.filter(fingerprint__in=_declined(person))


def _declined(person: User) -> list[bytes]:
    own_versions = history_model().objects.filter(id=OuterRef("pk"), changed_verb="decline")
    declined = Memory.objects.of(person).filter(Exists(own_versions)).exclude(status=Status.ACTIVE)
    return [bytes(each) for each in declined.values_list("fingerprint", flat=True)]


def names_of(agent_ids: Iterable[UUID | None]) -> dict[UUID, str]:
    """Return the agents' names by id."""
    return dict(Agent.with_deleted.filter(pk__in=[pk for pk in agent_ids if pk]).values_list("pk", "name"))


# Walks the person's versions backwards from that moment (history_of_a_person) until the page is full. One index probe
# (history_of_a_memory) tells whether the same memory had a newer version by then. So a page usually costs a page,
# however long the history. A status, kind or category that hardly any version has costs all versions up to then, 50 to
# 200 ms at 100,000: an index over these would slow down every write.
AS_OF = """
SELECT h.* FROM memories_historicalmemory h
WHERE h.person_id = %(person)s AND h.history_date < %(until)s AND h.status = %(status)s
  AND h.label <> '' AND h.history_type <> '-' {filters}
  AND NOT EXISTS (SELECT FROM memories_historicalmemory n
                  WHERE n.person_id = %(person)s AND n.id = h.id AND n.history_id > h.history_id
                    AND n.history_date < %(until)s)
ORDER BY h.history_date DESC, h.history_id DESC LIMIT %(limit)s
"""


def as_of(
    person: User,
    until: datetime,
    *,
    limit: int,
    status: str = "active",
    category: str = "",
    kind: str = "",
    before: tuple[datetime, int] | None = None,
) -> list[Any]:
    """Return memories as they were just before a moment: one version each, the newest change first.

    Memories that were erased since are missing.
    """
    values = {"person": person.pk, "until": until, "status": status, "limit": limit}
    filters = ""
    for name, value in (("category", category), ("kind", kind)):
        if value:
            filters += f" AND h.{name} = %({name})s"
            values[name] = value
    if before:
        filters += " AND (h.history_date, h.history_id) < (%(at)s, %(version)s)"
        values |= {"at": before[0], "version": before[1]}
    return list(history_model().objects.raw(AS_OF.format(filters=filters), values))


def existed(memory: Memory, until: datetime) -> Any:
    """Return the memory's version just before a moment; None if it did not exist yet."""
    versions: Any = history_model().objects.filter(id=memory.pk, history_date__lt=until)
    return versions.order_by("-history_id").first()
