"""Splits a sentence that says two things, each of which stands alone: "I work at Acme and live in Rome".

So each can change or go without the other. What belongs together stays: bread and butter, "between Ann and Bob", a list
under one label or verb, a quotation, a reason, and whatever is negated, asked or wished. A grammar splits what is
certain by its form, and heads judge the rest (learned.py).
"""

import re

from memoryweb.language import dietary
from memoryweb.language.compounds import chinese, english
from memoryweb.language.lazy_pattern import LazyPattern
from memoryweb.language.locales.en import compounds as en
from memoryweb.language.locales.zh import compounds as zh
from memoryweb.language.text import tokens

READ_MAX = 400  # characters: a longer text says more than two things
PARTS_MAX = 5
BREAK = r"(?<!\bDr)(?<!\bMr)(?<!\bMrs)(?<!\bMs)(?<!\bSt)[.!]\s+\S|[。！]\s*\S"
# What is quoted, asked, headed or several sentences is read by no rule and no head.
APART = LazyPattern(rf"[\"“”„«»「」『』《》`(){{}}\[\]?？：（）\n]|:(?!\d\d)|{BREAK}")
WHOLE = LazyPattern(rf"\b{en.TOGETHER}\b|{zh.TOGETHER}", re.IGNORECASE)  # the grammar does not judge these


def split(text: str) -> list[str]:
    """Split a sentence into statements, each with its subject; the sentence alone if it is a single one."""
    sentence = " ".join(text.replace("’", "'").split()).rstrip(".。")
    if not sentence or len(sentence) > READ_MAX or APART.search(sentence):
        return [text]
    parts = [] if WHOLE.search(sentence) else _by_grammar(sentence)
    if not parts and not _tells_diet(sentence):
        from memoryweb.language.compounds import learned  # numpy: most commands need none

        parts = learned.split(sentence)
    return parts if 1 < len(parts) <= PARTS_MAX else [text]


def _by_grammar(sentence: str) -> list[str]:
    """Return what a sentence says as far as its words tell for certain; empty if it is a single statement."""
    language = chinese if tokens.detect_language(sentence) == "zh" else english
    parts = language.split(sentence)
    return parts if len(parts) <= PARTS_MAX else []


def _tells_diet(sentence: str) -> bool:
    """Return whether a sentence tells of allergies or a diet: their lists are read by a grammar of their own, whole."""
    return dietary.mentions_allergy(sentence) or dietary.find_value(sentence) is not None
