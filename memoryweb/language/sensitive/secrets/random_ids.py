"""Tells the ids that programs draw at random, where an argument can be nothing but an id."""

from memoryweb.language.lazy_pattern import Beginning
from memoryweb.language.sensitive.secrets import keys

# One word such as "toolu_01Kx9…", "chatcmpl-Bx7…" or "V1StGXR8_Z5jdHi6B-myT"; not a run of digits, which may be a
# number of a card or a person, and not the shape of an IBAN.
ONE_WORD = Beginning(r"(?!.*\d{7})(?![A-Za-z]{2}\d\d[A-Za-z0-9]{11,30}$)(?=[^\d]*\d)[A-Za-z0-9_-]{16,128}$")


def is_random_id(text: str) -> bool:
    """Return whether a text is an id drawn at random, 16 to 128 characters, and no key of a known service.

    The guard takes such a word for a key where it stands in a sentence, and finds short codes in it by chance.
    """
    return bool(ONE_WORD.match(text)) and keys.changes(text) >= keys.CHANGES_LEAST and not keys.has_known_key(text)
