"""The list that assistants write when asked for all they remember: `[date] - text` on each line, mostly in a fence."""

import re
from collections.abc import Iterable

from memoryweb.interchange.entry import Document, Entry
from memoryweb.interchange.exporting import ONLY_IN, ONLY_WHEN, with_limits, words_of
from memoryweb.interchange.parsing import days, markdown
from memoryweb.interchange.perspective.line_subject import leave_out_others
from memoryweb.memories.models import Memory

BULLET = re.compile(r"^\s*[-*•]\s+(.*)$")
NEEDED = 2  # such lines
OWN = "About me, as memoryweb knows it:"  # on the first line
MARK = rf"\((?={ONLY_WHEN}: |{ONLY_IN}: )"  # in words it has a backslash, so that it can be told from a limit
UNESCAPED, ESCAPED = re.compile(rf"(?<!\\)(\\*){MARK}"), re.compile(rf"(?<!\\)(\\+){MARK}")


def is_own(text: str) -> bool:
    return text.lstrip("\n").startswith(f"{OWN}\n")


def recognise(text: str) -> bool:
    dated = sum(1 for line in text.splitlines() if markdown.DATED.match(line))
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
        elif dated := markdown.DATED.match(raw):
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
    for number, raw in enumerate(text.splitlines(), start=1):
        if dated := markdown.DATED.match(raw):
            document.entries.append(_own_entry(number, dated[1], dated[2]))
        elif raw.strip() and raw != OWN:
            document.add_unknown(number, raw, "It stands beside the list.")
    return document


def _own_entry(number: int, day: str, words: str) -> Entry:
    words, project = _split_limit(words, ONLY_IN)
    words, condition = map(_unescape, _split_limit(words, ONLY_WHEN))
    label, _, value = words.partition(": ")
    return Entry(
        label=label or words,
        value=value if label and value else words,
        learned=days.find_day(day),
        condition=condition,
        project=_unescape(project),
        is_listed=True,
        is_explicit=True,
        line=number,
    )


def _split_limit(words: str, name: str) -> tuple[str, str]:
    """Return the words, and what stands behind them in brackets under this name."""
    before, mark, limit = words.partition(f" ({name}: ")
    return (before, limit[:-1]) if mark and limit.endswith(")") else (words, "")


def write(memories: Iterable[Memory]) -> str:
    lines = "".join(f"[{memory.observed_on}] - {_line(memory)}\n" for memory in memories)
    return f"{OWN}\n{lines}" if lines else ""


def _line(memory: Memory) -> str:
    return with_limits(*map(_escape, (words_of(memory), memory.shown_condition, memory.project)))


def _escape(text: str) -> str:
    return UNESCAPED.sub(r"\1\1\\(", text)


def _unescape(text: str) -> str:
    return ESCAPED.sub(lambda found: found[1][: len(found[1]) // 2] + "(", text)


def _add(document: Document, number: int, words: str, day: str) -> None:
    words = markdown.plain_text(words)
    if not words:
        document.add_unknown(number, words or "[]", "It has no words.")
        return
    learned = days.find_day(day)
    document.entries.append(Entry(details=(words,), learned=learned, is_explicit=True, line=number))
