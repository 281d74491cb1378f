"""A statement as it is understood: classified, by whom and when it was made, and the fingerprint that identifies it."""

from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Self
from uuid import UUID

from django.utils import timezone

from memoryweb.memories.actions.types import Actor, Statement
from memoryweb.memories.models import Evidence, Memory, fingerprints
from memoryweb.people.models import MemorySettings
from memoryweb.rules import classifier, fields, tokens
from memoryweb.rules.policy import Horizon


@dataclass(frozen=True, kw_only=True)
class Interpretation:
    """Everything an action needs to decide about a statement."""

    statement: Statement
    classification: classifier.Classification
    by: Actor
    settings: MemorySettings
    now: datetime

    @classmethod
    def from_statement(cls, statement: Statement, *, by: Actor, now: datetime) -> Self:
        """Classify a checked statement. A kind that the person chose is theirs for ever; any other name is a tag."""
        classification = classify_statement(statement)
        typed = by.decides and statement.evidence_kind == Evidence.Kind.STATEMENT
        if typed and classification.kind == statement.kind:
            classification = replace(classification, basis="person")
        return cls(statement=statement, classification=classification, by=by, settings=by.settings, now=now)

    @classmethod
    def about(cls, memory: Memory, statement: Statement, *, by: Actor, now: datetime) -> Self:
        """Classify a statement about a memory that exists: whatever its words, the subject stays."""
        classification = replace(
            classify_statement(statement), key=memory.key, category=memory.category, one_valued=memory.one_valued
        )
        classification = replace(classification, normal=fields.normalize_value(memory.key, classification.value))
        if classification.kind == memory.kind:
            classification = replace(classification, basis=memory.kind_basis)
        return cls(statement=statement, classification=classification, by=by, settings=by.settings, now=now)

    @property
    def today(self) -> date:
        """The person's day."""
        return timezone.localdate(self.now, self.settings.zone)

    @property
    def is_extracted(self) -> bool:
        """Whether it was read from a conversation, not said by anybody to be remembered."""
        return self.statement.evidence_kind == Evidence.Kind.CONVERSATION

    @property
    def temporary(self) -> bool:
        """Whether it was said for today only. A file tells of past days, so its "today" is not this one."""
        return self.classification.temporary and self.statement.evidence_kind != Evidence.Kind.IMPORT

    @property
    def day(self) -> date | None:
        """The one day it is for: what is said for today only stands beside what is meant to last."""
        return self.today if self.temporary else self.statement.day

    @property
    def community_id(self) -> UUID | None:
        return self.by.agent.community_id if self.by.agent else None

    @property
    def fingerprint(self) -> bytes:
        return self._fingerprint(self.day)

    @property
    def lasting_fingerprint(self) -> bytes:
        """What a tombstone is found by: forgotten is forgotten, today and on every other day."""
        return self._fingerprint(None)

    def _fingerprint(self, day: date | None) -> bytes:
        return fingerprints.fingerprint(
            self.by.person_id,
            project=self.statement.project,
            condition=self.statement.condition,
            day=day,
            key=self.classification.key,
            normal=self.classification.normal,
            scope=_scope(self.community_id),
        )

    @property
    def says_always(self) -> bool:
        return tokens.says_always(self.statement.details, self.statement.quote)

    @property
    def carries_change(self) -> bool:
        return tokens.carries_change(self.statement.details, self.statement.quote)


def fingerprint_for(memory: Memory, *, day: date | None) -> bytes:
    """Return the fingerprint of a memory as its fields say now, on this day or, without one, on every day."""
    return fingerprints.fingerprint(
        memory.person_id,
        project=memory.project,
        condition=memory.condition,
        day=day,
        key=memory.key,
        normal=fields.normalize_value(memory.key, memory.value),
        scope=_scope(memory.community_id),
    )


def lasting_fingerprint(memory: Memory) -> bytes:
    """Return what a tombstone for this memory is found by."""
    return fingerprint_for(memory, day=None) if memory.day else bytes(memory.fingerprint)


def _scope(community_id: UUID | None) -> str:
    return str(community_id) if community_id else "private"


def section_for(statement: Statement) -> str:
    """Return the section the statement would belong to if it were meant to last."""
    classification = classify_statement(statement)
    return classifier.section_for(
        classification.kind, classification.category, classification.key, list(statement.tags), Horizon.LONG
    )


def classify_statement(statement: Statement) -> classifier.Classification:
    return classifier.classify(
        category=statement.category,
        name=statement.name or statement.label,
        details=statement.details,
        value=statement.value,
        key=statement.key,
        kind=statement.kind,
        label=statement.label,
        quote=statement.quote,
    )
