"""Reads allergies and diets from what a person says of themselves: what is theirs, holds now, and is certain.

Somebody else's, a former, a possible or a figurative allergy is none ("allergic to meetings"), and things that only
suit a diet make no diet (vegan shoes). What is not certain is read as nothing: the words stay, without a key.
"""

from memoryweb.language.dietary import chinese, english, english_diets, english_items
from memoryweb.language.lazy_pattern import LazyPattern

CATEGORY = "dietary"
DIET, ALLERGIES = "dietary.diet", "dietary.allergies"
KEYS = frozenset({DIET, ALLERGIES})
NAMES = {"low-fodmap": "Low-FODMAP", "raw-food": "Raw food"}  # the others are their words
READ_MAX = 600  # characters
HAN = LazyPattern(r"[\u3400-\u9fff]")
MARKS = str.maketrans("’‘＇", "'''")


def find_value(text: str, *, only: str = "", named: str = "") -> tuple[str, object] | None:
    """Return the key and the value of the allergies or the diet that a text tells of its speaker.

    `only` is the key it must be. `named` is the key that its label names: then a plain list of allergens is enough.
    """
    if only in ("", ALLERGIES):
        is_list = named == ALLERGIES and not mentions_allergy(text)
        if allergens := find_items(text) if is_list else find_allergens(text):
            return ALLERGIES, allergens[0] if len(allergens) == 1 else list(allergens)
    if only in ("", DIET) and (diet := find_diet(text)):
        return DIET, diet
    return None


def find_allergens(text: str) -> tuple[str, ...]:
    """Return the speaker's allergens, in their words and order."""
    text = _readable(text)
    found = [*english.find_allergens(text), *(chinese.find_allergens(text) if HAN.search(text) else ())]
    return tuple({allergen.casefold(): allergen for allergen in reversed(found)}.values())[::-1]


def find_diet(text: str) -> str:
    """Return the diet that the speaker is, follows or eats; empty if none is certain."""
    text = _readable(text)
    value = english_diets.find_diet(text) or (chinese.find_diet(text) if HAN.search(text) else "")
    return NAMES.get(value, value.capitalize())


def mentions_allergy(text: str) -> bool:
    text = _readable(text)
    return bool(english.ALLERGY.search(text) or chinese.ALLERGY.search(text))


def doubts_diet(text: str) -> bool:
    """Return whether a text that names a diet turns it down, or speaks of the past, of a wish or of somebody else."""
    text = _readable(text)
    return bool(english_diets.NO_OWN_DIET.search(text) or chinese.NO_OWN_DIET.search(text))


def find_items(text: str) -> tuple[str, ...]:
    """Return the items of a text that is nothing but a list of allergens: "peanuts, shellfish"."""
    text = _readable(text)
    return chinese.find_items(text) if HAN.search(text) else english_items.find_items(text)


def _readable(text: str) -> str:
    return text[:READ_MAX].translate(MARKS)
