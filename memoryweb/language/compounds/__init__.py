"""Splits a sentence that says two things, each of which stands alone: "I work at Acme and live in Rome".

So each can change or go without the other. What belongs together stays: bread and butter, "between Ann and Bob", a list
under one label, a quotation, a reason, and whatever is negated, asked or wished.
"""

import re

from memoryweb.language.compounds import chinese, english
from memoryweb.language.lazy_pattern import LazyPattern
from memoryweb.language.locales.en import compounds as en
from memoryweb.language.locales.zh import compounds as zh
from memoryweb.language.text import tokens

READ_MAX = 400  # characters: a longer text says more than two things
PARTS_MAX = 5
BREAK = r"(?<!\bDr)(?<!\bMr)(?<!\bMrs)(?<!\bMs)(?<!\bSt)[.!]\s+\S|[。！]\s*\S"
WHOLE = LazyPattern(
    rf"[\"“”„«»「」『』`(){{}}\[\]?？：（）\n]|:(?!\d\d)|{BREAK}|\b{en.TOGETHER}\b|{zh.TOGETHER}", re.IGNORECASE
)


def split(text: str) -> list[str]:
    """Split a sentence into statements, each with its subject; the sentence alone if it is a single one."""
    sentence = " ".join(text.replace("’", "'").split()).rstrip(".。")
    if not sentence or len(sentence) > READ_MAX or WHOLE.search(sentence):
        return [text]
    language = chinese if tokens.detect_language(sentence) == "zh" else english
    parts = language.split(sentence)
    return parts if 1 < len(parts) <= PARTS_MAX else [text]
