"""Finds which part of life a statement is about from everyday words, only where they leave little doubt."""

from memoryweb.rules.languages import ENGLISH, LANGUAGES, compile_lists

TOPICS = tuple(
    (category, compile_lists([language.topics[category] for language in LANGUAGES])) for category in ENGLISH.topics
)


def category_of(text: str) -> str:
    """Return the category whose words come first in the text, or an empty text."""
    places = [
        (match.start(), rank, category)
        for rank, (category, words) in enumerate(TOPICS)
        if (match := words.search(text))
    ]
    return min(places)[2] if places else ""
