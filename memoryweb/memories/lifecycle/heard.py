"""A statement as it was understood, and the circumstances it was made in."""

from dataclasses import dataclass
from datetime import date, datetime

from django.utils import timezone

from memoryweb.memories import classify, fingerprints, words
from memoryweb.memories.actors import Actor
from memoryweb.memories.lifecycle.statement import Statement
from memoryweb.people.models import MemorySettings


@dataclass(frozen=True, kw_only=True)
class Heard:
    """Everything the verbs need to decide: said, understood, by whom, when."""

    statement: Statement
    reading: classify.Reading
    by: Actor
    settings: MemorySettings
    now: datetime

    @property
    def today(self) -> date:
        return timezone.localdate(self.now, self.settings.zone)

    @property
    def condition(self) -> str:
        """What is said for today only stands beside what is meant to last."""
        said = self.statement.condition
        return said or (f"only on {self.today}" if self.reading.temporary else "")

    @property
    def fingerprint(self) -> bytes:
        return fingerprints.of(
            self.by.person_id,
            project=self.statement.project,
            condition=self.condition,
            key=self.reading.key,
            normal=self.reading.normal,
        )

    @property
    def says_always(self) -> bool:
        return words.says_always(self.statement.details, self.statement.quote)

    @property
    def carries_change(self) -> bool:
        return words.carries_change(self.statement.details, self.statement.quote)


def understand(statement: Statement) -> classify.Reading:
    return classify.read(
        category=statement.category,
        name=statement.name or statement.label,
        details=statement.details,
        value=statement.value,
        key=statement.key,
        kind=statement.kind,
        label=statement.label,
        quote=statement.quote,
    )
