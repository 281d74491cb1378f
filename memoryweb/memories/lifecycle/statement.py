"""What somebody says should be remembered, before anything is decided about it."""

from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any
from uuid import UUID

from memoryweb.memories import policy
from memoryweb.memories.lifecycle import storable
from memoryweb.memories.lifecycle.outcome import Invalid
from memoryweb.memories.models import Evidence


@dataclass(frozen=True, kw_only=True)
class Statement:
    """`name` is S4's short label or S0's preference name; everything else is optional.

    An empty source means nobody said how it is known: an agent's word for what the person said.
    """

    name: str = ""
    value: Any = None
    details: str = ""
    category: str = ""
    key: str = ""
    label: str = ""
    kind: str = ""
    source: str = ""
    quote: str = ""
    project: str = ""
    condition: str = ""
    tags: tuple[str, ...] = ()
    applies_to: tuple[str, ...] = ()  # tasks and skills that need it
    metadata: dict[str, Any] = field(default_factory=dict)
    observed_on: date | None = None
    learned_on: date | None = None
    updated_on: date | None = None
    valid_until: date | None = None
    confidence: float | None = None
    importance: float | None = None
    evidence_kind: str = Evidence.Kind.STATEMENT
    ref: dict[str, Any] = field(default_factory=dict)
    conversation: UUID | None = None
    polarity: int = 1  # -1: it was said against this

    @property
    def how_known(self) -> policy.Source:
        return policy.Source(self.source or policy.Source.INSTRUCTION)

    @property
    def source_assumed(self) -> bool:
        """Nobody said how it is known; a file that does not say is not even sure."""
        return not self.source or (
            self.evidence_kind == Evidence.Kind.IMPORT and self.source == policy.Source.UNCERTAIN
        )

    @property
    def weight(self) -> int:
        return policy.WEIGHTS[self.how_known]

    def texts(self) -> list[Any]:
        """Everything in it that a person could read, for the guard."""
        said = [self.category, self.name, self.label, self.key, self.value, self.details, self.quote]
        return [*said, self.kind, self.project, self.condition, [*self.tags, *self.applies_to], self.metadata, self.ref]

    def checked(self) -> "Statement":
        """The same with invisible characters shown; raises Invalid for what cannot be (SPEC §3.1)."""
        if not (self.name.strip() or self.label.strip() or self.details.strip()):
            raise Invalid("details", "Say what should be remembered.")
        if self.source and self.source not in policy.SOURCES:
            raise Invalid("source", f"Choose one of {', '.join(policy.Source)}.")
        for name in ("value", "metadata", "ref"):
            storable.check_json(name, getattr(self, name))
        for name, least, most in (("confidence", 0, 1), ("importance", 0, 10)):
            number = getattr(self, name)
            if number is not None and not least <= number <= most:
                raise Invalid(name, f"Between {least} and {most}.")
        seen: dict[str, Any] = {name: self._seen(name, most) for name, most in LONGEST.items()}
        lists: dict[str, Any] = {name: self._seen_list(name, most) for name, most in LISTS.items()}
        return replace(self, **seen, **lists, value=storable.clean_text(self.value))

    def _seen(self, name: str, most: int) -> str:
        storable.check_storable(name, getattr(self, name))
        seen: str = storable.clean_text(getattr(self, name))
        if len(seen) > most:
            raise Invalid(name, f"At most {most} characters.")
        return seen

    def _seen_list(self, name: str, most: int) -> tuple[str, ...]:
        storable.check_storable(name, getattr(self, name))
        words = tuple(word for each in getattr(self, name) if (word := storable.clean_text(each)))
        if len(words) > policy.TAGS_MAX or any(len(word) > most for word in words):
            raise Invalid(name, f"At most {policy.TAGS_MAX} {name} of at most {most} characters.")
        return words


LISTS = {"tags": 60, "applies_to": 80}  # characters of one
LONGEST = {
    "name": policy.LABEL_MAX,
    "label": policy.LABEL_MAX,
    "details": policy.DETAILS_MAX,
    "category": 60,
    "key": 160,
    "kind": 40,
    "quote": policy.QUOTE_MAX,
    "project": 80,
    "condition": 200,
}
