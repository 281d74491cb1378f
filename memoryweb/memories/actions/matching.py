"""Which live memory a statement is about: the same statement, the same key or words, or the same subject."""

from collections.abc import Iterator
from datetime import date
from itertools import chain
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models.functions import Left

from memoryweb.memories.actions import store
from memoryweb.memories.actions.interpretation import Interpretation
from memoryweb.memories.models import Memory, MemoryQuerySet, Status
from memoryweb.rules import fields, identity, subjects

NEWEST_COMPARED = {Status.ACTIVE: 30, Status.CANDIDATE: 20}  # newest memories of any kind and category compared
NEWEST_OF_KIND_COMPARED = 200  # newest live memories of the same kind and category compared by their words


def find_in_use(interpretation: Interpretation) -> Memory | None:
    """Return the memory in use that this statement is about, locked; it may have the same value or another one."""
    memory_id = _find(interpretation, Status.ACTIVE)
    return store.lock(memory_id) if memory_id else None


def find_waiting(interpretation: Interpretation) -> Memory | None:
    """Return the candidate that says the same as this statement, locked. Other values wait beside each other."""
    same = _first(_in_scope(interpretation, Status.CANDIDATE).filter(fingerprint=interpretation.fingerprint))
    memory_id = same or _find(interpretation, Status.CANDIDATE)
    memory = store.lock(memory_id) if memory_id else None
    return memory if memory and is_same_value(interpretation, memory) else None


def _find(interpretation: Interpretation, status: Status) -> UUID | None:
    """Return the id of the memory of this status with the same statement, the same one-valued key, near-same words,
    or the same subject in other words.
    """
    classification, live = interpretation.classification, _in_scope(interpretation, status)
    memory_id = _first(live.filter(fingerprint=interpretation.fingerprint))
    if memory_id is None and classification.key and classification.one_valued:
        of_key = live.filter(key=classification.key, one_valued=True)
        memory_id = _first(of_key.order_by("contested", "-changed_at"))
    if memory_id is None and classification.key not in fields.fields_by_key():
        same_kind = live.filter(kind=classification.kind, category=classification.category)
        others = _newest(same_kind.exclude(key__in=fields.fields_by_key()))
        memory_id = _repeated(interpretation, others) or _with_same_subject(interpretation, others, status)
    elif memory_id is None and not classification.one_valued:
        memory_id = _repeated(interpretation, _newest(live.filter(key=classification.key)))
    return memory_id


def _first(memories: MemoryQuerySet) -> UUID | None:
    """Return the first one's id; the row is wide, and is read again under its lock."""
    return memories.values_list("pk", flat=True).first()


def _in_scope(interpretation: Interpretation, *statuses: Status) -> MemoryQuerySet:
    statement = interpretation.statement
    return Memory.objects.of(interpretation.by.person_id).filter(
        status__in=statuses or (Status.ACTIVE, Status.CANDIDATE), project=statement.project,
        condition=statement.condition, day=interpretation.day, community=interpretation.community_id,
    )  # fmt: skip


def find_duplicate(interpretation: Interpretation, memory: Memory) -> Memory | None:
    """Return another live memory that already says what this one is about to say, locked."""
    memory_id = _first(_in_scope(interpretation).filter(fingerprint=interpretation.fingerprint).exclude(pk=memory.pk))
    return store.lock(memory_id) if memory_id else None


class ComparisonRow(NamedTuple):
    """The words of a memory, and where it counts: all that is read of it, as every save compares many."""

    pk: UUID
    status: str
    category: str
    key: str
    condition: str
    day: date | None
    project: str
    label: str
    value: Any
    start: str


def _rows(memories: MemoryQuerySet) -> Any:
    newest = memories.order_by("-changed_at").annotate(start=Left("details", subjects.READ_MAX))
    return newest.values_list(*ComparisonRow._fields)


def _newest(memories: MemoryQuerySet) -> list[ComparisonRow]:
    return [ComparisonRow(*columns) for columns in _rows(memories)[:NEWEST_OF_KIND_COMPARED]]


def _repeated(interpretation: Interpretation, others: list[ComparisonRow]) -> UUID | None:
    """Return the id of the newest one that the statement repeats in nearly the same words."""
    classification = interpretation.classification
    if not isinstance(classification.value, str):
        return None  # a list, number or yes is the same only if it is equal
    wording = identity.Wording(_text(classification.label, classification.value))
    texts = ((row.pk, _text(row.label, row.value)) for row in others if isinstance(row.value, str))
    return next((pk for pk, text in texts if wording.may_repeat(text) and identity.is_repetition(wording, text)), None)


def _with_same_subject(interpretation: Interpretation, others: list[ComparisonRow], status: Status) -> UUID | None:
    """Return the id of the newest one with the same subject: "When tired, tea" and "When tired, coffee" (SPEC §3.5)."""
    classification = interpretation.classification
    text = _sentence(interpretation.statement.details, classification.value)
    subject = subjects.parse_subject(text)
    if not subject.is_known:
        return None
    is_named = not subjects.label_repeats_text(classification.label, text)
    for row in chain(others, _newest_of_any_kind(interpretation, status)):
        other = _sentence(row.start, row.value)
        if not subject.may_match(other):
            continue
        other_subject = subjects.parse_subject(other)
        different_labels = is_named and not subjects.label_repeats_text(row.label, other)
        comparable = row.category == classification.category or subjects.is_comparable(subject, other_subject)
        if comparable and subjects.is_alike(subject, other_subject, different_labels=different_labels):
            return row.pk
    return None


def _newest_of_any_kind(interpretation: Interpretation, status: Status) -> Iterator[ComparisonRow]:
    """Yield the newest in this scope, whatever their kind and category: two on one subject may be classified apart.

    The scope is compared here: in SQL, a scope with few rows would cost reading all of the person's.
    """
    scope = (interpretation.statement.condition, interpretation.day, interpretation.statement.project)
    memories = Memory.objects.of(interpretation.by.person_id).filter(
        status=status, community=interpretation.community_id
    )
    for row in (ComparisonRow(*columns) for columns in _rows(memories)[: NEWEST_COMPARED[status]]):
        if (row.condition, row.day, row.project) == scope and row.key not in fields.fields_by_key():
            yield row


def matched_by_subject_only(interpretation: Interpretation, memory: Memory) -> bool:
    """Return whether a memory that says something else was matched by its subject alone, not by its key."""
    key = interpretation.classification.key
    return not key or key != memory.key


def _sentence(details: str, value: object) -> str:
    return details or fields.display_value(value)


def _text(label: str, value: object) -> str:
    shown = fields.display_value(value)
    return shown if shown.casefold().startswith(label.casefold()) else f"{label} {shown}"


def is_same_value(interpretation: Interpretation, memory: Memory) -> bool:
    """Return whether the statement says what the memory says: an equal value, or a repetition of its words.

    Under one key only the values count, not their labels.
    """
    if bytes(memory.fingerprint) == interpretation.fingerprint:
        return True
    new, old = interpretation.classification, memory
    if not (isinstance(new.value, str) and isinstance(old.value, str)):
        return new.key == old.key and new.normal == fields.normalize_value(old.key, old.value)
    if new.key and new.key == old.key and new.one_valued:
        return new.normal == fields.normalize_value(old.key, old.value) or identity.is_repetition(new.value, old.value)
    return identity.is_repetition(_text(new.label, new.value), _text(old.label, old.value))
