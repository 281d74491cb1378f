"""A classified statement with speaker, time and the fingerprint that identifies it."""

import json
from dataclasses import dataclass, replace
from datetime import date, datetime
from functools import cached_property
from typing import Any, Self
from uuid import UUID

from django.utils import timezone

from memoryweb.agents.models import Scope
from memoryweb.language import dietary, readings
from memoryweb.language.comparing import identity
from memoryweb.language.filing import classifier, known_fields, sameness
from memoryweb.language.text import signs, tokens, value_text
from memoryweb.memories import visibility
from memoryweb.memories.actions.types import Actor, Statement
from memoryweb.memories.erasing import tombstones
from memoryweb.memories.models import Evidence, Memory, Place, Tombstone, fingerprints, places, spellings
from memoryweb.people.models import Membership, MemorySettings
from memoryweb.rls import rows
from memoryweb.rules import limits, policy
from memoryweb.rules.policy import Horizon, Role

BY_AGENT = "agent"  # the basis of a kind that an agent named

# Every save asks this. The last part is found by the index memories_ended_by_person.
DECIDED = """
SELECT EXISTS (SELECT FROM memories_tombstone WHERE person_id = %(person)s AND fingerprint = ANY(%(values)s)),
       EXISTS (SELECT FROM memories_tombstone WHERE person_id = %(person)s AND words_fingerprint = ANY(%(words)s)),
       EXISTS (SELECT FROM memories_memory
               WHERE person_id = %(person)s AND key = %(key)s AND NOT status IN ('candidate', 'active')
                 AND changed_by = 'person' AND (fingerprint = %(fingerprint)s OR value = %(json)s::jsonb)),
       ARRAY(SELECT sealed FROM memories_fingerprintkey WHERE person_id = %(person)s)
"""


@dataclass(frozen=True, kw_only=True)
class Interpretation:
    """Everything an action needs to decide about a statement."""

    statement: Statement
    classification: classifier.Classification
    by: Actor
    settings: MemorySettings
    now: datetime
    community_id: UUID | None  # of the agent that says it or, of a memory that exists, the memory's

    @classmethod
    def from_statement(cls, statement: Statement, *, by: Actor, now: datetime) -> Self:
        """Classify a checked statement. A kind that the person chose is theirs for ever; any other name is a tag.

        An agent's is its suggestion, and shown as one.
        """
        statement = _with_known_places(statement, by, now=now)
        statement = _with_typed_restrictions(statement) if by.decides else statement
        classification = classify_statement(statement)
        is_told = statement.evidence_kind == Evidence.Kind.STATEMENT
        is_in_file = "folder_kind" in statement.ref  # where the kind is mostly what the reader made of the words
        if is_told and by.decides and classification.kind == statement.kind:
            classification = replace(classification, basis="person")
        elif is_told and by.agent and statement.kind and (not is_in_file or classification.kind == policy.Kind.RULE):
            classification = replace(classification, basis=BY_AGENT)
        community_id = by.agent.community_id if by.agent else None
        return cls._build(statement, classification, community_id, by=by, now=now)

    @classmethod
    def about(cls, memory: Memory, statement: Statement, *, by: Actor, now: datetime) -> Self:
        """Classify a statement about a memory that exists: whatever its words, the subject and its community stay.

        Of a community that the person has left it becomes the person's own: nothing is put there any more.
        """
        statement = _with_known_places(statement, by, now=now, without=memory.pk)
        classification = replace(
            classify_statement(statement), key=memory.key, category=memory.category, one_valued=memory.one_valued
        )
        classification = replace(classification, normal=known_fields.normalize_value(memory.key, classification.value))
        if classification.kind == memory.kind:
            classification = replace(classification, basis=memory.kind_basis)
        of_community = Membership.objects.filter(person=memory.person_id, community=memory.community_id)
        community_id = memory.community_id if memory.community_id and of_community.exists() else None
        return cls._build(statement, classification, community_id, by=by, now=now)

    @classmethod
    def _build(
        cls,
        statement: Statement,
        classification: classifier.Classification,
        community_id: UUID | None,
        *,
        by: Actor,
        now: datetime,
    ) -> Self:
        return cls(
            statement=statement,
            classification=classification,
            by=by,
            settings=by.settings,
            now=now,
            community_id=community_id,
        )

    @property
    def today(self) -> date:
        """The person's day."""
        return timezone.localdate(self.now, self.settings.zone)

    @property
    def temporary(self) -> bool:
        """Whether it was said for today only. A file tells of past days, so its "today" is not this one."""
        return self.classification.temporary and self.statement.evidence_kind != Evidence.Kind.IMPORT

    @property
    def day(self) -> date | None:
        """The one day it is for: what is said for today only stands beside what is meant to last."""
        return self.today if self.temporary else self.statement.day

    @cached_property
    def place(self) -> Place:
        statement = self.statement
        return Place.at(self.by.person_id, self.community_id, statement.project, statement.condition, self.day)

    @cached_property
    def fingerprint(self) -> bytes:
        return fingerprints.fingerprint(self.place, key=self.classification.key, normal=self.classification.normal)

    @cached_property
    def words(self) -> str:
        """Words that identify it under any category and label; empty if none."""
        said = self.classification
        return sameness.words_of(key=said.key, label=said.label, value=said.value, details=self.statement.details)

    def own_words(self) -> dict[str, Any]:
        """The statement's fields besides value and details, as JSON for its evidence, without those that are empty.

        Its speaker's revision starts from them (`Evidence.statement`). A label that only repeats the value goes with
        the value.
        """
        said, statement = self.classification, self.statement
        repeats = value_text.format_line(said.label, said.value) == said.label
        words: dict[str, Any] = {
            "label": "" if repeats else signs.cut(said.label, limits.LABEL_MAX),
            "key": said.key,
            "category": said.category,
            "said_category": known_fields.slugify(statement.category)[: limits.CATEGORY_MAX],
            "kind": said.kind,
            "raw_kind": said.raw_kind,
            "kind_basis": said.basis,
            "project": statement.project,
            "condition": statement.condition,
            "day": self.day and self.day.isoformat(),
            "tags": list(statement.tags),
            "metadata": statement.metadata,
        }
        return {name: value for name, value in words.items() if value} | {"one_valued": said.one_valued}

    @property
    def without_day(self) -> Self:
        """The same statement without its day, to find the lasting memory it stands in for."""
        classification = replace(self.classification, temporary=False)
        return replace(self, classification=classification, statement=replace(self.statement, day=None))

    def may_read(self, memory: Memory | None) -> bool:
        """Return whether whoever says this may read a memory. Ask before changing it."""
        if memory is None or self.by.agent is None:
            return memory is not None
        agent = self.by.agent
        project = agent.project or memory.project
        return Scope.READ in agent.scopes and visibility.may_be_given(
            memory.pk, agent, self.settings, now=self.now, project=project
        )

    @property
    def has_standing_yes(self) -> bool:
        """Return whether the person's yes covers this statement: their own, or one they gave in advance.

        What is read from a conversation or a file has none, whoever recorded it.
        """
        return has_standing_yes(self.statement, self.by)

    @property
    def counts_as_theirs(self) -> bool:
        """Return whether it counts as the person's word: an edit in a folder with a standing yes."""
        return self.by.role == Role.FOLDER and self.has_standing_yes

    @property
    def carries_change(self) -> bool:
        return tokens.carries_change(self.statement.details, self.statement.quote)

    @property
    def is_blocked(self) -> bool:
        """Whether the same value was erased or declined."""
        return self._decided[0]

    def repeats_erased(self) -> bool:
        """Return whether the same value was erased, not just declined."""
        person, said = self.by.person_id, self.classification
        digests = tombstones.Digests.for_statement(
            person, said.label, said.value, tombstones.brought_keys(person), details=self.statement.details.strip()
        )
        known = Tombstone.objects.filter(person=person, fingerprint__in=digests.values)
        return known.exclude(cause=Tombstone.Cause.DECLINED).exists()

    @property
    def must_ask(self) -> bool:
        """Whether the person decided against this or something near it, so that no standing yes covers it.

        What they declined or erased is found by its words; what they undid, stopped or replaced by the same statement.
        Nor does one cover a rule that is one by an agent's `kind` alone: it goes into every prompt, so they see it.
        """
        return any(self._decided[1:]) or self._is_rule_by_name_only

    @property
    def _is_rule_by_name_only(self) -> bool:
        said = self.classification
        if said.kind != policy.Kind.RULE or said.basis != BY_AGENT:
            return False
        return classify_statement(replace(self.statement, kind="")).kind != policy.Kind.RULE

    @cached_property
    def _decided(self) -> tuple[bool, bool, bool]:
        """Whether the value, or its words, were erased or declined; whether the person ended the same statement."""
        *decided, brought = self._read_decided([])
        if brought:  # from another machine, with keys of its own
            *decided, _ = self._read_decided(brought)
        return decided[0], decided[1], decided[2]

    def _read_decided(self, brought: list[str]) -> tuple[bool, bool, bool, list[str]]:
        """Read what DECIDED asks, with the person's keys from other machines as they are known so far."""
        person, said = self.by.person_id, self.classification
        details = self.statement.details.strip()
        digests = tombstones.Digests.for_statement(person, said.label, said.value, brought, details=details)
        with rows.prepared_cursor() as cursor:
            cursor.execute(
                DECIDED,
                {
                    "person": person,
                    "values": digests.values,
                    "words": digests.words,
                    "key": said.key,
                    "fingerprint": self.fingerprint,
                    "json": json.dumps(said.value),
                },
            )
            row: tuple[bool, bool, bool, list[str]] = cursor.fetchone()
            return row

    def lift_tombstone(self) -> None:
        """Let the value be learned again."""
        said, details = self.classification, self.statement.details.strip()
        tombstones.lift(self.by.person_id, said.label, said.value, details=details)


def has_standing_yes(statement: Statement, by: Actor) -> bool:
    """Return whether the person's yes covers a statement, as Interpretation.has_standing_yes says."""
    if by.role == Role.PERSON:
        return True
    if by.role == Role.FOLDER:
        return by.trust == "trusted"
    is_report = statement.evidence_kind in (Evidence.Kind.STATEMENT, Evidence.Kind.FEEDBACK)
    return (
        is_report
        and by.role == Role.AGENT
        and policy.gives_standing_yes(
            trust=by.trust,
            confirm_new=by.settings.confirm_new,
            source=statement.how_known,
            is_assumed=statement.source_assumed,
        )
    )


def _with_typed_restrictions(statement: Statement) -> Statement:
    """Return the statement with an allergy or a diet that the person typed as its value as details, to be read.

    The details keep their words, and the value becomes what they are allergic to.
    """
    if statement.details or not isinstance(statement.value, str):
        return statement
    as_details = replace(statement, value=None, details=statement.value)
    if known_fields.slugify(statement.category) != dietary.CATEGORY:
        return statement
    read, typed = classify_statement(as_details), classify_statement(statement)
    return statement if (read.key, read.value) == (typed.key, typed.value) else as_details


def _with_known_places(statement: Statement, by: Actor, *, now: datetime, without: UUID | None = None) -> Statement:
    """Return the statement with its project and condition spelled as in the person's other memories.

    For an agent in those that it may read: the answer, and what it reads later, would tell it of the others.
    """
    known: dict[str, Any] = {}
    for field in places.NAMES:
        if (text := getattr(statement, field)) and by.agent:
            others = spellings(by.person_id, field, text)[1:]
            seen = visibility.in_sight_of(by.agent, by.settings, now=now)
            seen = seen.exclude(pk=without) if without else seen
            known[field] = next((each for each in others if seen.filter(**{field: each}).exists()), text)
        elif text:
            known[field] = known_spelling(by.person_id, field, text, without=without)
    return replace(statement, **known) if known else statement


def known_spelling(person_id: UUID, field: str, text: str, *, without: UUID | None = None) -> str:
    """Return how the person's memories in use spell this project or condition, or the text if it is new.

    For the person's own words only: an agent would learn how a memory that is hidden from it is spelled. What only
    waits has no spelling yet, as nobody said yes to it. `without` is a memory that does not count, as its own spelling
    is about to change.
    """
    stored = places.stored_spellings(person_id, field, without) if text else []
    alike = [each for each in stored if identity.same_place(each, text)]
    if text in alike or not alike:
        return text
    in_use = Memory.objects.active().filter(person=person_id, **{f"{field}__in": alike})
    in_use = in_use.exclude(pk=without) if without else in_use
    return in_use.order_by(field).values_list(field, flat=True).first() or text


def fingerprint_for(memory: Memory, *, day: date | None, key: str | None = None) -> bytes:
    """Return the fingerprint of a memory as its fields say now, on this day or, without one, on every day.

    With another key, if one is given.
    """
    key = memory.key if key is None else key
    place = memory.place._replace(day=day)
    return fingerprints.fingerprint(place, key=key, normal=known_fields.normalize_value(key, memory.value))


def section_for(statement: Statement) -> str:
    """Return the section the statement would belong to if it were meant to last."""
    classification = classify_statement(statement)
    return classifier.section_for(
        classification.kind, classification.category, classification.key, list(statement.tags), Horizon.LONG
    )


def classify_statement(statement: Statement) -> classifier.Classification:
    """Classify a statement, once a call."""
    said = {
        "category": statement.category,
        "name": statement.name or statement.label,
        "details": statement.details,
        "value": statement.value,
        "key": statement.key,
        "kind": statement.kind,
        "label": statement.label,
        "quote": statement.quote,
    }
    key = ("classification", json.dumps(said, default=str))
    return readings.once(key, lambda: classifier.classify(**said))
