"""Reads the value of a known field in plain words: "I'm a night owl" is a time preference under any label.

Every word of a text must be one that people use of that field (language/locales/en/phrases.py): "Keep messages brief"
is about how to answer, "Keep messages to Anna brief" is not. So what is more particular than the field is never its
value.
"""

from dataclasses import dataclass
from functools import cache

from memoryweb.language import readings
from memoryweb.language.comparing import identity, measures
from memoryweb.language.filing import known_fields
from memoryweb.language.locales.en import measures as en_measures
from memoryweb.language.locales.en import phrases as en
from memoryweb.language.text import tokens

READ_MAX = 120  # characters
WORDS_MAX = 16

Words = tuple[str, ...]


@dataclass(frozen=True)
class Reading:
    """A field and the mentioned option. `is_denied`: the text negates or ends it."""

    key: str
    option: str
    is_denied: bool = False


@dataclass(frozen=True)
class _Row:
    key: str
    about: frozenset[str]
    values: tuple[tuple[Words, str], ...]  # the longest first, since "less detail" is no detail


def read(text: str) -> Reading | None:
    """Return the known field and value of a text; None unless all words fit."""
    if len(text) > READ_MAX:
        return None
    return readings.once(("phrase", text), lambda: _read(text))


def find_value(text: str) -> tuple[str, str] | None:
    """Return the key and the value that plain words give of a known field: an option, a number, a day.

    What is not so, or no longer, has the words themselves as its value.
    """
    if reading := read(text):
        option = known_fields.find_option(reading.key, reading.option)
        return reading.key, text.strip() if reading.is_denied or option is None else option.label
    measure = measures.read(text)
    key = en_measures.FIELDS.get(measure.thing) if measure else None
    return (key, measure.shown) if key and measure else None


def _read(text: str) -> Reading | None:
    words = _words(text)
    plain = frozenset(tokens.normalize(text).split())
    if not words or len(words) > WORDS_MAX or text.rstrip().endswith("?") or plain & en.UNSAID:
        return None
    rows = (row for row in _rows() if not plain & en.UNLESS.get(row.key, frozenset()))
    found = [reading for row in rows if (reading := _read_as(row, words))]
    return found[0] if len(found) == 1 else None


def _read_as(row: _Row, words: Words) -> Reading | None:
    """Return a field's value from the words; None if any word doesn't fit the field."""
    options: list[str] = []
    is_about, denied, place = row.key in en.TELLING, 0, 0
    while place < len(words):
        said, option = next(
            ((said, option) for said, option in row.values if words[place : place + len(said)] == said), ((), "")
        )
        word = words[place]
        if said:
            options.append(option)
            is_about = is_about or any(each in row.about for each in said)
        elif word in en.NEGATION:
            denied += 1
        elif word in row.about:
            is_about = True
        elif word not in _common():
            return None
        place += len(said) or 1
    if not is_about or len(set(options)) != 1:
        return None
    return Reading(row.key, options[0], is_denied=denied > 0)


def _words(text: str) -> Words:
    return tuple(word for word in identity.wording(text).words if word not in ("'", "’"))


@cache
def _common() -> frozenset[str]:
    return frozenset(f"{en.COMMON} {en.CHANGE}".split())


@cache
def _rows() -> tuple[_Row, ...]:
    rows = []
    for key, (about, values) in en.PHRASES.items():
        said = [
            (_words(phrase), option)
            for option, phrases in values.items()
            for phrase in " ".join(phrases.split()).split(", ")
        ]
        said.sort(key=lambda each: -len(each[0]))
        rows.append(
            _Row(key, frozenset(_words(about)) | frozenset(about.split()), tuple(each for each in said if each[0]))
        )
    return tuple(rows)
