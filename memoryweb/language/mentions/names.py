"""Finds names in a question, by their capitals, and in other texts as whole words."""

import re

from memoryweb.language.lazy_pattern import LazyPattern
from memoryweb.language.mentions import identifiers

QUESTION_MAX = 2_000  # characters that are read
COMMON_STARTS = """
    a about after all also am an and any are as ask at be before book but buy by can check could dear did do does draft
    email explain find for from get give has have hello help hey hi hint how i if in is it keep let list look make may
    me might must my need no not of ok okay on or order our please plan pls prepare recommend reply remember remind say
    schedule send set she he should show so suggest summarize tell thanks that the their them then there these they
    this those to translate us use was we were what what's whats when where which who who's whose why will with would
    write yes you your
"""
CALENDAR = """
    monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september
    october november december christmas easter english french german spanish italian chinese i'm i've i'd i'll
"""
NO_NAMES = frozenset(f"{COMMON_STARTS} {CALENDAR}".split())
NAME = LazyPattern(rf"{identifiers.LETTER}+(?:['’-]{identifiers.LETTER}+)*")
POSSESSIVE = LazyPattern(r"['’]s$")


def find(question: str) -> list[tuple[str, ...]]:
    """Return the names in a question, each as its words: capitalized, but not because a sentence begins there."""
    names: list[list[str]] = []
    question, end, is_name = question[:QUESTION_MAX], 0, False
    for match in NAME.finditer(question):
        word, gap = POSSESSIVE.sub("", match[0]), question[end : match.start()]
        begins = end == 0 or gap.strip()[-1:] in tuple('.!?:"“(')
        continues = is_name and gap == " "
        is_name = word[0].isupper() and not word.isupper() and word.casefold() not in NO_NAMES
        is_name = is_name and not (begins and word == match[0] and not _is_followed_by_name(question, match.end()))
        if is_name and continues:
            names[-1].append(word.casefold())
        elif is_name:
            names.append([word.casefold()])
        end = match.end()
    return [tuple(each) for each in names]


def _is_followed_by_name(question: str, at: int) -> bool:
    return bool(re.match(r" [A-Z]", question[at : at + 2]))


def is_in(name: tuple[str, ...], text: str) -> bool:
    """Return whether a text has the words of a name, whole and in order: "Ann" is not in "Anne"."""
    words = [POSSESSIVE.sub("", match[0]).casefold() for match in NAME.finditer(text[: identifiers.READ_MAX])]
    return any(tuple(words[n : n + len(name)]) == name for n in range(len(words)))
