"""The list that assistants write when asked for all they remember: `[date] - text` on each line, mostly in a fence."""

import re
from collections.abc import Iterable

from memoryweb.interchange import markdown
from memoryweb.interchange.about import leave_out_others
from memoryweb.interchange.entry import Document, Entry
from memoryweb.interchange.exporting import ONLY_IN, ONLY_WHEN, one_line
from memoryweb.memories.models import Memory

DATED = re.compile(
    r"^\s*(?:[-*]\s+)?\[(\d{4}-\d{2}(?:-\d{2})?|unknown(?: date)?|n/?a|no date|未知)\]\s*[-–—:]?\s*(.*)$", re.IGNORECASE
)
BULLET = re.compile(r"^\s*[-*•]\s+(.*)$")
NEEDED = 2  # such lines
OWN = "About me, as memoryweb knows it:"  # on the first line
LIMIT = re.compile(rf"^(.*) \((?:({ONLY_WHEN})|{ONLY_IN}): ([^()]*)\)$")


def is_own(text: str) -> bool:
    return text.startswith(f"{OWN}\n")


def recognise(text: str) -> bool:
    dated = sum(1 for line in text.splitlines() if DATED.match(line))
    return dated >= NEEDED or (dated == 1 and len(text.strip().splitlines()) <= 3)


def read(text: str) -> Document:
    if is_own(text):
        return _read_own(text)
    document, is_in_fence = Document(), False
    has_fence = "```" in text
    for number, raw in enumerate(text.splitlines(), start=1):
        said = raw.strip()
        if markdown.FENCE.match(raw):
            is_in_fence = not is_in_fence
        elif not said or markdown.RULE.match(said) or markdown.HEADING.match(raw):
            continue
        elif dated := DATED.match(raw):
            _add(document, number, dated[2], dated[1])
        elif (bullet := BULLET.match(raw)) and (is_in_fence or not has_fence):
            _add(document, number, bullet[1], "")
        else:
            document.add_unknown(number, raw, "It stands beside the list.")
    document.entries = leave_out_others(document.entries)
    return document


def _read_own(text: str) -> Document:
    """Read each line as it was written, with its marks."""
    document = Document()
    for number, raw in enumerate(text.splitlines()[1:], start=2):
        if dated := DATED.match(raw):
            document.entries.append(_own_entry(number, dated[1], dated[2]))
        elif raw.strip():
            document.add_unknown(number, raw, "It stands beside the list.")
    return document


def _own_entry(number: int, day: str, words: str) -> Entry:
    condition = project = ""
    while (limit := LIMIT.match(words)) and not condition:
        words = limit[1]
        condition, project = (limit[3], project) if limit[2] else (condition, limit[3])
    label, _, value = words.partition(": ")
    return Entry(
        label=label or words,
        value=value if label and value else words,
        learned=markdown.find_day(day),
        condition=condition,
        project=project,
        is_listed=True,
        is_explicit=True,
        line=number,
    )


def write(memories: Iterable[Memory]) -> str:
    lines = "".join(f"[{memory.observed_on}] - {one_line(memory)}\n" for memory in memories)
    return f"{OWN}\n{lines}" if lines else ""


def _add(document: Document, number: int, words: str, day: str) -> None:
    words = markdown.plain_text(words)
    if not words:
        document.add_unknown(number, words or "[]", "It has no words.")
        return
    learned = markdown.find_day(day)
    document.entries.append(Entry(details=(words,), learned=learned, is_explicit=True, line=number))
