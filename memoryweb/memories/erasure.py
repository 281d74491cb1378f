"""Making a memory truly gone, and the register of everything that may carry its words (SPEC §10).

A room that copies memory text registers its wipe at start-up; a house test fails for a text column
that no wipe names.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import connection
from django.db.models import Q
from psycopg import sql

from memoryweb.memories.actions import conflicts, store
from memoryweb.memories.actions.decisions import add_tombstone
from memoryweb.memories.actions.interpretation import lasting_fingerprint
from memoryweb.memories.actions.store import action
from memoryweb.memories.actors import Actor
from memoryweb.memories.models import Conflict, Erasure, Evidence, Memory, Proposal, SearchDocument, Tombstone, Use


@dataclass(frozen=True)
class Wipe:
    """`remove` takes the memory's id and answers how many rows it emptied; `columns` are "table.column"; `numbers`
    where they hold no words that a search for text could find."""

    name: str
    remove: Callable[[UUID], int]
    columns: frozenset[str]
    numbers: bool = False


WIPES: dict[str, Wipe] = {}
TEXT_COLUMNS = (  # of a memory and of its versions
    "project", "condition", "raw_kind", "category", "key", "label", "value", "details", "tags", "metadata",
    "expire_reason", "applies_to", "muted_tasks",
)  # fmt: skip


def register(name: str, remove: Callable[[UUID], int], columns: Iterable[str], *, numbers: bool = False) -> None:
    WIPES[name] = Wipe(name, remove, frozenset(columns), numbers)


@action
def erase(memory_id: UUID, *, by: Actor, now: datetime) -> Erasure:
    """Row, evidence, questions, search document, agents' answers and every version's words: gone at once.

    What stays: the receipt, a keyed fingerprint so that it is not learned again, and per version the
    id, dates, actor and verb.
    """
    # A recall that is giving it just now holds its count and then looks at its row: the same order here.
    list(Use.objects.filter(memory=memory_id).order_by("pk").select_for_update(of=("self",)).values_list("pk"))
    memory = store.lock(memory_id)
    fingerprint = lasting_fingerprint(memory)
    receivers = _receivers(memory_id)
    _unlink(memory, by=by, now=now)
    conflicts.remove_member(memory, by=by, now=now)
    # Other rooms' first: what they keep is found by the evidence, which is among our own.
    removed = {wipe.name: wipe.remove(memory_id) for wipe in reversed(WIPES.values())}
    _delete(memory, by=by, now=now)
    removed["versions"] = _blank_versions(memory_id)
    # No tombstone where the person still has the same statement elsewhere: it would block that one.
    if not Memory.objects.of(memory.person_id).live().filter(fingerprint=fingerprint).exists():
        add_tombstone(memory.person_id, fingerprint, Tombstone.Cause.ERASED, now=now)
    return Erasure.objects.create(
        person_id=memory.person_id,
        obs_id=memory.obs_id,
        fingerprint=fingerprint,
        removed={name: count for name, count in removed.items() if count},
        received_by=receivers,
        erased_at=now,
    )


def _unlink(memory: Memory, *, by: Actor, now: datetime) -> None:
    """Take it out of the memories that name it: what it replaced, and the rule against it."""
    linked = Memory.objects.filter(Q(superseded_by=memory) | Q(negates=memory))
    for other in linked.order_by("pk").select_for_update(of=("self",)):
        because = "its successor was erased" if other.superseded_by_id == memory.pk else "what it negates was erased"
        other.superseded_by_id = None if other.superseded_by_id == memory.pk else other.superseded_by_id
        other.negates_id = None if other.negates_id == memory.pk else other.negates_id
        store.save(other, by=by, verb="unlink", because=because, now=now)


def _receivers(memory_id: UUID) -> list[dict[str, Any]]:
    uses = Use.objects.filter(memory=memory_id).select_related("agent").order_by("-last_at")
    return [{"agent": u.agent.name, "times": u.times, "last_at": u.last_at.isoformat()} for u in uses]


def _delete(memory: Memory, *, by: Actor, now: datetime) -> None:
    """simple-history copies what is deleted into a last version, so there must be nothing left to copy."""
    pk = memory.pk
    for field in ("project", "condition", "raw_kind", "category", "key", "label", "details", "expire_reason"):
        setattr(memory, field, "")
    memory.value, memory.metadata, memory.fingerprint = None, {}, b""
    memory.tags, memory.applies_to, memory.muted_agents, memory.muted_tasks = [], [], [], []
    memory.changed_by, memory.changed_by_agent, memory.changed_verb = by.name, by.agent, "erase"
    memory.changed_because, memory.changed_at = "your decision", now
    memory._history_date = now  # type: ignore[attr-defined]  # simple-history reads it
    memory.delete()
    memory.pk = pk


def _blank_versions(memory_id: UUID) -> int:
    """The one way to change the history table: a function of the database's owner (migration 0003)."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT memories_blank_versions(%s)", [memory_id])
        return int(cursor.fetchone()[0])


def search(text: str) -> dict[str, int]:
    """How many rows of each registered place contain this text, in the scope of whoever asks."""
    found = {}
    with connection.cursor() as cursor:
        for name, columns in _places().items():
            table = columns[0][0]
            test = sql.SQL(" OR ").join(
                sql.SQL("position(lower({text}) in lower({column}::text)) > 0").format(
                    text=sql.Literal(text), column=sql.Identifier(column)
                )
                for _, column in columns
            )
            query = sql.SQL("SELECT count(*) FROM {table} WHERE {test}").format(table=sql.Identifier(table), test=test)
            cursor.execute(query.as_string(cursor.connection))
            found[name] = int(cursor.fetchone()[0])
    return found


def _places() -> dict[str, list[tuple[str, str]]]:
    places: dict[str, list[tuple[str, str]]] = {}
    for wipe in WIPES.values():
        for each in sorted(() if wipe.numbers else wipe.columns):
            table, column = each.split(".")
            places.setdefault(table, []).append((table, column))
    return places


def _remove_questions(memory_id: UUID) -> int:
    """Those about it, and those that offer what it says as another memory's new value."""
    fingerprint = bytes(Memory.objects.values_list("fingerprint", flat=True).get(pk=memory_id)).hex()
    offering = Q(person__memories=memory_id, change__fingerprint=fingerprint)
    asked = Proposal.objects.filter(Q(memory=memory_id) | offering).values("pk")
    return Proposal.objects.filter(pk__in=asked).delete()[0]


def _remove_conflicts(memory_id: UUID) -> int:
    """Their question quotes every member: it is asked anew about the others, to whom the conflict stays."""
    emptied = 0
    for conflict in Conflict.objects.filter(members__memory=memory_id):
        conflict.question, conflict.answer = conflicts.build_question(conflict, without=[memory_id]), {}
        conflict.save()
        emptied += 1
    return emptied


def _of_memory(model: Any) -> Callable[[UUID], int]:
    return lambda memory_id: int(model.objects.filter(memory=memory_id).delete()[0])


def register_own_wipes() -> None:
    row = [f"memories_memory.{name}" for name in TEXT_COLUMNS]
    versions = [f"memories_historicalmemory.{name}" for name in TEXT_COLUMNS]
    register("evidence", _of_memory(Evidence), ["memories_evidence.quote", "memories_evidence.ref"])
    register("questions", _remove_questions, ["memories_proposal.question", "memories_proposal.change"])
    register("conflicts", _remove_conflicts, ["memories_conflict.question", "memories_conflict.answer"])
    register(
        "search document",
        _of_memory(SearchDocument),
        ["memories_searchdocument.words", "memories_searchdocument.subject"],
    )
    register("uses", _of_memory(Use), [])
    register("memory", lambda _: 1, row)  # erase deletes it last
    register("history", lambda _: 0, versions)  # and then empties the versions
