"""Erases a memory completely, and registers every place that may hold its words (SPEC §10).

A room that copies memory text registers a wipe at start-up. A house test fails for a text column that no wipe names.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import connection
from django.db.models import Q
from django.db.models.functions import Now
from psycopg import sql

from memoryweb.memories.actions import Actor, conflicts, proposals, store
from memoryweb.memories.actions.decisions import add_tombstone
from memoryweb.memories.actions.interpretation import value_fingerprint
from memoryweb.memories.actions.store import action
from memoryweb.memories.models import (
    Act,
    ActChange,
    Conflict,
    Erasure,
    Evidence,
    Memory,
    Proposal,
    SearchDocument,
    Status,
    Tombstone,
    Use,
)


@dataclass(frozen=True)
class Wipe:
    """One place that may hold a memory's words.

    `remove` takes the memory's id and returns how many rows it emptied. `columns` are "table.column". `numbers` is set
    if they hold no words that a search for text could find.
    """

    name: str
    remove: Callable[[UUID], int]
    columns: frozenset[str]
    numbers: bool = False


WIPES: dict[str, Wipe] = {}
IN_OTHER_TEXTS = frozenset({"conversations", "feedback"})  # wipes that search for its words in what was told elsewhere
TEXT_FIELDS = (
    "project", "condition", "raw_kind", "category", "said_category", "key", "label", "details", "expire_reason"
)  # fmt: skip
TEXT_COLUMNS = (  # of a memory and of its versions
    *TEXT_FIELDS, "value", "tags", "metadata", "applies_to", "muted_tasks",
)  # fmt: skip


def register(name: str, remove: Callable[[UUID], int], columns: Iterable[str], *, numbers: bool = False) -> None:
    WIPES[name] = Wipe(name, remove, frozenset(columns), numbers)


@action
def erase(memory_id: UUID, *, by: Actor, now: datetime) -> Erasure:
    """Erase a memory: its row, evidence, questions, search document, agents' answers and every version's words.

    What stays: the receipt, a keyed fingerprint so that it is not learned again, and the id, dates, actor and verb of
    each version.
    """
    # Lock the counts of use before the memory, like a recall that returns it now: another order could deadlock.
    list(Use.objects.filter(memory=memory_id).order_by("pk").select_for_update(of=("self",)).values_list("pk"))
    memory = store.lock(memory_id)
    fingerprint = value_fingerprint(memory.person_id, memory.label, memory.value)
    others = Memory.objects.of(memory.person_id).live().filter(value=memory.value).exclude(pk=memory.pk)
    twins = [each for each in others if value_fingerprint(each.person_id, each.label, each.value) == fingerprint]
    is_gone = not any(twin.status == Status.ACTIVE for twin in twins)
    if is_gone:  # or a tombstone would block what the person still has
        add_tombstone(memory, Tombstone.Cause.ERASED, now=now)
    receivers = _receivers(memory_id)
    removed = _remove(memory, WIPES.values(), by=by, now=now)
    if is_gone and twins:  # the same words wait under another key or condition; the first erases the next one
        erase(twins[0].pk, by=by, now=now)
    return Erasure.objects.create(
        person_id=memory.person_id,
        obs_id=memory.obs_id,
        fingerprint=fingerprint,
        removed={name: count for name, count in removed.items() if count},
        received_by=receivers,
        erased_at=now,
    )


@action
def erase_example(memory_id: UUID, *, by: Actor, now: datetime) -> None:
    """Erase a memory of the example month and keep nothing of it: the person never said it.

    No receipt, no fingerprint, also none of a decline. What agents of the person's own told elsewhere in the same words
    stays: the example's conversations and feedback go with its agents.
    """
    memory = store.lock(memory_id)
    fingerprint = value_fingerprint(memory.person_id, memory.label, memory.value)
    wipes = [wipe for wipe in WIPES.values() if wipe.name not in IN_OTHER_TEXTS]
    _remove(memory, wipes, by=by, now=now)
    Tombstone.objects.filter(person=memory.person_id, fingerprint=fingerprint).delete()


def _remove(memory: Memory, wipes: Iterable[Wipe], *, by: Actor, now: datetime) -> dict[str, int]:
    """Remove the memory from every place, and return how many rows each had."""
    _unlink(memory, by=by, now=now)
    conflicts.remove_member(memory, by=by, now=now)
    proposals.point_elsewhere(memory, None)
    # Other rooms' wipes run first: they find their rows by the evidence, which our own wipe deletes.
    removed = {wipe.name: wipe.remove(memory.pk) for wipe in reversed(list(wipes))}
    _delete(memory, by=by, now=now)
    removed["versions"] = _blank_versions(memory.pk)
    return removed


def _unlink(memory: Memory, *, by: Actor, now: datetime) -> None:
    """Clear it from the memories that refer to it: those it replaced, and the rule that negates it."""
    linked = Memory.objects.filter(Q(superseded_by=memory) | Q(negates=memory))
    for other in linked.order_by("pk").select_for_update(of=("self",)):
        because = (
            "its replacement was erased" if other.superseded_by_id == memory.pk else "what it ruled out was erased"
        )
        other.superseded_by_id = None if other.superseded_by_id == memory.pk else other.superseded_by_id
        other.negates_id = None if other.negates_id == memory.pk else other.negates_id
        store.save(other, by=by, verb="unlink", because=because, now=now)


def _receivers(memory_id: UUID) -> list[dict[str, Any]]:
    """Return which agents received it, how often and when last."""
    uses = Use.objects.filter(memory=memory_id).select_related("agent").order_by("-last_at")
    return [{"agent": use.agent.name, "times": use.times, "last_at": use.last_at.isoformat()} for use in uses]


def _delete(memory: Memory, *, by: Actor, now: datetime) -> None:
    """Empty the memory and delete it: simple-history copies what is deleted into a last version."""
    pk = memory.pk
    for field in TEXT_FIELDS:
        setattr(memory, field, "")
    memory.value, memory.metadata, memory.fingerprint = None, {}, b""
    memory.tags, memory.applies_to, memory.muted_agents, memory.muted_tasks = [], [], [], []
    memory.changed_by, memory.changed_by_agent, memory.changed_verb = by.name, by.agent, "erase"
    memory.changed_because, memory.changed_at = "your decision", now
    memory._history_date = now  # type: ignore[attr-defined]  # simple-history reads it
    memory.delete()
    memory.pk = pk


def _blank_versions(memory_id: UUID) -> int:
    """Empty the memory's versions by the owner's function (migration 0003); nothing else may change history."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT memories_blank_versions(%s)", [memory_id])
        return int(cursor.fetchone()[0])


def search(text: str) -> dict[str, int]:
    """Count the rows of each registered table that contain this text, in the current scope."""
    counts = {}
    with connection.cursor() as cursor:
        for name, columns in _text_columns().items():
            table = columns[0][0]
            test = sql.SQL(" OR ").join(
                sql.SQL("position(lower({text}) in lower({column}::text)) > 0").format(
                    text=sql.Literal(text), column=sql.Identifier(column)
                )
                for _, column in columns
            )
            query = sql.SQL("SELECT count(*) FROM {table} WHERE {test}").format(table=sql.Identifier(table), test=test)
            cursor.execute(query.as_string(cursor.connection))
            counts[name] = int(cursor.fetchone()[0])
    return counts


def _text_columns() -> dict[str, list[tuple[str, str]]]:
    """Return the registered columns with words, by table."""
    columns: dict[str, list[tuple[str, str]]] = {}
    for wipe in WIPES.values():
        for name in sorted(() if wipe.numbers else wipe.columns):
            table, column = name.split(".")
            columns.setdefault(table, []).append((table, column))
    return columns


def _remove_questions(memory_id: UUID) -> int:
    """Delete the questions about it, and those that offer its statement as another memory's new value."""
    fingerprint = bytes(Memory.objects.values_list("fingerprint", flat=True).get(pk=memory_id)).hex()
    offering = Q(person__memories=memory_id, change__fingerprint=fingerprint)
    questions = Proposal.objects.filter(Q(memory=memory_id) | offering).values("pk")
    return Proposal.objects.filter(pk__in=questions).delete()[0]


def _remove_evidence(memory_id: UUID) -> int:
    """Delete its evidence, and its line where a file names it as the successor of another memory."""
    memory = Memory.objects.get(pk=memory_id)
    named = Evidence.objects.filter(person=memory.person_id, kind=Evidence.Kind.IMPORT, ref__has_key="replaced_by")
    named.filter(ref__replaced_by=" ".join(str(memory).split())).update(ref={})
    return Evidence.objects.filter(memory=memory_id).delete()[0]


def _remove_conflicts(memory_id: UUID) -> int:
    """Rewrite the questions of its conflicts, which quote every member, without it; return how many."""
    rewritten = 0
    for conflict in Conflict.objects.filter(members__memory=memory_id):
        conflict.question, conflict.answer = conflicts.build_question(conflict, without=[memory_id]), {}
        conflict.save()
        rewritten += 1
    return rewritten


def _wipe_acts(memory_id: UUID) -> int:
    """Empty what is recorded of every act that touched it, offered its statement or changed a conflict it was in.

    None of them can be undone now.
    """
    fingerprint = bytes(Memory.objects.values_list("fingerprint", flat=True).get(pk=memory_id)).hex()
    offering = Q(before__change__fingerprint=fingerprint) | Q(after__change__fingerprint=fingerprint)
    offering |= Q(before__replaces=str(memory_id)) | Q(after__replaces=str(memory_id))
    offered = ActChange.objects.filter(offering, table_name=Proposal._meta.db_table, person__memories=memory_id)
    touched = ActChange.objects.filter(memory=memory_id).values("act").union(offered.values("act"))
    of_conflicts = ActChange.objects.filter(table_name=Conflict._meta.db_table)
    quoting = Q(row_id__in=Conflict.objects.filter(members__memory=memory_id).values("pk"))
    quoting |= Q(row_id__in=of_conflicts.filter(act__in=touched).values("row_id"))
    acts = Act.objects.filter(pk__in=touched.union(of_conflicts.filter(quoting).values("act")))
    ActChange.objects.filter(act__in=acts).update(before=None, after=None)
    return acts.update(erased_at=Now())


def _delete_of_memory(model: Any) -> Callable[[UUID], int]:
    """Return a function that deletes this model's rows about a memory and returns how many."""
    return lambda memory_id: int(model.objects.filter(memory=memory_id).delete()[0])


def register_own_wipes() -> None:
    row = [f"memories_memory.{name}" for name in TEXT_COLUMNS]
    versions = [f"memories_historicalmemory.{name}" for name in TEXT_COLUMNS]
    register("evidence", _remove_evidence, ["memories_evidence.quote", "memories_evidence.ref"])
    register("questions", _remove_questions, ["memories_proposal.question", "memories_proposal.change"])
    register("conflicts", _remove_conflicts, ["memories_conflict.question", "memories_conflict.answer"])
    register(
        "search document",
        _delete_of_memory(SearchDocument),
        ["memories_searchdocument.words", "memories_searchdocument.subject"],
    )
    register("uses", _delete_of_memory(Use), [])
    register("acts", _wipe_acts, ["memories_actchange.before", "memories_actchange.after"])
    register("memory", lambda _: 1, row)  # erase deletes it last
    register("history", lambda _: 0, versions)  # and then empties the versions
