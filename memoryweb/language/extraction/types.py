"""The result of extraction, and the types of statement it recognizes."""

import re
from dataclasses import dataclass
from enum import StrEnum


@dataclass(frozen=True, kw_only=True)
class Find:
    """One statement that a person makes about themselves, ready for `remember`.

    `key` names the subject, never the value. `value` is None if it is not clear. Lengths: rules/limits.py.
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


class StatementType(StrEnum):
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
class Clause:
    """A clause that speaks of the writer or gives a direction. `about` is what it says, as far as the clause goes."""

    type: StatementType
    about: str
    elided: bool = False  # "and prefer trains": the "I" is in the clause before


Forms = tuple[tuple[StatementType, re.Pattern[str]], ...]


def forms(*rows: tuple[StatementType, str]) -> Forms:
    """Compile a table of forms. The first form that matches decides."""
    return tuple((statement_type, re.compile(form, re.IGNORECASE)) for statement_type, form in rows)


def match_forms(forms: Forms, text: str) -> Clause | None:
    """Return the clause that the first matching form recognizes at the beginning of the text."""
    for statement_type, form in forms:
        if match := form.match(text):
            return Clause(statement_type, match["about"] or "")
    return None
