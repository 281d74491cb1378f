"""The words by which one thing is known again, whatever category and label it comes under.

A sentence says by itself what it is about; a bare value does so with a label that says something: "favorite color:
green" is "My favorite color is green". Anything else is known only under its own key, and so is what stands under a
label that turns it around: "Never: use tabs" is not "Always: use tabs".
"""

import re

from memoryweb.language import readings
from memoryweb.language.comparing import identity, labels
from memoryweb.language.filing import known_fields
from memoryweb.language.lazy_pattern import LazyPattern
from memoryweb.language.locales.en import labels as en_labels
from memoryweb.language.text import tokens, value_text
from memoryweb.rules import fields

READ_MAX = 600  # characters; a longer text is repeated by nobody
SENTENCES = {fields.HOME: "live in {}"}  # a bare value of these fields, as one says it
FRONTED = LazyPattern(
    rf"^(?P<when>{en_labels.WHEN}\b[^,]{{2,40}}?),? (?P<rest>{en_labels.SPEAKER} \S.*)$", re.IGNORECASE
)


def words_of(*, key: str, label: str, value: object, details: str) -> str:
    """Return the words of a statement in order, without articles and endings; empty if they say nothing alone."""
    said = ("sameness", key, label, details, value_text.display_value(value), isinstance(value, str))
    return readings.once(said, lambda: _words_of(key, label, value, details))


def _words_of(key: str, label: str, value: object, details: str) -> str:
    text = value.strip() if isinstance(value, str) else ""
    if turns_around(label) and not tokens.is_negative(details or text):
        return ""
    if len(details) > READ_MAX or len(text) > READ_MAX or (value is not None and not text):
        return ""
    if key in SENTENCES and not labels.is_sentence(text):
        return _wording(SENTENCES[key].format(text))
    sentence = next((each for each in _told_by(text, details, key) if labels.is_sentence(each)), "")
    if sentence:
        return _wording(_usual(sentence))
    if not text or key in fields.fields_by_key() or labels.says_nothing(label):
        return ""
    return _wording(value_text.format_line(label, text))


def turns_around(label: str) -> bool:
    """Return whether a label may negate its value: "Never"."""
    words = tokens.normalize(label.replace("_", " ")).split()
    return (
        tokens.is_negative(label)
        or tokens.NEGATION.search(label) is not None
        or not en_labels.TURNING.isdisjoint(words)
    )


def _told_by(text: str, details: str, key: str) -> tuple[str, ...]:
    """Return the texts that say the value: the details too, where the value was read from them."""
    is_read = not text or identity.normal_text(text) in identity.normal_text(details)
    is_read = is_read or (key in fields.fields_by_key() and known_fields.recognised(key, details) == text)
    return (details, text) if is_read else (text,)


def _usual(sentence: str) -> str:
    """Return "live in Ghent" for "I'm based in Ghent", and "I run on Sundays" for "On Sundays I run"."""
    if found := known_fields.LIVES_IN.fullmatch(sentence.strip()):
        return SENTENCES[fields.HOME].format(found["place"])
    fronted = FRONTED.match(sentence.strip().rstrip("."))
    return f"{fronted['rest']} {fronted['when']}" if fronted else sentence


def _wording(text: str) -> str:
    return " ".join(identity.wording(text).words)
