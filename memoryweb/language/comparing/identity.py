"""What counts as the same: two texts, two JSON values, two places, two statements in nearly the same words.

Whatever asks "is this the same?" asks here: fingerprints, matching, keys, projects, conditions, tombstones.
"""

import json
import re
import unicodedata
from collections.abc import Iterator
from decimal import Context, Decimal
from functools import cached_property

from memoryweb.language import readings
from memoryweb.language.lazy_pattern import LazyPattern
from memoryweb.language.locales import en, zh
from memoryweb.language.text import invisible
from memoryweb.language.text.tokens import BREAKS, CJK, HAN, WITHOUT_SPACES, joined

GAP = LazyPattern(rf"(?<=[{WITHOUT_SPACES}]) (?=\w)|(?<=\w) (?=[{WITHOUT_SPACES}])")  # 用 Python 写 is 用Python写
EXACT = Context(prec=10_000)  # digits: more than any number has that JSON can carry
NARROW = {
    code: unicodedata.normalize("NFKC", chr(code))
    for code in (0x3000, *range(0xFF00, 0xFFF0))
    if unicodedata.decomposition(chr(code)).startswith(("<wide>", "<narrow>"))
}


def normal_text(text: str) -> str:
    """Return the form in which texts are compared: case, width and spaces folded, one last full stop removed."""
    return _ended(spaced_text(text) if text.isascii() else GAP.sub("", spaced_text(text)))


def former_text(text: str) -> str:
    """Return the form in which texts were compared until 0.12: what is gone is known by digests of it alone."""
    composed = unicodedata.normalize("NFC", unicodedata.normalize("NFC", text).translate(NARROW))
    return _ended(" ".join(composed.casefold().split()))


def _ended(folded: str) -> str:
    folded = folded[:-1].rstrip() if folded.endswith((".", "。")) else folded
    return folded if folded.isascii() else unicodedata.normalize("NFC", folded)


def spaced_text(text: str) -> str:
    """Return a text with case, width and spaces folded, one space between its words."""
    return " ".join(narrow(text).casefold().split())


def narrow(text: str) -> str:
    """Return the text composed (NFC), with full-width letters and half-width kana as they usually are.

    Without what nobody reads in it: letters' joiners, and spaces in a script that has none.
    """
    if text.isascii():
        return text
    composed = unicodedata.normalize("NFC", invisible.without_helpers(text))
    return joined(unicodedata.normalize("NFC", composed.translate(NARROW)))


def same_place(one: str, other: str) -> bool:
    """Return whether two projects or conditions are one: "When tired" and "when  tired."."""
    return normal_text(one) == normal_text(other)


def same_value(one: object, other: object) -> bool:
    """Return whether two JSON values are the same in type and content: 5 is 5.0, and true is not "true"."""
    return canonical(one) == canonical(other)


def canonical(value: object) -> str:
    """Return a canonical text of a JSON value, equal only for equal values.

    A list is compared without its order: no list in the registry of fields has one.
    """
    match value:
        case str():
            return json.dumps(normal_text(value), ensure_ascii=False)
        case bool() | None:
            return json.dumps(value)
        case int() | float():
            return _normal_number(value)
        case list() | tuple():
            return f"[{','.join(sorted(map(canonical, value)))}]"
        case dict():
            pairs = (f"{json.dumps(key, ensure_ascii=False)}:{canonical(each)}" for key, each in value.items())
            return f"{{{','.join(sorted(pairs))}}}"
    raise TypeError(f"{type(value).__name__} is no JSON")


def _normal_number(number: float) -> str:
    """Return a number's shortest digits, however PostgreSQL writes it: 1e23 and 100000000000000000000000 are one."""
    exact = EXACT.normalize(Decimal(str(number)))
    return str(exact) if exact else "0"


# Nearly the same words

LETTER = rf"[^{BREAKS}{HAN}]"
SPACED = rf"[^{BREAKS}{WITHOUT_SPACES}]"  # of a script that separates words
CURRENCY = "[$€£¥]"
TOKEN = LazyPattern(
    "|".join(
        (
            rf"[{HAN}]+",
            # A word with what belongs to it: it's, club.org, ann@club.org, 9:15, a+b, D:\a, 12-34, 1,000, C++, C#, A-
            rf"{LETTER}+(?:'{LETTER}+|(?<={SPACED})[.@:/&+~]+{SPACED}{LETTER}*|:?\\+[^{BREAKS}]+"
            rf"|(?<=\d)[-,]{SPACED}{LETTER}*|-\d{LETTER}*)*(?:[+#]+|-(?![^\s,.;:!?)]))?",
            rf"(?<![^\s(])[-+−]{CURRENCY}?[.\d](?:[\d.,]*\d)?|(?<![^\s(])\.\d+",  # -5, +3, -$2.50, .05
            rf"(?:[,;:!()\[\]{{}}\"“”„«»‘'…–—、。，；：！·|/*\\।\s]|[-.](?!{CURRENCY}?\.?\d))+",  # punctuation
            r".",  # any other sign says something by itself
        )
    ),
    re.DOTALL,
)
PUNCTUATION = frozenset(",;:!()[]{}\"“”„«»‘'…–—、。，；：！·|/*\\।-. \n\t")
PAUSE = LazyPattern(r"[^\s'\"“”„«»‘*]")  # punctuation between two phrases, unlike a space or a quotation mark
COMMA = LazyPattern(r"[,;，；、]")
STRAIGHT_APOSTROPHE = {ord("’"): "'"}


class Wording:
    """The words of a statement in order, without articles, plural endings and what only says that one likes it."""

    def __init__(self, text: str) -> None:
        self.words: list[str] = []
        self.starts: list[bool] = []  # whether a phrase starts with this word, which may stand elsewhere as a whole
        self.commas: list[int] = []  # before how many commas it stands
        self._at_start, self._by_speaker, self._comma = True, False, 0
        text = en.REMEMBER.sub("", narrow(text).translate(STRAIGHT_APOSTROPHE))
        tokens = [token for token in TOKEN.findall(text) if not token.isspace()]
        for before, token, following in zip(["", *tokens], tokens, [*tokens[1:], ""], strict=False):
            if token[0] in PUNCTUATION and token[-1] in PUNCTUATION:
                self._pause(token)
            elif CJK.match(token):
                self._add(zh.without_fillers(token))
            else:
                self._read(token, following.casefold(), in_name=before.endswith("-") or following == "-")

    def _pause(self, token: str) -> None:
        if PAUSE.search(token):
            self._at_start, self._by_speaker = True, False
            self._comma += bool(COMMA.search(token))

    def _read(self, token: str, following: str, *, in_name: bool) -> None:
        """Add what a word says. Beside a hyphen it is a part of a name, such as my-shop.com, and not left out."""
        for word in en.expand(token.casefold()):
            if word in en.AND:
                self._pause(",")
            elif in_name and word in en.SPEAKER_WORDS | en.EMPTY:
                self._add(word)
            elif word in en.SPEAKER_WORDS or (word in en.USER and self._at_start and following.endswith("s")):
                self._by_speaker = True
                self._at_start = self._at_start or word in en.NOMINATIVE
            elif word == "a" and (self._is_letter(token) or following[:1] in PUNCTUATION or following in en.LINKS):
                self._add(word)
            elif word in en.LIKES and (self._by_speaker or (self._at_start and word in en.LIKES_ALONE)):
                self._by_speaker = False
            elif word == "always" and self.words[-1:] == ["not"]:
                self._add(word)
            elif word not in en.EMPTY:
                is_name = token[0].isupper() and not self._at_start and word not in en.DAYS
                self._add(word if is_name else en.singular(word))

    def _is_letter(self, word: str) -> bool:
        """Return whether "A" is a letter, not an article: Box A."""
        return word == "A" and not self._at_start

    def _add(self, word: str) -> None:
        if word:
            self.words.append(word)
            self.starts.append(self._at_start or word in en.LINKS or not word[0].isalnum())
            self.commas.append(self._comma)
            self._at_start = self._by_speaker = False

    @cached_property
    def marks(self) -> list[str]:
        """Return parts of words that every text in these words contains: words lose endings, 我 and "n't" when read."""
        words = sorted({word for word in self.words if word not in en.EXPANDED and "'" not in word}, key=len)
        return [word[-1:] if CJK.match(word) else word.removesuffix("y") for word in reversed(words)]

    def may_repeat(self, text: str) -> bool:
        """Return whether a text contains all marks: a cheap test before comparing."""
        folded = narrow(text).casefold()
        return bool(self.words) and all(mark in folded for mark in self.marks)

    def phrases(self) -> list[list[str]]:
        """Return what stands between commas, sorted: a list of things says the same in any order."""
        phrases: list[list[str]] = [[] for _ in range(self._comma + 1)]
        for word, comma in zip(self.words, self.commas, strict=True):
            phrases[comma].append(word)
        return sorted(filter(None, phrases))

    def marked(self) -> frozenset[str]:
        """Return words of one letter, or with a digit or sign: "a" of Box A, c++, 5."""
        return frozenset(word for word in self.words if not word.isalpha() or (len(word) == 1 and word.isascii()))


def wording(text: str) -> Wording:
    """Return the wording of a text, which a call reads once."""
    return readings.once(("wording", text), lambda: Wording(text))


def differ_in_a_name(one: str, other: str) -> bool:
    """Return whether two statements differ in letters, numbers and names only: "Box A" and "Box B" are two boxes."""
    a, b = wording(one), wording(other)
    different = set(a.words) ^ set(b.words)
    return bool(different) and different <= a.marked() | b.marked()


def words_key(text: str) -> str:
    """Return the sorted words of a text: equal if two texts differ in articles, inflection or word order at most.

    Empty for a text without words.
    """
    return "\x1f".join(sorted(wording(text).words))


def is_repetition(one: str | Wording, other: str) -> bool:
    """Return whether two statements say the same but for articles, inflection and where a phrase stands.

    A name, number, letter, sign or any other word that only one of them has makes them two. So does another order of
    words, unless a phrase has moved: "tea at night" is "at night, tea", but "Ann owes Ben" is not "Ben owes Ann".
    """
    a, b = one if isinstance(one, Wording) else wording(one), wording(other)
    if not a.words or len(a.words) != len(b.words):
        return False
    if a.words == b.words:
        return True
    return sorted(a.words) == sorted(b.words) and (_has_moved_phrase(a, b) or a.phrases() == b.phrases())


def _has_moved_phrase(a: Wording, b: Wording) -> bool:
    """Return whether two neighboring parts of a sentence have changed places, and one of them is a phrase."""
    for first, last in _changed_parts(a.words, b.words):
        part, changed = a.words[first:last], b.words[first:last]
        for cut in range(1, len(part)):
            if part[cut:] + part[:cut] == changed:
                is_phrase = a.starts[first + cut] or b.starts[last - cut]
                ends_open = part[cut - 1] in en.LINKS or part[-1] in en.LINKS
                if is_phrase and not ends_open:
                    return True
    return False


def _changed_parts(a: list[str], b: list[str]) -> Iterator[tuple[int, int]]:
    """Yield where two lists of words may have changed: between what is equal at the ends, and from end to end."""
    first = next(i for i, (one, other) in enumerate(zip(a, b, strict=True)) if one != other)
    last = len(a) - next(i for i, (one, other) in enumerate(zip(a[::-1], b[::-1], strict=True)) if one != other)
    yield from {(first, last), (0, last), (first, len(a)), (0, len(a))}
