"""S0's MEMORY.md: reading every marker form there is, and writing one form that reads back to the same bytes.

No Django: text in, entries out, and back. Lines that mean nothing are kept and reported, never dropped.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import date

from memoryweb.rules.fields import CATEGORIES, slugify

HEADING = re.compile(r"^(#{1,6})\s+(.+?)\s*$")
ENTRY = re.compile(r"^\*\*((?:\\.|[^*\\])+)\*\*\s*([:：]?)\s*(.*)$")
BULLET = re.compile(r"^[-*]\s+(.*)$")
MARKER = re.compile(r"(?<!\\)\[(LEARNED|UPDATED|EXPIRED):\s*(\d{4}-\d{2}-\d{2})\s*(?:,\s*([^\]]*?)\s*)?\]")
LOG_ROW = re.compile(r"^\|\s*(\d{4}-\d{2}-\d{2})\s*\|\s*((?:\\.|[^|\\])*?)\s*\|\s*((?:\\.|[^|\\])*?)\s*\|\s*$")
LOG_FRAME = re.compile(r"^\|[\s:|-]*\|?$|^\|\s*Date\s*\|", re.IGNORECASE)
GENERIC_HEADINGS = {"memory_md", "memory", "preferences", "preference_categories", "preference_change_log", "other"}
ESCAPED = re.compile(r"\\([\\*\[|:])")
NO_KEY = "–"  # filed under nothing, although its label names a field
KEY = re.compile(rf"\w+(?:\.\w+)*|{NO_KEY}")
REASON, REPLACED_BY, EXPIRED = "Reason: ", "Replaced by: ", "Expired: "
CONDITION, PROJECT, FILED_UNDER = "Only when: ", "Only in project: ", "Filed under: "  # ours: S0 has no place for them
SAYING = (REASON, REPLACED_BY, CONDITION, PROJECT, FILED_UNDER)
CATEGORY = "Category: "  # in front of a category whose heading would read as something else


@dataclass(frozen=True)
class Entry:
    """One preference as the file has it. `source` is S0's word or empty; dates are None where not given."""

    label: str
    value: str = ""
    details: tuple[str, ...] = ()
    category: str = ""
    learned: date | None = None
    source: str = ""
    updated: date | None = None
    update: str = ""  # what was said with an UPDATED marker on its own line
    expired: date | None = None
    reason: str = ""
    replaced_by: str = ""
    condition: str = ""
    project: str = ""
    key: str = ""  # only where label and category alone would not lead to it
    line: int = 0

    @property
    def title(self) -> str:
        return f"{self.label}: {self.value}" if self.value else self.label


@dataclass(frozen=True)
class LogRow:
    day: date
    change: str
    trigger: str
    line: int = 0


@dataclass
class Reading:
    entries: list[Entry] = field(default_factory=list)
    log: list[LogRow] = field(default_factory=list)
    unknown: list[tuple[int, str]] = field(default_factory=list)


def unescape(text: str) -> str:
    return ESCAPED.sub(r"\1", text).strip()


def flat(text: str) -> str:
    """On one line, as a file's lines need it."""
    return " ".join(text.split())


def escape(text: str) -> str:
    """One line, with nothing in it that would read as a marker."""
    return re.sub(r"\[(?=(?:LEARNED|UPDATED|EXPIRED):)", r"\\[", flat(text).replace("\\", "\\\\"))


def _detail(text: str) -> str:
    """A line of details that does not read as one of our own."""
    line = escape(text)
    return line.replace(":", "\\:", 1) if line.startswith(tuple(each.strip() for each in SAYING)) else line


def _take_markers(text: str) -> tuple[str, dict[str, tuple[date, str]]]:
    """The text without its markers, and the markers by name. An impossible date stays in the text."""
    found: dict[str, tuple[date, str]] = {}

    def take(match: re.Match[str]) -> str:
        try:
            found[match[1]] = (date.fromisoformat(match[2]), match[3] or "")
        except ValueError:
            return match[0]
        return ""

    rest = MARKER.sub(take, text)
    return rest.strip(), found


def _marked(entry: Entry, markers: dict[str, tuple[date, str]]) -> Entry:
    learned, source = markers.get("LEARNED", (entry.learned, entry.source))
    updated = markers.get("UPDATED", (entry.updated, ""))[0]
    expired = markers.get("EXPIRED", (entry.expired, ""))[0]
    return replace(entry, learned=learned, source=source, updated=updated, expired=expired)


class _Reader:
    """Goes down the lines, with the heading and the entry they belong to."""

    def __init__(self) -> None:
        self.reading, self.category = Reading(), ""
        self.open: Entry | None = None
        self.items: list[Entry] = []

    def close(self) -> None:
        """An entry ends: one with items in place of a value becomes one entry an item."""
        if self.open and self.items and not self.open.value:
            self.reading.entries += self.items
        elif self.open:
            items = tuple(item.value for item in self.items)
            self.reading.entries.append(replace(self.open, details=self.open.details + items))
        self.open, self.items = None, []

    def line(self, number: int, raw: str) -> None:
        quoted = raw.lstrip().startswith(">")
        text = raw.lstrip().lstrip(">").strip() if quoted else raw.strip()
        if not text:
            self.close()
        elif heading := HEADING.match(text):
            self.close()
            self.category = _category(heading[2])
        elif row := LOG_ROW.match(text):
            self.row(number, row)
        elif not LOG_FRAME.match(text):
            self.words(number, text, raw)

    def row(self, number: int, row: re.Match[str]) -> None:
        try:
            self.reading.log.append(LogRow(date.fromisoformat(row[1]), unescape(row[2]), unescape(row[3]), number))
        except ValueError:
            self.reading.unknown.append((number, row[0]))

    def words(self, number: int, text: str, raw: str) -> None:
        if entry := ENTRY.match(text):
            self.close()
            value, markers = _take_markers(entry[3])
            label = unescape(entry[1]) if entry[2] else unescape(entry[1]).rstrip(":：")
            made = Entry(label, unescape(value), category=self.category, line=number)
            self.open = _marked(made, markers)
        elif self.open and (bullet := BULLET.match(text)):
            self.bullet(number, bullet[1])
        elif self.open and MARKER.match(text):
            said, markers = _take_markers(text)
            self.open = replace(_marked(self.open, markers), update=unescape(said))
        else:
            self.reading.unknown.append((number, raw))

    def bullet(self, number: int, text: str) -> None:
        assert self.open is not None
        if (said := _with_said(self.open, text)) is not self.open:
            self.open = said
        elif not self.open.value:
            value, markers = _take_markers(text)
            item = Entry(self.open.label, unescape(value), category=self.category, line=number)
            self.items.append(_marked(item, markers))
        else:
            self.open = replace(self.open, details=(*self.open.details, unescape(text)))


def _with_said(entry: Entry, text: str) -> Entry:
    """The entry with what a line under it says beyond its details; the same entry where it says nothing."""
    if entry.expired and text.startswith(REASON):
        return replace(entry, reason=unescape(text.removeprefix(REASON)))
    if entry.expired and text.startswith(REPLACED_BY):
        return replace(entry, replaced_by=unescape(_take_markers(text.removeprefix(REPLACED_BY))[0]))
    if text.startswith(CONDITION):
        return replace(entry, condition=unescape(text.removeprefix(CONDITION)))
    if text.startswith(PROJECT):
        return replace(entry, project=unescape(text.removeprefix(PROJECT)))
    if text.startswith(FILED_UNDER) and KEY.fullmatch(text.removeprefix(FILED_UNDER)):
        return replace(entry, key=text.removeprefix(FILED_UNDER))
    return entry


def _category(heading: str) -> str:
    if heading.startswith(CATEGORY):
        return slugify(heading.removeprefix(CATEGORY))
    return "" if slugify(heading) in GENERIC_HEADINGS else slugify(heading)


def heading(category: str) -> str:
    """The plainest heading that reads back as this category."""
    plain = category.replace("_", " ").capitalize() or "Other"
    return plain if _category(plain) == category else CATEGORY + category


def read(text: str) -> Reading:
    reader = _Reader()
    for number, line in enumerate(text.splitlines(), start=1):
        reader.line(number, line)
    reader.close()
    return _with_log(reader.reading)


def _with_log(reading: Reading) -> Reading:
    """A row of the change log that no entry accounts for, about something new, is an entry of its own."""
    titles = {e.title.casefold() for e in reading.entries}
    labels = {e.label.casefold() for e in reading.entries}
    for row in reading.log:
        change = row.change.removeprefix(EXPIRED)
        if change.casefold() in titles or row.change.casefold() in titles:
            continue
        label, _, value = change.partition(":")
        if change != row.change or not value.strip() or label.strip().casefold() in labels:
            reading.unknown.append((row.line, f"| {row.day} | {row.change} | {row.trigger} |"))
            continue
        reading.entries.append(Entry(label.strip(), value.strip(), learned=row.day, source=row.trigger, line=row.line))
    return reading


def write(entries: Iterable[Entry]) -> str:
    """The whole file. The order depends on nothing but what the entries say."""
    ordered = sorted(entries, key=_place)
    lines = ["# MEMORY.md"]
    category = None
    for entry in ordered:
        if entry.category != category:
            category = entry.category
            lines += ["", f"## {heading(category)}"]
        lines += ["", *_entry_lines(entry)]
    lines += ["", "## Preference Change Log", "", "| Date | Change | Trigger |", "|------|--------|---------|"]
    lines += [f"| {row.day} | {_cell(row.change)} | {_cell(row.trigger)} |" for row in _log(ordered)]
    return "\n".join(lines) + "\n"


def _place(entry: Entry) -> tuple[object, ...]:
    rank = CATEGORIES.index(entry.category) if entry.category in CATEGORIES else len(CATEGORIES)
    return (
        rank + (entry.category == ""), entry.category, entry.learned or date.min, entry.label, entry.value,
        entry.details, entry.expired or date.min, entry.source, entry.updated or date.min, entry.condition,
        entry.project, entry.key, entry.reason, entry.replaced_by,
    )  # fmt: skip


def _cell(text: str) -> str:
    return flat(text).replace("\\", "\\\\").replace("|", "\\|")


def _entry_lines(entry: Entry) -> list[str]:
    label = escape(entry.label).replace("*", "\\*")
    markers = []
    if entry.learned:
        markers.append(f"[LEARNED: {entry.learned}" + (f", {entry.source}]" if entry.source else "]"))
    if entry.updated:
        markers.append(f"[UPDATED: {entry.updated}]")
    if entry.expired:
        markers.append(f"[EXPIRED: {entry.expired}]")
    head = " ".join(part for part in (f"> **{label}**:", escape(entry.value), *markers) if part)
    said = [_detail(line) for line in entry.details if line.strip()]
    about = [(CONDITION, entry.condition), (PROJECT, entry.project), (FILED_UNDER, entry.key)]
    if entry.expired:
        about += [(REASON, entry.reason), (REPLACED_BY, entry.replaced_by)]
    said += [prefix + escape(text) for prefix, text in about if flat(text)]
    return [head, *(f"> - {line}" for line in said)]


def _log(entries: list[Entry]) -> list[LogRow]:
    rows = []
    for entry in entries:
        if entry.learned:
            rows.append(LogRow(entry.learned, entry.title, entry.source or "observation"))
        if entry.updated:
            rows.append(LogRow(entry.updated, entry.title, "updated"))
        if entry.expired:
            rows.append(LogRow(entry.expired, EXPIRED + entry.title, entry.reason or "replaced"))
    return sorted(rows, key=lambda row: (-row.day.toordinal(), row.change, row.trigger))
