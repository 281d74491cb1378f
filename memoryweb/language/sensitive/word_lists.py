"""Reads the word lists in words/. All words are in lower case and without accents, as folding leaves a text."""

import re
from collections.abc import Iterable, Iterator
from functools import cache, cached_property
from pathlib import Path

from memoryweb.language.lazy_pattern import LazyPattern
from memoryweb.language.sensitive.needed_words import needed_words

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


def alternatives(patterns: tuple[str, ...], *, not_after: str = "") -> str:
    """Return one pattern, grouped by first letter, where no character of `not_after` stands before.

    A word is so compared only with those of its letter, and a search skips to the first letter of one.
    """
    letters: dict[str, list[str]] = {}
    for pattern in patterns:
        for first, rest in _by_first_letter(pattern).items():
            letters.setdefault(re.escape(first), []).append(rest)
    return "|".join(
        f"{letter}{f'(?<![{not_after}]{letter})' if not_after else ''}(?:{'|'.join(rest)})"
        for letter, rest in letters.items()
    )


class Form(LazyPattern):
    """A pattern searched only in texts with one of the words that its matches need."""

    @cached_property
    def needed(self) -> tuple[str, ...]:
        return needed_words(self.pattern, self.flags)

    def may_be_in(self, lower: str) -> bool:
        """Return whether a text in lower case has one of these words; most texts have none, which is quickly known."""
        for word in self.needed:  # a loop is twice as fast as any()
            if word in lower:
                return True
        return not self.needed

    def found_in(self, lower: str) -> Iterator[re.Match[str]]:
        return self.finditer(lower) if self.may_be_in(lower) else iter(())


Forms = tuple[Form, ...]


def forms(patterns: Iterable[str], flags: int = 0) -> Forms:
    return tuple(Form(pattern, flags) for pattern in patterns)


def has_form(several: Forms, lower: str, text: str) -> bool:
    """Return whether one of these forms is in a text, whose lower case is given too."""
    return any(form.may_be_in(lower) and form.search(text) for form in several)


def first_letters(patterns: tuple[str, ...]) -> str:
    """Return a character class of the patterns' first letters."""
    return f"[{''.join(sorted({letter for each in patterns for letter in _by_first_letter(each)}))}]"


def _by_first_letter(pattern: str) -> dict[str, str]:
    """Return what follows each first letter of a pattern, which begins with a letter or a group of words."""
    if not pattern.startswith("(?:"):
        return {pattern[0]: pattern[1:]}
    *options, rest = _options(pattern)
    letters: dict[str, list[str]] = {}
    for option in options:
        letters.setdefault(option[0], []).append(option[1:])
    return {letter: f"(?:{'|'.join(ends)}){rest}" for letter, ends in letters.items()}


def _options(pattern: str) -> list[str]:
    """Return the options of the group with which a pattern begins, and what follows the group."""
    options, depth, start = [], 0, len("(?:")
    for place, character in enumerate(pattern):
        depth += (character == "(") - (character == ")")
        if (character == "|" and depth == 1) or depth == 0:
            options.append(pattern[start:place])
            start = place + 1
        if depth == 0:
            break
    return [*options, pattern[start:]]
