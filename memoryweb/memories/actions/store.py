"""The only code that saves a memory: row, version and search document in one transaction, one action at a time."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from functools import wraps
from typing import Any, ParamSpec, TypeVar, cast
from uuid import UUID

from django.db import connection, transaction

from memoryweb.memories.actors import Actor
from memoryweb.memories.models import Evidence, Memory, history_model
from memoryweb.people.models import MemorySettings
from memoryweb.rules import tokens
from memoryweb.rules.policy import WEIGHTS

SEARCH_DOCUMENT = """
INSERT INTO memories_searchdocument (memory_id, person_id, words)
VALUES (%s, %s, setweight(to_tsvector('english', %s), 'A') || to_tsvector('english', %s)
             || to_tsvector('simple', %s))
ON CONFLICT (memory_id) DO UPDATE SET words = EXCLUDED.words, compared = false
"""

# What other rooms keep beside a memory: called by every save, in its transaction.
ON_SAVE: dict[str, Callable[[Memory], None]] = {}


def register_on_save(name: str, keep: Callable[[Memory], None]) -> None:
    ON_SAVE[name] = keep


@dataclass(frozen=True)
class EvidenceTally:
    """Evidence of one polarity: how many distinct occasions, and the days of the first and the last."""

    repeats: int
    first: date | None
    last: date | None


def lock(memory_id: UUID) -> Memory:
    """The row as it is now, held until the transaction ends. DoesNotExist for a stranger's id."""
    return Memory.objects.select_for_update(of=("self",)).get(pk=memory_id)


def save(memory: Memory, *, by: Actor, verb: str, because: str, now: datetime) -> int:
    """Write the memory and its one new version; returns the version's id.

    Never before the last one: a file may tell of a day long ago, but only now is it known here.
    """
    if not memory._state.adding:
        now = max(now, memory.changed_at)
    memory.changed_by, memory.changed_by_agent = by.name, by.agent
    memory.changed_verb, memory.changed_because, memory.changed_at = verb, because, now
    memory._history_date = now  # type: ignore[attr-defined]  # simple-history reads it
    memory.save(force_insert=memory._state.adding)
    index_for_search(memory)
    for keep in ON_SAVE.values():
        keep(memory)
    return newest_version(memory.pk)


def newest_version(memory_id: UUID) -> int:
    versions: Any = history_model().objects.filter(id=memory_id).order_by("-history_id")
    return int(versions.values_list("history_id", flat=True)[0])


def index_for_search(memory: Memory) -> None:
    """What full text finds it by: English by stems, Chinese by character pairs."""
    name = f"{memory.label} {memory.shown_value} {memory.category}"
    body = f"{memory.details} {memory.condition} {' '.join(memory.tags)}"
    chinese = " ".join(pair for run in tokens.CJK.findall(f"{name} {body}") for pair in tokens.bigrams(run))
    with connection.cursor() as cursor:
        cursor.execute(SEARCH_DOCUMENT, [memory.pk, memory.person_id, name, body, chinese])


def add_evidence(memory: Memory, *, by: Actor, statement: Any, now: datetime, polarity: int = 0) -> Evidence:
    """`polarity`, where it is not the statement's own."""
    return Evidence.objects.create(
        person_id=memory.person_id,
        memory=memory,
        kind=statement.evidence_kind,
        source=statement.how_known,
        quote=statement.quote,
        ref=statement.ref,
        conversation=statement.conversation,
        polarity=polarity or statement.polarity,
        weight=WEIGHTS[statement.how_known],
        occurred_at=occurred_at(statement, now),
        agent=by.agent,
    )


def occurred_at(statement: Any, now: datetime) -> datetime:
    """The day it was observed, where that is said and over; else now."""
    day = statement.observed_on
    return datetime.combine(day, time(12), UTC) if day and day < now.date() else now


def tally_evidence(
    memory: Memory, *, polarity: int = 1, but_not: str = "", since: datetime | None = None
) -> EvidenceTally:
    """How often it was seen in another conversation, run or day, and between which days (SPEC §3.6)."""
    seen = Evidence.objects.filter(memory=memory, polarity=polarity).exclude(kind=but_not)
    seen = seen.filter(occurred_at__gte=since) if since else seen
    dated = seen.values_list("ref", "occurred_at")
    found = [(ref.get("conversation") or ref.get("run") or at.astimezone(UTC).date(), at) for ref, at in dated]
    days = [at.astimezone(UTC).date() for _, at in found]
    return EvidenceTally(
        repeats=len({each for each, _ in found}), first=min(days, default=None), last=max(days, default=None)
    )


def update_evidence_counts(memory: Memory) -> None:
    """Set what the row says about its evidence. Recomputable at any time from Evidence alone."""
    found = tally_evidence(memory)
    memory.repeats, memory.evidence_from, memory.evidence_to = found.repeats, found.first, found.last


P = ParamSpec("P")
T = TypeVar("T")


def action(do: Callable[P, T]) -> Callable[P, T]:
    """One transaction that holds the person's settings row.

    A verb may touch several memories (a conflict, a predecessor, what holds the key), and two of them
    at once would lock those in two orders, or each decide by what the other is about to change. The
    constraints still stand behind it. The clock does not wait here: it skips rows that are held.
    """

    @wraps(do)
    def in_turn(*args: P.args, **kwargs: P.kwargs) -> T:
        by = cast(Actor, kwargs["by"])
        with transaction.atomic():
            lock_person(by.person_id)
            return do(*args, **kwargs)

    return in_turn


def lock_person(person_id: UUID) -> None:
    """Hold the person's settings row until the transaction ends: what is read from here on stays true."""
    MemorySettings.objects.select_for_update(no_key=True).get_or_create(person_id=person_id)
