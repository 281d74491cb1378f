"""The neutral form between files and memories: what every format reads into and writes from."""

from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from typing import NamedTuple

NO_KEY = "–"  # the memory has no key, although its label is the name of a field


class About(StrEnum):
    """What an entry is about. Everything but the person is recognised, said, and left out unless asked for."""

    PERSON = "person"
    LOG = "log"  # what was done, and when
    PROJECT = "project"  # how a project is built, or how it works
    PERSONA = "persona"  # who an agent is meant to be
    SOMEBODY = "somebody"  # another person or thing
    CONVERSATION = "conversation"
    POINTER = "pointer"  # where something else stands
    FILE = "file"  # the file itself: its version, when it was changed


@dataclass(frozen=True)
class Entry:
    """One memory from a file. Missing dates are None.

    An entry without a label has its words in `details`: they are the memory, and classified as anybody's words are.
    """

    label: str = ""
    value: str = ""
    details: tuple[str, ...] = ()
    category: str = ""
    learned: date | None = None
    source: str = ""  # S0's, S2's or S3's word for how it is known
    updated: date | None = None
    update: str = ""  # what changed on the day of the update, if the file says so apart
    expired: date | None = None
    is_archived: bool = False  # what has ended went into the archive
    is_exact: bool = False  # its label, value and lines of details are those of a memory, to the letter
    is_short: bool = False  # it was a short-term memory
    reason: str = ""
    replaced_by: str = ""
    replaced_on: date | None = None  # the day on which that was learned
    condition: str = ""
    project: str = ""
    key: str = ""  # only if category and label do not lead to it; NO_KEY if they lead to one that it does not have
    line: int = 0
    kind: str = ""  # the file's own word for it
    importance: float | None = None
    as_of: date | None = None  # the day of that importance, if the file is one of memoryweb's own
    ttl_days: int | None = None  # 0: for ever; None: as long as its kind lives
    confidence: float | None = None
    valid_until: date | None = None
    tags: tuple[str, ...] = ()
    is_listed: bool = False  # one of several under the same label: a list, never a conflict
    is_explicit: bool = False  # the format says that the person said it or saw to it
    about: About = About.PERSON
    context: tuple[str, ...] = ()  # the headings above it, for the guard alone

    @property
    def title(self) -> str:
        if not self.label:
            return " ".join(self.details)
        return f"{self.label}: {self.value}" if self.value else self.label

    @property
    def own_key(self) -> str:
        """Return the named key; empty if absent or NO_KEY."""
        return "" if self.key == NO_KEY else self.key


def texts_of(entry: Entry) -> tuple[str, ...]:
    """Return all texts of an entry that a row or a memory would hold."""
    return (
        entry.label,
        entry.value,
        *entry.details,
        entry.category,
        entry.source,
        entry.update,
        entry.reason,
        entry.replaced_by,
        entry.condition,
        entry.project,
        entry.key,
        entry.kind,
        *entry.tags,
    )


class UnknownLine(NamedTuple):
    """An unreadable line and the reason."""

    line: int
    text: str
    reason: str = "It is in no form that memoryweb knows."


@dataclass
class Document:
    """A file that was read: its entries, and the lines that were not understood with their numbers."""

    entries: list[Entry] = field(default_factory=list)
    unknown: list[UnknownLine] = field(default_factory=list)

    def add_unknown(self, line: int, text: str, reason: str = "") -> None:
        self.unknown.append(UnknownLine(line, text, reason) if reason else UnknownLine(line, text))


def single_line(text: str) -> str:
    """Return the text on one line, with single spaces."""
    return " ".join(text.split())
