"""S0's MEMORY.md. It reads every form of marker, and writes one form that reads back to the same bytes.

Plain text in, entries out, and back. A line that is not understood is reported, never dropped.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date

from memoryweb.interchange.entry import NO_KEY, Document, Entry, single_line
from memoryweb.interchange.parsing import markdown
from memoryweb.interchange.perspective.line_subject import is_placeholder
from memoryweb.language.filing.known_fields import slugify
from memoryweb.rules.fields import CATEGORIES

HEADING = re.compile(r"^(#{1,6})\s+(.+)$")  # of a line without white space around it
ENTRY = re.compile(r"^\*\*((?:\\.|[^*\\])+)\*\*\s*([:：]?)\s*(.*)$")
BULLET = re.compile(r"^[-*]\s+(.*)$")
MARKER = re.compile(  # at most 1000 characters: with many brackets in a line each would read to its end
    r"(?<!\\)\[(LEARNED|UPDATED|EXPIRED):\s*+(\d{4}-\d{2}-\d{2})\s*+(?:,\s*+([^\]]{0,1000}+))?\]"
)
CELL = r"((?:\\.|[^|\\])*)\|"  # with its white space; Python 3.11.2 reads possessive groups in a group wrongly
LOG_ROW = re.compile(rf"^\|\s*+(\d{{4}}-\d{{2}}-\d{{2}})\s*+\|{CELL}{CELL}\s*$")
LOG_FRAME = re.compile(r"^\|[\s:|-]*\|?$|^\|\s*Date\s*\|", re.IGNORECASE)
GENERIC_HEADINGS = {"memory_md", "memory", "preferences", "preference_categories", "preference_change_log", "other"}
ESCAPED = re.compile(r"\\([\\*\[|:])")
KEY = re.compile(rf"[^\s.]+(?:\.[^\s.]+)*|{NO_KEY}")  # the parts keep signs: c++
REASON, REPLACED_BY, EXPIRED = "Reason: ", "Replaced by: ", "Expired: "
CONDITION, PROJECT, FILED_UNDER = "Only when: ", "Only in project: ", "Filed under: "  # ours: S0 has no place for them
PREFIXES = (REASON, REPLACED_BY, CONDITION, PROJECT, FILED_UNDER)
OWN_TITLE = "# MEMORY.md"
TITLE = re.compile(r"^# MEMORY\.md[ \t]*$", re.MULTILINE)
LOG = re.compile(r"^## Preference Change Log[ \t]*$", re.MULTILINE)
UNIT = re.compile(r"^[ \t]*+>[ \t]*+\*\*[^*\n]+\*\*", re.MULTILINE)
CATEGORY = "Category: "  # before a category whose plain heading would read back as another one

IMPOSSIBLE_DATE = "It has a date that cannot be."

Markers = dict[str, tuple[date, str]]  # by name: the day, and the text after it


@dataclass(frozen=True)
class LogRow:
    """A row of the change log at the end of the file."""

    day: date
    change: str
    trigger: str
    line: int = 0


# Reading


def is_own(text: str) -> bool:
    """Return whether memoryweb wrote it: with its title alone on the first line, and the change log."""
    return text.lstrip("\n").startswith(f"{OWN_TITLE}\n") and LOG.search(text) is not None


def recognise(text: str) -> bool:
    """Return whether a line begins or ends with a marker, there is the change log or an entry below its title, or most
    of it is entries in quotes.

    One bold word in a quote is a remark in any other file, and so is a marker among other words.
    """
    text = markdown.without_code(text)
    units = len(UNIT.findall(text))
    lines = [line for line in map(str.strip, text.splitlines()) if line and not line.startswith("#")]
    if LOG.search(text) or (units and TITLE.search(text)) or any(map(_is_marked, lines)):
        return True
    quoted = sum(1 for line in lines if line.startswith(">"))
    return units > 0 and (quoted == len(lines) or (units > 1 and quoted * 2 >= len(lines)))


def _is_marked(line: str) -> bool:
    found = [] if markdown.DATED.match(line) else list(MARKER.finditer(line))
    return bool(found) and (not line[found[-1].end() :].strip(" .") or not line[: found[0].start()].strip("->* "))


def read(text: str) -> Document:
    reader, fence = _Reader(), markdown.Fence()
    for number, line in enumerate(text.splitlines(), start=1):
        if not fence.holds(line):
            reader.read_line(number, line)
        elif not markdown.FENCE.match(line):
            reader.document.add_unknown(number, line, markdown.IN_CODE)
    reader.finish_entry()
    reader.add_entries_of_log()
    return reader.document


class _Reader:
    """Reads line by line and remembers the category and the entry that the next line belongs to."""

    def __init__(self) -> None:
        self.document = Document()
        self.log: list[LogRow] = []
        self.category = ""
        self.entry: Entry | None = None
        self.details: list[str] = []  # bullets of an entry that has one
        self.items: list[Entry] = []  # bullets of an entry that has no value of its own

    def read_line(self, number: int, line: str) -> None:
        text = line.lstrip().lstrip(">").strip() if line.lstrip().startswith(">") else line.strip()
        if not text:
            self.finish_entry()
        elif heading := HEADING.match(text):
            self.finish_entry()
            self.category = parse_category(heading[2])
        elif row := LOG_ROW.match(text):
            self.read_log_row(number, row)
        elif not LOG_FRAME.match(text):
            self.read_entry_line(number, text, line)

    def finish_entry(self) -> None:
        """Add the current entry to the document. One with items and no value becomes one entry per item."""
        if self.entry and self.items and not self.entry.value:
            self.document.entries += self.items
        elif self.entry:
            details = (*self.details, *(item.value for item in self.items))
            self.document.entries.append(replace(self.entry, details=details))
        self.entry, self.items, self.details = None, [], []

    def read_log_row(self, number: int, row: re.Match[str]) -> None:
        try:
            self.log.append(LogRow(date.fromisoformat(row[1]), unescape(row[2]), unescape(row[3]), number))
        except ValueError:
            self.document.add_unknown(number, row[0], IMPOSSIBLE_DATE)

    def read_entry_line(self, number: int, text: str, line: str) -> None:
        if match := ENTRY.match(text):
            self.finish_entry()
            value, markers = _split_markers(match[3])
            self.report_impossible_dates(number, value, line)
            label = unescape(match[1]) if match[2] else unescape(match[1]).rstrip(":：")
            entry = Entry(label, unescape(value), category=self.category, line=number)
            self.entry = _with_markers(entry, markers)
        elif self.entry and (bullet := BULLET.match(text)):
            self.read_bullet(self.entry, number, bullet[1], line)
        elif self.entry and MARKER.match(text):
            update, markers = _split_markers(text)
            self.report_impossible_dates(number, update, line)
            self.entry = replace(_with_markers(self.entry, markers), update=unescape(update))
        elif bullet := BULLET.match(text):
            self.read_loose_bullet(number, bullet[1], line)
        else:
            if self.entry and self.entry.value:  # what comes below is no detail of it (folders/blocks.py)
                self.finish_entry()
            self.document.add_unknown(number, line)

    def read_loose_bullet(self, number: int, text: str, line: str) -> None:
        """Read a bullet that belongs to no entry, as people add them by hand: its words are the memory."""
        value, markers = _split_markers(text)
        self.report_impossible_dates(number, value, line)
        if value and not is_placeholder(value):
            words = Entry(details=(unescape(value),), category=self.category, line=number, is_listed=True)
            self.document.entries.append(_with_markers(words, markers))
        else:
            self.document.add_unknown(number, line)

    def report_impossible_dates(self, number: int, text: str, line: str) -> None:
        """Report a line in whose text a marker is left because of its date; the text keeps it."""
        if MARKER.search(text):
            self.document.add_unknown(number, line, IMPOSSIBLE_DATE)

    def read_bullet(self, entry: Entry, number: int, text: str, line: str) -> None:
        if (extended := _with_prefixed_line(entry, text)) is not None:
            self.entry = extended
        elif not entry.value:
            value, markers = _split_markers(text)
            self.report_impossible_dates(number, value, line)
            item = Entry(entry.label, unescape(value), category=self.category, line=number, is_listed=True)
            self.items.append(_with_markers(item, markers))
        else:
            self.details.append(unescape(text))

    def add_entries_of_log(self) -> None:
        """Make an entry of every row of the change log that adds something which no entry of the file has."""
        titles = {entry.title.casefold() for entry in self.document.entries}
        labels = {entry.label.casefold() for entry in self.document.entries}
        for row in self.log:
            change = row.change.removeprefix(EXPIRED)
            if change.casefold() in titles or row.change.casefold() in titles:
                continue
            label, _, value = (part.strip() for part in change.partition(":"))
            if change != row.change or not value or label.casefold() in labels:
                words = f"| {row.day} | {row.change} | {row.trigger} |"
                self.document.add_unknown(row.line, words, "It tells of a change whose subject is not in the file.")
                continue
            self.document.entries.append(Entry(label, value, learned=row.day, source=row.trigger, line=row.line))


def unescape(text: str) -> str:
    return ESCAPED.sub(r"\1", text).strip()


def parse_category(heading: str) -> str:
    if heading.startswith(CATEGORY):
        return slugify(heading.removeprefix(CATEGORY))
    return "" if slugify(heading) in GENERIC_HEADINGS else slugify(heading)


def _split_markers(text: str) -> tuple[str, Markers]:
    """Return the text without its markers, and the markers. One with an impossible date stays in the text."""
    markers: Markers = {}

    def remove(match: re.Match[str]) -> str:
        try:
            markers[match[1]] = (date.fromisoformat(match[2]), (match[3] or "").rstrip())
        except ValueError:
            return match[0]
        return ""

    return MARKER.sub(remove, text).strip(), markers


def _with_markers(entry: Entry, markers: Markers) -> Entry:
    learned, source = markers.get("LEARNED", (entry.learned, entry.source))
    updated, _ = markers.get("UPDATED", (entry.updated, ""))
    expired, _ = markers.get("EXPIRED", (entry.expired, ""))
    return replace(entry, learned=learned, source=source, updated=updated, expired=expired)


def _with_prefixed_line(entry: Entry, text: str) -> Entry | None:
    """Return the entry with what a line like "Reason: …" says; None if it is an ordinary line of details."""
    if entry.expired and text.startswith(REASON):
        return replace(entry, reason=unescape(text.removeprefix(REASON)))
    if entry.expired and text.startswith(REPLACED_BY):
        successor, markers = _split_markers(text.removeprefix(REPLACED_BY))
        return replace(entry, replaced_by=unescape(successor), replaced_on=markers.get("LEARNED", (None, ""))[0])
    if text.startswith(CONDITION):
        return replace(entry, condition=unescape(text.removeprefix(CONDITION)))
    if text.startswith(PROJECT):
        return replace(entry, project=unescape(text.removeprefix(PROJECT)))
    if text.startswith(FILED_UNDER) and KEY.fullmatch(text.removeprefix(FILED_UNDER)):
        return replace(entry, key=text.removeprefix(FILED_UNDER))
    return None


# Writing


def write(entries: Iterable[Entry]) -> str:
    """Return the whole file. The order depends only on the content of the entries."""
    entries = sorted(entries, key=_sort_key)
    lines = [OWN_TITLE]
    category = None
    for entry in entries:
        if entry.category != category:
            category = entry.category
            lines += ["", f"## {format_category(category)}"]
        lines += ["", *format_entry(entry)]
    lines += ["", "## Preference Change Log", "", "| Date | Change | Trigger |", "|------|--------|---------|"]
    lines += [f"| {row.day} | {_format_cell(row.change)} | {_format_cell(row.trigger)} |" for row in _log_rows(entries)]
    return "\n".join(lines) + "\n"


def _sort_key(entry: Entry) -> tuple[object, ...]:
    rank = CATEGORIES.index(entry.category) if entry.category in CATEGORIES else len(CATEGORIES)
    return (
        rank + (entry.category == ""),
        entry.category,
        entry.learned or date.min,
        entry.label,
        entry.value,
        entry.details,
        entry.expired or date.min,
        entry.source,
        entry.updated or date.min,
        entry.condition,
        entry.project,
        entry.key,
        entry.reason,
        entry.replaced_by,
        entry.replaced_on or date.min,
    )


def format_category(category: str) -> str:
    """Return the plainest heading that reads back as this category."""
    heading = category.replace("_", " ").capitalize() or "Other"
    return heading if parse_category(heading) == category else CATEGORY + category


def format_entry(entry: Entry) -> list[str]:
    label = escape(entry.label).replace("*", "\\*")
    markers = []
    if entry.learned:
        markers.append(f"[LEARNED: {entry.learned}" + (f", {entry.source}]" if entry.source else "]"))
    if entry.updated:
        markers.append(f"[UPDATED: {entry.updated}]")
    if entry.expired:
        markers.append(f"[EXPIRED: {entry.expired}]")
    first_line = " ".join(part for part in (f"> **{label}**:", escape(entry.value), *markers) if part)
    lines = [_format_detail(line) for line in entry.details if line.strip()]
    prefixed = [(CONDITION, entry.condition), (PROJECT, entry.project), (FILED_UNDER, entry.key)]
    if entry.expired:
        prefixed += [(REASON, entry.reason)]
    lines += [prefix + escape(text) for prefix, text in prefixed if single_line(text)]
    if entry.expired and single_line(entry.replaced_by):
        marker = f" [LEARNED: {entry.replaced_on}]" if entry.replaced_on else ""
        lines.append(f"{REPLACED_BY}{escape(entry.replaced_by)}{marker}")
    return [first_line, *(f"> - {line}" for line in lines)]


def _format_detail(text: str) -> str:
    """Escape a line of details that would read back as one of our prefixed lines."""
    line = escape(text)
    return line.replace(":", "\\:", 1) if line.startswith(tuple(prefix.strip() for prefix in PREFIXES)) else line


def escape(text: str) -> str:
    """Return the text on one line, with marker-like brackets escaped."""
    return re.sub(r"\[(?=(?:LEARNED|UPDATED|EXPIRED):)", r"\\[", single_line(text).replace("\\", "\\\\"))


def _format_cell(text: str) -> str:
    return single_line(text).replace("\\", "\\\\").replace("|", "\\|")


def _log_rows(entries: list[Entry]) -> list[LogRow]:
    rows = []
    for entry in entries:
        if entry.learned:
            rows.append(LogRow(entry.learned, entry.title, entry.source or "observation"))
        if entry.updated:
            rows.append(LogRow(entry.updated, entry.title, "updated"))
        if entry.expired:
            rows.append(LogRow(entry.expired, EXPIRED + entry.title, entry.reason or "replaced"))
    return sorted(rows, key=lambda row: (-row.day.toordinal(), row.change, row.trigger))
