"""The entries of a MEMORY.md that a person or an agent also writes: where each stands, and how the file is changed.

What is no entry stays byte for byte: prose, front matter, code, tables, tasks, and headings, but for that of a
category of the person's own, which goes with its last entry.
"""

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise

from memoryweb.interchange.entry import Document, Entry
from memoryweb.interchange.formats.own import memory_md
from memoryweb.interchange.parsing import markdown, taken_back
from memoryweb.language import readings
from memoryweb.rules.fields import CATEGORIES

TITLE = "# MEMORY.md"
TASK = re.compile(r"^\s*(?:[-*+])\s+\[[ xX]\](?:\s|$)")
FRAME = re.compile(r"^\s*(?:\||<!--|!\[)")  # a table, a comment, a picture
QUOTED = re.compile(r"^\s*>")
CONTEXT = 2  # headings above an entry that the guard reads with it


@dataclass(frozen=True)
class Block:
    """One entry and its lines, `start` to before `end`, counted from 0."""

    start: int
    end: int
    words: str
    entry: Entry
    headings: tuple[str, ...]

    @property
    def number(self) -> int:
        """Return the number of its first line, counted from 1."""
        return self.start + 1


def read(text: str, categories: Collection[str]) -> tuple[list[Block], Document]:
    """Return the entries in use, in order, and all of them as a document for the guard; a pass reads a file once.

    A heading is a category only if it is one of these, or one of memoryweb's own. What says that it has ended is none.
    """
    known = frozenset(categories)
    return readings.once(("blocks", text, known), lambda: _read(text, known))


def _read(text: str, categories: Collection[str]) -> tuple[list[Block], Document]:
    lines = text.splitlines()
    in_force, _taken = taken_back.take_out(text, keeps_quotes=True)
    shown = _without_frame(in_force.splitlines())
    document = memory_md.read("\n".join(shown))
    headings = _headings(shown)
    document.entries = [replace(each, context=headings[each.line - 1][-CONTEXT:]) for each in document.entries]
    starts = {entry.line - 1 for entry in document.entries}
    found: dict[int, Block] = {}
    for entry in document.entries:
        if entry.expired:
            continue
        known = entry.category if entry.category in CATEGORIES or entry.category in categories else ""
        start, end = entry.line - 1, _end(shown, entry.line - 1, starts)
        words = "\n".join(line.rstrip() for line in lines[start:end])
        found[start] = Block(start, end, words, replace(entry, category=known), headings[start])
    return [found[start] for start in sorted(found)], document


def _without_frame(lines: list[str]) -> list[str]:
    """Return the lines with those emptied that are no entries, whatever they look like."""
    front_end, fence, shown = markdown.front_matter_end(lines), markdown.Fence(), []
    for number, line in enumerate(lines, start=1):
        is_frame = number <= front_end or fence.holds(line) or TASK.match(line) or FRAME.match(line)
        shown.append("" if is_frame else line)
    return shown


def _headings(lines: list[str]) -> list[tuple[str, ...]]:
    """Return for each line the headings above it, the nearest last."""
    above: list[tuple[int, str]] = []
    found = []
    for line in lines:
        if heading := markdown.HEADING.match(line):
            depth = len(heading[1])
            above = [each for each in above if each[0] < depth] + [(depth, markdown.heading_text(heading))]
        found.append(tuple(name for _, name in above))
    return found


def _end(lines: list[str], start: int, starts: set[int]) -> int:
    """Return where the entry ends that begins on this line: with the bullets and markers right below it."""
    is_unit = memory_md.ENTRY.match(_unquoted(lines[start])) is not None
    end = start + 1
    while is_unit and end < len(lines) and end not in starts:
        text = _unquoted(lines[end])
        if not (memory_md.BULLET.match(text) or memory_md.MARKER.match(text)):
            break
        end += 1
    return end


def _unquoted(line: str) -> str:
    return line.lstrip().lstrip(">").strip() if QUOTED.match(line) else line.strip()


def render(entry: Entry) -> str:
    """Return an entry as Markdown."""
    return "\n".join(memory_md.format_entry(entry))


def rewrite(text: str, changes: Mapping[int, str], blocks: Iterable[Block], additions: Iterable[Entry]) -> str:
    """Return the file with some blocks changed, by their start, and entries added below the heading of their category.

    An empty change removes its block, and the heading of a category of the person's own with its last block: that word
    is erased with the memory. Everything else stays as it is, line ends too.
    """
    blocks, additions = list(blocks), list(additions)
    lines = text.splitlines(keepends=True)
    emptied = _emptied_headings(lines, changes, blocks, {each.category for each in additions})
    newline = "\r\n" if lines and lines[0].endswith("\r\n") else "\n"
    if lines and not lines[-1].endswith(("\n", "\r")):
        lines[-1] += newline
    kept: list[str] = []
    below: dict[str, int] = {}  # by category: where in `kept` its last entry or its heading ends
    ends = {block.start: block for block in blocks}
    number = 0
    while number < len(lines):
        block = ends.get(number)
        if number in emptied:
            number += 1
        elif block is None:
            kept.append(lines[number])
            if heading := memory_md.HEADING.match(lines[number].strip()):
                below.setdefault(memory_md.parse_category(heading[2]), len(kept))
            number += 1
        else:
            number = block.end
            change = changes.get(block.start)
            if change is None:
                kept += lines[block.start : block.end]
            elif change:
                kept += [line + newline for line in change.split("\n")]
            elif kept and not kept[-1].strip() and (number >= len(lines) or not lines[number].strip()):
                kept.pop()  # one of the two empty lines around it
            if change != "" and block.headings:
                below[memory_md.parse_category(block.headings[-1])] = len(kept)
    return "".join(_with_additions(kept, below, additions, newline))


def _emptied_headings(
    lines: list[str], changes: Mapping[int, str], blocks: Iterable[Block], added: Collection[str]
) -> set[int]:
    """Return the numbers of lines that go with the last block below them: a heading of memoryweb's form, and a gap."""
    shown = _without_frame([line.rstrip("\r\n") for line in lines])
    heads = [number for number, line in enumerate(shown) if markdown.HEADING.match(line)]
    removed = {number for block in blocks if changes.get(block.start) == "" for number in range(block.start, block.end)}
    emptied: set[int] = set()
    for head, end in pairwise([*heads, len(lines)]):
        inside = {number for number in range(head + 1, end) if lines[number].strip()}
        category = memory_md.parse_category(shown[head].lstrip("# "))
        is_ours = shown[head] == f"## {memory_md.format_category(category)}" and category not in ("", *CATEGORIES)
        if is_ours and category not in added and inside and inside <= removed:
            emptied |= {head, head + 1} - inside
    return emptied


def _with_additions(
    kept: list[str], below: Mapping[str, int | None], additions: list[Entry], newline: str
) -> list[str]:
    if additions and not kept:
        kept = [TITLE + newline]
    below = below if below.get("") == len(kept) else {**below, "": None}  # what has no category goes to the end
    places = {each.category: below.get(each.category) for each in additions}
    at: dict[int, list[str]] = {}
    for category in sorted(places, key=lambda each: places[each] is None):  # no new heading comes between
        written = [line for each in additions if each.category == category for line in ("", *render(each).split("\n"))]
        place = places[category]
        if place is None:
            written = ["", f"## {memory_md.format_category(category)}", *written]
        at.setdefault(len(kept) if place is None else place, []).extend(line + newline for line in written)
    result: list[str] = []
    for place in range(len(kept) + 1):
        more = at.get(place, [])
        result += more
        if more and place < len(kept) and kept[place].strip():
            result.append(newline)
        if place < len(kept):
            result.append(kept[place])
    return result
