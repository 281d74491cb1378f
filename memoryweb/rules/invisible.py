"""What nobody sees in a text, and how it is written out, so that no word travels where a person reads none.

A text is written out where it enters, in every field and by every door, and so it is the same at every way out.
"""

from typing import Any

from memoryweb.rules.lazy_pattern import LazyPattern

SHOWN = LazyPattern(r"⟨U\+[0-9A-F]{4,6}⟩")  # an invisible character that was written out
JOINER = "\u200d"  # of emoji, and of many scripts
# Unicode's categories Cc, Cf, Co, Cs, Zl and Zp, what it calls default-ignorable, code points that are no characters,
# and three signs whose glyph is empty. Not the line feed, the tab and the joiner.
CONTROLS = r"\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\ufff9-\ufffb"
FORMATS = (
    r"\xad\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u180e\u200b\u200c\u200e\u200f\u2060-\u206f\ufeff"
    r"\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
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
ANY = LazyPattern(f"[{INVISIBLE}]")
EACH = LazyPattern(f"{VISIBLE}|([{INVISIBLE}])")


def show_invisible(text: str) -> str:
    """Write out control and invisible characters as ⟨U+XXXX⟩, so that they are shown and kept; twice is as once."""
    if text.isascii() and text.isprintable():  # nearly every text, and a recall shows dozens
        return text
    text = text.replace("\r\n", "\n")
    if ANY.search(text) is None:
        return text
    return EACH.sub(lambda found: f"⟨U+{ord(found[1]):04X}⟩" if found[1] else found[0], text)


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
