"""The items of a list of allergens in English: what is a substance, and where the list ends."""

import re

from memoryweb.language.dietary.english_words import (
    ABSTRACT,
    CLAUSE_STARTS,
    DEGREES,
    DIETS,
    DOING,
    JESTS,
    LIST_ENDS,
    NO_ALLERGENS,
    OTHERS,
    SUBSTANCES,
)
from memoryweb.language.lazy_pattern import LazyPattern

LIST_END = LazyPattern(rf"[.;:!?()\n—–]|\s-+\s|\b(?:{LIST_ENDS})\b", re.IGNORECASE)
ALSO = LazyPattern(
    r",? as well as |,? and also(?: to)? |,? but also(?: to)? |,? and(?:,? (?:to|worst of all|above all|lately)\b,?)+ ",
    re.IGNORECASE,
)
NEXT_ITEM = LazyPattern(
    r",\s*(?:and |or |& |plus |then )?|\s+(?:and|or|plus|along with|&|\+)\s+|\s*[&/+]\s*", re.IGNORECASE
)
ANNOUNCED = LazyPattern(
    r"^\W*(?:the following(?: things| foods)?|(?:a (?:few|(?:couple|bunch|lot|number|range|handful) of)|"
    r"some|two|three|four|five|several|many|these|\d+) "
    r"(?:things|foods|items|substances|medicines|drugs)|things)\s*[:,—–-]\s*",
    re.IGNORECASE,
)
NOT_ONLY = LazyPattern(r"^\W*(?:not only|not just|either|both)(?: to)? ", re.IGNORECASE)
BEFORE_ITEM = LazyPattern(
    rf"^(?:\W|(?:to|both|the|an?|any|all|every|also|even|only|just|my|our|(?:all )?(?:kinds?|types?|sorts?|forms?) of|"
    rf"(?:things?|stuff|foods?|products?) (?:like|such as)|{DEGREES})\s)+",
    re.IGNORECASE,
)
LIKE_THINGS = LazyPattern(r"^\W*(?:things?|stuff|foods?|products?) (?:like|such as) ", re.IGNORECASE)
SELF = "|".join(DIETS.values())
# After a list: "and I hate dogs", "and vegetarian", "and my wife to dogs"
CLAUSE_START = LazyPattern(
    rf"(?:(?:{CLAUSE_STARTS}|so (?:is|are|am)|(?:an? )?(?:strict |lifelong )?(?:{SELF})|asthmatic|diabetic|"
    rf"intolerant|(?:my|our|the) (?:{OTHERS}))\b|[a-z]+ intolerant\b|[a-z]+'s allergic\b|[a-z ]*\ballergic\b)",
    re.IGNORECASE,
)
NO_ALLERGEN = LazyPattern(
    rf"(?:{NO_ALLERGENS})$|(?:your|his|her|their|anything|something|{DOING})\b|(?:.* )?(?:{JESTS})$", re.IGNORECASE
)
JEST_AND_MORE = LazyPattern(
    r"(?:.* )?(?:meetings?|calls?|mornings?|mondays?|talk|jokes?|books?|people|emails?|work|chess) "
    r"(?:before|after|at|on|in|with|about|that|without|by|during)\b",
    re.IGNORECASE,
)
ABSTRACT_ENDING = LazyPattern(rf"(?!(?:[\w-]+ )*(?:{SUBSTANCES})$)[\w -]*(?:{ABSTRACT})$", re.IGNORECASE)
VERB = LazyPattern(
    r"(?:is|are|was|were|has|have|had|will|would|should|could|must|may|might|makes?|means?|causes?"
    r"|can't|cannot|won't)$",
    re.IGNORECASE,
)
ASIDE = LazyPattern(r"\s*\([^()]{0,80}\)")
NOT_ANY = LazyPattern(r"^\W*n\W?a\b(?!\w)", re.IGNORECASE)
ITEM_WORDS_MAX = 5


def read_items(rest: str, *, is_subject: bool = False) -> list[str]:
    """Return the items of the list that a text begins with. `is_subject`: a verb after it speaks of the allergy."""
    rest = NOT_ONLY.sub("", LIKE_THINGS.sub("", ANNOUNCED.sub("", rest.lstrip(" :"))))
    rest = ALSO.sub(", ", ASIDE.sub("", rest))
    end = LIST_END.search(rest)
    parts = NEXT_ITEM.split(rest[: end.start()] if end else rest)
    if (
        end and not is_subject and VERB.match(end[0])
    ):  # "nuts, the chart is right": the last part is what the verb speaks of
        parts = parts[:-1]
    items: list[str] = []
    if NOT_ANY.match(rest):
        return items
    for part in parts:
        item = BEFORE_ITEM.sub("", f"{part.strip()} ").strip(" ,'\"*_`“”")
        if not item:
            continue
        if CLAUSE_START.match(part.strip()) or CLAUSE_START.match(item) or len(item.split()) > ITEM_WORDS_MAX:
            break
        if is_allergen(item):
            items.append(item)
    return items


def is_allergen(item: str) -> bool:
    return not (NO_ALLERGEN.match(item) or JEST_AND_MORE.match(item) or ABSTRACT_ENDING.match(item))


def find_items(text: str) -> tuple[str, ...]:
    """Return the items of a plain list; empty for other text."""
    items = read_items(text.strip(" .")) if not LIST_END.search(text.strip(" .")) else []
    return tuple(items) if items and sum(len(item.split()) for item in items) <= len(items) * 3 else ()
