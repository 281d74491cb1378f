"""S1's long-term files (user_insights, response_preferences, topic_highlights, saved memories): dated bullets."""

import re
from collections.abc import Iterable

from memoryweb.interchange.entry import Document, Entry
from memoryweb.interchange.formats.own import tagged
from memoryweb.interchange.parsing import days, markdown
from memoryweb.memories.models import Memory

STAMPED = re.compile(
    r"^\s*[-*]\s+((?:19|20)\d\d-\d\d-\d\dT\d\d:\d\d(?::\d\d)?(?:\.\d{1,6})?(?:Z|[+-]\d\d:\d\d)?)\s+(.*)$"
)
BULLET = re.compile(r"^\s*[-*]\s+(.*)$")


def is_own(text: str) -> bool:
    return text.lstrip("\n").startswith(tagged.OWN)


def recognise(text: str) -> bool:
    lines = [line for line in text.splitlines() if line.strip() and not markdown.HEADING.match(line)]
    stamped = sum(1 for line in lines if STAMPED.match(line))
    return bool(stamped) and stamped * 2 > len(lines)


def read(text: str) -> Document:
    if is_own(text):
        return Document(list(tagged.read_bullets(text, has_times=True)))
    document = Document()
    tags: tuple[str, ...] = ()
    for number, raw in enumerate(text.splitlines(), start=1):
        if not raw.strip():
            continue
        if heading := markdown.HEADING.match(raw):
            tags = ("topic",) if "topic" in heading[2].lower() else ()
            continue
        stamped = STAMPED.match(raw)
        bullet = None if stamped else BULLET.match(raw)
        words = markdown.plain_text(stamped[2] if stamped else bullet[1] if bullet else "")
        if not words:
            document.add_unknown(number, raw, "It is no bullet.")
            continue
        day = days.find_day(stamped[1]) if stamped else None
        document.entries.append(Entry(details=(words,), learned=day, tags=tags, is_explicit=True, line=number))
    return document


def write(memories: Iterable[Memory]) -> str:
    """Return one section as dated bullets."""
    lines = tagged.bullets(memories, has_times=True)
    return f"{tagged.OWN}\n{lines}" if lines else ""
