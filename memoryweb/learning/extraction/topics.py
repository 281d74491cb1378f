"""Finds which part of life a statement is about from everyday words, only where they leave little doubt."""

from memoryweb.rules.languages import ENGLISH, LANGUAGES, compile_vocabulary
from memoryweb.rules.languages.en_vocabulary import WEAK
from memoryweb.rules.lazy_pattern import LazyPattern

TOPICS = tuple(
    (category, compile_vocabulary([language.topics[category] for language in LANGUAGES])) for category in ENGLISH.topics
)
ANY_WEAK = LazyPattern(rf"(?:{WEAK})")
TRIES = 4  # of the words of one category, from the first on


def category_of(text: str) -> str:
    """Return the category whose words come first in the text, or an empty text.

    A word that is used of many things ("book", "collect", "in the mornings") decides only where no other does.
    """
    text = text.lower()
    places = [
        (is_weak, start, rank, category)
        for rank, (category, words) in enumerate(TOPICS)
        for is_weak, start in _first(words, text)
    ]
    return min(places)[3] if places else ""


def _first(words: LazyPattern, text: str) -> list[tuple[bool, int]]:
    """Return the place of the first word that decides; of the first weak one, if there is no other."""
    weak: list[tuple[bool, int]] = []
    for count, match in enumerate(words.finditer(text)):
        if not ANY_WEAK.fullmatch(match[0]):
            return [(False, match.start())]
        weak = weak or [(True, match.start())]
        if count >= TRIES:
            break
    return weak
