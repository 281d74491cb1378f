"""Finds the live memory of a statement: the same statement, the same key or words, or the same subject."""

import json
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Any, Protocol, TypeVar
from uuid import UUID

from django.db.models import Q

from memoryweb.language.comparing import identity, labels, subjects
from memoryweb.language.filing import classifier, known_fields, sameness
from memoryweb.language.text import signs, value_text
from memoryweb.memories import similar, visibility
from memoryweb.memories.actions import store
from memoryweb.memories.actions.interpretation import BY_AGENT, Interpretation
from memoryweb.memories.actions.types import Statement
from memoryweb.memories.models import Memory, Status, fingerprints, history_model
from memoryweb.memories.similar import DUPLICATE, NEWEST_OF_ANY_KIND, SAME, SimilarMemory
from memoryweb.rls import rows
from memoryweb.rules import fields, limits, policy

T = TypeVar("T")

# The person is held meanwhile, so that long texts are compared with fewer others: a memory may have 10,000 characters.
COMPARED_MAX = 20_000  # characters of other memories, from the newest
MARKS_MAX = 12  # words of a statement that the database looks for in others: the longest ones tell most apart


class Meanings(Protocol):
    """What a room above says of meanings, because it has the vectors."""

    def nearest(self, new: Memory, place: str, seen_sql: str, values: dict[str, Any]) -> Iterable[Memory]:
        """Return the memories in use in this place that are nearest in meaning to a new one, with their words."""

    def read_ahead(self, new: Memory) -> None:
        """Make the vector of a new memory before its person is held."""


_meanings: list[Meanings] = []


def register_meanings(meanings: Meanings) -> None:
    _meanings[:] = [meanings]


def as_memory(statement: Statement, found: classifier.Classification) -> Memory:
    """Return the unsaved memory for a statement, with its searchable fields."""
    label = signs.cut(found.label, limits.LABEL_MAX) or signs.cut(statement.details, limits.LABEL_MAX)
    return Memory(
        label=label,
        value=found.value,
        category=found.category,
        details=statement.details,
        condition=statement.condition,
        tags=list(statement.tags),
    )


class Matches:
    """The live memories that a statement may be about, looked up once for those in use and those that wait.

    What the speaker may read is found as if there were nothing else: what becomes of a statement, and what its agent
    is answered, tell nothing of the rest.
    """

    def __init__(self, interpretation: Interpretation) -> None:
        self._interpretation = interpretation
        classification = interpretation.classification
        self._place = interpretation.place.sql
        self._parameters: dict[str, Any] = {
            "person": interpretation.by.person_id,
            **interpretation.place.sql_values(),
            "fingerprint": interpretation.fingerprint,
            "kind": classification.kind,
            "statement": fingerprints.statement_digest(interpretation.by.person_id, interpretation.words),
            "category": classification.category,
            "key": (classification.one_valued and classification.key) or None,
        }
        self._seen_sql = similar.EVERYTHING
        if agent := interpretation.by.agent:
            self._seen_sql, values = visibility.seen_rows(agent, interpretation.settings, now=interpretation.now)
            self._parameters = values | self._parameters

    def in_use(self) -> Memory | None:
        """Return the memory in use that this statement changes, locked; it may have the same value or another.

        One that the speaker may read goes first, unless only another one says the same.
        """
        seen, hidden = self.readable, self.hidden
        is_same = seen is None or is_same_value(self._interpretation, seen)
        if seen and hidden and not is_same and is_same_value(self._interpretation, hidden):
            return hidden
        return seen or hidden

    @cached_property
    def readable(self) -> Memory | None:
        """The memory in use that this statement is about, of those that the speaker may read; locked."""
        return self._lock(Status.ACTIVE, is_seen=True)

    @cached_property
    def hidden(self) -> Memory | None:
        """The memory in use that this statement is about, hidden from its agent; locked. None for the person."""
        return self._lock(Status.ACTIVE, is_seen=False) if self._interpretation.by.agent else None

    def in_use_in_its_place(self) -> Memory | None:
        """Return the memory in use with the same key or all the same words, locked."""
        memory_id = next((pk for pk, status, _ in self._same if status == Status.ACTIVE), None)
        return store.lock(memory_id) if memory_id else None

    def waiting(self) -> Memory | None:
        """Return the candidate that says the same, locked. Other values wait beside each other."""
        memory = self._waiting
        return memory if memory and is_same_value(self._interpretation, memory) else None

    def waiting_rival(self) -> Memory | None:
        """Return the locked candidate under the same label with a different value; both become one choice."""
        memory = self._waiting
        is_rival = memory is not None and memory.key == self._interpretation.classification.key
        return memory if is_rival and memory and not is_same_value(self._interpretation, memory) else None

    @cached_property
    def _waiting(self) -> Memory | None:
        return self._lock(Status.CANDIDATE)

    def close(self) -> tuple[UUID, dict[str, float]] | None:
        """Return the id of the likeliest readable memory about the same thing, and each relation's probability."""
        from memoryweb.language.heads import compare  # numpy: most commands need none

        new = as_memory(self._interpretation.statement, self._interpretation.classification)
        near = [
            memory
            for each in _meanings
            for memory in each.nearest(new, self._place, self._seen_sql, self._parameters)
            if not identity.differ_in_a_name(memory.sentence, self._text)
        ]
        relations = compare.relations([(memory.sentence, self._text) for memory in near])
        judged = zip((memory.pk for memory in near), relations, strict=True)
        return max(judged, key=lambda each: 1 - each[1][compare.UNRELATED], default=None)

    def duplicate_of(self, memory: Memory) -> Memory | None:
        """Return another live memory that already says what this one is about to say, locked."""
        found = _fetch(DUPLICATE.format(place=self._place), self._parameters | {"memory": memory.pk})
        return store.lock(found[0][0]) if found else None

    def _lock(self, status: Status, *, is_seen: bool | None = None) -> Memory | None:
        sights = (True, False) if is_seen is None else (is_seen,)
        memory_id = next((pk for pk, found, seen in self._same if found == status and seen in sights), None)
        if memory_id is None:
            others = [row for row in self._similar if row.status == status and row.is_seen in sights]
            memory_id = self._repeated(others) or self._with_same_subject(others)
        return store.lock(memory_id) if memory_id else None

    @cached_property
    def _same(self) -> list[tuple[UUID, str, bool]]:
        """Rows of the same statement, then of the same one-valued key, each with whether the speaker may read it."""
        return _fetch(SAME.format(place=self._place, seen=self._seen_sql), self._parameters)

    @cached_property
    def _similar(self) -> list[SimilarMemory]:
        """Memories with similar words or the same subject, the alike first, then the newest.

        Only of a status of which no memory is the same: where there is one, it is the answer.
        """
        classification = self._interpretation.classification
        known = {status for _, status, is_seen in self._same if is_seen or status == Status.CANDIDATE}
        statuses = tuple(status for status in NEWEST_OF_ANY_KIND if status not in known)
        if not statuses:
            return []
        parameters = self._parameters | {
            "fields": list(fields.fields_by_key()),
            "subject": None,
            "label": self._own_label,
            "words": self._wording and _patterns(self._wording.marks[:MARKS_MAX]),
        }
        if classification.key not in fields.fields_by_key():
            if self._subject.is_known:
                parameters["subject"] = _patterns(self._subject.marks)
            statement = similar.of_kind(statuses, self._place, self._interpretation.place.community_sql, self._seen_sql)
        elif not classification.one_valued:
            statement = similar.of_key(statuses, self._place, self._seen_sql)
            parameters["key"] = classification.key
        else:
            return []
        return [SimilarMemory(*row)._replace(value=json.loads(row[5])) for row in _fetch(statement, parameters)]

    @cached_property
    def _own_label(self) -> str | None:
        """Key made from a meaningful label; None for a known field's key and for "note"."""
        key = self._interpretation.classification.key
        is_free = bool(key) and key not in fields.fields_by_key()
        return key if is_free and not labels.says_nothing(key.rpartition(".")[2]) else None

    @cached_property
    def _wording(self) -> identity.Wording | None:
        return wording_of(self._interpretation.classification)

    @cached_property
    def _text(self) -> str:
        return _sentence(self._interpretation.statement.details, self._interpretation.classification.value)

    @cached_property
    def _subject(self) -> subjects.Subject:
        return subjects.subject(self._text)

    def _repeated(self, others: Iterable[SimilarMemory]) -> UUID | None:
        """Return the id of the newest in this category that the statement repeats in nearly the same words.

        Those of its kind go first. The kind is read from the words, and another order of them may read as another kind.
        """
        wording, category = self._wording, self._interpretation.classification.category
        if wording is None:
            return None
        alike = (row for row in others if row.is_alike or row.category == category)
        texts = ((row.pk, _text(row.label, row.value)) for row in alike if isinstance(row.value, str))
        compared = _within(COMPARED_MAX, texts)
        found = (pk for pk, text in compared if wording.may_repeat(text) and identity.is_repetition(wording, text))
        return next(found, None)

    def _with_same_subject(self, others: Iterable[SimilarMemory]) -> UUID | None:
        """Return the id of the first with the same subject: "When tired, tea" and "When tired, coffee"."""
        classification, subject = self._interpretation.classification, self._subject
        if classification.key in fields.fields_by_key() or not (subject.is_known or self._own_label):
            return None
        texts = ((row, _sentence(row.start, row.value)) for row in others)
        compared = (each for each in texts if each[0].key == self._own_label or subject.may_match(each[1]))
        return next((row.pk for row, other in _within(COMPARED_MAX, compared) if self._is_rival(row, other)), None)

    def _is_rival(self, row: SimilarMemory, other: str) -> bool:
        """Return whether another memory is about the same attribute, by label or by words."""
        classification, subject = self._interpretation.classification, self._subject
        if row.key == self._own_label:
            return subjects.is_alike_under_label(classification.label, self._text, other)
        if not subject.is_known:
            return False
        other_subject = subjects.subject(other)
        is_named = not subjects.label_repeats_text(classification.label, self._text)
        is_named = is_named and not labels.says_nothing(classification.label)
        is_other_named = not (subjects.label_repeats_text(row.label, other) or labels.says_nothing(row.label))
        comparable = row.category == classification.category or subjects.is_comparable(subject, other_subject)
        return comparable and subjects.is_alike(subject, other_subject, different_labels=is_named and is_other_named)


def _within(most: int, texts: Iterable[tuple[T, str]]) -> Iterator[tuple[T, str]]:
    """Yield texts until `most` characters are reached; always the first."""
    for each in texts:
        yield each
        most -= len(each[1])
        if most <= 0:
            return


def _fetch(statement: str, parameters: dict[str, Any]) -> list[Any]:
    with rows.prepared_cursor() as cursor:
        cursor.execute(statement, parameters)
        found: list[Any] = cursor.fetchall()
        return found


def _patterns(marks: Iterable[str]) -> list[str]:
    """Return LIKE patterns for texts that contain these."""
    escaped = (mark.replace("\\", r"\\").replace("%", r"\%").replace("_", r"\_") for mark in marks)
    return [f"%{mark}%" for mark in escaped]


def matched_by_subject_only(interpretation: Interpretation, memory: Memory) -> bool:
    """Return whether a memory that says something else was matched by its subject alone, not by its key."""
    key = interpretation.classification.key
    return not key or key != memory.key or (key not in fields.fields_by_key() and labels.says_nothing(memory.label))


def _sentence(details: str, value: object) -> str:
    return details or value_text.display_value(value)


def read_meaning_ahead(new: Memory) -> None:
    for each in _meanings:
        each.read_ahead(new)


def read_ahead(details: str, classification: classifier.Classification) -> None:
    """Read what a statement is compared by."""
    wording_of(classification)
    sameness.words_of(key=classification.key, label=classification.label, value=classification.value, details=details)
    subject = subjects.subject(_sentence(details, classification.value))
    _ = subject.is_known and subject.marks


def wording_of(classification: classifier.Classification) -> identity.Wording | None:
    """Return the words another statement may repeat; None for lists, numbers, yes or no, and texts without words.

    Of those only an equal one says the same.
    """
    if not isinstance(classification.value, str):
        return None
    wording = identity.wording(_text(classification.label, classification.value))
    return wording if wording.words else None


def _text(label: str, value: object) -> str:
    shown = value_text.display_value(value)
    return shown if shown.casefold().startswith(label.casefold()) else f"{label} {shown}"


def is_same_value(interpretation: Interpretation, memory: Memory) -> bool:
    """Return whether the statement says what the memory says: an equal value, or a repetition of its words.

    Under one key only the values count, not their labels. The same words under another one are the same, too.
    """
    if bytes(memory.fingerprint) == interpretation.fingerprint:
        return True
    if interpretation.words and interpretation.words == store.words_of(memory):
        return True
    new, old = interpretation.classification, memory
    if not (isinstance(new.value, str) and isinstance(old.value, str)):
        return new.key == old.key and new.normal == known_fields.normalize_value(old.key, old.value)
    if new.key and new.key == old.key and new.one_valued:
        return new.normal == known_fields.normalize_value(old.key, old.value) or identity.is_repetition(
            new.value, old.value
        )
    return identity.is_repetition(_text(new.label, new.value), _text(old.label, old.value))


# Evidence can be taken back. Whose is gone, their words may still stand in the row, and no standing yes covers those.
COVERED = """
SELECT coalesce(bool_and(e.standing_yes), false) AND EXISTS (
    SELECT FROM memories_historicalmemory v
    WHERE v.person_id = %(person)s AND v.id = %(memory)s AND v.history_type = '+'
        AND v.changed_by_agent_id = ANY(array_agg(e.agent_id)))
FROM memories_evidence e WHERE e.person_id = %(person)s AND e.memory_id = %(memory)s
"""


def is_covered(memory: Memory) -> bool:
    """Return whether all evidence of a candidate, and the agent's that worded it, came under a standing yes.

    None covers a rule that an agent named so: the person sees it first.
    """
    if memory.kind == policy.Kind.RULE and memory.kind_basis == BY_AGENT:
        return False
    return bool(_fetch(COVERED, {"person": memory.person_id, "memory": memory.pk})[0][0])


def was_decided_by_person(memory: Memory) -> bool:
    """Return whether the person undid what brought a candidate into use, or ended the same statement.

    No standing yes covers it then, however often it is said or accepted.
    """
    versions: Any = history_model().objects
    if versions.filter(id=memory.pk, changed_verb="undo", changed_by="person").exists():
        return True
    ended = (
        Memory.objects.of(memory.person_id)
        .filter(key=memory.key, changed_by="person")
        .exclude(status__in=(Status.CANDIDATE, Status.ACTIVE))
    )
    return ended.filter(Q(fingerprint=bytes(memory.fingerprint)) | Q(value=memory.value)).exists()
