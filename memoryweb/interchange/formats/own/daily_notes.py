"""A day's notes of an agent (S0's memory/YYYY-MM-DD.md, and those of other agents): mostly a log of its work.

What a line says about the person is theirs, as is what is in use in memoryweb's own file; the rest is left out unless
asked for.
"""

import re
from collections.abc import Iterable
from datetime import date

from memoryweb.interchange.entry import About, Document
from memoryweb.interchange.exporting import one_line
from memoryweb.interchange.formats.own import tagged
from memoryweb.interchange.formats.plain import notes
from memoryweb.interchange.parsing import days
from memoryweb.memories.models import Memory

TITLE = re.compile(r"^#{1,2}\s+(.*)$", re.MULTILINE)
OF_A_DAY = re.compile(r"\b(?:daily (?:notes?|log|memory|journal)|session log|journal)\b", re.IGNORECASE)
OWN_TITLE = re.compile(rf"# (\d{{4}}-\d\d-\d\d)\n{re.escape(tagged.OWN)}\n")
NOTES = "## Notes that are not in use"


def is_own(text: str) -> bool:
    return OWN_TITLE.match(text.lstrip("\n")) is not None


def recognise(text: str) -> bool:
    title = TITLE.search(text)
    if title is None or text[: title.start()].strip():
        return False
    return OF_A_DAY.search(title[1]) is not None or _is_a_day(title[1])


def _is_a_day(title: str) -> bool:
    words = re.sub(r"[\W\d_]+", " ", days.LONG_DAY.sub("", title)).split()
    return days.find_day(title) is not None and len(words) <= 2


def read(text: str) -> Document:
    if is_own(text):
        in_use, _, noted = text.partition(f"\n{NOTES}\n")
        document = Document(list(tagged.read_bullets(in_use)))
        first = in_use.count("\n") + 3
        for number, line in enumerate(noted.splitlines(), start=first):
            if line.strip():
                document.add_unknown(number, line.removeprefix("- "), "It was noted, and is not in use.")
        return document
    title = TITLE.search(text)
    day = days.find_day(title[1]) if title else None
    return notes.read_blocks(text, judge=notes.judge_in(text, otherwise=About.LOG, skip=1), day=day)


def write(day: date, memories: Iterable[Memory], noted: Iterable[Memory] = ()) -> str:
    """Return a day's file: the memories in use, then that day's notes that are not."""
    lines = [f"- {one_line(memory)}\n" for memory in noted]
    return "".join(
        [f"# {day}\n{tagged.OWN}\n\n", tagged.bullets(memories), *([f"\n{NOTES}\n"] if lines else []), *lines]
    )
