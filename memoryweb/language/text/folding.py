"""The forms in which one word is written, for search: what is indexed and what is asked are folded alike.

A letter in full width, with an accent, ß, Arabic with its vowels or in another keyboard's letters, digits of any script
and a traditional Chinese character are folded to their other form. A word with a hyphen is one word, too: "e-mail" is
"email". Emoji are words. This says nothing about what is the same value
(language/comparing/identity.py): Müller and Muller are two names, and each finds the other.
"""

import re
import unicodedata

from memoryweb.language.lazy_pattern import LazyPattern
from memoryweb.language.locales.zh.characters import simplified
from memoryweb.language.text import invisible, tokens

LETTERS = {
    "ß": "ss",
    "ẞ": "SS",
    "ø": "o",
    "Ø": "O",
    "ł": "l",
    "Ł": "L",
    "đ": "d",
    "Đ": "D",
    "ð": "d",
    "Ð": "D",
    "þ": "th",
    "Þ": "Th",
    "ħ": "h",
    "Ħ": "H",
    "æ": "ae",
    "Æ": "AE",
    "œ": "oe",
    "Œ": "OE",
    "ı": "i",
    "ς": "σ",
    # Arabic as it is typed: with and without hamza and dots, on a Persian or an Urdu keyboard
    "ٱ": "ا",
    "ى": "ي",
    "ی": "ي",
    "ې": "ي",
    "ے": "ي",
    "ک": "ك",
    "ة": "ه",
    "ہ": "ه",
    "ھ": "ه",
    "ە": "ه",
}
FOLDED = str.maketrans(LETTERS)
DIGIT = LazyPattern(r"(?![0-9])\d")  # of another script
# Accents of Latin, Greek and Cyrillic, points of Hebrew, vowels of Arabic and what only makes its words longer. Other
# scripts have marks without which a word is another one.
MARKS = (
    "\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7"
    "\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed"
)
ACCENTS = LazyPattern(f"[{MARKS}]")
HYPHENS = r"[-\u2010\u2011]"
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
    return fold_letters(tokens.joined(invisible.without_helpers(text)).replace("…", " "))


def fold_letters(text: str) -> str:
    """Return the text with letters and digits folded for searching."""
    plain = ACCENTS.sub("", unicodedata.normalize("NFKD", text)).translate(FOLDED)
    plain = DIGIT.sub(lambda found: str(unicodedata.digit(found[0])), plain)
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
