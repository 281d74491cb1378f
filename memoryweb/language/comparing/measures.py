"""Reads what somebody says of a thing by a number, a time, a weekday or a date: "The team meeting is on Tuesday".

The same words with another number, time or day say that it has changed. It must be said of the thing, not of what
somebody does then: "I run on Tuesdays" and "I run on Fridays" are both so. What somebody is told to do on one day is
said of that: "Send the minutes on Friday".
"""

import re
from dataclasses import dataclass

from memoryweb.language.comparing import identity
from memoryweb.language.comparing.attributes import Attribute, readable
from memoryweb.language.lazy_pattern import LazyPattern
from memoryweb.language.locales.en import compounds as en_compounds
from memoryweb.language.locales.en import measures as en

READ_MAX = 120  # characters
WORDS_MAX = 5  # that name the thing

VALUES = LazyPattern("|".join(rf"(?P<{kind}>{pattern})" for kind, pattern in en.VALUES.items()), re.IGNORECASE)
SPEAKER = LazyPattern(r"\b(?:i|we|he|she|they|you|i'\w+|we'\w+|let's)\b", re.IGNORECASE)
OWN = tuple((name, LazyPattern(pattern, re.IGNORECASE)) for name, pattern in en.OWN)
SAYS_SO = LazyPattern(rf"(?:\b{en.IS}|:)\s*{en.BETWEEN}$", re.IGNORECASE)
NAMES_EVENT = LazyPattern(rf"\b{en.EVENTS}s?\s*{en.BETWEEN}$", re.IGNORECASE)
ORDER = LazyPattern(
    rf"^(?:(?:please|always|also),? )*(?:{en_compounds.IMPERATIVE}\b|(?!\w+s ){en_compounds.ANY_VERB})", re.IGNORECASE
)
ON_ONE_DAY = LazyPattern(rf"\b{en.ON}\s(?:the\s)?$", re.IGNORECASE)
NAMES_SIZE = LazyPattern(r"\bsize\s*$", re.IGNORECASE)
DROPPED = frozenset(en.DROPPED.split())


@dataclass(frozen=True)
class Measure:
    """A thing's measures: the words that name it, and its values by kind."""

    thing: frozenset[str]
    values: tuple[tuple[str, frozenset[str]], ...]
    shown: str  # the values as they were written


def parse(text: str) -> list[Attribute]:
    """Return a statement's measures as attributes, one per kind of value."""
    found = read(text)
    if found is None:
        return []
    name = " ".join(sorted(found.thing))
    return [Attribute(f"measure {name} {kind}", frozenset(), frozenset({values})) for kind, values in found.values]


def read(text: str) -> Measure | None:
    """Parse a statement about a thing's measures; None if it says anything else."""
    text = readable(text).rstrip(".! ") if len(text) <= READ_MAX else ""
    found = list(VALUES.finditer(text)) if text else []
    if not found:
        return None
    head, tail = text[: found[0].start()], VALUES.sub(" ", text[found[0].end() :])
    kinds = {match.lastgroup or "": set[str]() for match in found}
    for match in found:
        kinds[match.lastgroup or ""].add(_plain(match.lastgroup or "", match[0]))
    is_told = ORDER.search(head) and ON_ONE_DAY.search(head) and not re.search(r"days\b", text, re.IGNORECASE)
    named = _own_name(text) or _named(head, tail, next(iter(kinds)), is_told=bool(is_told))
    if not named:
        return None
    values = tuple((kind, frozenset(each)) for kind, each in sorted(kinds.items()))
    return Measure(named, values, text[found[0].start() : found[-1].end()])


def _own_name(text: str) -> frozenset[str]:
    """Return the words of a measure implied by a sentence: "I was born on 3 May" is a birthday; empty if none."""
    return next((frozenset(name.split()) for name, pattern in OWN if pattern.search(text)), frozenset())


def _named(head: str, tail: str, kind: str, *, is_told: bool) -> frozenset[str]:
    if SPEAKER.search(head) or SPEAKER.search(tail):
        return frozenset()
    names_it = NAMES_SIZE if kind == "number" else NAMES_EVENT
    says_so = SAYS_SO.search(head) or names_it.search(head) or (is_told and kind == "weekday")
    words = frozenset(identity.wording(f"{head} {tail}").words) - DROPPED
    return words if says_so and len(words) <= WORDS_MAX and not words & en.NEGATIONS else frozenset()


def _plain(kind: str, text: str) -> str:
    plain = " ".join(text.casefold().replace(".", " ").split()) if kind != "number" else text
    if kind == "weekday":
        return plain[:3]
    if kind == "date":
        return _plain_date(plain)
    return re.sub(r"\s|:00|o'clock", "", plain) if kind == "time" else plain


def _plain_date(text: str) -> str:
    """Return day and month without year: "3 may" for "May 3rd, 1987" and "1987-05-03"."""
    if iso := re.fullmatch(r"(?:\d{4}-)?(\d\d?)-(\d\d?)", text):
        return f"{int(iso[2])} {en.MONTHS[int(iso[1]) - 1]}" if 0 < int(iso[1]) <= len(en.MONTHS) else text
    month = next((each for each in en.MONTHS if each in text), "")
    day = re.search(r"(?<!\d)\d{1,2}(?!\d)", re.sub(r"(?<=\d)(?:st|nd|rd|th)", "", text))
    return f"{int(day[0])} {month}" if day and month else text
