"""Makes a text plain before it is read: what looks or renders the same becomes the same.

Every step takes time in proportion to the text.
"""

import html
import re
import unicodedata
from functools import cache

from memoryweb.language.lazy_pattern import LazyPattern
from memoryweb.language.sensitive.look_alikes import DIGIT_LETTERS, LATIN, PLAIN
from memoryweb.language.text import invisible

ENTITY = LazyPattern(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z]{2,8}\d{0,2});")
MARKS_TOGETHER = 30  # combining marks in a row; sorting them takes quadratic time, and no script writes so many
# Accents of Latin, Greek and Cyrillic letters, strokes or frames laid over any character, and variation selectors.
ACCENTS = (
    (0x0300, 0x036F),
    (0x0483, 0x0489),
    (0x1AB0, 0x1AFF),
    (0x1DC0, 0x1DFF),
    (0x20D0, 0x20FF),
    (0xFE20, 0xFE2F),
    (0xFE00, 0xFE0F),
)
INLINE = "abbr|b|code|del|em|font|i|ins|kbd|mark|s|small|span|strong|strike|sub|sup|tt|u|wbr|a"
TAG = LazyPattern(r"</?([a-z][a-z0-9]{0,9})\b[^<>\n]{0,120}>", re.IGNORECASE)
PLAIN_SIGNS = {"Pd": "-", "Zs": " ", "Zl": " ", "Zp": " "}  # of dashes and spaces
EMPHASIS = LazyPattern(r"[*`~]+|(?<![^\W_])_+|_+(?![^\W_])|\\(?=[^\w\s])")
MARKS = "*`~_\\"
SPACED = LazyPattern(r"(?<!\w)[a-z](?:([ .*_-])[a-z])(?:\1[a-z]){1,24}(?:\1\d){0,8}(?!\w)", re.IGNORECASE)
ITEMS_OF_DIGITS = LazyPattern(r"(?<=\d)[\"'], ?[\"'](?=\d)")  # of a list in JSON: "4111", "1111"
LIKE_DIGITS = LazyPattern(r"(?<=\d)[OolIi]{1,8}|[OolIi]{1,8}+(?=\d)")


def plain(text: str) -> str:
    """Return the text with plain letters, digits, dashes and spaces, without accents and invisible characters."""
    if "&" in text:
        text = ENTITY.sub(lambda entity: html.unescape(entity[0]), text)
    if text.isascii() and text.isprintable():
        return text
    text = unicodedata.normalize("NFKD", _few_marks(invisible.SHOWN.sub("", text)))
    text = text.translate({ord(c): _plain(c) for c in set(text)})
    return unicodedata.normalize("NFC", text)


def readings(text: str) -> list[str]:
    """Return a plain text, and the same with what looks like a Latin letter or a digit taken for it."""
    several = [text]
    if not text.isascii() and (latin := text.translate(LATIN)) != text:
        several.append(latin)
    if ITEMS_OF_DIGITS.search(text):
        several.append(ITEMS_OF_DIGITS.sub(" ", text))
    if SPACED.search(text):
        several.append(SPACED.sub(lambda word: word[0].replace(word[1], ""), several[-1]))
    return several


def with_digits(text: str) -> str:
    """Return the text with the letters O, l and I beside digits as the digits that they look like."""
    return LIKE_DIGITS.sub(lambda number: number[0].translate(DIGIT_LETTERS), text)


def unmarked(text: str) -> str:
    """Return a plain text without Markdown's and HTML's marks; a pair of link brackets reads as a colon."""
    if "<" in text:
        text = TAG.sub(lambda tag: "" if re.fullmatch(INLINE, tag[1].lower()) else " ", text)
    text = text.replace("](", ": ")
    return EMPHASIS.sub("", text) if any(mark in text for mark in MARKS) else text


def _few_marks(text: str) -> str:
    """Return the text with a grapheme joiner after every MARKS_TOGETHER marks, as in stream-safe text (UAX 15)."""
    marks = "".join(c for c in set(text) if _is_mark(c))
    return re.sub(f"([{marks}]{{{MARKS_TOGETHER}}})", "\\1\u034f", text) if marks else text


@cache
def _is_mark(c: str) -> bool:
    return c > "\u02ff" and any(map(unicodedata.combining, unicodedata.normalize("NFKD", c)))


@cache
def _plain(c: str) -> str:
    if c < "\x7f" and c.isprintable():
        return c
    category = unicodedata.category(c)
    if category == "Nd":
        return str(unicodedata.digit(c))
    if category in PLAIN_SIGNS:
        return PLAIN_SIGNS[category]
    is_unseen = invisible.ANY.match(c) or c == invisible.JOINER
    if is_unseen or any(first <= ord(c) <= last for first, last in ACCENTS):
        return ""
    return PLAIN.get(c, c)
