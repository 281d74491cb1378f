"""The neutral form between files and memories: what every format reads into and writes from."""

from dataclasses import dataclass, field
from datetime import date

NO_KEY = "–"  # the memory has no key, although its label is the name of a field


@dataclass(frozen=True)
class Entry:
    """One memory as a file has it. Dates are None where the file gives none."""

    label: str
    value: str = ""
    details: tuple[str, ...] = ()
    category: str = ""
    learned: date | None = None
    source: str = ""  # S0's word for how it is known
    updated: date | None = None
    update: str = ""  # what changed on the day of the update, if the file says so apart
    expired: date | None = None
    reason: str = ""
    replaced_by: str = ""
    condition: str = ""
    project: str = ""
    key: str = ""  # only if category and label do not lead to it; NO_KEY if they lead to one that it does not have
    line: int = 0

    @property
    def title(self) -> str:
        return f"{self.label}: {self.value}" if self.value else self.label


@dataclass
class Document:
    """A file that was read: its entries, and the lines that were not understood with their numbers."""

    entries: list[Entry] = field(default_factory=list)
    unknown: list[tuple[int, str]] = field(default_factory=list)


def single_line(text: str) -> str:
    """Return the text on one line, with single spaces."""
    return " ".join(text.split())
