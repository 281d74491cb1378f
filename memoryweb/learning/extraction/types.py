"""What extraction finds in a message, and the types of statement it recognizes."""

import re
from dataclasses import dataclass
from enum import StrEnum


@dataclass(frozen=True, kw_only=True)
class Find:
    """What `remember` needs to know. `key` names the subject, never the value; `value` is None where it cannot be told.

    Lengths: see rules/limits.py.
    """

    details: str
    quote: str
    category: str
    label: str
    key: str
    value: object | None
    condition: str
    source: str
    kind: str
    tags: tuple[str, ...] = ()


class Sort(StrEnum):
    PREFERENCE = "preference"
    DISLIKE = "dislike"
    HABIT = "habit"
    NEED = "need"
    WISH = "wish"
    IDENTITY = "identity"
    CHANGE = "change"
    GOAL = "goal"
    HOME = "home"
    WORK = "work"
    NAME = "name"
    FAMILY = "family"
    FACT = "fact"
    DIRECTIVE = "directive"
    CORRECTION = "correction"


@dataclass(frozen=True)
class Said:
    sort: Sort
    about: str
    elided: bool = False  # "and prefer trains": the I stands in the clause before


Forms = tuple[tuple[Sort, re.Pattern[str]], ...]


def forms(*rows: tuple[Sort, str]) -> Forms:
    return tuple((sort, re.compile(form, re.IGNORECASE)) for sort, form in rows)


def match(several: Forms, text: str) -> Said | None:
    """What the first form that fits says."""
    for sort, form in several:
        if found := form.match(text):
            return Said(sort, found["about"] or "")
    return None
