"""The guard for files: what must never be stored leaves a document before anything of it is written down.

The guard reads each entry and each line alone, and with what gives it its meaning: the heading above it, the short line
before it, and the lines of one block together.
"""

import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from memoryweb.interchange.entry import Document, Entry, texts_of
from memoryweb.language import sensitive

ENDS_WITH_COLON = re.compile(r"(\d[^\s:]{0,80}):(?=\s|$)")  # a word with a digit
LABEL_WORDS = 4  # a line of so few words may name what the next one holds
LABEL_MAX = 200  # characters of such a line
BLOCK_MAX = 60  # lines of one block that are read together
COMPARED_MAX = 20  # refused items of one line that each other one is compared with
WORD, NAME = re.compile(r"\w{3,}"), re.compile(r"\"\w+\"\s*:")  # names of JSON are no words
MIXED_WORD = re.compile(r"(?=\w*\d)(?=\w*[^\W\d])\w{4,}")  # letters and digits: what passwords and keys are made of


@dataclass(frozen=True)
class Refused:
    """A line that holds what is never stored. Its words are gone."""

    line: int
    category: str
    is_dietary: bool = False  # the person may add an allergy themselves


@dataclass
class _Item:
    """An entry or a line that was not understood. Several may stand on one line: JSON often has no others."""

    line: int
    text: str
    entry: Entry | None = None
    category: str = ""  # why it is refused

    @cached_property
    def words(self) -> set[str]:
        return set(WORD.findall(NAME.sub(" ", self.text).casefold()))

    def says_the_same(self, other: "_Item") -> bool:
        """Return whether the texts share at least half the shorter one's words."""
        fewer = min(len(self.words), len(other.words))
        return self.text in other.text or other.text in self.text or 2 * len(self.words & other.words) >= fewer > 0

    def shares_a_secret(self, other: "_Item") -> bool:
        return not set(MIXED_WORD.findall(self.text)).isdisjoint(MIXED_WORD.findall(other.text))


def screen(document: Document) -> list[Refused]:
    """Take out of the document what the guard refuses, and return where it stood."""
    entries = [_Item(each.line, each.title, each) for each in document.entries]
    unknown = [_Item(line, text) for line, text, _ in document.unknown]
    for item in (*entries, *unknown):
        item.category = _category_of(item)
    lines: dict[int, list[_Item]] = defaultdict(list)
    for item in (*entries, *unknown):
        lines[item.line].append(item)
    _refuse_together(lines, {item.line for item in unknown})
    refused = [each for items in lines.values() for each in _refused_of_line(items)]
    document.entries = [each for each, item in zip(document.entries, entries, strict=True) if not item.category]
    document.unknown = [each for each, item in zip(document.unknown, unknown, strict=True) if not item.category]
    return sorted(refused, key=lambda each: each.line)


def _category_of(item: _Item) -> str:
    if item.entry is None:
        return _category([item.text])
    return _category([*texts_of(item.entry)]) or _category_below(item.entry)


def _refused_of_line(items: list[_Item]) -> Iterable[Refused]:
    """Yield a line's refused items once each, with items repeating a part of them."""
    refused = [item for item in items if item.category]
    if not refused:
        return
    shown: list[_Item] = []
    for item in refused:
        if len(shown) > COMPARED_MAX or not any(item.text == other.text for other in shown):
            shown.append(item)
    same = refused[:COMPARED_MAX]
    words = set().union(*(item.words for item in refused)) if len(refused) > COMPARED_MAX else set()
    for item in items:
        if item.category or item.entry:
            continue
        if repeated := next((other for other in same if item.says_the_same(other)), None):
            item.category = repeated.category
        elif near := next((other for other in same if item.shares_a_secret(other)), None):
            item.category = near.category
            shown.append(item)
        elif not item.words.isdisjoint(words):
            item.category = refused[0].category
            shown.append(item)
    for item in shown:
        yield Refused(item.line, item.category, item.entry is not None and item.entry.category.lower() == "dietary")


def _category(texts: list[str]) -> str:
    read = [text for text in texts if text]
    # What ends with a colon is read without it, too: files write labels so, and the guard takes it for one.
    read += [ENDS_WITH_COLON.sub(r"\1 ", text) for text in read if ENDS_WITH_COLON.search(text)]
    finding = sensitive.inspect(read)
    return finding.category if finding else ""


def _category_below(entry: Entry) -> str:
    """Return what an entry holds below its heading: "Password", and then the password."""
    return _category([f"{heading}: {entry.title}" for heading in entry.context]) if entry.context else ""


def _refuse_together(lines: dict[int, list[_Item]], unknown: set[int]) -> None:
    """Refuse what holds something after a line that names it, or together with its block."""
    texts = {number: " ".join(dict.fromkeys(item.text for item in items)) for number, items in lines.items()}
    for before, after in pairwise(sorted(lines)):
        if len(texts[before]) > LABEL_MAX or len(texts[before].split()) > LABEL_WORDS or after - before > 2:
            continue
        if all(item.category for item in lines[before]) or all(item.category for item in lines[after]):
            continue  # one of them holds the secret itself, and says nothing of the other
        label = texts[before].rstrip(":： ")
        if category := _category([f"{label}: {texts[after]}"]):
            alone = [item for item in lines[after] if item.category or _category([f"{label}: {item.text}"])]
            _refuse([*lines[before], *(alone or lines[after])], category)
    for block in _blocks(sorted(unknown)):
        if len(block) > 1 and (category := _category(["\n".join(texts[number] for number in block)])):
            _refuse([item for number in block for item in lines[number]], category)


def _refuse(items: Iterable[_Item], category: str) -> None:
    for item in items:
        item.category = item.category or category


def _blocks(numbers: list[int]) -> Iterable[list[int]]:
    """Yield runs of consecutive line numbers."""
    block: list[int] = []
    for number in numbers:
        if block and (number != block[-1] + 1 or len(block) == BLOCK_MAX):
            yield block
            block = []
        block.append(number)
    if block:
        yield block
