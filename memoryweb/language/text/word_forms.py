"""The forms of a word that a search takes for one: went and go, children and child, colour and color."""

from functools import cache

from memoryweb.language.locales.en import word_forms as en_word_forms


def base(stem: str) -> str:
    """Return the stem that stands for all forms of its word."""
    return forms(stem)[0]


def forms(stem: str) -> tuple[str, ...]:
    """Return the stems of a word's forms, the base first: mostly the stem alone."""
    return _by_stem().get(stem, (stem,))


@cache
def _by_stem() -> dict[str, tuple[str, ...]]:
    lists = (en_word_forms.VERBS, en_word_forms.NOUNS, en_word_forms.SPELLINGS)
    words = [tuple(word.split()) for each in lists for word in each.split(",")]
    return {stem: word for word in words for stem in word}
