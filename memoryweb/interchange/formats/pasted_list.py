"""A list that somebody copied from an assistant's settings: bullets, or short paragraphs with a blank line between."""

import re

from memoryweb.interchange import about, json_text, markdown
from memoryweb.interchange.entry import About, Document, Entry
from memoryweb.interchange.formats import notes
from memoryweb.interchange.voice import PERSONA

LONGEST = 400  # characters of one line of such a list
SENTENCES_MAX = 3  # in one line of it


def recognise(text: str) -> bool:
    if (data := json_text.load(text)) is not None:
        return bool(_texts(data))
    lines = [line for line in text.splitlines() if line.strip()]
    if not lines or any(markdown.HEADING.match(line) or markdown.FENCE.match(line) or "|" in line for line in lines):
        return False
    if any(PERSONA.match(line.strip()) or len(line) > LONGEST for line in lines):
        return False
    bullets = sum(1 for line in lines if markdown.BULLET.match(line) and not line[:1].isspace())
    if bullets == len(lines):
        return True
    stand_alone = all(not line.strip() for line in text.strip().splitlines()[1::2])
    return not bullets and stand_alone and all(len(markdown.sentences(line)) <= SENTENCES_MAX for line in lines) and (
        sum(1 for line in lines if re.match(r"[A-Z\u4e00-\u9fff]", line.strip())) == len(lines)
    )  # fmt: skip


def read(text: str) -> Document:
    """Read each line as one memory, with what is nested below it."""
    if texts := _texts(json_text.load(text)):
        places = json_text.Places(text)
        return Document(about.leave_out_others([
            Entry(details=(said,), line=places.line_of(said), is_explicit=True) for said in texts
        ]))  # fmt: skip
    if any(markdown.BULLET.match(line) for line in text.splitlines()):
        document = notes.read_blocks(text, judge=lambda *_: About.PERSON, is_explicit=True)
        document.entries = about.leave_out_others(document.entries)
        return document
    document = Document()
    for number, line in enumerate(text.splitlines(), start=1):
        if not notes.WORDS.search(line):
            if line.strip():
                document.add_unknown(number, line, "It has no words.")
            continue
        words = markdown.plain_text(line)
        document.entries.append(Entry(details=(words,), line=number, is_explicit=True))
    document.entries = about.leave_out_others(document.entries)
    return document


def _texts(data: object) -> list[str]:
    """Return the texts of a JSON list of nothing else."""
    if not isinstance(data, list) or not all(isinstance(each, str) for each in data):
        return []
    return [each.strip() for each in data if each.strip()] if len(data) <= json_text.ROWS_MAX else []
