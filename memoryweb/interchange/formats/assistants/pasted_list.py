"""A list that somebody copied from an assistant's settings: bullets, or short paragraphs with a blank line between."""

import re

from memoryweb.interchange.entry import About, Document, Entry
from memoryweb.interchange.formats.plain import notes
from memoryweb.interchange.parsing import json_text, lines, markdown
from memoryweb.interchange.perspective import line_subject
from memoryweb.interchange.perspective.voice import PERSONA, detect_voice

LONGEST = 400  # characters of one line of such a list
SENTENCES_MAX = 3  # in one line of it
READ_SCRIPT = re.compile(  # of languages in which a line says by its words what it is about
    r"[A-Za-zÀ-\u024f\u0400-\u04ff\u0590-\u06ff\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]"
)
GAP = re.compile(r"\n[ \t]*\n\s*")


def recognise(text: str) -> bool:
    if (data := json_text.load(text)) is not None:
        return bool(_texts(data))
    said = [line for line in text.splitlines() if line.strip()]
    if not said or any(markdown.HEADING.match(line) or markdown.FENCE.match(line) or "|" in line for line in said):
        return False
    if any(PERSONA.match(line.strip()) or len(line) > LONGEST for line in said):
        return False
    bullets = sum(1 for line in said if markdown.BULLET.match(line) and not line[:1].isspace())
    if bullets == len(said):
        return True
    if bullets or not all(_may_be_one(line.strip()) for line in said):
        return False
    return all(not line.strip() for line in text.strip().splitlines()[1::2]) or _says_one_thing_a_line(text, said)


def _may_be_one(line: str) -> bool:
    begins = line[:1].isalpha() and not line[:1].islower()
    return begins and len(markdown.sentences(line)) <= SENTENCES_MAX


def _says_one_thing_a_line(text: str, said: list[str]) -> bool:
    """Return whether each line stands alone, and at least half are about the person or in an unread script."""
    paragraphs = (part.splitlines() for part in GAP.split(text.strip("\r\n")))
    if any(len(group) > 1 for part in paragraphs for group in lines.split(part)):
        return False
    voice = detect_voice(said)
    return 2 * sum(voice.subject(line) == About.PERSON or not READ_SCRIPT.search(line) for line in said) >= len(said)


def read(text: str) -> Document:
    """Read each line as one memory, with what is nested below it."""
    if texts := _texts(json_text.load(text)):
        places = json_text.Places(text)
        return Document(
            line_subject.leave_out_others(
                [Entry(details=(said,), line=places.line_of(said), is_explicit=True) for said in texts]
            )
        )
    if any(markdown.BULLET.match(line) for line in text.splitlines()):
        document = notes.read_blocks(text, judge=_judge, is_explicit=True)
        document.entries = line_subject.leave_out_others(document.entries)
        return document
    document = Document()
    for number, line in enumerate(text.splitlines(), start=1):
        if not notes.WORDS.search(line):
            if line.strip():
                document.add_unknown(number, line, "It has no words.")
            continue
        words = markdown.plain_text(lines.HARD_BREAK.sub("", line))
        document.entries.append(Entry(details=(words,), line=number, is_explicit=True))
    document.entries = line_subject.leave_out_others(document.entries)
    return document


def _judge(said: str, _headings: tuple[str, ...]) -> About:
    return About.LOG if markdown.BOX.match(said) else About.PERSON


def _texts(data: object) -> list[str]:
    """Return the texts of a JSON list of nothing else."""
    if not isinstance(data, list) or not all(isinstance(each, str) for each in data):
        return []
    return [each.strip() for each in data if each.strip()] if len(data) <= json_text.ROWS_MAX else []
