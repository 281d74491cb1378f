"""Finds the known field, the option and the key that a text names (rules/fields.py), and compares values by them."""

import re
from dataclasses import dataclass
from functools import cache

from memoryweb.language.comparing import identity
from memoryweb.language.lazy_pattern import LazyPattern
from memoryweb.language.text.tokens import CJK, PUNCTUATION, is_negative, normalize
from memoryweb.rules import limits
from memoryweb.rules.fields import CATEGORIES, FIELDS, HOME, Field, Option, fields_by_key

# Between the words of a key. A hyphen that is a sign stays, as other signs do: A-, -5, C++, C#.
NO_SLUG = LazyPattern(rf"(?:(?!(?<=\w)-(?!\S)|(?<!\S)-\d)[{PUNCTUATION}_])+")
LIVES_IN = LazyPattern(
    r"(?:(?:i|we|the user|user)(?:['’]m|['’]re| am| are| is)? )?(?:(?:currently|now|still) )?"
    r"(?:lives?|living|resides?|residing|based) (?:(?:currently|now) )?in (?P<place>[^,.;!?]{2,60})[.!]?",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Match:
    """The key of a statement, that of a known field or its own slug; and the option, if the statement names one."""

    category: str
    key: str
    field: Field | None = None
    option: Option | None = None


def recognise(field: Field, text: str) -> Option | None:
    """Return the option named by the text, or the only one mentioned without negation."""
    if option := option_named(field, text):
        return option
    plain = normalize(text)
    mentioned = [o for o in field.options if any(_mentions(plain, normalize(n)) for n in o.names())]
    return mentioned[0] if len(mentioned) == 1 and not is_negative(text) else None


def option_named(field: Field, text: str) -> Option | None:
    """Return the option that this text is a name of, and says nothing else: "Always PDF", not "PDF, signed"."""
    text = text.replace("_", " ")
    names = _options_by_name(field)
    return names.get(identity.normal_text(text)) or names.get(identity.words_key(text))


@cache
def _options_by_name(field: Field) -> dict[str, Option]:
    names: dict[str, Option] = {}
    for option in field.options:
        for name in option.names():
            names.setdefault(identity.normal_text(name), option)
            names.setdefault(identity.words_key(name), option)
    return names


def _mentions(plain: str, name: str) -> bool:
    if CJK.search(name):
        return name in plain
    return re.search(rf"\b{re.escape(name)}\b", plain) is not None


@cache
def _by_name() -> dict[tuple[str, str], Field]:
    by_name: dict[tuple[str, str], Field] = {}
    for field in FIELDS:
        for name in field.names():
            by_name.setdefault((field.category, normalize(name.replace("_", " ").replace(".", " "))), field)
    return by_name


@cache
def _by_value() -> dict[str, tuple[Field, Option]]:
    by_value: dict[str, tuple[Field, Option]] = {}
    for field in FIELDS:
        for option in field.options:
            by_value.setdefault(normalize(option.value.replace("_", " ")), (field, option))
    return by_value


def slugify(text: str) -> str:
    """Return a text as one part of a key: its words, signs and emoji in lower case, joined by underscores."""
    return NO_SLUG.sub("_", identity.spaced_text(text)).strip("_")


def match_field(category: str, name: str, key: str = "") -> Match:
    """Match a short label to a field or to one of its options (S4); else it becomes a key of its own.

    A dotted key is taken as it is, however it is spelled. A known category limits the fields; with any other, the
    fields of all may match.
    """
    if "." in key:
        key = _free_key(category, key.split("."))
        field = fields_by_key().get(key)
        return Match(field.category if field else category, key, field)
    name = key or name
    plain = normalize(name.replace("_", " ").replace(".", " "))
    for each in [category] if category in CATEGORIES else [category, *CATEGORIES]:
        if field := _by_name().get((each, plain)):
            return Match(field.category, field.key, field)
    if value := _by_value().get(plain):
        return Match(value[0].category, value[0].key, *value)
    if field := fields_by_key().get(identity.normal_text(name)):
        return Match(field.category, field.key, field)
    return Match(category, _free_key(category, [name]))


def _free_key(category: str, parts: list[str]) -> str:
    """Return a dotted key of these parts, under the category or a field's own, no longer than the column."""
    slugs = [slug for part in parts if (slug := slugify(part))]
    if (len(slugs) > 1 and slugs[0] == category) or ".".join(slugs) in fields_by_key():
        category, *slugs = slugs
    return ".".join(filter(None, (category, *slugs)))[: limits.KEY_MAX].rstrip("._") if slugs else ""


def normalize_value(key: str, value: object) -> str:
    """Return one text for one value of a key: two spellings of an option are one, all else is told apart."""
    if not isinstance(value, str):
        return identity.canonical(value)
    option = find_option(key, value)
    return identity.canonical(option.value if option else place_of(key, value))


def place_of(key: str, text: str) -> str:
    """Return the place where the text says that somebody lives, if the key is their home; else the text."""
    found = LIVES_IN.fullmatch(text) if key == HOME else None
    return found["place"] if found else text


def find_option(key: str, text: str) -> Option | None:
    """Return the key's option named by a text; None for other keys and texts."""
    field = fields_by_key().get(key)
    return option_named(field, text) if field else None


def recognised(key: str, text: str) -> str:
    """Return the label of the option that a text names for a field; empty if it names none."""
    field = fields_by_key().get(key)
    option = recognise(field, text) if field else None
    return option.label if option else ""
