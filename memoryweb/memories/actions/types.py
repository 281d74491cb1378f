"""What actions take and answer: who acts, a statement, an outcome; and the checks of their text and dates."""

import json
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from dataclasses import fields as dataclass_fields
from datetime import date
from typing import Any, Self
from uuid import UUID

from memoryweb.agents.models import Agent
from memoryweb.language import sensitive
from memoryweb.language.filing import classifier
from memoryweb.language.text import invisible, unstorable
from memoryweb.memories import refusals
from memoryweb.memories.models import Evidence, Memory
from memoryweb.people.models import MemorySettings, User
from memoryweb.rules import limits, policy
from memoryweb.rules.policy import OutcomeName, Role

LIST_LIMITS = {"tags": limits.TAG_MAX, "applies_to": limits.TASK_MAX}  # characters of one entry
DAYS = ("observed_on", "learned_on", "updated_on", "valid_until", "day", "importance_as_of")
OWN_IN_REF: dict[str, tuple[str, ...]] = {  # what memoryweb itself writes there
    Evidence.Kind.IMPORT: ("file", "line", "part", "as_of", "replaced_on"),
    Evidence.Kind.CONVERSATION: ("conversation",),
}
TEXT_LIMITS = {
    "name": limits.LABEL_MAX,
    "label": limits.LABEL_MAX,
    "details": limits.DETAILS_MAX,
    "category": limits.CATEGORY_MAX,
    "key": limits.KEY_MAX,
    "kind": limits.KIND_MAX,
    "quote": limits.QUOTE_MAX,
    "project": limits.PROJECT_MAX,
    "condition": limits.CONDITION_MAX,
}

AS_SAID = ("project", "condition", "details", "metadata")  # what a new memory has as its statement says it
ONE_LINE = ("project", "condition")  # names of places: a file of lines brings them back as they are


# The settings row of the person whose action is running here; store.action sets it while it holds the row.
LOCKED_SETTINGS: ContextVar[MemorySettings | None] = ContextVar("locked_settings", default=None)


@dataclass(frozen=True, kw_only=True)
class Actor:
    """`name` is what changed_by says; `role` is what policy.MAY goes by; `trust` is the agent's.

    `channel` is where a person decided, if not in the browser: their linked chat.
    """

    name: str
    role: Role
    person_id: UUID
    agent: Agent | None = None
    trust: str = ""
    channel: str = ""

    @property
    def decides(self) -> bool:
        """Whether this is the person, who alone may accept, restore or erase."""
        return self.role == Role.PERSON

    @property
    def settings(self) -> MemorySettings:
        """The settings of the person acted for: inside an action the locked row, read once."""
        locked = LOCKED_SETTINGS.get()
        return locked if locked and locked.person_id == self.person_id else MemorySettings.for_person(self.person_id)

    @property
    def because(self) -> str:
        """Why something changed, in the change log's words, unless an action says more."""
        if self.role == Role.FOLDER:
            return "your folder"
        if not self.decides:
            return "user feedback"
        return f"your decision in {self.channel}" if self.channel else "your decision"


def Person(person: User, *, channel: str = "") -> Actor:  # noqa: N802  reads as the noun it stands for
    """A person in a browser session, in their own linked private chat (`channel`) or at the operator's console.

    Never an agent's credential.
    """
    return Actor(name="person", role=Role.PERSON, person_id=person.pk, trust="person", channel=channel)


def AgentOf(agent: Agent) -> Actor:  # noqa: N802
    return Actor(name="agent", role=Role.AGENT, person_id=agent.person_id, agent=agent, trust=agent.trust)


def FileOf(person: User) -> Actor:  # noqa: N802
    """A file brought by the person: nothing in it is decided yet, so all is asked about."""
    return Actor(name="person", role=Role.FILE, person_id=person.pk, trust="file")


def FolderOf(person: User, *, has_yes: bool) -> Actor:  # noqa: N802
    """A folder of the person's own: an edit counts as theirs if they said yes to that in advance, else it is asked."""
    return Actor(name="person", role=Role.FOLDER, person_id=person.pk, trust="trusted" if has_yes else "ask")


def Clock(person_id: UUID) -> Actor:  # noqa: N802
    """What memoryweb finds by itself in what it keeps. It has no standing yes: the person is asked."""
    return Actor(name="clock", role=Role.CLOCK, person_id=person_id)


class OnlyThePerson(Exception):  # noqa: N818  reads as what it says
    """An agent or file attempted an action reserved for the person."""


@dataclass(frozen=True, kw_only=True)
class Told:
    """Reportable part of an action's result: name, reason, memory and question."""

    name: OutcomeName
    reason: str
    memory: Memory | None = None
    quotes: Memory | None = None  # whose words are in the reason or the question; not everybody may read them
    replaced_id: UUID | None = None
    conflict_id: UUID | None = None
    question: str = ""
    statement_id: UUID | None = None  # the evidence that the statement left, by which its agent may withdraw it


@dataclass(frozen=True, kw_only=True)
class Outcome(Told):
    """What became of an action.

    `version` is the history row it wrote; None: no memory changed, or an Undo changed several. `act` is what undo takes
    back; None: nothing was changed, or it can never be undone. What its agent is told of a statement is set in
    telling.py.
    """

    version: int | None = None
    act: UUID | None = None
    proposal_id: UUID | None = None
    category: str = ""  # of a refusal
    as_new: Told | None = None  # what it would be if nothing were known
    told: Told | None = None  # what its agent is told instead of this
    others: "tuple[Outcome, ...]" = ()  # of the other things that the same sentence said

    @classmethod
    def unchanged(cls, memory: Memory | None, reason: str, **more: Any) -> Self:
        return cls(name=OutcomeName.UNCHANGED, reason=reason, memory=memory, **more)

    @classmethod
    def revised(cls, memory: Memory, reason: str, version: int) -> Self:
        return cls(name=OutcomeName.REVISED, reason=reason, memory=memory, version=version)

    @classmethod
    def refused(cls, finding: sensitive.Finding) -> Self:
        return cls(name=OutcomeName.REFUSED, reason=refusals.REASONS[finding.category], category=finding.category)


class Invalid(Exception):  # noqa: N818  the word of the house
    """An argument that cannot be: names the field and the reason."""

    def __init__(self, field: str, reason: str) -> None:
        super().__init__(f"{field}: {reason}")
        self.field, self.reason = field, reason


def check_storable(field: str, value: object) -> None:
    """Raise Invalid if any text in the value, however deep, cannot be stored."""
    if not all(map(unstorable.is_storable, sensitive.iter_strings(value))):
        raise Invalid(field, "It contains a character that can’t be saved.")


def check_json(field: str, value: object) -> None:
    """Raise Invalid for what is no JSON, or longer than details may be."""
    check_storable(field, value)
    try:
        text = json.dumps(value, allow_nan=False, ensure_ascii=False)
    except (TypeError, ValueError, RecursionError):
        raise Invalid(field, "It must be plain JSON.") from None
    if len(value if isinstance(value, str) else text) > limits.DETAILS_MAX:
        raise Invalid(field, f"Use at most {limits.DETAILS_MAX} characters.")


def check_day(field: str, day: date | None) -> None:
    """Raise Invalid for a date outside the calendar that memories use."""
    try:
        limits.check_day(day or limits.DAY_FIRST)
    except ValueError as error:
        raise Invalid(field, str(error)) from None


def clean_text(value: Any) -> Any:
    """Return texts, alone or anywhere in JSON, with their invisible characters shown; anything else as it is."""
    if isinstance(value, str):
        return invisible.show_invisible(value).strip()
    return [clean_text(item) for item in value] if isinstance(value, list) else invisible.show_in_json(value)


@dataclass(frozen=True, kw_only=True)
class Statement:
    """Something that somebody says should be remembered. `name` is S4's short label or S0's preference name.

    An empty source means that nobody said how it is known: an agent's word for what the person said. `is_guarded`: the
    guard has read all of its texts already, so that no action reads them again.
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
    importance_as_of: date | None = None  # the day of that importance
    ttl_days: int | None = None  # 0: for ever; None: as long as its kind lives
    evidence_kind: str = Evidence.Kind.STATEMENT
    ref: dict[str, Any] = field(default_factory=dict)
    conversation: UUID | None = None
    polarity: int = 1  # -1: it was said against this
    negates: UUID | None = None  # the memory this rule stands against; no door sets it
    is_guarded: bool = False
    is_told: bool = True  # its agent is told what came of it: not so of a feedback's signal
    is_whole: bool = False  # it stays one statement, whatever it says: a line of a file
    sentence: str = ""  # the whole sentence, if it said more than this; the evidence keeps it

    @property
    def how_known(self) -> policy.Source:
        return policy.Source(self.source or policy.Source.INSTRUCTION)

    @property
    def source_assumed(self) -> bool:
        """Whether nobody said how it is known; a file that does not say is not even sure."""
        return not self.source or (
            self.evidence_kind == Evidence.Kind.IMPORT and self.source == policy.Source.UNCERTAIN
        )

    @property
    def weight(self) -> int:
        return policy.WEIGHTS[self.how_known]

    @property
    def because(self) -> str:
        """Why something changed, in S0's word for the change log."""
        return policy.s0_source(self.how_known)

    def texts(self) -> list[Any]:
        """All texts a person could read, for the guard."""
        return [
            self.category,
            self.name,
            self.label,
            self.key,
            self.value,
            self.details,
            self.quote,
            self.kind,
            self.project,
            self.condition,
            [*self.tags, *self.applies_to],
            self.metadata,
            self._words_of_ref(),
        ]

    def _words_of_ref(self) -> dict[str, Any]:
        """Return what the reference says, without what is ours: the digest of a place in a file reads like a key."""
        own = OWN_IN_REF.get(self.evidence_kind, ())
        return {name: said for name, said in self.ref.items() if name not in own}

    def checked(self) -> "Statement":
        """Return the statement with invisible characters shown. Raises Invalid for what cannot be."""
        if not (self.name.strip() or self.label.strip() or self.details.strip()):
            raise Invalid("details", "Say what should be remembered.")
        is_name = self.evidence_kind == Evidence.Kind.STATEMENT and self.value is None and not self.details.strip()
        if is_name and classifier.only_names(self.category, self.name, self.key):
            raise Invalid("details", "Say what the value is.")
        if self.source and self.source not in policy.SOURCES:
            raise Invalid("source", f"Choose one of {', '.join(policy.Source)}.")
        for name in ("value", "metadata", "ref"):
            check_json(name, getattr(self, name))
        for name, least, most in (("confidence", 0, 1), ("importance", 0, 10), ("ttl_days", 0, limits.TTL_DAYS_MAX)):
            number = getattr(self, name)
            if number is not None and not least <= number <= most:
                raise Invalid(name, f"It must be between {least} and {most}.")
        for name in DAYS:
            check_day(name, getattr(self, name))
        texts: dict[str, Any] = {name: self._clean_text(name, longest) for name, longest in TEXT_LIMITS.items()}
        lists: dict[str, Any] = {name: self._clean_list(name, longest) for name, longest in LIST_LIMITS.items()}
        value = clean_text(self.value)
        value = None if value == "" else value  # an empty field of a form or a call: the label is all there is
        check_json("value", value)  # what was invisible takes more room now
        return replace(self, **texts, **lists, value=value, ref=invisible.show_in_json(self.ref))

    def _clean_text(self, name: str, longest: int) -> str:
        text: str = getattr(self, name)
        if len(text.replace("\r\n", "\n").strip()) > longest:  # with invisible characters shown it only gets longer
            raise Invalid(name, f"Use at most {longest} characters.")
        check_storable(name, text)
        cleaned: str = clean_text(text)
        if name in ONE_LINE:
            cleaned = " ".join(filter(None, map(str.strip, cleaned.expandtabs(1).splitlines())))
        if len(cleaned) > longest:
            raise Invalid(name, f"Use at most {longest} characters.")
        return cleaned

    def _clean_list(self, name: str, longest: int) -> tuple[str, ...]:
        check_storable(name, getattr(self, name))
        entries = tuple(entry for text in getattr(self, name) if (entry := clean_text(text)))
        if len(entries) > limits.TAGS_MAX or any(len(entry) > longest for entry in entries):
            raise Invalid(name, f"Use at most {limits.TAGS_MAX}, with at most {longest} characters each.")
        return entries


def is_same_json(one: object, other: object) -> bool:
    """Return whether two JSON values are stored alike: of the same types, in the same order; true is not 1."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


@dataclass(frozen=True, kw_only=True)
class Edit:
    """What the person's form says a memory should be; every field, as it stands in the form."""

    label: str
    value: Any
    details: str
    kind: str
    condition: str
    project: str
    tags: tuple[str, ...]
    pinned: bool = False
    applies_to: tuple[str, ...] = ()
    valid_until: date | None = None

    @classmethod
    def from_row(cls, row: Any) -> Self:
        """Return the fields of a memory, or of a version, as an edit."""
        values = {each.name: getattr(row, each.name) for each in dataclass_fields(cls)}
        return cls(**values | {name: tuple(values[name]) for name in LIST_LIMITS})

    def changed_fields(self, other: "Edit") -> list[str]:
        """Return the names of fields with different values."""
        names = [each.name for each in dataclass_fields(self) if each.name != "value"]
        changed = [name for name in names if getattr(self, name) != getattr(other, name)]
        return changed if is_same_json(self.value, other.value) else [*changed, "value"]


# The fields of an edit that are checked and kept as those of a statement are.
SAID_BY_EDIT = tuple(each.name for each in dataclass_fields(Edit) if each.name not in ("kind", "pinned", "valid_until"))
