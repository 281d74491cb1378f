"""What a question touches beyond its own words: parts of life ("a restaurant" is about food) and situations
("at 2 PM" is in the afternoon, "we closed the deal" is celebrating). No database.
"""

import re
from dataclasses import dataclass
from functools import cache

from memoryweb.language.lazy_pattern import LazyPattern
from memoryweb.language.locales import compile_lists, compile_vocabulary
from memoryweb.language.locales.base import alternatives
from memoryweb.language.locales.en import occasions as en_occasions
from memoryweb.language.locales.en import topics as en_topics
from memoryweb.language.locales.zh import occasions as zh_occasions
from memoryweb.language.locales.zh import topics as zh_topics

FOOD, TRAVEL = "food", "travel"
FOOD_CATEGORIES = frozenset({"dietary", "food", "drinks"})
MEALS = compile_lists([en_occasions.MEALS, zh_occasions.MEALS])
JOURNEYS = compile_lists([en_occasions.JOURNEYS, zh_occasions.JOURNEYS])
# A hotel is a part of a journey, and no meal.
ON_THE_WAY = compile_lists(
    ["|".join((en_occasions.JOURNEYS, en_occasions.STAYS)), "|".join((zh_occasions.JOURNEYS, zh_occasions.STAYS))]
)
BODIES = compile_lists([en_occasions.BODIES, zh_occasions.BODIES])
OCCASIONS = {FOOD: MEALS, TRAVEL: ON_THE_WAY}
BODILY_CATEGORIES = FOOD_CATEGORIES | {TRAVEL, "fitness", "pets", "shopping"}
TIME = LazyPattern(
    r"(?<![\d:.$€£])(?P<hour>1[0-2]|0?[1-9])(?::[0-5]\d)?\s?(?P<half>[ap])\.?m\b\.?"
    r"|(?<![\d:.$€£])(?P<clock>[01]?\d|2[0-3]):[0-5]\d(?![\d:])",
    re.IGNORECASE,
)
TEXT_MAX = 2_000  # characters of a question that are looked at


@dataclass(frozen=True)
class Touched:
    """`categories` are slugs; `words` are what memories have for the question's situations.

    Something is eaten (`is_meal`), somebody is on the way (`is_journey`), or a body may be near (`is_bodily`): that
    holds where anything is bought, celebrated, treated or visited, too.
    """

    categories: frozenset[str]
    words: tuple[str, ...]
    is_meal: bool
    is_journey: bool
    is_bodily: bool


def touched_by(question: str) -> Touched:
    """Return what the question touches: every category and situation that its words tell of."""
    text = question[:TEXT_MAX]
    lower = text.lower()
    is_meal, is_journey = bool(MEALS.search(text)), bool(JOURNEYS.search(text))
    occasions = {category for category, words in OCCASIONS.items() if words.search(text)}
    categories = occasions | {category for category, words in _topics() if words.search(lower)}
    if categories & FOOD_CATEGORIES:
        categories |= FOOD_CATEGORIES
    situations = {name for name, (_, told) in _situations().items() if told.search(text)}
    situations |= {_time_of_day(match) for match in TIME.finditer(text)}
    words = [word for name in sorted(situations) for word in _situations()[name][0]]
    is_bodily = bool(categories & BODILY_CATEGORIES or BODIES.search(text))
    return Touched(frozenset(categories), tuple(dict.fromkeys(words)), is_meal, is_journey, is_bodily)


def _time_of_day(match: re.Match[str]) -> str:
    hour = int(match["clock"] or match["hour"])
    if match["half"]:
        hour = hour % 12 + (12 if match["half"] in "pP" else 0)
    return (
        "morning" if 5 <= hour < 12 else "afternoon" if 12 <= hour < 17 else "evening" if 17 <= hour < 21 else "night"
    )


@cache
def _topics() -> list[tuple[str, LazyPattern]]:
    # Not the vocabulary: a question touches many of its words by chance, and then finds less.
    return [
        (category, compile_vocabulary([en_topics.WORDS[category], zh_topics.WORDS.get(category, "")]))
        for category in en_topics.WORDS
    ]


@cache
def _situations() -> dict[str, tuple[tuple[str, ...], LazyPattern]]:
    """Return each situation's words in memories and its pattern in requests."""
    nothing = ("", "")
    return {
        name: (
            (*words.split(), *zh_occasions.SITUATIONS.get(name, nothing)[0].split()),
            compile_lists([alternatives(told), alternatives(zh_occasions.SITUATIONS.get(name, nothing)[1])]),
        )
        for name, (words, told) in en_occasions.SITUATIONS.items()
    }
