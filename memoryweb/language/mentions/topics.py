"""Finds a topic, such as a former employer, in any text, whatever its case, accents, width and punctuation.

Each letter is read as the search reads it (language/text/folding.py), and an apostrophe, quotation mark or dash however
it is typed. A topic is found at the beginning of a word: "north" finds "Northwind". Several words are one phrase,
however they are joined: "Northwind-Traders", "northwind_traders". Chinese has no words to begin, and Hebrew writes "in
Haifa" as one, so such topics are found anywhere. An identifier is found as a whole, in all of its spellings
(language/mentions/identifiers.py).
"""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any, Self

from memoryweb.language.lazy_pattern import LazyPattern
from memoryweb.language.locales.zh.characters import TO_SIMPLIFIED
from memoryweb.language.mentions import identifiers
from memoryweb.language.text import folding, invisible, tokens

TOPIC_MIN = 2  # characters
SHOWN_MAX = 140  # characters of a text around a topic
BEFORE_TOPIC = 40  # of those, before it
ACCENTS = rf"{folding.MARKS}\ufe00-\ufe0f"  # where they stand as characters of their own, and how an emoji looks
TYPED = str.maketrans(  # the forms that keyboards and programs give to one sign
    dict.fromkeys("’‘‛‚ʼʻ′`´", "'") | dict.fromkeys("“”„‟«»″", '"') | dict.fromkeys("‐‑‒–—―−", "-")
)
WITH_PREFIXES = r"\u0590-\u077f"  # Hebrew and Arabic join small words to the next one
LETTER = rf"[^\W_{tokens.WITHOUT_SPACES}]"
FIRST_LETTER = rf"[^\W_{tokens.WITHOUT_SPACES}{WITH_PREFIXES}]"  # of a word that nothing is joined to
FOLDED = (  # where a character has variants: no Hangul, and of Han the traditional ones and those for compatibility
    *((0x80, 0x3400), (0xA000, 0xAC00), (0xF900, 0x1FC00), (0x2F800, 0x2FA20)),
    *((code, code + 1) for code in TO_SIMPLIFIED),
)
LIGATURE_MAX = 4  # letters that one character is folded to
PLUS_TAG = r"(?:[+][^@]{0,60})?"
VERSION_NUMBER = LazyPattern(r"v\d+")  # also written "version 2"
SHOWN_INVISIBLE = r"⟨u\+[0-9a-f]{4,6}⟩"  # invisible.show_invisible, folded: it stands where a joiner stood
SQL_HELPERS = invisible.OF_WORDS.replace(r"\xad", r"\u00ad")  # PostgreSQL reads \xad otherwise
SQL_SPACES = r"\s\\nt"  # also as JSON writes them
ELLIPSIS = "…"
_accent = LazyPattern(f"[{ACCENTS}]")
_composed = LazyPattern(rf"(?s).[{ACCENTS}\u3099\u309a\u1160-\u11ff]*")  # what may be one letter: also kana, Hangul
_joint = LazyPattern(r"[\s_\-]+")
_within = LazyPattern(rf"(?<=[{tokens.WITHOUT_SPACES}])(?=[{tokens.WITHOUT_SPACES}])")  # a space says nothing there


def fold(text: str) -> str:
    """Return the text in small letters without accents and special widths. It may be longer than before."""
    if text.isascii():
        return text.lower()
    plain = folding.fold_letters(invisible.without_helpers(text)).casefold().translate(TYPED)
    return unicodedata.normalize("NFC", _accent.sub("", plain))


@dataclass(frozen=True)
class Segment:
    """A piece of text, marked if it is the topic."""

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
        """The topic as an identifier, or None. With only letters and underscores it counts as a phrase."""
        found = identifiers.from_text(self.text.translate(TYPED))
        is_phrase = found is None or found.key.isalpha() or VERSION_NUMBER.fullmatch(found.key)
        return None if is_phrase else found

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """What finds it in a folded text."""
        if self.identifier:
            spellings = _spellings(self.identifier, lambda letters, _: map(re.escape, letters), r"[\W_]")
            return re.compile(f"(?<!{LETTER}){spellings}(?!{LETTER})")
        words = (_within.sub(r"\\s*", re.escape(word)) for word in self.words)
        phrase = rf"(?:[\W_]|{SHOWN_INVISIBLE})*".join(words)
        return re.compile((f"(?<!{LETTER})" if re.match(FIRST_LETTER, phrase) else "") + phrase)

    def is_in(self, text: str) -> bool:
        if self.identifier:
            return identifiers.is_in(self.identifier, text.translate(TYPED))
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
        """Return the topic's places in the unfolded text, extended to whole words."""
        folded, origins = [], []
        for match in _composed.finditer(text):
            piece = fold(match[0])
            folded.append(piece)
            origins += [match.span()] * len(piece)
        ends_open = not self.identifier and re.search(f"{LETTER}$", self.words[-1])
        rest_of_the_word = f"{LETTER}*" if ends_open else ""
        found = re.finditer(self.pattern.pattern + rest_of_the_word, "".join(folded))
        return [(origins[match.start()][0], origins[match.end() - 1][1]) for match in found]

    @cached_property
    def sql_patterns(self) -> list[str]:
        """Return PostgreSQL patterns. A text that contains the topic matches all of them.

        A phrase has one for each word; an identifier has one, whatever it is joined by. Others may match too: `is_in`
        decides. The variants of each letter are written out, because what PostgreSQL takes for the same letter depends
        on the locale it was started with.
        """
        if self.identifier:
            return [_spellings(self.identifier, _sql_letters, "[^[:alnum:]]")]
        return ["".join(_sql_letters(word)) for word in self.words]


def _spellings(identifier: identifiers.Identifier, letters: Callable[[str, str], Iterable[str]], other: str) -> str:
    """Return a pattern for every spelling of an identifier: other separators, and a plus tag before the @."""
    gap, pieces = f"{other}{{0,3}}", list[str]()
    for run in re.findall(r"[^\W_]+|[\W_]", fold(identifier.key)):
        tag = PLUS_TAG if run == "@" else ""
        pieces.append(gap.join(letters(run, gap)) if run.isalnum() else f"{tag}{other}{{1,6}}")
    return "".join(pieces)


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
    """Return the characters that are folded to each text of a few characters."""
    variants: dict[str, list[str]] = defaultdict(list)
    for first, end in FOLDED:
        for code in range(first, end):
            character = chr(code)
            folded = fold(character)
            if folded != character and 1 <= len(folded) <= LIGATURE_MAX:
                variants[folded].append(character)
    return {folded: "".join(characters) for folded, characters in variants.items()}


def _sql_letters(word: str, gap: str = "") -> Iterator[str]:
    """Return the SQL pattern of a folded word, letter by letter.

    Letters that some characters write as one, such as the three of ﬃ, have one pattern, which lets any of them be
    missing: the ligatures of one word may overlap. `gap` is what may stand between two letters.
    """
    start = 0
    while start < len(word):
        end, position, ligatures = start + 1, start, ""
        while position < end:
            for length in range(2, min(LIGATURE_MAX, len(word) - position) + 1):
                if same := _variants().get(word[position : position + length]):
                    ligatures, end = ligatures + same, max(end, position + length)
            position += 1
        yield _sql_run(word[start:end], ligatures, gap)
        start = end


def _sql_run(letters: str, ligatures: str, gap: str) -> str:
    """Return the SQL pattern for a letter or a ligature, with optional accents."""
    same, apart = set(ligatures), set[str]()
    for letter in letters:
        same |= {letter, letter.upper() if len(letter.upper()) == 1 else letter, *_variants().get(letter, "")}
        if (decomposed := unicodedata.normalize("NFD", letter)) != letter:  # syllables of Hangul, voiced kana
            apart.add(decomposed)
    choices = "".join(f"\\{each}" if each.isascii() and not each.isalnum() else each for each in sorted(same))
    escaped = r"\\*" if same & {'"', "\\"} else ""  # as JSON and arrays write them
    one = f"(?:{'|'.join([f'[{choices}]', *sorted(apart)])})" if apart else f"[{choices}]"
    spaces = SQL_SPACES if tokens.UNSPACED.match(letters) else ""
    pattern = f"{escaped}{one}[{ACCENTS}{SQL_HELPERS}{spaces}]*"
    return pattern if len(letters) == 1 else f"(?:{pattern}{gap})+"
