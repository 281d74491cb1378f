"""Splits a statement into verb, subject, object and contrast."""

import re

from memoryweb.language.lazy_pattern import LazyPattern
from memoryweb.language.locales import LANGUAGES, compile_lists, compile_words
from memoryweb.language.text import tokens
from memoryweb.language.time.conditions import LEADS

LEADING_CONDITION = compile_words([language.leading_condition for language in LANGUAGES])
CONTRAST = compile_words([language.contrasts for language in LANGUAGES])
HOLDS_ONE = compile_words([language.holds_one for language in LANGUAGES])
HOLDS_MANY = compile_words([language.holds_many for language in LANGUAGES])
DOES = compile_words([language.does for language in LANGUAGES])
SAME_PRESENT = {past: present for language in LANGUAGES for past, present in language.same_present.items()}
TAKES = frozenset().union(*(language.takes for language in LANGUAGES))
NOT_CHOSEN = LazyPattern(
    rf"[(（](?:{'|'.join(language.not_chosen for language in LANGUAGES)})\s?([^)）]{{1,80}})", re.IGNORECASE
)
BECAUSE = compile_lists([language.because for language in LANGUAGES])
SPEAKER = compile_words([language.speaker for language in LANGUAGES])
ADVERBS = compile_words([language.adverbs for language in LANGUAGES])
CLAUSE_END = LazyPattern(r"[,:;，：；]")


def without_condition(text: str) -> str:
    """Return "I prefer tea" for "When tired, I prefer tea"."""
    rest = LEADS.sub("", text).lstrip()
    leading = LEADING_CONDITION.match(rest)
    return rest[leading.end() :] if leading else rest


def in_brackets(text: str) -> str:
    """Return "coffee" for "(not coffee)". Other brackets give a reason and do not count."""
    match = NOT_CHOSEN.search(text) if "(" in text or "（" in text else None
    return BECAUSE.split(match[1])[0] if match else ""


def split_frame(statement: str) -> tuple[str, bool, str, str]:
    """Return the frame, whether it holds one thing at a time, and the text before and after the verb."""
    if match := HOLDS_ONE.search(statement):
        frame, holds_one = ("believe" if match.lastgroup == "believe" else "take"), True
    elif match := HOLDS_MANY.search(statement):
        frame, holds_one = "like", False
    elif match := DOES.search(statement):
        verb = next(filter(None, match.groups())).casefold()
        verb = SAME_PRESENT.get(verb, verb)
        frame, holds_one = ("take" if verb in TAKES else verb), False
    else:
        return "", False, "", statement
    return frame, holds_one, statement[: match.start()], statement[match.end() :]


def holder(before: str) -> frozenset[str]:
    """Return the subject's words, from the text before the verb; empty for the speaker."""
    before = CLAUSE_END.split(before)[-1]
    if SPEAKER.search(before):
        return frozenset()
    return frozenset(tokens.word_counts(tokens.FILLER.sub("", tokens.NEGATION.sub("", ADVERBS.sub("", before)))))


def split_contrast(text: str) -> tuple[str, str]:
    """Return the words before and after a contrast: tea and coffee for "tea over coffee"."""
    contrast = CONTRAST.search(text)
    return (text[: contrast.start()], text[contrast.end() :]) if contrast else (text, "")
