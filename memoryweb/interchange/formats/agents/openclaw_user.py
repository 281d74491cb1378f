"""OpenClaw's USER.md: a comment with the day and the status before each bullet."""

import re
from dataclasses import replace
from datetime import date

from memoryweb.interchange.entry import Document, Entry
from memoryweb.interchange.parsing import days, markdown

MARK = re.compile(r"^\s*<!--\s*observed:\s*(\S+)\s*(?:\|\s*status:\s*(\w+))?[^>]{0,200}-->\s*$")


def recognise(text: str) -> bool:
    return any(MARK.match(line) for line in text.splitlines() if "observed:" in line)


def read(text: str) -> Document:
    document, mark = Document(), None
    for number, raw in enumerate(text.splitlines(), start=1):
        if found := MARK.match(raw):
            mark = (days.find_day(found[1]), (found[2] or "active").lower())
            continue
        said = raw.strip()
        if not said or markdown.HEADING.match(raw) or markdown.RULE.match(said) or markdown.COMMENT.match(raw):
            continue
        if bullet := markdown.BULLET.match(raw):
            document.entries.append(_entry(markdown.plain_text(bullet[2]), mark, number))
        else:
            document.add_unknown(number, raw, "It is no bullet.")
    _link(document)
    return document


def _entry(words: str, mark: tuple[date | None, str] | None, line: int) -> Entry:
    day, status = mark or (None, "active")
    has_ended = status in ("superseded", "expired", "retired")
    return Entry(
        details=(words,),
        learned=day,
        line=line,
        source="inference",
        expired=day or date(1970, 1, 1) if has_ended else None,
        reason=status if has_ended else "",
    )


def _link(document: Document) -> None:
    """What was superseded ended on the day of the next one in the file, which took its place."""
    for index, entry in enumerate(document.entries):
        successor = next(iter(document.entries[index + 1 : index + 2]), None)
        if entry.expired and successor:
            ended = successor.learned or entry.expired
            named = replace(entry, expired=max(ended, entry.learned or ended), replaced_by=successor.title)
            document.entries[index] = named
