"""The guard for files: what must never be stored leaves a document before anything of it is written down.

The guard reads each entry and each line alone, and with what gives it its meaning: the heading above it, the short line
before it, and the lines of one block together.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

from memoryweb.interchange.entry import Document, Entry, texts_of
from memoryweb.rules import sensitive

ENDS_WITH_COLON = re.compile(r"(\d[^\s:]{0,80}):(?=\s|$)")  # a word with a digit
LABEL_WORDS = 4  # a line of so few words may name what the next one holds
BLOCK_MAX = 60  # lines of one block that are read together


@dataclass(frozen=True)
class Refused:
    """A line that holds what is never stored. Its words are gone."""

    line: int
    category: str
    is_dietary: bool = False  # the person may add an allergy themselves


def screen(document: Document) -> list[Refused]:
    """Take out of the document what the guard refuses, and return where it stood."""
    refused: list[Refused] = []
    entries = []
    for entry in document.entries:
        if category := _category([*texts_of(entry)]) or _category_below(entry):
            refused.append(Refused(entry.line, category, entry.category.lower() == "dietary"))
        else:
            entries.append(entry)
    document.entries = entries
    bad = dict(_bad_lines(document))
    refused += [Refused(line, category) for line, category in sorted(bad.items())]
    gone = {each.line for each in refused}
    document.unknown = [each for each in document.unknown if each.line not in gone]
    document.entries = [each for each in document.entries if each.line not in bad]
    return sorted(refused, key=lambda each: each.line)


def _category(texts: list[str]) -> str:
    read = [text for text in texts if text]
    # What ends with a colon is read without it, too: files write labels so, and the guard takes it for one.
    read += [ENDS_WITH_COLON.sub(r"\1 ", text) for text in read if ENDS_WITH_COLON.search(text)]
    finding = sensitive.inspect(read)
    return finding.category if finding else ""


def _category_below(entry: Entry) -> str:
    """Return what an entry holds below its heading: "Password", and then the password."""
    return _category([f"{heading}: {entry.title}" for heading in entry.context]) if entry.context else ""


def _bad_lines(document: Document) -> Iterable[tuple[int, str]]:
    """Yield the lines that hold something alone, after a line that names it, or together with their block."""
    lines: dict[int, str] = {}
    for number, text in [(each.line, each.title) for each in document.entries] + [
        each[:2] for each in document.unknown
    ]:
        lines[number] = f"{lines[number]} {text}" if number in lines else text
    unknown = {each.line for each in document.unknown}
    for number in unknown:
        if category := _category([lines[number]]):
            yield number, category
    numbers = sorted(lines)
    for before, after in pairwise(numbers):
        if len(lines[before].split()) > LABEL_WORDS or after - before > 2:
            continue
        if category := _category([f"{lines[before].rstrip(':： ')}: {lines[after]}"]):
            yield after, category
            yield before, category
    for block in _blocks(sorted(unknown)):
        if len(block) > 1 and (category := _category(["\n".join(lines[number] for number in block)])):
            yield from ((number, category) for number in block)


def _blocks(numbers: list[int]) -> Iterable[list[int]]:
    """Yield the runs of lines that follow one another."""
    block: list[int] = []
    for number in numbers:
        if block and (number != block[-1] + 1 or len(block) == BLOCK_MAX):
            yield block
            block = []
        block.append(number)
    if block:
        yield block
