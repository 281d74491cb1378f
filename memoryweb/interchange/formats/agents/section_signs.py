"""Entries with a line of § between them, as Hermes keeps them of its user and of itself. Each is one memory."""

import re
from dataclasses import replace

from memoryweb.interchange.entry import About, Document, Entry
from memoryweb.interchange.parsing import lines, markdown
from memoryweb.interchange.perspective import line_subject
from memoryweb.interchange.perspective.voice import Voice, detect_voice

BETWEEN = re.compile(r"^[ \t]*§[ \t]*$", re.MULTILINE)
FRAME = re.compile(r"^(?:USER PROFILE|MEMORY)\b.*\[\d+%.*\]$")  # as Hermes shows it
WORD = re.compile(r"[^\W_]")


def recognise(text: str) -> bool:
    return BETWEEN.search(text) is not None


def read(text: str) -> Document:
    document, entry, first = Document(), [], 0  # type: ignore[var-annotated]
    for number, line in enumerate([*text.splitlines(), "§"], start=1):
        if BETWEEN.match(line):
            _add(document, first, entry)
            entry, first = [], 0
        elif FRAME.match(line.strip()) or markdown.HEADING.match(line):
            document.add_unknown(number, line, "It describes the file, not you.")
        elif WORD.search(line):
            first = first or number
            entry.append(line)
    voice = detect_voice(each.title for each in document.entries)
    document.entries = [replace(each, about=_subject(each, voice)) for each in document.entries]
    return document


def _subject(entry: Entry, voice: Voice) -> About:
    """Return what an entry is about: the person, unless its words say otherwise."""
    own = voice.subject(entry.title)
    is_of_code = own is None and line_subject.OF_CODE.search(entry.title)
    return About.LOG if entry.about == About.LOG else own or (About.PROJECT if is_of_code else About.PERSON)


def _add(document: Document, first: int, entry: list[str]) -> None:
    if not entry:
        return
    items = [bullet[2] if (bullet := markdown.BULLET.match(line)) else line for line in entry]
    is_list = any(markdown.BULLET.match(line) for line in entry)
    groups = [[number] for number in range(len(entry))] if is_list else lines.split(items)
    said = tuple(markdown.plain_text(" ".join(items[number] for number in group)) for group in groups)
    if line_subject.is_placeholder(" ".join(said)):
        document.add_unknown(first, " ".join(said), line_subject.NOT_FILLED_IN)
        return
    subject = About.LOG if markdown.BOX.match(said[0]) else About.PERSON
    document.entries.append(Entry(details=said, line=first, about=subject, source="inference"))
