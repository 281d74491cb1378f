"""S2's observations.md, as observers really write it: tags in comments, times, levels, dates in headings, nested lines.

The unit is a whole observation with the lines nested in it. An untagged line is a fact (S2's rule for old files).

What memoryweb writes has `dc:asof`, the day of the importance. There each line after the tags is one of details, as it
stands, up to an empty one, and what S2 has no field for is a tag, too, with its spaces and brackets as %20.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, date
from itertools import takewhile
from urllib.parse import quote, unquote

from memoryweb.interchange import exporting, markdown
from memoryweb.interchange.about import is_placeholder, judge
from memoryweb.interchange.entry import About, Document, Entry, single_line
from memoryweb.memories.models import Memory
from memoryweb.rules import fields, limits, policy
from memoryweb.rules.policy import Kind, Source

COMMENT = re.compile(r"<!--([^<>]{0,400}?(?:<[^<>]{0,60}>[^<>]{0,200}?){0,8}?)-->")
TAG = re.compile(r"\bdc:(\w+)=(\S+)")
OWN_TAGS = re.compile(r"^<!-- ((?:dc:\w+=\S+ )+)-->$")
UNSAFE = re.compile(r"[\s%<>]")  # would end a tag, or the comment
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
TITLE = "# Observations"  # alone, where there is none


def recognise(text: str) -> bool:
    tags = (comment[1] for comment in COMMENT.finditer(text))
    return any(TAG.search(tag) for tag in tags) or len(TIMED.findall(text)) > 1 or text.strip() == TITLE


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
        tags = _own_tags(lines[number + 1]) if lines[number].startswith("## ") and number + 1 < len(lines) else {}
        if tags:
            body = list(takewhile(str.strip, lines[number + 2 :]))
            reader.finish()
            reader.document.entries.append(_own_entry(number + 1, lines[number][3:], tags, body))
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
            self.current.tags |= _tags(alone[1])
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
        """A heading with a day is that day; any other is an observation with what follows as its body."""
        self.finish()
        heading, tags = _split_tags(re.sub(r"^#{1,6}\s+|^Date\s*:\s*", "", said))
        day = markdown.find_day(heading)
        rest = re.sub(r"[\W\d_]+", " ", markdown.LONG_DAY.sub("", heading)).strip()
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
        words, tags = _split_tags(_without_marks(said)[0])
        if self.current.is_header and not self.current.nested:
            self.current.tags |= tags
        if words:
            self.current.nested.append(words)

    def _begin(self, number: int, line: str, said: str) -> None:
        self.finish()
        words, day = _without_marks(said)
        words, tags = _split_tags(words)
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
            self.document.add_unknown(seen.line, seen.text, "It is a template that nobody has filled in.")
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
        day = markdown.find_day(stamp["day"]) if stamp["day"] else None
        words = words[stamp.end() :] if day or not stamp["day"] else words
    return WORD_LEVEL.sub("", words), day


def _split_tags(words: str) -> tuple[str, dict[str, str]]:
    """Return the words without comments, and the tags in them."""
    tags: dict[str, str] = {}
    for comment in COMMENT.finditer(words):
        tags |= _tags(comment[1])
    return COMMENT.sub("", words).strip(), tags


def _tags(comment: str) -> dict[str, str]:
    """Return the tags of a comment; a placeholder such as `<type>` is none."""
    return {name: value for name, value in TAG.findall(comment) if not value.startswith("<")}


def _entry(seen: _Observation) -> Entry:
    tags = seen.tags
    label, rest = markdown.split_label(REFERENCE.sub("", seen.text))
    nested = tuple(single_line(REFERENCE.sub("", each)) for each in seen.nested)
    day = markdown.find_day(tags.get("date", "")) or seen.day
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
        line=seen.line, kind=kind, importance=_number(tags.get("importance"), 10), source=source, learned=day,
        confidence=_number(tags.get("confidence"), 1), ttl_days=_ttl(tags), is_explicit=explicit, about=about,
        is_listed=True, **more,  # type: ignore[arg-type]
    )  # fmt: skip


# What memoryweb wrote


def _own_tags(line: str) -> dict[str, str]:
    """Return the tags of an observation that memoryweb wrote; none if it is somebody else's."""
    match = OWN_TAGS.match(line)
    tags = {name: unquote(value) for name, value in TAG.findall(match[1])} if match else {}
    return tags if markdown.find_day(tags.get("asof", "")) else {}


def _own_entry(line: int, header: str, tags: dict[str, str], details: list[str]) -> Entry:
    label, value = _label_and_value(header, tags.get("label", ""))
    return Entry(
        label=label, value=value, details=tuple(details), line=line, kind=tags.get("type", ""),
        importance=_number(tags.get("importance"), 10), as_of=markdown.find_day(tags["asof"]), ttl_days=_ttl(tags),
        confidence=_number(tags.get("confidence"), 1), source=tags.get("source", ""),
        is_explicit=tags.get("source") == "explicit", learned=markdown.find_day(tags.get("date", "")),
        valid_until=markdown.find_day(tags.get("until", "")), category=tags.get("category", ""),
        key=tags.get("key", ""), condition=tags.get("condition", ""), project=tags.get("project", ""),
    )  # fmt: skip


def _label_and_value(header: str, label: str) -> tuple[str, str]:
    """Return what a header says apart: it may be both, or the value alone if that begins with the label."""
    if not label:
        label, _, value = header.partition(": ")
        return label, value or label
    return label, header.removeprefix(f"{label}: ")


# Writing


def write(memories: Iterable[Memory]) -> str:
    """Return each memory as a heading, with its tags on the next line and its details below."""
    return "\n".join([f"{TITLE}\n", *(_observation(memory) for memory in memories)])


def _observation(memory: Memory) -> str:
    entry = exporting.entry_from_memory(memory, UTC)
    header = fields.format_line(entry.label, entry.value)
    if _label_and_value(header, entry.label) != (entry.label, entry.value):
        header = f"{entry.label}: {entry.value}"
    is_plain = _label_and_value(header, "") == (entry.label, entry.value)
    tags = {
        "type": memory.kind, "importance": f"{memory.importance_base:g}", "ttl": memory.ttl_days or "never",
        "confidence": f"{memory.confidence:g}", "source": policy.DC_SOURCES[Source(memory.source)],
        "date": memory.observed_on, "asof": memory.importance_as_of, "category": entry.category,
        "label": "" if is_plain else entry.label, "key": entry.key, "condition": entry.condition,
        "project": entry.project, "until": "" if memory.day else memory.valid_until or "",
    }  # fmt: skip
    comment = " ".join(f"dc:{name}={UNSAFE.sub(_quoted, str(value))}" for name, value in tags.items() if value != "")
    details = entry.details if memory.own_details else ()
    return "\n".join([f"## {header}", f"<!-- {comment} -->", *details]) + "\n"


def _quoted(character: re.Match[str]) -> str:
    return quote(character[0])


def _ttl(tags: dict[str, str]) -> int | None:
    """Return how many days it lives, 0 for ever; None if the file does not say that."""
    if tags.get("ttl") == "never":
        return 0
    days = _number(tags.get("ttl"), limits.TTL_DAYS_MAX)
    return int(days) or None if days else None


def _number(text: str | None, most: float) -> float | None:
    try:
        number = float(text or "")
    except ValueError:
        return None
    return number if 0 <= number <= most else None
