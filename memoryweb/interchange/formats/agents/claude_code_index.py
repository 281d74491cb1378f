"""Claude Code's index of its own notes on a project: links to files. It holds no memories itself."""

import re

from memoryweb.interchange.entry import About, Document, Entry
from memoryweb.interchange.parsing import markdown

LINK = re.compile(r"^\s*[-*]\s+\[([^\]]{1,200})\]\([^)\s]{1,300}\.md\)\s*(?:[—–:-]\s*(.*))?$")


def recognise(text: str) -> bool:
    lines = [line for line in text.splitlines() if line.strip() and not markdown.HEADING.match(line)]
    return bool(lines) and sum(1 for line in lines if LINK.match(line)) * 2 > len(lines)


def read(text: str) -> Document:
    document = Document()
    for number, raw in enumerate(text.splitlines(), start=1):
        if link := LINK.match(raw):
            words = f"{link[1]}: {link[2]}" if link[2] else link[1]
            document.entries.append(Entry(details=(words,), about=About.POINTER, line=number))
        elif raw.strip() and not markdown.HEADING.match(raw):
            document.add_unknown(number, raw, "It is no link to a note.")
    return document
