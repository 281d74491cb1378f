"""The only code that saves a memory: row, version and search document in one transaction."""

from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import connection

from memoryweb.memories import words
from memoryweb.memories.actors import Actor
from memoryweb.memories.models import Evidence, Memory, history_model
from memoryweb.memories.policy import WEIGHTS

SEARCH_DOCUMENT = """
INSERT INTO memories_searchdocument (memory_id, person_id, words)
VALUES (%s, %s, setweight(to_tsvector('english', %s), 'A') || to_tsvector('english', %s)
             || to_tsvector('simple', %s))
ON CONFLICT (memory_id) DO UPDATE SET words = EXCLUDED.words
"""


def locked(memory_id: UUID) -> Memory:
    """The row as it is now, held until the transaction ends. DoesNotExist for a stranger's id."""
    return Memory.objects.select_for_update(of=("self",)).get(pk=memory_id)


def save(memory: Memory, *, by: Actor, verb: str, because: str, now: datetime) -> int:
    """Write the memory and its one new version; returns the version's id."""
    memory.changed_by, memory.changed_by_agent = by.name, by.agent
    memory.changed_verb, memory.changed_because, memory.changed_at = verb, because, now
    memory._history_date = now  # type: ignore[attr-defined]  # simple-history reads it
    memory.save(force_insert=memory._state.adding)
    index(memory)
    return newest_version(memory.pk)


def newest_version(memory_id: UUID) -> int:
    versions: Any = history_model().objects.filter(id=memory_id).order_by("-history_id")
    return int(versions.values_list("history_id", flat=True)[0])


def index(memory: Memory) -> None:
    """What full text finds it by: English by stems, Chinese by character pairs."""
    name = f"{memory.label} {memory.shown_value} {memory.category}"
    body = f"{memory.details} {memory.condition} {' '.join(memory.tags)}"
    chinese = " ".join(pair for run in words.CJK.findall(f"{name} {body}") for pair in words.pairs(run))
    with connection.cursor() as cursor:
        cursor.execute(SEARCH_DOCUMENT, [memory.pk, memory.person_id, name, body, chinese])


def add_evidence(memory: Memory, *, by: Actor, statement: Any, now: datetime) -> Evidence:
    return Evidence.objects.create(
        person_id=memory.person_id,
        memory=memory,
        kind=statement.evidence_kind,
        source=statement.how_known,
        quote=statement.quote,
        ref=statement.ref,
        weight=WEIGHTS[statement.how_known],
        occurred_at=now,
        agent=by.agent,
    )
