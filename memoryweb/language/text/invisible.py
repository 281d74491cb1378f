"""What nobody sees in a text: what letters need stays, and whatever else could hide words is written out.

A text is written out where it enters, in every field and by every door, and so it is the same at every way out. Unicode
says of each character what it is for, and its neighbors say whether it does that here: a joiner between Persian letters
or beside a vowel sign of Malayalam, a mark beside Hebrew that turns a full stop, a line break in Khmer. One that does
nothing where it stands is left out. Several in a row are no help to any letter, and are written out.
"""

import re
import unicodedata
from typing import Any

from memoryweb.language.lazy_pattern import LazyPattern

SHOWN = LazyPattern(r"⟨U\+[0-9A-F]{4,6}⟩")  # an invisible character that was written out
JOINER, NON_JOINER, SPACE = "\u200d", "\u200c", "\u200b"  # without width
# Unicode's categories Cc, Cf, Co, Cs, Zl and Zp, what it calls default-ignorable, code points that are no characters,
# and three signs whose glyph is empty. Not the line feed and the tab.
CONTROLS = r"\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\ufff9-\ufffb"
FORMATS = (
    r"\xad\u061c\u070f\u180e\u200b-\u200f\u2060-\u206f\ufeff"
    r"\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
)
FILLERS = r"\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\U00016fe4\U0001d159"
SELECTORS = r"\u180b-\u180d\u180f\ufe00-\ufe0f"
NO_CHARACTERS = r"\ud800-\uf8ff\ufdd0-\ufdef\ufff0-\ufff8\ufffe\uffff" + "".join(
    rf"\U{plane:04x}fffe\U{plane:04x}ffff" for plane in range(1, 15)
)
TAGS = r"\U000e0000-\U000e0fff"  # and more selectors
PRIVATE = r"\U000f0000-\U0010ffff"
INVISIBLE = CONTROLS + FORMATS + FILLERS + SELECTORS + NO_CHARACTERS + TAGS + PRIVATE

EMOJI = (
    r"[\xa9\xae\u203c\u2049\u2122\u2139\u2190-\u21ff\u2300-\u23ff\u2460-\u24ff\u25a0-\u27bf\u2934\u2935\u2b00-\u2bff"
    r"\u3030\u303d\u3297\u3299\U0001f000-\U0001faff]"
)
REGIONS = ("gbeng", "gbsct", "gbwls")  # the flags that are spelled in tags: any other word in them would be hidden
FLAG = "\U0001f3f4(?:{})\U000e007f".format("|".join("".join(chr(0xE0000 + ord(c)) for c in r) for r in REGIONS))
# Parts of an emoji: how it looks, a key, a flag. What chooses the look of anything else is written out.
VISIBLE = rf"{EMOJI}[\ufe0e\ufe0f]|[#*0-9][\ufe0e\ufe0f]?\u20e3|{FLAG}"
ONE_EMOJI = rf"(?:{VISIBLE}|{EMOJI})"
SEQUENCE = rf"{ONE_EMOJI}(?:{JOINER}{ONE_EMOJI})+"  # a family, a trade, a flag with a rainbow
ANY = LazyPattern(f"[{INVISIBLE}]")
EACH = LazyPattern(f"{SEQUENCE}|{VISIBLE}|([{INVISIBLE}]+)")


# Scripts whose letters change their shape where they are joined (Unicode's Joining_Type), the first for Arabic.
JOINED = LazyPattern(
    r"[\u0600-\u07ff\u0840-\u08ff\ufb50-\ufdff\ufe70-\ufefc\u1800-\u18af\ua840-\ua877"
    r"\U00010ac0-\U00010aff\U00010b80-\U00010baf\U00010d00-\U00010d3f\U00010f30-\U00010fdf\U0001e900-\U0001e95f]"
)
# Scripts without spaces, where a space without width says that a word ends (Line_Break SA), and those of East Asia.
UNSPACED = LazyPattern(r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u1950-\u19df\u1a20-\u1aaf\ua9e0-\ua9ff\uaa60-\uaadf]")
EAST_ASIAN = LazyPattern(r"[\u2e80-\u9fff\uac00-\ud7ff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef\U00020000-\U000323af]")
MONGOLIAN = LazyPattern(r"[\u1800-\u18af]")
BRAILLE, HANGUL = LazyPattern(r"[\u2801-\u28ff]"), LazyPattern(r"[\u1100-\u11ff\ua960-\ua97f\ud7b0-\ud7ff]")
BRAHMIC = 0x0900  # marks from here on are vowel signs and viramas
DIRECTIONS = frozenset("\u200e\u200f\u061c")  # marks
RIGHT_TO_LEFT = LazyPattern(r"[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]")
VARIATIONS = LazyPattern(r"[\ufe00-\ufe0f\U000e0100-\U000e01ef]")
HAN = r"\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U000323af"
# Of which Unicode knows variants: signs of mathematics, Burmese, Phags-pa, East Asian punctuation, and characters.
VARIED = LazyPattern(
    rf"[\u1000-\u109f\u2200-\u22ff\u2a00-\u2aff\u3001-\u3002\ua840-\ua877\uaa60-\uaa7f\uff01-\uff1f{HAN}][\ufe00-\ufe0f]|[{HAN}]"
)
VOWELS_OF_MONGOLIAN = LazyPattern(r"[\u180b-\u180d\u180f]?\u180e?")
LEFT_OUT = frozenset("\xad\u2060")  # where a line may be broken, or not: of a page that was copied
# What may stand in a text and says no word: texts that differ in these only are the same.
OF_WORDS = r"\xad\u034f\u061c\u180b-\u180f\u200b-\u200f\u2060\ufeff\U000e0100-\U000e01ef"
HELPERS = LazyPattern(rf"({SEQUENCE})|[{OF_WORDS}]")


def show_invisible(text: str) -> str:
    """Write out control and invisible characters as ⟨U+XXXX⟩, but for what letters need; twice is as once."""
    if text.isascii() and text.isprintable():  # nearly every text, and a recall shows dozens
        return text
    text = text.replace("\r\n", "\n")
    if ANY.search(text) is None:
        return text
    return EACH.sub(_kept_or_shown, text)


def without_helpers(text: str) -> str:
    """Return the text without what letters need and nobody reads. Emoji stay whole."""
    return text if text.isascii() else HELPERS.sub(lambda found: found[1] or "", text)


def _kept_or_shown(found: re.Match[str]) -> str:
    """Return what becomes of invisible characters in a row: they stay, are left out, or are written out."""
    run, text = found[1], found.string
    if not run:
        return found[0]
    before, after = text[max(0, found.start() - 1) : found.start()], text[found.end() : found.end() + 1]
    if MONGOLIAN.match(before) and VOWELS_OF_MONGOLIAN.fullmatch(run):
        return run
    kept = _kept(run[0], before, after, found) if len(set(run)) == 1 else None
    if kept is None or (len(run) > 1 and not kept):
        return "".join(f"⟨U+{ord(c):04X}⟩" for c in run)
    return kept


def _kept(c: str, before: str, after: str, found: re.Match[str]) -> str | None:
    """Return a useful invisible character, "" for a harmless one, None for one to be written out."""
    both = before + after
    if c in (JOINER, NON_JOINER):
        return _joiner(c, before, after)
    if c == SPACE:
        return c if UNSPACED.search(both) else "" if EAST_ASIAN.search(both) else None
    if c in DIRECTIONS:
        return c if _turns(both, found.string) else ""
    if VARIATIONS.match(c):
        return "" if VARIED.match(before + c) else None
    if (c == "\u2800" and len(BRAILLE.findall(both)) == 2) or (c in "\u115f\u1160" and HANGUL.search(both)):
        return c
    is_nothing = c in LEFT_OUT or (c == "\u034f" and _is_mark(after)) or (c == "\ufeff" and not before)
    return "" if is_nothing else None


def _joiner(c: str, before: str, after: str) -> str | None:
    if any(_is_mark(each) and each >= chr(BRAHMIC) for each in (before, after)):
        return c
    if JOINED.match(before) or (JOINED.match(after) and before.isalnum()):
        return "" if c == JOINER and before.isalpha() and after.isalpha() else c
    is_joined_already = c == JOINER and before > "\u2000" and not before.isalpha()
    is_brahmic = before >= chr(BRAHMIC) and before.isalpha() and before < "\u1000"
    return "" if is_joined_already or is_brahmic else None


def _is_mark(c: str) -> bool:
    return c != "" and unicodedata.category(c)[0] == "M"


def _turns(both: str, text: str) -> bool:
    """Return whether a mark may change how a line is laid out: beside a sign or a number, where letters go left."""
    return any(unicodedata.category(c)[0] in "NPS" for c in both) and RIGHT_TO_LEFT.search(text) is not None


def show_in_json(value: Any) -> Any:
    """Return a JSON value with every text in it written out, the names of its objects too."""
    match value:
        case str():
            return show_invisible(value)
        case list() | tuple():
            return [show_in_json(each) for each in value]
        case dict():
            return {show_in_json(name): show_in_json(each) for name, each in value.items()}
    return value
