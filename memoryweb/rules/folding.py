"""The forms in which one word is written, for search: what is indexed and what is asked are folded alike.

A letter in full width, with an accent, ß, and a traditional Chinese character are folded to their other form. A word
with a hyphen is one word, too: "e-mail" is "email". Emoji are words. This says nothing about what is the same value
(rules/identity.py): Müller and Muller are two names, and each finds the other.
"""

import re
import unicodedata

from memoryweb.rules.languages.zh_characters import simplified
from memoryweb.rules.lazy_pattern import LazyPattern

WIDE = {
    code: unicodedata.normalize("NFKC", chr(code))
    for first, last in ((0xFF10, 0xFF1A), (0xFF21, 0xFF3B), (0xFF41, 0xFF5B), (0xFF66, 0xFF9E))
    for code in range(first, last)
}
LETTERS = {
    "ß": "ss",
    "ẞ": "SS",
    "ø": "o",
    "Ø": "O",
    "ł": "l",
    "Ł": "L",
    "đ": "d",
    "Đ": "D",
    "æ": "ae",
    "Æ": "AE",
    "œ": "oe",
    "Œ": "OE",
    "ı": "i",
}
FOLDED = WIDE | str.maketrans(LETTERS)
HYPHENS = r"[-\u2010\u2011]"
ACCENTS = LazyPattern("[\u0300-\u036f]")  # of Latin, Greek and Cyrillic; other scripts have marks of their own
HYPHENATED = LazyPattern(rf"(?<![\w.@/\\:-])[^\W\d_]+(?:{HYPHENS}[^\W\d_]+){{1,3}}(?![\w@/\\]|{HYPHENS}|[.:][^\W_])")
EMOJI = LazyPattern(
    "[\U0001f1e6-\U0001f1ff]{2}"  # a flag is two letters
    "|[\u231a\u231b\u2328\u23cf\u23e9-\u23fa\u2600-\u27bf\u2b05-\u2b07\u2b1b\u2b1c\u2b50\u2b55"
    "\U0001f000-\U0001f1e5\U0001f200-\U0001f3fa\U0001f400-\U0001faff]"
)  # without what only colors them, which stands behind


def fold(text: str) -> str:
    """Return the text in the form in which its words are searched. Case and spaces stay."""
    if text.isascii():
        return text
    plain = ACCENTS.sub("", unicodedata.normalize("NFD", text)).translate(FOLDED)
    return simplified(unicodedata.normalize("NFC", plain))


def hyphenated(text: str) -> list[list[str]]:
    """Return the words with hyphens in a folded text, each as its parts; none of an address, a number or a path."""
    return [re.split(HYPHENS, word) for word in HYPHENATED.findall(text)] if re.search(HYPHENS, text) else []


def indexed(text: str) -> str:
    """Return the text whose words are indexed: folded, and behind it each word that has a hyphen without it."""
    folded = fold(text)
    return " ".join([folded, *("".join(parts) for parts in hyphenated(folded))])


def emoji(text: str) -> list[str]:
    """Return the emoji of a text, each once."""
    return [] if text.isascii() else list(dict.fromkeys(EMOJI.findall(text)))
