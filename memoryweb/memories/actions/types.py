"""What actions take and answer: a statement, an outcome, an argument that cannot be; and the checks of their text."""

import json
import re
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any
from uuid import UUID

from memoryweb.memories.models import Evidence, Memory
from memoryweb.rules import policy, sensitive, tokens
from memoryweb.rules.policy import OutcomeName


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """`version` is the history row the verb wrote; undo(version) takes it back. None: nothing changed."""

    name: OutcomeName
    reason: str
    memory: Memory | None = None
    quotes: Memory | None = None  # whose words are in the reason or the question; not everybody may read them
    version: int | None = None
    replaced_id: UUID | None = None
    proposal_id: UUID | None = None
    conflict_id: UUID | None = None
    question: str = ""
    category: str = ""  # of a refusal


class Invalid(Exception):  # noqa: N818  the word of the house
    """An argument that cannot be: names the field and the reason."""

    def __init__(self, field: str, reason: str) -> None:
        super().__init__(f"{field}: {reason}")
        self.field, self.reason = field, reason


UNSTORABLE = re.compile("[\x00\ud800-\udfff]")  # U+0000 and halves of characters: PostgreSQL has no place for them


def check_storable(field: str, value: object) -> None:
    """Raises Invalid where any text in it, however deep, cannot be stored."""
    if any(UNSTORABLE.search(text) for text in sensitive.iter_strings(value)):
        raise Invalid(field, "It contains U+0000 or half a character.")


def check_json(field: str, value: object) -> None:
    """Raises Invalid for what is no JSON, or more of it than details may have."""
    check_storable(field, value)
    try:
        size = len(json.dumps(value, allow_nan=False, ensure_ascii=False))
    except (TypeError, ValueError, RecursionError):
        raise Invalid(field, "It must be plain JSON.") from None
    if size > policy.DETAILS_MAX:
        raise Invalid(field, f"At most {policy.DETAILS_MAX} characters.")


def clean_text(value: Any) -> Any:
    """Texts, alone or in a list, with their invisible characters shown; anything else as it is."""
    if isinstance(value, str):
        return tokens.show_invisible(value).strip()
    return [clean_text(each) for each in value] if isinstance(value, list) else value


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
    day: date | None = None  # the one day it is for
    confidence: float | None = None
    importance: float | None = None
    evidence_kind: str = Evidence.Kind.STATEMENT
    ref: dict[str, Any] = field(default_factory=dict)
    conversation: UUID | None = None
    polarity: int = 1  # -1: it was said against this
    negates: UUID | None = None  # the memory this rule stands against; no door sets it

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
        """Everything in it that a person could read, for the sensitive."""
        said = [self.category, self.name, self.label, self.key, self.value, self.details, self.quote]
        return [*said, self.kind, self.project, self.condition, [*self.tags, *self.applies_to], self.metadata, self.ref]

    def checked(self) -> "Statement":
        """The same with invisible characters shown; raises Invalid for what cannot be (SPEC §3.1)."""
        if not (self.name.strip() or self.label.strip() or self.details.strip()):
            raise Invalid("details", "Say what should be remembered.")
        if self.source and self.source not in policy.SOURCES:
            raise Invalid("source", f"Choose one of {', '.join(policy.Source)}.")
        for name in ("value", "metadata", "ref"):
            check_json(name, getattr(self, name))
        for name, least, most in (("confidence", 0, 1), ("importance", 0, 10)):
            number = getattr(self, name)
            if number is not None and not least <= number <= most:
                raise Invalid(name, f"Between {least} and {most}.")
        seen: dict[str, Any] = {name: self._seen(name, most) for name, most in LONGEST.items()}
        lists: dict[str, Any] = {name: self._seen_list(name, most) for name, most in LISTS.items()}
        return replace(self, **seen, **lists, value=clean_text(self.value))

    def _seen(self, name: str, most: int) -> str:
        text: str = getattr(self, name)
        if len(text.replace("\r\n", "\n").strip()) > most:  # made visible it only gets longer
            raise Invalid(name, f"At most {most} characters.")
        check_storable(name, text)
        seen: str = clean_text(text)
        if len(seen) > most:
            raise Invalid(name, f"At most {most} characters.")
        return seen

    def _seen_list(self, name: str, most: int) -> tuple[str, ...]:
        check_storable(name, getattr(self, name))
        words = tuple(word for each in getattr(self, name) if (word := clean_text(each)))
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
