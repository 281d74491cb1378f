"""Which live memory a statement is about: the same statement, the same key or words, or the same subject."""

import json
from collections.abc import Iterable
from functools import cache, cached_property
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import Q

from memoryweb.memories.actions import store
from memoryweb.memories.actions.interpretation import Interpretation
from memoryweb.memories.models import Memory, Status, history_model
from memoryweb.rls import rows
from memoryweb.rules import fields, identity, subjects
from memoryweb.rules.conditions import READ_MAX

# Every save runs these. Hand-written, they are half as much work as querysets: what is there is looked up in two
# statements, for both statuses at once.
SAME = """
SELECT id, status FROM memories_memory
WHERE person_id = %(person)s AND {place} AND status IN ('candidate', 'active')
    AND (fingerprint = %(fingerprint)s OR (key = %(key)s AND one_valued))
ORDER BY fingerprint = %(fingerprint)s DESC, contested, changed_at DESC
"""
DUPLICATE = """
SELECT id FROM memories_memory
WHERE person_id = %(person)s AND {place} AND status IN ('candidate', 'active')
    AND fingerprint = %(fingerprint)s AND id <> %(memory)s
"""


class Place(NamedTuple):
    """The project, condition, day and community that a statement is about, as a condition in SQL.

    "No day" and "no community" are part of the text and not of the values: the statement is planned once, without its
    values, and the plan is good only if it knows that nearly all memories have neither.
    """

    has_day: bool
    has_community: bool

    @property
    def community(self) -> str:
        return "community_id = %(community)s" if self.has_community else "community_id IS NULL"

    def __str__(self) -> str:
        day = "day = %(day)s" if self.has_day else "day IS NULL"
        return f"project = ANY(%(projects)s) AND condition = ANY(%(conditions)s) AND {day} AND {self.community}"


NEWEST_OF_KIND = 200  # newest memories of the same kind and category, or of the same key, compared by their words
NEWEST_OF_ANY_KIND = {Status.ACTIVE: 30, Status.CANDIDATE: 20}  # compared by their subject


def _newest(where: str, status: Status, limit: int, *, is_alike: bool, place: str = "true") -> str:
    """Return a statement for the newest memories; those elsewhere than in `place` count, but are left out."""
    return f"""(SELECT * FROM (
        SELECT id, status, category, {is_alike} AS is_alike, label, value, left(details, {READ_MAX}) AS start,
            key, project, condition, day, community_id, changed_at
        FROM memories_memory WHERE person_id = %(person)s AND status = '{status}' AND {where}
        ORDER BY changed_at DESC LIMIT {limit}) AS newest WHERE {place})"""


def _similar(*selects: str) -> str:
    """Return a statement for the memories that share the words of the statement, so that Python compares few.

    ASCII texts only: the words of others are compared in Python, which folds them.
    """
    return f"""
SELECT id, status, category, is_alike, label, value, start
FROM ({" UNION ALL ".join(selects)}) AS newest
WHERE jsonb_typeof(value) IS DISTINCT FROM 'string'
    OR octet_length(concat(label, value, start)) <> char_length(concat(label, value, start))
    OR lower(concat(label, ' ', value #>> '{{}}')) LIKE ALL(%(words)s::text[])
    OR lower(coalesce(nullif(start, ''), value #>> '{{}}')) LIKE ANY(%(subject)s::text[])
ORDER BY is_alike DESC, changed_at DESC
"""


OF_NO_FIELD = "key <> ALL(%(fields)s::text[])"


@cache
def _similar_of_kind(statuses: tuple[Status, ...], place: Place) -> str:
    """Return the statement for those of the same kind and category, and for the newest of any kind.

    Two memories on one subject may be classified apart. The place of the newest of any kind is checked after the limit:
    a place with few memories would cost reading all of the person's.
    """
    here = f"{place} AND {OF_NO_FIELD}"
    same_kind = f"{here} AND kind = %(kind)s AND category = %(category)s"
    return _similar(
        *(_newest(same_kind, each, NEWEST_OF_KIND, is_alike=True) for each in statuses),
        *(_newest(place.community, each, NEWEST_OF_ANY_KIND[each], is_alike=False, place=here) for each in statuses),
    )


@cache
def _similar_of_key(statuses: tuple[Status, ...], place: Place) -> str:
    alike = f"{place} AND key = %(key)s"
    return _similar(*(_newest(alike, each, NEWEST_OF_KIND, is_alike=True) for each in statuses))


class SimilarMemory(NamedTuple):
    """What is compared of a memory that shares words with the statement."""

    pk: UUID
    status: str
    category: str
    is_alike: bool  # of the same kind and category, or of the same key
    label: str
    value: Any
    start: str  # the first characters of the details


class Matches:
    """The live memories that a statement may be about, looked up once for those in use and those that wait."""

    def __init__(self, interpretation: Interpretation) -> None:
        self._interpretation = interpretation
        classification = interpretation.classification
        self._place = Place(interpretation.day is not None, interpretation.community_id is not None)
        self._parameters: dict[str, Any] = {
            "person": interpretation.by.person_id, "projects": interpretation.spellings("project"),
            "conditions": interpretation.spellings("condition"),
            "day": interpretation.day, "community": interpretation.community_id,
            "fingerprint": interpretation.fingerprint, "kind": classification.kind,
            "category": classification.category, "key": (classification.one_valued and classification.key) or None,
        }  # fmt: skip

    def in_use(self) -> Memory | None:
        """Return the memory in use that this statement is about, locked; it may have the same value or another."""
        return self._lock(Status.ACTIVE)

    def in_use_in_its_place(self) -> Memory | None:
        """Return the memory in use that is certainly about the same, by its key or all of its words; locked."""
        memory_id = next((pk for pk, status in self._same if status == Status.ACTIVE), None)
        return store.lock(memory_id) if memory_id else None

    def waiting(self) -> Memory | None:
        """Return the candidate that says the same, locked. Other values wait beside each other."""
        memory = self._lock(Status.CANDIDATE)
        return memory if memory and is_same_value(self._interpretation, memory) else None

    def duplicate_of(self, memory: Memory) -> Memory | None:
        """Return another live memory that already says what this one is about to say, locked."""
        found = _fetch(DUPLICATE.format(place=self._place), self._parameters | {"memory": memory.pk})
        return store.lock(found[0][0]) if found else None

    def _lock(self, status: Status) -> Memory | None:
        memory_id = next((pk for pk, found in self._same if found == status), None)
        if memory_id is None:
            others = [row for row in self._similar if row.status == status]
            memory_id = self._repeated(others) or self._with_same_subject(others)
        return store.lock(memory_id) if memory_id else None

    @cached_property
    def _same(self) -> list[tuple[UUID, str]]:
        """The same statement first, then those with the same one-valued key."""
        return _fetch(SAME.format(place=self._place), self._parameters)

    @cached_property
    def _similar(self) -> list[SimilarMemory]:
        """Those with nearly the same words or about the same thing, the alike first, then the newest.

        Only of a status of which no memory is the same: where there is one, it is the answer.
        """
        classification = self._interpretation.classification
        known = {status for _, status in self._same}
        statuses = tuple(status for status in NEWEST_OF_ANY_KIND if status not in known)
        parameters = self._parameters | {
            "fields": list(fields.fields_by_key()), "words": self._wording and _patterns(self._wording.marks),
            "subject": None,
        }  # fmt: skip
        if classification.key not in fields.fields_by_key():
            if self._subject.is_known:
                parameters["subject"] = _patterns(self._subject.marks)
            statement = _similar_of_kind(statuses, self._place)
        elif not classification.one_valued:
            statement, parameters["key"] = _similar_of_key(statuses, self._place), classification.key
        else:
            return []
        return [SimilarMemory(*row)._replace(value=json.loads(row[5])) for row in _fetch(statement, parameters)]

    @cached_property
    def _wording(self) -> identity.Wording | None:
        """None for a list, number or yes, which is the same only if it is equal, and for what has no words."""
        classification = self._interpretation.classification
        if not isinstance(classification.value, str):
            return None
        wording = identity.Wording(_text(classification.label, classification.value))
        return wording if wording.words else None

    @cached_property
    def _text(self) -> str:
        return _sentence(self._interpretation.statement.details, self._interpretation.classification.value)

    @cached_property
    def _subject(self) -> subjects.Subject:
        return subjects.Subject(self._text)

    def _repeated(self, others: Iterable[SimilarMemory]) -> UUID | None:
        """Return the id of the newest one of this kind that the statement repeats in nearly the same words."""
        wording = self._wording
        if wording is None:
            return None
        texts = ((row.pk, _text(row.label, row.value)) for row in others if row.is_alike and isinstance(row.value, str))
        found = (pk for pk, text in texts if wording.may_repeat(text) and identity.is_repetition(wording, text))
        return next(found, None)

    def _with_same_subject(self, others: Iterable[SimilarMemory]) -> UUID | None:
        """Return the id of the first with the same subject: "When tired, tea" and "When tired, coffee" (SPEC §3.5)."""
        classification, subject = self._interpretation.classification, self._subject
        if classification.key in fields.fields_by_key() or not subject.is_known:
            return None
        is_named = not subjects.label_repeats_text(classification.label, self._text)
        for row in others:
            other = _sentence(row.start, row.value)
            if not subject.may_match(other):
                continue
            other_subject = subjects.Subject(other)
            different_labels = is_named and not subjects.label_repeats_text(row.label, other)
            comparable = row.category == classification.category or subjects.is_comparable(subject, other_subject)
            if comparable and subjects.is_alike(subject, other_subject, different_labels=different_labels):
                return row.pk
        return None


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


# Evidence can be taken back. Whose is gone, their words may still stand in the row, and no standing yes covers those.
COVERED = """
SELECT coalesce(bool_and(e.standing_yes), false) AND EXISTS (
    SELECT FROM memories_historicalmemory v
    WHERE v.id = %(memory)s AND v.history_type = '+' AND v.changed_by_agent_id = ANY(array_agg(e.agent_id)))
FROM memories_evidence e WHERE e.memory_id = %(memory)s
"""


def is_covered(memory: Memory) -> bool:
    """Return whether all evidence of a candidate, and the agent's that worded it, came under a standing yes."""
    return bool(_fetch(COVERED, {"memory": memory.pk})[0][0])


def was_decided_by_person(memory: Memory) -> bool:
    """Return whether the person undid what brought a candidate into use, or ended the same statement (SPEC §3.4).

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
