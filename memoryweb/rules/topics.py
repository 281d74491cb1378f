"""Finds a topic, such as a former employer, in any text, whatever its case, accents, width and punctuation.

A topic is found at the beginning of a word: "north" finds "Northwind". Several words are one phrase, however they are
joined: "Northwind-Traders", "northwind_traders". Chinese has no words to begin, so it is found anywhere. An identifier
is found as a whole, in all of its spellings (rules/identifiers.py).
"""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import chain, pairwise
from typing import Any, Self

from memoryweb.rules import identifiers, tokens
from memoryweb.rules.lazy_pattern import LazyPattern

TOPIC_MIN = 2  # characters
SHOWN_MAX = 140  # characters of a text around a topic
BEFORE_TOPIC = 40  # of those, before it
ACCENTS = "\u0300-\u036f"  # where they stand as characters of their own
WITHOUT_SPACES = r"\u3040-\u30ff" + tokens.HAN  # scripts that do not separate words
LETTER = rf"[^\W_{WITHOUT_SPACES}]"
FOLDED = ((0x80, 0x3040), (0xA640, 0xAC00), (0xF900, 0x10000))  # where a character has variants: no Han, no Hangul
PLUS_TAG = r"(?:[+][^@]{0,60})?"
VERSION_NUMBER = LazyPattern(r"v\d+")  # also written "version 2"
ELLIPSIS = "…"
_accent = LazyPattern(f"[{ACCENTS}]")
_joint = LazyPattern(r"[\s_\-]+")


def fold(text: str) -> str:
    """Return the text in small letters without accents and special widths. It may be longer than before."""
    if text.isascii():
        return text.lower()
    return unicodedata.normalize("NFC", _accent.sub("", unicodedata.normalize("NFKD", text).casefold()))


@dataclass(frozen=True)
class Segment:
    """A piece of a text, and whether it is the topic."""

    text: str
    is_topic: bool = False


@dataclass(frozen=True)
class Topic:
    """What a person wants to find everywhere."""

    text: str

    @classmethod
    def from_text(cls, text: str) -> Self | None:
        """Read what a person typed; None if it is too short to search for."""
        visible = "".join(c if unicodedata.category(c)[0] != "C" else " " for c in text)
        topic = cls(" ".join(visible.split()))
        return topic if topic.words and sum(map(len, topic.words)) >= TOPIC_MIN else None

    @cached_property
    def words(self) -> list[str]:
        return [word for word in _joint.split(fold(self.text)) if word]

    @cached_property
    def identifier(self) -> identifiers.Identifier | None:
        """The identifier that it is, if it is one. One with an underscore only is a phrase like any other."""
        found = identifiers.from_text(self.text)
        is_phrase = found is None or found.key.isalpha() or VERSION_NUMBER.fullmatch(found.key)
        return None if is_phrase else found

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """What finds it in a folded text."""
        if self.identifier:
            return re.compile(f"(?<!{LETTER})" + _spellings(self.identifier, re.escape, r"[\W_]") + f"(?!{LETTER})")
        phrase = r"[\W_]*".join(map(re.escape, self.words))
        return re.compile((f"(?<!{LETTER})" if re.match(LETTER, phrase) else "") + phrase)

    def is_in(self, text: str) -> bool:
        if self.identifier:
            return identifiers.is_in(self.identifier, text)
        return bool(self.pattern.search(fold(text)))

    def segments(self, text: str) -> list[Segment]:
        """Return the text around the first place where it is, in pieces, so that a page can mark each one."""
        spans = self._spans(text)
        first = spans[0][0] if spans else 0
        start = 0 if len(text) <= SHOWN_MAX or first <= BEFORE_TOPIC else first - BEFORE_TOPIC
        end = min(len(text), start + SHOWN_MAX)
        pieces, at = [Segment(ELLIPSIS)] if start else [], start
        for begin, finish in spans:
            if begin >= end:
                break
            pieces += [Segment(text[at:begin]), Segment(text[begin:finish], is_topic=True)]
            at = finish
        pieces += [Segment(text[at:end])] if at < end else []
        return [piece for piece in (*pieces, Segment(ELLIPSIS if end < len(text) else "")) if piece.text]

    def _spans(self, text: str) -> list[tuple[int, int]]:
        """Return where it is in the unfolded text, up to the ends of its words."""
        folded, origins = [], []
        for position, character in enumerate(text):
            piece = fold(character)
            folded.append(piece)
            origins += [position] * len(piece)
        ends_open = not self.identifier and re.search(f"{LETTER}$", self.words[-1])
        rest_of_the_word = f"{LETTER}*" if ends_open else ""
        found = re.finditer(self.pattern.pattern + rest_of_the_word, "".join(folded))
        return [(origins[match.start()], origins[match.end() - 1] + 1) for match in found]

    @cached_property
    def sql_patterns(self) -> list[str]:
        """Return one PostgreSQL pattern for each word. A text that contains the topic matches all of them.

        Others may match too: `is_in` decides. The variants of each letter are written out, because what PostgreSQL
        takes for the same letter depends on the locale it was started with.
        """
        if self.identifier:
            return [_spellings(self.identifier, _sql_letter, "[^[:alnum:]]")]
        return ["".join(_sql_letters(word)) for word in self.words]


def _spellings(identifier: identifiers.Identifier, letter: Callable[[str], str], other: str) -> str:
    """Return a pattern for every spelling of an identifier: other separators, and a plus tag before the @."""
    key = identifier.key
    pieces = [letter(each) if each.isalnum() else f"{PLUS_TAG if each == '@' else ''}{other}{{1,4}}" for each in key]
    gaps = [f"{other}{{0,2}}" if one.isalnum() and two.isalnum() else "" for one, two in pairwise(f"{key} ")]
    return "".join(chain.from_iterable(zip(pieces, gaps, strict=True)))


def strings_of(value: Any) -> Iterator[str]:
    """Return every string of a JSON value, keys and numbers too."""
    if isinstance(value, dict):
        for key, each in value.items():
            yield str(key)
            yield from strings_of(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from strings_of(each)
    elif value is not None and value != "" and not isinstance(value, bool):
        yield str(value)


@cache
def _variants() -> dict[str, str]:
    """Return the characters that are folded to each text of one or two characters."""
    variants: dict[str, list[str]] = defaultdict(list)
    for first, end in FOLDED:
        for code in range(first, end):
            character = chr(code)
            folded = fold(character)
            if folded != character and 1 <= len(folded) <= 2:
                variants[folded].append(character)
    return {folded: "".join(characters) for folded, characters in variants.items()}


def _sql_letters(word: str) -> Iterator[str]:
    """Return the SQL pattern of a folded word, letter by letter, with accents that stand alone after each one."""
    position = 0
    while position < len(word):
        pair = word[position : position + 2]
        ligatures = _variants().get(pair, "") if len(pair) == 2 else ""
        if ligatures:
            yield f"(?:{_sql_letter(pair[0])}{_sql_letter(pair[1])}|[{ligatures}])[{ACCENTS}]*"
            position += 2
        else:
            yield _sql_letter(word[position])
            position += 1


def _sql_letter(letter: str) -> str:
    same = {letter, letter.upper() if len(letter.upper()) == 1 else letter, *_variants().get(letter, "")}
    choices = "".join(f"\\{each}" if each.isascii() and not each.isalnum() else each for each in sorted(same))
    escaped = r"\\*" if letter in '"\\' else ""  # as JSON and arrays write them
    return f"{escaped}[{choices}][{ACCENTS}]*"
