"""A statement as it was understood, and the circumstances it was made in."""

from dataclasses import dataclass
from datetime import date, datetime
from uuid import UUID

from django.utils import timezone

from memoryweb.memories import fingerprints
from memoryweb.memories.actions.types import Statement
from memoryweb.memories.actors import Actor
from memoryweb.memories.models import Evidence, Memory
from memoryweb.people.models import MemorySettings
from memoryweb.rules import classifier, fields, tokens
from memoryweb.rules.policy import Horizon

CONDITION_MAX = 200


@dataclass(frozen=True, kw_only=True)
class Interpretation:
    """Everything the verbs need to decide: said, understood, by whom, when."""

    statement: Statement
    reading: classifier.Classification
    by: Actor
    settings: MemorySettings
    now: datetime

    @property
    def today(self) -> date:
        return timezone.localdate(self.now, self.settings.zone)

    @property
    def temporary(self) -> bool:
        """Said for today only. A file tells of days that are over, so its "today" is not this one."""
        return self.reading.temporary and self.statement.evidence_kind != Evidence.Kind.IMPORT

    @property
    def condition(self) -> str:
        return self.statement.condition

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
            condition=self.condition,
            day=day,
            key=self.reading.key,
            normal=self.reading.normal,
            scope=_scope(self.community_id),
        )

    @property
    def says_always(self) -> bool:
        return tokens.says_always(self.statement.details, self.statement.quote)

    @property
    def carries_change(self) -> bool:
        return tokens.carries_change(self.statement.details, self.statement.quote)


def fingerprint_for(memory: Memory, *, day: date | None) -> bytes:
    """The fingerprint of a memory as its fields say now, on this day or, without one, on every day."""
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
    """What a tombstone is found by: forgotten is forgotten, today and on every other day."""
    return fingerprint_for(memory, day=None) if memory.day else bytes(memory.fingerprint)


def _scope(community_id: UUID | None) -> str:
    return str(community_id) if community_id else "private"


def section_for(statement: Statement) -> str:
    """The section it would belong to if it were meant to last."""
    read = classify_statement(statement)
    return classifier.section_for(read.kind, read.category, read.key, list(statement.tags), Horizon.LONG)


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
