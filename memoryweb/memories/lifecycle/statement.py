"""What somebody says should be remembered, before anything is decided about it."""

from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any

from memoryweb.memories import policy, words
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
    metadata: dict[str, Any] = field(default_factory=dict)
    observed_on: date | None = None
    learned_on: date | None = None
    updated_on: date | None = None
    confidence: float | None = None
    importance: float | None = None
    evidence_kind: str = Evidence.Kind.STATEMENT
    ref: dict[str, Any] = field(default_factory=dict)

    @property
    def how_known(self) -> policy.Source:
        return policy.Source(self.source or policy.Source.INSTRUCTION)

    @property
    def source_assumed(self) -> bool:
        """Nobody said how it is known; a file that does not say is not even sure."""
        return not self.source or (self.evidence_kind == Evidence.Kind.IMPORT and self.source == policy.Source.UNCERTAIN)

    @property
    def weight(self) -> int:
        return policy.WEIGHTS[self.how_known]

    def texts(self) -> list[Any]:
        """Everything in it that a person could read, for the guard."""
        said = [self.category, self.name, self.label, self.key, self.value, self.details, self.quote]
        return [*said, self.project, self.condition, list(self.tags), self.metadata, self.ref]

    def checked(self) -> "Statement":
        """The same with invisible characters shown; raises Invalid for what cannot be (SPEC §3.1)."""
        if not (self.name.strip() or self.label.strip() or self.details.strip()):
            raise Invalid("details", "Say what should be remembered.")
        if self.source and self.source not in policy.SOURCES:
            raise Invalid("source", f"Choose one of {', '.join(policy.Source)}.")
        for name, most in LONGEST.items():
            if len(getattr(self, name)) > most:
                raise Invalid(name, f"At most {most} characters.")
        if len(self.tags) > policy.TAGS_MAX or any(len(tag) > 60 for tag in self.tags):
            raise Invalid("tags", f"At most {policy.TAGS_MAX} tags of at most 60 characters.")
        seen = {name: words.visible(getattr(self, name)).strip() for name in LONGEST}
        value = words.visible(self.value).strip() if isinstance(self.value, str) else self.value
        return replace(self, **seen, value=value, tags=tuple(words.visible(t) for t in self.tags))


LONGEST = {
    "name": policy.LABEL_MAX,
    "label": policy.LABEL_MAX,
    "details": policy.DETAILS_MAX,
    "category": 60,
    "key": 160,
    "quote": policy.QUOTE_MAX,
    "project": 80,
    "condition": 200,
}
