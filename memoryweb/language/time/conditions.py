"""Parses when a statement holds: its occasion, and where its reason begins."""

import re

from memoryweb.language.lazy_pattern import LazyPattern
from memoryweb.language.locales import CHINESE, ENGLISH, LANGUAGES, compile_words, for_code
from memoryweb.language.text import signs, tokens
from memoryweb.rules import limits

READ_MAX = 600  # characters: what somebody prefers is said at the beginning of a text
LEADS = LazyPattern(
    rf"^\W*(?:(?:{compile_words([language.leads for language in LANGUAGES]).pattern})\b,?\s*)+", re.IGNORECASE
)
REASON = LazyPattern(rf"\s*(?:{'|'.join(language.reasons for language in LANGUAGES)})$", re.IGNORECASE | re.DOTALL)


def parse_condition(text: str) -> str:
    """Return when a statement holds, normalized: "when tired" for "Whenever I'm tired, …". Empty means always."""
    condition = _find_condition(text[:READ_MAX])
    return signs.cut(_normalize_condition(condition), limits.CONDITION_MAX) if condition else ""


def _find_condition(text: str) -> str:
    language = for_code(tokens.detect_language(text))
    rest = LEADS.sub("", text).lstrip()
    return language.find_condition(rest, REASON.sub("", rest))


def _normalize_condition(condition: str) -> str:
    if tokens.CJK.search(condition):
        return CHINESE.normalize_condition(condition.strip())
    return ENGLISH.normalize_condition(tokens.normalize(condition))
