"""Which live memory a statement is about: the same statement, the same key, near-same words, or the same subject."""

from collections.abc import Iterator
from datetime import date
from itertools import chain
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models.functions import Left

from memoryweb.memories.actions import store
from memoryweb.memories.actions.interpretation import Interpretation
from memoryweb.memories.models import Memory, MemoryQuerySet, Status
from memoryweb.rules import fields, policy, subjects, tokens

OF_ANYTHING = {Status.ACTIVE: 30, Status.CANDIDATE: 20}  # newest ones of other kinds and categories, looked at, too
NEAR_ENOUGH_TO_LOOK = 200  # newest live memories of the same kind and category compared by their words


def find(heard: Interpretation) -> Memory | None:
    """The live memory this statement is about, locked: same statement, same one-valued key, near-same words,
    or the same subject in other words.
    """
    read, live = heard.reading, _in_scope(heard)
    found = _first(live.filter(fingerprint=heard.fingerprint))
    if found is None and read.key and read.one_valued:
        of_key = live.filter(key=read.key, one_valued=True)
        found = _first(of_key.order_by("contested", "status", "-changed_at"))
    if found is None and read.key not in fields.fields_by_key():
        others = _newest(live.filter(kind=read.kind, category=read.category).exclude(key__in=fields.fields_by_key()))
        found = _most_similar(heard, others) or _with_same_subject(heard, others)
    elif found is None and not read.one_valued:
        found = _most_similar(heard, _newest(live.filter(key=read.key)))
    return store.lock(found) if found else None


def _first(memories: MemoryQuerySet) -> UUID | None:
    """Only the id: the row is wide, and is read again under its lock."""
    return memories.values_list("pk", flat=True).first()


def _in_scope(heard: Interpretation) -> MemoryQuerySet:
    return Memory.objects.of(heard.by.person_id).live().filter(
        project=heard.statement.project, condition=heard.condition, day=heard.day, community=heard.community_id
    )  # fmt: skip


def find_duplicate(heard: Interpretation, memory: Memory) -> Memory | None:
    """Another live memory that already says what this one is about to say, locked."""
    found = _first(_in_scope(heard).filter(fingerprint=heard.fingerprint).exclude(pk=memory.pk))
    return store.lock(found) if found else None


class ComparisonRow(NamedTuple):
    """The words of a memory, and where it counts. Only these are read: this is the dear part of every save."""

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
    words_of = memories.order_by("-changed_at").annotate(start=Left("details", subjects.READ_MAX))
    return words_of.values_list(*ComparisonRow._fields)


def _newest(memories: MemoryQuerySet) -> list[ComparisonRow]:
    return [ComparisonRow(*found) for found in _rows(memories)[:NEAR_ENOUGH_TO_LOOK]]


def _most_similar(heard: Interpretation, others: list[ComparisonRow]) -> UUID | None:
    """The one most alike in its words."""
    said = tokens.word_counts(_text(heard.reading.label, heard.reading.value))
    scored = ((tokens.dice(said, tokens.word_counts(_text(row.label, row.value))), row.pk) for row in others)
    score, pk = max(scored, key=lambda pair: pair[0], default=(0.0, None))
    return pk if score >= policy.SAME_WORDS_FROM else None


def _with_same_subject(heard: Interpretation, others: list[ComparisonRow]) -> UUID | None:
    """The newest one with the same subject: "When tired, tea" and "When tired, coffee" (SPEC §3.5).

    What a person says themselves is not held up by what was never more than a candidate.
    """
    said = _sentence(heard.statement.details, heard.reading.value)
    subject = subjects.parse_subject(said)
    if not subject.tells:
        return None
    named = not subjects.label_repeats_text(heard.reading.label, said)
    for row in chain(others, _newest_of_any_kind(heard)):
        other = _sentence(row.start, row.value)
        if (heard.by.decides and row.status != Status.ACTIVE) or not subject.near(other):
            continue
        known, apart = subjects.parse_subject(other), named and not subjects.label_repeats_text(row.label, other)
        may = row.category == heard.reading.category or subjects.is_comparable(subject, known)
        if may and subjects.is_alike(subject, known, named_apart=apart):
            return row.pk
    return None


def _newest_of_any_kind(heard: Interpretation) -> Iterator[ComparisonRow]:
    """The newest of this scope, whatever kind and category: two of a mind are not always filed alike.

    The scope is looked at here: asked for in SQL, few matching rows would cost the reading of all.
    """
    mine = Memory.objects.of(heard.by.person_id).live().filter(community=heard.community_id)
    active, candidates = (_rows(mine.filter(status=status))[:most] for status, most in OF_ANYTHING.items())
    for row in (ComparisonRow(*found) for found in active.union(candidates, all=True)):
        same_scope = (row.condition, row.day, row.project) == (heard.condition, heard.day, heard.statement.project)
        if same_scope and row.key not in fields.fields_by_key():
            yield row


def matched_by_subject_only(heard: Interpretation, memory: Memory) -> bool:
    """Whether only the subject told that the two belong together, neither a key nor near-same words."""
    read = heard.reading
    if (read.key and read.key == memory.key) or bytes(memory.fingerprint) == heard.fingerprint:
        return False
    return tokens.similarity(_text(read.label, read.value), _text(memory.label, memory.value)) < policy.SAME_WORDS_FROM


def _sentence(details: str, value: object) -> str:
    return details or fields.display_value(value)


def _text(label: str, value: object) -> str:
    shown = fields.display_value(value)
    return shown if shown.casefold().startswith(label.casefold()) else f"{label} {shown}"


def is_same_value(heard: Interpretation, memory: Memory) -> bool:
    """Under one key only the values count, and a word exchanged for another is a change: a long
    sentence about Tuesday and the same about Thursday are 0.9 alike and not the same.
    """
    if bytes(memory.fingerprint) == heard.fingerprint:
        return True
    read = heard.reading
    if read.key and read.key == memory.key and read.one_valued:
        new, old = fields.display_value(read.value), fields.display_value(memory.value)
        if (
            fields.find_option(read.key, new)
            or fields.find_option(memory.key, old)
            or tokens.differ_both_ways(new, old)
        ):
            return False
    else:
        new, old = _text(read.label, read.value), _text(memory.label, memory.value)
    if tokens.similarity(new, old) < policy.SAME_WORDS_FROM or subjects.says_otherwise(new, old):
        return False
    return tokens.is_negative(new) == tokens.is_negative(old)
