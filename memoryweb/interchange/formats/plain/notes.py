"""Plain notes: bullets and paragraphs under headings, such as most files of memory really are. It comes last.

One memory for each bullet that has none below it, and for each sentence of a paragraph.
"""

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from datetime import date

from memoryweb.interchange.entry import About, Document
from memoryweb.interchange.parsing import days, json_text, markdown
from memoryweb.interchange.parsing.markdown import Block
from memoryweb.interchange.perspective import line_subject
from memoryweb.interchange.perspective.voice import Voice, detect_voice
from memoryweb.language.filing.known_fields import slugify
from memoryweb.rules.fields import CATEGORIES

WORDS = re.compile(r"[^\W_]")
LINK_ONLY = re.compile(
    r"^\[[^\]]*\]\([^)]*\)\W*$|^https?://\S+$|^!\["
    r"|^(?:(?:see|siehe|voir|véase|also|auch|aussi|también|related|links?|und|and|et|y|相关|参见|\W)|\[\[[^\]]*\]\])*\[\[[^\]]*\]\]\W*$",
    re.IGNORECASE,
)
SECTION_LINES = 3  # from which on most of a section tell about the rest
ENDS_AS_INTRODUCTION = (":", "：")

Judge = Callable[[str, tuple[str, ...]], About]


def recognise(text: str) -> bool:
    if WORDS.search(text) is None or json_text.load(text) is not None:
        return False
    return not json_text.may_be(text) or any(row is None for _, _, row in json_text.load_lines(text))


def read(text: str) -> Document:
    return read_blocks(text, judge=judge_in(text, otherwise=About.PROJECT))


def judge_in(text: str, *, otherwise: About, skip: int = 0) -> Judge:
    """Return the judge of a file's lines, which knows how the file speaks. The first `skip` headings do not count."""
    voice = detect_voice(markdown.statements(text), title=" ".join(markdown.titles(text)))
    personal = _personal_sections(text, voice)

    def judge(said: str, headings: tuple[str, ...]) -> About:
        is_personal = headings in personal and not line_subject.OF_CODE.search(said)
        return line_subject.judge(
            said, headings[skip:], otherwise=About.PERSON if is_personal else otherwise, voice=voice
        )

    return judge


def _personal_sections(text: str, voice: Voice) -> set[tuple[str, ...]]:
    """Return the headings, each with those above it, below which at least half of several lines name the person."""
    lines: Counter[tuple[str, ...]] = Counter()
    personal: Counter[tuple[str, ...]] = Counter()
    for block in markdown.blocks(text, Document()):
        if block.is_bullet:
            lines[block.headings] += 1
            personal[block.headings] += voice.subject(markdown.split_label(block.text)[1]) == About.PERSON
    return {headings for headings, count in lines.items() if count >= SECTION_LINES and 2 * personal[headings] >= count}


def read_blocks(text: str, *, judge: Judge, day: date | None = None, is_explicit: bool = False) -> Document:
    """Read every block of a file; what is no statement is reported."""
    document = Document()
    for block in markdown.blocks(text, document):
        said_on = day or next((found for name in reversed(block.headings) if (found := days.find_day(name))), None)
        if block.is_bullet:
            _add_bullet(document, block, judge, said_on, is_explicit=is_explicit)
        else:
            _add_paragraph(document, block, judge, said_on)
    return document


def _add_bullet(document: Document, block: Block, judge: Judge, day: date | None, *, is_explicit: bool) -> None:
    if block.is_label:
        label = markdown.plain_text(block.text).rstrip(":： ")
        for line, said in block.nested:
            if not _is_statement(document, line, said):
                continue
            words = markdown.plain_text(said)
            entry = markdown.entry_from(
                f"**{label}**: {words}",
                line,
                learned=day,
                is_listed=True,
                category=_category(block),
                context=block.headings[-2:],
                about=judge(words, (*block.headings, label)),
                is_explicit=is_explicit,
                source="" if is_explicit else "inference",
            )
            document.entries.append(entry)
        return
    if not _is_statement(document, block.line, block.text):
        for line, said in block.nested:
            document.add_unknown(line, said, "It belongs to a line that says nothing.")
        return
    entry = markdown.entry_from(
        block.text,
        block.line,
        learned=day,
        category=_category(block),
        about=judge(block.text, block.headings),
        is_listed=True,
        context=block.headings[-2:],
        is_explicit=is_explicit,
        source="" if is_explicit else "inference",
    )
    nested = tuple(markdown.plain_text(said) for _, said in block.nested)
    document.entries.append(replace(entry, details=(*entry.details, *nested)))


def _add_paragraph(document: Document, block: Block, judge: Judge, day: date | None) -> None:
    position = 0
    for said in markdown.sentences(block.text):
        position = block.text.index(said, position)
        line = block.line_at(position)
        if said.endswith(ENDS_AS_INTRODUCTION):
            document.add_unknown(line, said, "It introduces what follows.")
        elif _is_statement(document, line, said):
            subject = judge(said, block.headings)
            entry = markdown.entry_from(
                said,
                line,
                learned=day,
                category=_category(block),
                about=subject,
                is_listed=True,
                context=block.headings[-2:],
                source="inference",
            )
            document.entries.append(entry)


def _is_statement(document: Document, line: int, said: str) -> bool:
    """Return whether a line says something; report it otherwise."""
    if not WORDS.search(said):
        document.add_unknown(line, said, "It has no words.")
    elif LINK_ONLY.match(said):
        document.add_unknown(line, said, "It is only a link.")
    elif line_subject.is_placeholder(said):
        document.add_unknown(line, said, line_subject.NOT_FILLED_IN)
    else:
        return True
    return False


def _category(block: Block) -> str:
    """Return the nearest heading that is a category which memoryweb knows; none else, so that headings become none."""
    return next((slug for name in reversed(block.headings) if (slug := slugify(name)) in CATEGORIES), "")
