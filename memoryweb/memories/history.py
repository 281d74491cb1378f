"""Reading the past: a memory's timeline with field differences, and everyone's changes by date."""

import math
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from typing import Any
from uuid import UUID

from memoryweb.agents.models import Agent
from memoryweb.memories.models import Memory, history_model
from memoryweb.people.models import User
from memoryweb.rules import fields, policy

SHOWN = (
    "label", "value", "details", "condition", "day", "project", "tags", "kind", "category", "status", "horizon",
    "source", "confidence", "evidence_count", "importance", "pinned", "ttl_days", "ttl_from", "valid_until",
    "expire_reason",
)  # fmt: skip


@dataclass(frozen=True)
class Difference:
    field: str
    before: str
    after: str


@dataclass(frozen=True)
class Step:
    """One version of one memory: who did what, when, why, and what became different."""

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
    differences: list[Difference] = field(default_factory=list)
    first: bool = False
    newest: bool = False


def timeline(memory: Memory) -> list[Step]:
    """Every version of a memory and of those it replaced, newest first."""
    ids = _chain(memory)
    rows: list[Any] = list(history_model().objects.filter(id__in=ids).order_by("history_date", "history_id"))
    return list(reversed(steps(rows)))


def versions(memory: Memory) -> list[Any]:
    """Its own versions in order of time."""
    return list(history_model().objects.filter(id=memory.pk).order_by("history_id"))


def _chain(memory: Memory) -> list[UUID]:
    """This memory and its predecessors; a chain is a handful of rows, each found by its index."""
    ids, newest = [memory.pk], [memory.pk]
    while newest:
        newest = [
            pk for pk in Memory.objects.filter(superseded_by__in=newest).values_list("pk", flat=True) if pk not in ids
        ]
        ids += newest
    return ids


def steps(rows: list[Any]) -> list[Step]:
    """Versions in order of time, each compared with the one before it of the same memory."""
    agents = names_of({row.changed_by_agent_id for row in rows})
    before: dict[UUID, Any] = {}
    newest = {row.id: row.history_id for row in rows}
    made = []
    for row in rows:
        earlier = before.get(row.id)
        made.append(_step(row, earlier, agents, newest=newest[row.id] == row.history_id))
        before[row.id] = row
    return made


def _step(row: Any, earlier: Any, agents: dict[UUID, str], *, newest: bool) -> Step:
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
        value=fields.display_value(row.value),
        status=row.status,
        erased=row.label == "",
        differences=differences(earlier, row) if earlier else [],
        first=earlier is None,
        newest=newest,
    )


def differences(earlier: Any, later: Any) -> list[Difference]:
    if not (earlier.label and later.label):
        return []
    day = later.history_date.astimezone(UTC).date()
    pairs = ((name, _shown(earlier, name, day), _shown(later, name, day)) for name in SHOWN)
    return [Difference(name, a, b) for name, a, b in pairs if a != b and (b or name != "ttl_from")]


def _shown(row: Any, name: str, day: date) -> str:
    """Importance is the effective one of that day, cut as everywhere; a clock that never ends starts nowhere."""
    if name == "importance":
        return f"{math.floor(_points(row, day) * 10 + 1e-9) / 10:.1f}"
    if name == "ttl_from" and row.ttl_days is None:
        return ""
    value = getattr(row, name)
    return f"{value:.2f}" if isinstance(value, float) else fields.display_value(value)


def _points(row: Any, day: date) -> float:
    return policy.effective_importance(
        row.importance_base, row.kind, row.importance_as_of, day, assumed=row.importance_assumed
    )


def names_of(agent_ids: Iterable[UUID | None]) -> dict[UUID, str]:
    return dict(Agent.objects.filter(pk__in=[pk for pk in agent_ids if pk]).values_list("pk", "name"))


@dataclass(frozen=True)
class Filters:
    """What Activity narrows by; empty means everything."""

    by: str = ""
    agent: str = ""
    verb: str = ""
    before: tuple[datetime, int] | None = None  # keyset: strictly older than this version
    until: datetime | None = None  # as of: nothing that happened at this moment or later


def changes(person: User, filters: Filters, limit: int) -> list[Step]:
    """A person's newest changes across all memories (S0's change log)."""
    rows: Any = history_model().objects.filter(person=person).order_by("-history_date", "-history_id")
    if filters.by:
        rows = rows.filter(changed_by=filters.by)
    if filters.agent:
        rows = rows.filter(changed_by_agent=filters.agent)
    if filters.verb:
        rows = rows.filter(changed_verb=filters.verb)
    if filters.until:
        rows = rows.filter(history_date__lt=filters.until)
    if filters.before:
        rows = rows.extra(where=["(history_date, history_id) < (%s, %s)"], params=list(filters.before))
    found = list(rows[:limit])
    agents = names_of({row.changed_by_agent_id for row in found})
    newest = _newest({row.id for row in found})
    return [_step(row, None, agents, newest=newest.get(row.id) == row.history_id) for row in found]


def _newest(ids: set[UUID]) -> dict[UUID, int]:
    rows: Any = history_model().objects.filter(id__in=ids).order_by("id", "-history_id").distinct("id")
    return dict(rows.values_list("id", "history_id"))


# Walks my versions from that moment backwards (history_of_a_person) until the page is full; whether a newer one of the
# same memory was there already is one probe of an index (history_of_a_memory). So a page costs what is passed over on
# the way to its last row: a page, mostly, however long the past. A status, kind or category that hardly any version has
# costs all of mine up to then, 50 to 200 ms at 100,000: no index knows these, for every write would have to keep it.
AS_OF = """
SELECT h.* FROM memories_historicalmemory h
WHERE h.person_id = %(person)s AND h.history_date < %(until)s AND h.status = %(status)s
  AND h.label <> '' AND h.history_type <> '-' {narrowed}
  AND NOT EXISTS (SELECT FROM memories_historicalmemory n
                  WHERE n.id = h.id AND n.history_id > h.history_id AND n.history_date < %(until)s)
ORDER BY h.history_date DESC, h.history_id DESC LIMIT %(limit)s
"""


def as_of(
    person: User, until: datetime, *, limit: int, status: str = "active", category: str = "", kind: str = "",
    before: tuple[datetime, int] | None = None,
) -> list[Any]:  # fmt: skip
    """Memories as they were just before a moment: one version each, the newest change first.

    What was erased since is gone from the past too.
    """
    values = {"person": person.pk, "until": until, "status": status, "limit": limit}
    narrowed = ""
    for name, value in (("category", category), ("kind", kind)):
        if value:
            narrowed += f" AND h.{name} = %({name})s"
            values[name] = value
    if before:
        narrowed += " AND (h.history_date, h.history_id) < (%(at)s, %(version)s)"
        values |= {"at": before[0], "version": before[1]}
    return list(history_model().objects.raw(AS_OF.format(narrowed=narrowed), values))


def existed(memory: Memory, until: datetime) -> Any:
    """The memory as it was just before a moment; None where it was not known yet."""
    versions: Any = history_model().objects.filter(id=memory.pk, history_date__lt=until)
    return versions.order_by("-history_id").first()
