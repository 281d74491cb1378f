"""The languages memoryweb reads and writes. To add one, write its module and list it here."""

import re
from collections.abc import Iterable

from memoryweb.language.lazy_pattern import LazyPattern
from memoryweb.language.locales.base import Language
from memoryweb.language.locales.en import ENGLISH
from memoryweb.language.locales.zh import CHINESE

__all__ = [
    "CHINESE",
    "ENGLISH",
    "LANGUAGES",
    "Language",
    "compile_lists",
    "compile_vocabulary",
    "compile_words",
    "for_code",
    "sql_by_language",
]

LANGUAGES = (ENGLISH, CHINESE)  # the first is the default
BY_CODE = {language.code: language for language in LANGUAGES}
PROMOTE_QUESTION = {language.code: language.promote_question for language in LANGUAGES}
GOAL_QUESTION = {language.code: language.goal_question for language in LANGUAGES}


def for_code(code: str) -> Language:
    """Return the language with this code; the first one as default."""
    return BY_CODE.get(code, LANGUAGES[0])


def compile_words(patterns: Iterable[str]) -> LazyPattern:
    """Join one pattern of every language into one."""
    return LazyPattern("|".join(filter(None, patterns)), re.IGNORECASE)


def compile_lists(words: Iterable[str]) -> LazyPattern:
    """Join one word list of every language: whole words where the language has word breaks, else words anywhere."""
    return compile_words(
        rf"\b(?:{part})\b" if part and language.word_breaks else part
        for language, part in zip(LANGUAGES, words, strict=True)
    )


def compile_vocabulary(words: Iterable[str]) -> LazyPattern:
    """Join one long word list of every language, for a text in small letters.

    Words are grouped by their first letter: at each place of a text only those of one letter are tried.
    """
    return LazyPattern(
        "|".join(
            rf"\b(?:{_by_letter(part)})\b" if language.word_breaks else _by_letter(part)
            for language, part in zip(LANGUAGES, words, strict=True)
            if part
        )
    )


def _by_letter(words: str) -> str:
    groups: dict[str, list[str]] = {}
    others = []
    for word in _alternatives(words):
        if word[0].isalnum() and word[1:2] not in ("?", "*", "+", "{"):
            groups.setdefault(word[0], []).append(word[1:])
        else:
            others.append(word)
    return "|".join([*(f"{letter}(?:{'|'.join(rest)})" for letter, rest in groups.items()), *others])


def _alternatives(pattern: str) -> list[str]:
    """Split a pattern at its bars outside of brackets."""
    found, depth, start = [], 0, 0
    for place, character in enumerate(pattern):
        depth += (character in "([") - (character in ")]")
        if character == "|" and depth == 0:
            found.append(pattern[start:place])
            start = place + 1
    return [word for word in (*found, pattern[start:]) if word]


def sql_by_language(column: str) -> str:
    """Return an SQL expression for the parameter named like the code in this column: %(en)s, %(zh)s …"""
    others = " ".join(f"WHEN '{language.code}' THEN %({language.code})s" for language in LANGUAGES[1:])
    return f"CASE {column} {others} ELSE %({LANGUAGES[0].code})s END"
