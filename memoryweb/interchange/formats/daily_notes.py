"""A day's notes of an agent (S0's memory/YYYY-MM-DD.md, and those of other agents): mostly a log of its work.

What a line says about the person is theirs, as is all of memoryweb's own file; the rest is left out unless asked for.
"""

import re
from collections.abc import Iterable
from datetime import date

from memoryweb.interchange import markdown
from memoryweb.interchange.entry import About, Document
from memoryweb.interchange.exporting import one_line
from memoryweb.interchange.formats import notes
from memoryweb.memories.models import Memory

TITLE = re.compile(r"^#{1,2}\s+(.*)$", re.MULTILINE)
OF_A_DAY = re.compile(r"\b(?:daily (?:notes?|log|memory|journal)|session log|journal)\b", re.IGNORECASE)
OWN = "<!-- Written by memoryweb: each line is about you. -->"  # below the title


def recognise(text: str) -> bool:
    title = TITLE.search(text)
    if title is None or text[: title.start()].strip():
        return False
    return OF_A_DAY.search(title[1]) is not None or _is_a_day(title[1])


def _is_a_day(title: str) -> bool:
    words = re.sub(r"[\W\d_]+", " ", markdown.LONG_DAY.sub("", title)).split()
    return markdown.find_day(title) is not None and len(words) <= 2


def read(text: str) -> Document:
    title = TITLE.search(text)
    day = markdown.find_day(title[1]) if title else None
    if title and text[title.end() :].lstrip().startswith(OWN):
        return notes.read_blocks(text, judge=lambda *_: About.PERSON, day=day)
    return notes.read_blocks(text, judge=notes.judge_in(text, otherwise=About.LOG, skip=1), day=day)


def write(day: date, memories: Iterable[Memory]) -> str:
    return "".join([f"# {day}\n{OWN}\n\n", *(f"- {one_line(memory)}\n" for memory in memories)])
