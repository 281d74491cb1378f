"""Cuts a text after a whole sign: what people see as one letter or picture, which may be many characters (UAX 29).

A family is three people and two joiners, a flag two letters, a letter of Hindi or Thai its marks too.
"""

import unicodedata

JOINER = "\u200d"
MARKS = ("Mn", "Mc", "Me")  # categories of what is drawn on the character before
ALSO_MARKS = frozenset("\u200c\u0e33\u0eb3\uff9e\uff9f")
MARK_RANGES = ((0x1F3FB, 0x1F3FF), (0xE0020, 0xE007F))  # tones of skin, and the letters of a region's flag
FLAG_LETTERS = (0x1F1E6, 0x1F1FF)
VIRAMA = 9  # the combining class of what joins two consonants of India's scripts
LEADING, FOLLOWING, SYLLABLES = (0x1100, 0x115F), (0x1160, 0x11FF), (0xAC00, 0xD7A3)  # of Korean


def cut(text: str, most: int) -> str:
    """Cut a text to at most `most` characters, at a sign's border unless the first sign is longer."""
    if len(text) <= most:
        return text
    end = most
    while end and not _is_border(text, end):
        end -= 1
    return text[: end or most]


def shorten(text: str, most: int) -> str:
    """Return a text that says by its last sign when it goes on."""
    return text if len(text) <= most else f"{cut(text, most - 1).rstrip()}…"


def first(text: str) -> str:
    """Return the first sign of a text."""
    end = 1
    while end < len(text) and not _is_border(text, end):
        end += 1
    return text[:end]


def _is_border(text: str, at: int) -> bool:
    """Return whether a sign as people see it ends at this position."""
    before, after = text[at - 1], text[at]
    if JOINER in (before, after) or before + after == "\r\n" or _is_mark(after):
        return False
    if unicodedata.combining(before) == VIRAMA and unicodedata.category(after) == "Lo":
        return False
    if _within(after, FLAG_LETTERS):
        return _flag_letters_before(text, at) % 2 == 0
    is_korean = _within(before, LEADING, FOLLOWING, SYLLABLES)
    return not (_within(after, FOLLOWING) and is_korean) and not (
        _within(before, LEADING) and _within(after, LEADING, SYLLABLES)
    )


def _is_mark(character: str) -> bool:
    return unicodedata.category(character) in MARKS or character in ALSO_MARKS or _within(character, *MARK_RANGES)


def _flag_letters_before(text: str, at: int) -> int:
    count = 0
    while count < at and _within(text[at - 1 - count], FLAG_LETTERS):
        count += 1
    return count


def _within(character: str, *ranges: tuple[int, int]) -> bool:
    return any(first <= ord(character) <= last for first, last in ranges)
