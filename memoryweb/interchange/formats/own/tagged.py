"""A memory as a line with S2's comment behind it, in the files that memoryweb writes, and back.

What S2 has no field for is a tag, too, with its spaces and brackets as %20. `dc:date` is the day from which importance
counts, so that a reader of S2 alone takes each day away once; `dc:observed` is the day it was first said, if that is
another one. `dc:asof` is in every comment of memoryweb, and in nobody else's.
"""

import re
from collections.abc import Iterable, Iterator
from datetime import UTC, date
from urllib.parse import quote, unquote

from memoryweb.interchange import exporting
from memoryweb.interchange.entry import Entry
from memoryweb.interchange.parsing import days
from memoryweb.language.text import value_text
from memoryweb.memories.models import Memory
from memoryweb.rules import limits, policy
from memoryweb.rules.observation_comment import TAG
from memoryweb.rules.policy import Source

OWN = "<!-- Written by memoryweb: each line is about you. -->"  # on the first line, or below the title
BULLET, DATED_BULLET = re.compile(r"- (.*)"), re.compile(r"- \S+T12:00:00Z (.*)")
INDENT = "  "  # of the details of a bullet
OWN_TAGS = re.compile(r"<!-- ((?:dc:\w+=\S+ )+)-->$")
UNSAFE = re.compile(r"[\s%<>]")  # would end a tag, or the comment
BETWEEN_TAGS = ","


def header_and_comment(memory: Memory) -> tuple[str, str, tuple[str, ...]]:
    """Return a memory's sentence, its comment, and its detail lines."""
    entry = exporting.entry_from_memory(memory, UTC)
    header = value_text.format_line(entry.label, entry.value)
    if _label_and_value(header, entry.label) != (entry.label, entry.value):
        header = f"{entry.label}: {entry.value}"
    is_plain = _label_and_value(header, "") == (entry.label, entry.value)
    is_first = memory.observed_on == memory.importance_as_of
    tags = {
        "type": memory.kind,
        "importance": f"{memory.importance_base:g}",
        "ttl": memory.ttl_days or "never",
        "confidence": f"{memory.confidence:g}",
        "source": policy.DC_SOURCES[Source(memory.source)],
        "date": memory.importance_as_of,
        "asof": memory.importance_as_of,
        "observed": "" if is_first else memory.observed_on,
        "category": entry.category,
        "label": "" if is_plain else entry.label,
        "key": entry.key,
        "condition": entry.condition,
        "project": entry.project,
        "until": "" if memory.day else memory.valid_until or "",
        "tags": BETWEEN_TAGS.join(tag.replace(BETWEEN_TAGS, " ") for tag in memory.tags),
    }
    comment = " ".join(f"dc:{name}={UNSAFE.sub(_quoted, str(value))}" for name, value in tags.items() if value != "")
    return header, f"<!-- {comment} -->", entry.details if memory.own_details else ()


def _quoted(character: re.Match[str]) -> str:
    return quote(character[0])


def own_tags(line: str) -> dict[str, str]:
    """Return the tags of a comment that memoryweb wrote, which ends the line; none if it is somebody else's."""
    match = OWN_TAGS.search(line)
    tags = {name: unquote(value) for name, value in TAG.findall(match[1])} if match else {}
    return tags if days.find_day(tags.get("asof", "")) else {}


def entry_from(line: int, header: str, tags: dict[str, str], details: list[str]) -> Entry:
    """Return an entry from a sentence, its tags and details."""
    label, value = _label_and_value(header, tags.get("label", ""))
    return Entry(
        label=label,
        value=value,
        details=tuple(details),
        line=line,
        kind=tags.get("type", ""),
        importance=number(tags.get("importance"), 10),
        as_of=days.find_day(tags["asof"]),
        ttl_days=ttl(tags),
        confidence=number(tags.get("confidence"), 1),
        source=tags.get("source", ""),
        is_explicit=tags.get("source") == "explicit",
        learned=_learned(tags),
        valid_until=days.find_day(tags.get("until", "")),
        category=tags.get("category", ""),
        key=tags.get("key", ""),
        condition=tags.get("condition", ""),
        project=tags.get("project", ""),
        tags=tuple(filter(None, tags.get("tags", "").split(BETWEEN_TAGS))),
    )


def _learned(tags: dict[str, str]) -> date | None:
    return days.find_day(tags.get("observed", "")) or days.find_day(tags.get("date", ""))


def _label_and_value(header: str, label: str) -> tuple[str, str]:
    """Split a header into label and value: both may be equal, or the value may begin with the label."""
    if not label:
        label, _, value = header.partition(": ")
        return label, value or label
    return label, header.removeprefix(f"{label}: ")


# As a list


def bullets(memories: Iterable[Memory], *, has_times: bool = False) -> str:
    """Return each memory as a bullet with its details below, and with noon of its day where a tool expects a time."""
    return "".join(line + "\n" for memory in memories for line in _bullet(memory, has_times=has_times))


def _bullet(memory: Memory, *, has_times: bool) -> Iterator[str]:
    header, comment, details = header_and_comment(memory)
    yield f"- {memory.observed_on}T12:00:00Z {header} {comment}" if has_times else f"- {header} {comment}"
    yield from (INDENT + line for line in details)


def read_bullets(text: str, *, has_times: bool = False) -> Iterator[Entry]:
    """Yield the entries of such a list. What has no tags of memoryweb's is somebody else's line."""
    lines, number = text.splitlines(), 0
    while number < len(lines):
        line, number = lines[number], number + 1
        bullet, tags = (DATED_BULLET if has_times else BULLET).match(line), own_tags(line)
        if not (bullet and tags):
            continue
        first, details = number, []
        while number < len(lines) and lines[number].startswith(INDENT):
            details.append(lines[number].removeprefix(INDENT))
            number += 1
        yield entry_from(first, OWN_TAGS.sub("", bullet[1]).rstrip(" "), tags, details)


def ttl(tags: dict[str, str]) -> int | None:
    """Return the lifetime in days, 0 for ever; None if unstated."""
    if tags.get("ttl") == "never":
        return 0
    days = number(tags.get("ttl"), limits.TTL_DAYS_MAX)
    return int(days) or None if days else None


def number(text: str | None, most: float) -> float | None:
    """Parse a number from 0 to `most`; None for other text."""
    try:
        found = float(text or "")
    except ValueError:
        return None
    return found if 0 <= found <= most else None
