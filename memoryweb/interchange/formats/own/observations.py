"""S2's observations.md, as observers really write it: tags in comments, times, levels, dates in headings, nested lines.

The unit is a whole observation with the lines nested in it. An untagged line is a fact (S2's rule for old files).

In what memoryweb writes (interchange/formats/own/tagged.py) each line after the tags is one of details, as it stands,
up to an empty one.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date
from itertools import takewhile

from memoryweb.interchange.entry import About, Document, Entry, single_line
from memoryweb.interchange.formats.own import tagged
from memoryweb.interchange.parsing import days, markdown
from memoryweb.interchange.perspective.line_subject import NOT_FILLED_IN, is_placeholder, judge
from memoryweb.memories.models import Memory
from memoryweb.rules.observation_comment import COMMENT, TAG, read_tags, take_out
from memoryweb.rules.policy import Kind

LEVEL = re.compile(r"^[🔴🟡🟢🔵⚪⚫🟠🟣]\ufe0f?\s*")
STAMP = re.compile(
    r"^(?:(?P<day>(?:19|20)\d\d-\d\d-\d\d)(?:[T ]\d{1,2}:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?)?"
    r"|\d{1,2}:\d\d(?::\d\d)?(?:\s*[AaPp]\.?[Mm]\.?)?)\s+"
)
WORD_LEVEL = re.compile(r"^\[(?:CRITICAL|HIGH|MEDIUM|LOW|MINIMAL|INFO)\]\s*", re.IGNORECASE)
DAY_LINE = re.compile(r"^(?:Date\s*:\s*\S.{0,40}|#{1,4}\s+\S.{0,120})$")
INTRODUCTION = re.compile(
    r"^(?:# |Auto-generated\b|Consolidated\b|Last (?:reflection|updated?)\b|Archived by\b|-{3,}$)", re.IGNORECASE
)
REFERENCE = re.compile(r"(?<!\s)\s*+\[ref:[^\]]{0,300}\]")
THINKING, THOUGHT = re.compile(r"<think(?:ing)?>", re.IGNORECASE), re.compile(r"</think(?:ing)?>", re.IGNORECASE)
LASTING = ("preference", "decision", "rule", "goal", "habit", "reminder")
HEADER_OF_A_DAY = re.compile(r"^(?:Observations?\b.*|Notes?\b.*)?$", re.IGNORECASE)
TIMED = re.compile(r"^[-*]?[ \t]*+[🔴🟡🟢🔵]", re.MULTILINE)
END = re.compile(r"[ \t]*+(?:<!--|$)", re.MULTILINE)
TITLE = "# Observations"  # alone, where there is none


OWN = re.compile(r"# Observations\n\n## [^\n]*\n<!-- dc:")  # how the file of memoryweb begins


def is_own(text: str) -> bool:
    return OWN.match(text) is not None or text.strip() == TITLE


def recognise(text: str) -> bool:
    """Return whether a comment with tags ends a line, or lines begin with levels."""
    text = markdown.without_code(text)
    tagged_ends = (END.match(text, each.end()) for each in COMMENT.finditer(text) if TAG.search(each[1]))
    return any(tagged_ends) or len(TIMED.findall(text)) > 1 or text.strip() == TITLE


@dataclass
class _Observation:
    """One observation while its lines are read."""

    line: int
    text: str
    day: date | None
    indent: int = 0
    is_header: bool = False
    tags: dict[str, str] = field(default_factory=dict)
    nested: list[str] = field(default_factory=list)


def read(text: str) -> Document:
    reader, lines, number = _Reader(), text.splitlines(), 0
    while number < len(lines):
        is_header = lines[number].startswith("## ") and number + 1 < len(lines)
        tags = tagged.own_tags(lines[number + 1]) if is_header and lines[number + 1].startswith("<!-- ") else {}
        if tags:
            body = list(takewhile(str.strip, lines[number + 2 :]))
            reader.finish()
            reader.document.entries.append(tagged.entry_from(number + 1, lines[number][3:], tags, body))
            number += 2 + len(body)
        else:
            number += 1
            reader.read_line(number, lines[number - 1])
    reader.finish()
    return reader.document


class _Reader:
    """Reads line by line and remembers the day and the observation that the next line belongs to."""

    def __init__(self) -> None:
        self.document = Document()
        self.day: date | None = None
        self.current: _Observation | None = None
        self.is_thinking = False

    def read_line(self, number: int, raw: str) -> None:
        line = raw.expandtabs(4).rstrip()
        if self._reads_thinking(number, line):
            return
        said = line.strip()
        if not said or INTRODUCTION.match(said):
            self._end_unless_header()
        elif (alone := COMMENT.fullmatch(said)) and self.current:
            self.current.tags |= read_tags(alone[1])
        elif DAY_LINE.match(said) and not markdown.BULLET.match(said):
            self._read_heading(number, said)
        elif self._is_nested(line):
            self._add_nested(number, said)
        else:
            self._begin(number, line, said)

    def _reads_thinking(self, number: int, line: str) -> bool:
        """Report what a model thought aloud."""
        begins = THINKING.search(line) is not None
        if not begins and not self.is_thinking:
            return False
        if words := THOUGHT.sub("", THINKING.sub("", line)).strip():
            self.document.add_unknown(number, words, "It is a model’s own thinking.")
        self.is_thinking = THOUGHT.search(line) is None
        return True

    def _end_unless_header(self) -> None:
        if self.current and not (self.current.is_header and not self.current.nested):
            self.finish()

    def _read_heading(self, number: int, said: str) -> None:
        """Read a heading: a date sets the day; anything else begins an observation."""
        self.finish()
        heading, tags = take_out(re.sub(r"^#{1,6}\s+|^Date\s*:\s*", "", said))
        day = days.find_day(heading)
        rest = re.sub(r"[\W\d_]+", " ", days.LONG_DAY.sub("", heading)).strip()
        if day and not tags and (said.startswith("Date") or HEADER_OF_A_DAY.match(rest)):
            self.day = day
        else:
            self.current = _Observation(number, heading, self.day, is_header=True, tags=tags)

    def _is_nested(self, line: str) -> bool:
        if self.current is None:
            return False
        indent = len(line) - len(line.lstrip())
        if self.current.is_header:
            return not (markdown.BULLET.match(line) and LEVEL.match(markdown.BULLET.sub(r"\2", line)))
        return indent > self.current.indent

    def _add_nested(self, number: int, said: str) -> None:
        assert self.current
        words, tags = take_out(_without_marks(said)[0])
        if self.current.is_header and not self.current.nested:
            self.current.tags |= tags
        if words:
            self.current.nested.append(words)

    def _begin(self, number: int, line: str, said: str) -> None:
        self.finish()
        words, day = _without_marks(said)
        words, tags = take_out(words)
        if not words:
            self.document.add_unknown(number, said, "It has no words.")
            return
        self.current = _Observation(number, words, day or self.day, indent=len(line) - len(line.lstrip()), tags=tags)

    def finish(self) -> None:
        """Add the current observation to the document."""
        seen, self.current = self.current, None
        if seen is None:
            return
        if is_placeholder(seen.text):
            self.document.add_unknown(seen.line, seen.text, NOT_FILLED_IN)
            return
        if seen.is_header and not seen.nested and not seen.tags:
            return
        self.document.entries.append(_entry(seen))


def _without_marks(said: str) -> tuple[str, date | None]:
    """Return the words without bullet, level and time, and the day of the time."""
    bullet = markdown.BULLET.match(said)
    words, day = (bullet[2] if bullet else said), None
    words = LEVEL.sub("", words)
    if stamp := STAMP.match(words):
        day = days.find_day(stamp[0])
        words = words[stamp.end() :] if day or not stamp["day"] else words
    return WORD_LEVEL.sub("", words), day


def _entry(seen: _Observation) -> Entry:
    tags = seen.tags
    label, rest = markdown.split_label(REFERENCE.sub("", seen.text))
    nested = tuple(single_line(REFERENCE.sub("", each)) for each in seen.nested)
    day = days.find_day(tags.get("date", "")) or seen.day
    kind = tags.get("type", "") or ("" if tags else Kind.FACT)
    source, explicit = tags.get("source", ""), tags.get("source") == "explicit"
    words = " ".join([seen.text, *seen.nested])
    lasting = explicit or kind in LASTING
    about = About.PERSON if lasting else judge(words, otherwise=About.LOG) if kind == Kind.FACT else About.LOG
    more: dict[str, object] = {}
    if seen.is_header or (label and rest):
        more = {"label": label or rest, "value": rest if label else " ".join(nested[:1]), "details": nested}
        more["details"] = nested if label and rest else nested[1:]
    if not more.get("value"):
        more = {"details": (" ".join(filter(None, (label, rest))), *nested)}
    return Entry(
        line=seen.line,
        kind=kind,
        importance=tagged.number(tags.get("importance"), 10),
        source=source,
        learned=day,
        confidence=tagged.number(tags.get("confidence"), 1),
        ttl_days=tagged.ttl(tags),
        is_explicit=explicit,
        about=about,
        is_listed=True,
        **more,  # type: ignore[arg-type]
    )


# Writing


def write(memories: Iterable[Memory]) -> str:
    """Return each memory as a heading, with its tags on the next line and its details below."""
    return "\n".join([f"{TITLE}\n", *(_observation(memory) for memory in memories)])


def _observation(memory: Memory) -> str:
    header, comment, details = tagged.header_and_comment(memory)
    return "\n".join([f"## {header}", comment, *details]) + "\n"
