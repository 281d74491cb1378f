"""The direction of people's words in a sentence of ours: each page has words of any script.

An element that holds nothing but somebody's words has `dir="auto"`, and so has each field that they type in. Words
inside an English sentence are in a `<bdi>`: in the template, or by this filter where the sentence comes
whole, as “…” in a question, or as what follows a memory's name.
"""

import re

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from memoryweb.language.text import invisible

# The words may have quotation marks of their own, of which a cut may have taken the last.
QUOTED = re.compile("“((?:[^“”]|“[^“”]*”)*(?:“[^“”]*)?)”")
NAMED = re.compile(r"(?s)([^:：\n“”]{1,120}[:：] ?)(.+)")
PARTED = " · "  # a value and its details
FIRST_LETTER = re.compile(r"[^\W\d_]")


def isolated(value: object) -> object:
    """Wrap right-to-left parts of our texts in `<bdi>`; safe strings stay."""
    text = str(value)
    if isinstance(value, SafeString) or invisible.RIGHT_TO_LEFT.search(text) is None:
        return value
    return _isolated(text)


def _isolated(text: str) -> SafeString:
    if text.startswith("“") and text.endswith("”"):
        return format_html("“<bdi>{}</bdi>”", _isolated(text[1:-1]))
    outside = QUOTED.sub("", text)
    if outside != text and invisible.RIGHT_TO_LEFT.search(outside) is None:
        pieces = enumerate(QUOTED.split(text))
        shown = (format_html("“<bdi>{}</bdi>”", _isolated(each)) if n % 2 else each for n, each in pieces)
        return format_html_join("", "{}", ((each,) for each in shown))
    if PARTED in text and not _begins_right(text):
        return format_html_join(PARTED, "<bdi>{}</bdi>", ((_isolated(each),) for each in text.split(PARTED)))
    named = NAMED.fullmatch(text)
    if named and not _begins_right(text) and _begins_right(named[2]):
        return format_html("{}<bdi>{}</bdi>", named[1], named[2])
    return format_html("{}", text)


def _begins_right(text: str) -> bool:
    first = FIRST_LETTER.search(text)
    return first is not None and invisible.RIGHT_TO_LEFT.match(first[0]) is not None
