"""Reads the word lists in words/. All words are in lower case and without accents, as folding leaves a text."""

import re
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent / "words"


def words(name: str) -> frozenset[str]:
    """Return the words of a list."""
    return frozenset(word for line in lines(name) for word in line.split())


@cache
def lines(name: str) -> tuple[str, ...]:
    """Return the lines of a list, each a pattern; a line that begins with "# " is a comment."""
    text = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    return tuple(line for line in text.splitlines() if line and not line.startswith("# "))


def either(name: str) -> str:
    """Return one pattern for all lines of a list."""
    return "|".join(lines(name))


def alternatives(patterns: tuple[str, ...], *, not_after: str) -> str:
    """Return one pattern, grouped by first letter, where no character of `not_after` stands before.

    A word is so compared only with those of its letter, and a search skips to the first letter of one.
    """
    letters: dict[str, list[str]] = {}
    for pattern in patterns:
        first = pattern[0] if pattern[0] != "(" else ""
        letters.setdefault(first, []).append(pattern[len(first) :])
    return "|".join(
        f"{re.escape(letter)}(?<![{not_after}]{re.escape(letter)})(?:{'|'.join(rest)})"
        for letter, rest in letters.items()
    )
