"""Whether a label says what a statement is about: "favorite color" with "green" does, "note" with a sentence does not.

A label is no key. Two values under one label exclude one another only where the label alone says of what
they are values. A sentence says by itself what it is about, so it is compared by its subject (subjects.py).
"""

import re

from memoryweb.language.lazy_pattern import LazyPattern
from memoryweb.language.locales import LANGUAGES
from memoryweb.language.locales.en import compounds as en_compounds
from memoryweb.language.locales.en import labels as en_labels
from memoryweb.language.locales.zh import labels as zh_labels
from memoryweb.language.text import tokens

READ_MAX = 600  # characters
EMPTY = en_labels.EMPTY | zh_labels.EMPTY
NUMBER = LazyPattern(r"\d+")
# What is told to an assistant is a sentence without a subject: "Keep it short".
TOLD = tuple(LazyPattern(language.told, re.IGNORECASE) for language in LANGUAGES)
SPEAKER = LazyPattern(rf"(?:^|[\s,;.(]){en_labels.SPEAKER}\b|我|咱|用户|本人", re.IGNORECASE)
CLAUSE = LazyPattern(rf"^[\w'-]+(?: [\w'-]+){{0,4}}? {en_labels.FINITE}(?!\w)", re.IGNORECASE)
VERB_FIRST = LazyPattern(rf"^{en_compounds.ADVERBS}(?:{en_labels.FINITE}|{en_compounds.STATE}e?s)(?!\w)", re.IGNORECASE)


def says_nothing(label: str) -> bool:
    """Return whether a label would suit any statement: "note", "user info 2", 备注."""
    plain = NUMBER.sub(" ", tokens.normalize(label.replace("_", " ").replace(".", " ")))
    return all(word in EMPTY for word in plain.split())


def is_sentence(text: str) -> bool:
    """Return whether a text says by itself what it is about: "My sister lives in Rome", not "in Rome"."""
    text = text[:READ_MAX].replace("’", "'").strip()
    if SPEAKER.search(text) or CLAUSE.search(text) or VERB_FIRST.search(text):
        return True
    return is_told(text)


def is_told(text: str) -> bool:
    """Return whether a text instructs an assistant."""
    return any(pattern.search(text, 0, READ_MAX) for pattern in TOLD)


def names_value(label: str, text: str) -> bool:
    """Return whether a label says of what a text is the value, so that another value takes its place."""
    return not says_nothing(label) and not is_sentence(text)


def is_named_in(label: str, text: str) -> bool:
    """Return whether a sentence speaks of what its label names: "favorite color" in "My favorite color is green"."""
    named = set(tokens.word_counts(label.replace("_", " ")))
    return bool(named) and named <= set(tokens.word_counts(text))
