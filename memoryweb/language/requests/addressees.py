"""Finds addressees of writing: a tone for trustees doesn't apply to family letters. No database."""

from functools import cache

from memoryweb.language.lazy_pattern import LazyPattern
from memoryweb.language.locales import compile_lists
from memoryweb.language.locales.en import circles as en_circles
from memoryweb.language.locales.zh import circles as zh_circles

TEXT_MAX = 2_000  # characters that are read


def circles_in(text: str) -> frozenset[str]:
    """Return the circles of people that a text names, as en_circles.CIRCLES calls them."""
    text = text[:TEXT_MAX]
    return frozenset(name for name, words in _circles() if words.search(text))


@cache
def _circles() -> list[tuple[str, LazyPattern]]:
    return [(name, compile_lists([words, zh_circles.CIRCLES[name]])) for name, words in en_circles.CIRCLES.items()]
