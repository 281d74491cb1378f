"""Decides whether a text quotes a phrase: the same words in a row, and at places with signs in both, a common sign.

"Writes C++" is not quoted by "Writes C#", nor "Signs with 🎉" by "Signs with 🎂". Where only one of them has signs, the
words decide: of what is to be erased, rather too much is found than too little.
"""

import re
from collections import defaultdict

from memoryweb.language.lazy_pattern import LazyPattern
from memoryweb.language.text import tokens

WORD_OR_SIGN = LazyPattern(rf"(?P<word>{tokens.WORD.pattern})|[{tokens.SYMBOLS}]")


class Phrase:
    """A phrase to search for in texts."""

    def __init__(self, text: str) -> None:
        self.words = tokens.normalize(text)
        self._signs = _signs(text)

    @property
    def is_chinese(self) -> bool:
        return tokens.CJK.search(self.words) is not None

    def is_quoted_in(self, text: str, normalized: str) -> bool:
        """Return whether a text has it, Chinese anywhere and others as whole words. `normalized` is tokens.normalize's.

        A caller with many phrases makes that once.
        """
        phrase, words = (self.words, normalized) if self.is_chinese else (f" {self.words} ", f" {normalized} ")
        if phrase not in words:
            return False
        there = _signs(text) if self._signs else {}
        places = (found.start() for found in re.finditer(f"(?={re.escape(phrase)})", words))
        return any(
            not any(signs.isdisjoint(there.get(place + end, signs)) for end, signs in self._signs.items())
            for place in places
        )


def _signs(text: str) -> dict[int, set[str]]:
    """Return a text's signs by the end of the preceding word in normal form; -1 before the first word."""
    signs, end = defaultdict[int, set[str]](set), -1
    for found in WORD_OR_SIGN.finditer(tokens.plain(text)):
        if found["word"]:
            end += 1 + len(found[0])
        else:
            signs[end].add(found[0])
    return signs
