"""The guard: reads a value in every way that a person could read it, and names the first reason not to store it.

The checks are patterns and check digits: a word list alone finds either too much or too little. A finding names a
category and never repeats the text. Every check takes time in proportion to the length of the text.
"""

import re
from collections.abc import Iterable, Iterator

from memoryweb.language import readings
from memoryweb.language.lazy_pattern import LazyPattern
from memoryweb.language.sensitive import finances, folding, health
from memoryweb.language.sensitive.categories import Finding, Sensitive
from memoryweb.language.sensitive.numbers import check_digits, named_numbers, national_ids
from memoryweb.language.sensitive.secrets import (
    access,
    codes,
    described_secrets,
    keys,
    openings,
    passwords,
    phrases,
    questions,
    recovery_phrases,
    sign_ins,
)
from memoryweb.language.sensitive.texts import FIELD_ENDS, WORD, iter_strings, joined, table_cells

# Programs send these with every call: ids drawn at random, and times. Some have the check digit of a number by chance.
IDS_AND_TIMES = LazyPattern(
    r"(?=[0-9a-z])(?:"
    r"(?<![0-9a-f])(?=[0-9a-f]{8}-)(?=[0-9a-f-]{0,35}[a-f])"
    r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?![0-9a-f])"
    r"|(?<![0-9a-z])(?:"
    r"(?=[0-7][0-9a-z]{25})(?=[0-9]{0,25}[a-z])[0-7][0-9a-hjkmnp-tv-z]{25}(?![0-9a-z])"
    r"|(?=[0-9a-f]{24})(?=[0-9a-f]{0,63}[a-f])[0-9a-f]{24,64}(?![0-9a-z]))"
    r"|(?<!\d)(?:19|20)\d\d-[01]\d-[0-3]\d[t ][0-2]\d:[0-5]\d(?::[0-5]\d(?:[.,]\d{1,9})?)?"
    r"(?:z|[+-]\d\d:?\d\d)?(?!\d))",
    re.IGNORECASE,
)
CODE = LazyPattern(r"[0-9A-Za-z]{24}")  # without it and without a dash there is no such id or time


def inspect(value: object, *, allow_allergy: bool = False) -> Finding | None:
    """Return the first reason for not storing a value, or None.

    Checks each text alone and all texts joined, so that "password" in one field and the password in the next are
    found together. `allow_allergy` is for a person's own entry in the category dietary.
    """
    texts = [folding.plain(text) for text in iter_strings(value)]
    return _first_finding([*texts, *map(folding.plain, joined(value, texts))], allow_allergy=allow_allergy)


def inspect_together(texts: Iterable[str]) -> Finding | None:
    """Return the first reason in what several texts say one after the other. Each alone was inspected before."""
    return _first_finding([folding.plain(FIELD_ENDS.join(map(folding.plain, texts)))])


def _first_finding(plain_texts: Iterable[str], *, allow_allergy: bool = False) -> Finding | None:
    for text in plain_texts:
        for reading in _readings(text):
            if category := _category_once(reading, allow_allergy=allow_allergy):
                return Finding(category)
    return None


def _readings(text: str) -> Iterator[str]:
    yield from folding.readings(text)
    if "|" in text and "\n" in text and (cells := table_cells(text)):
        yield cells


def _category_once(text: str, *, allow_allergy: bool) -> Sensitive | None:
    """Return the category, which a call finds once."""
    return readings.once(("sensitive", text, allow_allergy), lambda: _category(text, allow_allergy=allow_allergy))


def _category(text: str, *, allow_allergy: bool) -> Sensitive | None:
    """Return the category of what a plain text holds; what cannot be mistaken comes first."""
    bare = folding.unmarked(text)
    without_ids = _without_ids(text)
    bare_without_ids = without_ids if bare is text else _without_ids(bare)
    if found := _secret(text, bare, bare_without_ids):
        return found
    readings.give_way()
    if found := _number(without_ids, bare_without_ids.lower()):
        return found
    readings.give_way()
    return _state(bare_without_ids, allow_allergy=allow_allergy)


def _without_ids(text: str) -> str:
    return IDS_AND_TIMES.sub(" id ", text) if "-" in text or CODE.search(text) else text


def _secret(text: str, bare: str, without_ids: str) -> Sensitive | None:
    """Return the category of a secret. A password may look like an id; a short code stands in none."""
    if keys.has_key(text):
        return Sensitive.KEY
    short = openings.with_spelled_digits(without_ids)
    bare = short if without_ids == bare else openings.with_spelled_digits(bare)
    if (
        passwords.has_password(bare)
        or openings.has_opening(short)
        or sign_ins.has_sign_in(bare)
        or access.has_access(bare)
    ):
        return Sensitive.PASSWORD
    if bare != text and sign_ins.has_sign_in(text):  # a mark may be one of its signs
        return Sensitive.PASSWORD
    lower = bare.lower()
    if codes.has_code(short.lower()) or questions.has_answer(bare) or phrases.has_phrase(bare):
        return Sensitive.PASSWORD
    if keys.has_named_key(lower) or recovery_phrases.has_recovery_phrase(lower):
        return Sensitive.KEY
    return Sensitive.PASSWORD if described_secrets.has_description(bare) else None


def _state(bare: str, *, allow_allergy: bool) -> Sensitive | None:
    lower = bare.lower()
    words = set(WORD.findall(lower))
    if finances.has_finances(lower, words):
        return Sensitive.FINANCIAL
    if health.has_health(bare, lower, words) or (not allow_allergy and health.has_allergy(lower)):
        return Sensitive.HEALTH
    return None


def _number(text: str, bare: str) -> Sensitive | None:
    """Return the category of a number that its name, its shape or its check digits give away."""
    if not any(map(str.isdigit, text)):
        return None
    if found := named_numbers.category(bare.replace("_", " ")) or check_digits.category(text, text.lower()):
        return found
    if national_ids.has_national_id(text.lower()):
        return Sensitive.GOVERNMENT_ID
    clear = folding.with_digits(text)
    return check_digits.category(clear, clear.lower()) if clear != text else None
