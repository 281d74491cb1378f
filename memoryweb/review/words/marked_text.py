"""A text in pieces: what changed in it, and what a moderator should look at twice."""

from collections.abc import Iterator
from dataclasses import dataclass

from memoryweb.language.sharing import red_flags
from memoryweb.review.words import diff


@dataclass(frozen=True)
class Piece:
    """A part of a text; `change` is "del", "ins" or empty, `flag` one of red_flags.Flag or empty."""

    text: str
    change: str = ""
    flag: str = ""


def pieces(text: str, before: str = "") -> list[Piece]:
    """Return a text's marked pieces, with changes from `before`. Deleted words have no marks."""
    parts = diff.compare(before, text) if before else [diff.Part(text)]
    marks = red_flags.marks(text)
    found, at = [], 0
    for part in parts:
        if part.mark == "del":
            found.append(Piece(part.text, part.mark))
            continue
        found += [Piece(text[start:end], part.mark, flag) for start, end, flag in _cut(marks, at, at + len(part.text))]
        at += len(part.text)
    return found


def _cut(marks: list[red_flags.Mark], start: int, end: int) -> Iterator[tuple[int, int, str]]:
    """Yield the parts of a span, each wholly inside or outside of a mark."""
    for mark in marks:
        if mark.end <= start or mark.start >= end:
            continue
        if start < mark.start:
            yield start, mark.start, ""
        yield max(start, mark.start), min(end, mark.end), mark.flag
        start = min(end, mark.end)
    if start < end:
        yield start, end, ""
