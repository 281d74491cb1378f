"""Tombstones: what was erased or declined, known by keyed digests of its value and of its words (docs/rules.md).

The digests of each person have a key of their own, which is made from the installation's. So a person can take theirs
to another machine without anything that opens another person's; and what they bring from there keeps its key, sealed.
Until memoryweb 0.12 all people of an installation had one key.
"""

import hmac
import json
from base64 import urlsafe_b64encode
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Self
from uuid import UUID

from cryptography.fernet import Fernet, InvalidToken
from django.conf import settings

from memoryweb.language.comparing import identity
from memoryweb.language.lazy_pattern import LazyPattern
from memoryweb.language.mentions.topics import fold
from memoryweb.language.text.value_text import format_line
from memoryweb.memories.models import FingerprintKey, Memory, Tombstone, fingerprints

KEY_BYTES = 32
PASSAGE = "passage"  # the purpose of digests of what was told in conversations (passages.py)
WORD = LazyPattern(r"[^\W_]+")
OWN_KEY = "own"  # in the log of erasures: its key is the person's alone


def value_fingerprint(person_id: UUID, label: str, value: object) -> bytes:
    """Return what a tombstone is found by: the value under any key, category, project or condition.

    A number, or a yes or no, says nothing without its label.
    """
    return digest(key_of(person_id), "value", value_text(label, value))


def words_fingerprint(person_id: UUID, label: str, value: object) -> bytes:
    """Return what near-duplicates of a tombstone are found by: its words, without articles, endings and order."""
    words = _words_text(label, value)
    return digest(key_of(person_id), "words", words) if words else b""


@dataclass(frozen=True)
class Digests:
    """Digests under which a statement's tombstone may be stored, one for each key of the person."""

    values: list[bytes]
    words: list[bytes]

    @classmethod
    def for_statement(
        cls, person_id: UUID, label: str, value: object, brought: list[str], *, details: str = ""
    ) -> Self:
        """`brought` are the person's keys from other machines, sealed.

        Of a statement whose value is only a part of its details, the details count too: an older version may have kept
        the whole sentence as its value.
        """
        keys = [key_of(person_id), *map(unseal, brought)]
        is_part = isinstance(value, str) and identity.normal_text(value) in identity.normal_text(details)
        said = [value, details] if is_part and details != value else [value]
        words = [words for each in said if (words := _words_text(label, each))]
        return cls(
            [digest for each in said for digest in _of_value(keys, label, each, person_id)],
            [digest for each in words for digest in under_each(keys, "words", each, person_id)],
        )


def brought_keys(person_id: UUID) -> list[str]:
    """Return the person's keys from other machines, sealed."""
    return list(FingerprintKey.objects.filter(person=person_id).values_list("sealed", flat=True))


def add_tombstone(memory: Memory, cause: str, *, now: datetime) -> Tombstone:
    """Keep keyed fingerprints of a memory's value and words, so that no agent brings it back."""
    person_id = memory.person_id
    words = words_fingerprint(person_id, memory.label, memory.value)
    tombstone, _ = Tombstone.objects.update_or_create(
        person_id=person_id,
        fingerprint=value_fingerprint(person_id, memory.label, memory.value),
        defaults={"cause": cause, "words_fingerprint": words},
        create_defaults={"cause": cause, "words_fingerprint": words, "created_at": now},
    )
    return tombstone


def lift(person_id: UUID, label: str, value: object, *, details: str = "") -> None:
    """Let a value be learned again, and the words be recorded that it was said in."""
    brought = brought_keys(person_id)
    digests = Digests.for_statement(person_id, label, value, brought, details=details).values
    said = [words for each in (value, details) if isinstance(each, str) and (words := passage_words(each))]
    digests += [digest(key, PASSAGE, words) for words in said for key in (key_of(person_id), *map(unseal, brought))]
    Tombstone.objects.filter(person=person_id, fingerprint__in=digests).delete()


def key_of(person_id: UUID) -> bytes:
    """Return the key of a person's tombstones: 32 bytes that open nobody else's."""
    return fingerprints.keyed_digest("tombstones", str(person_id))


def seal(key: bytes) -> str:
    """Encrypt a key from another machine for storage here."""
    return _sealer(settings.FINGERPRINT_KEY).encrypt(key).decode()


def unseal(sealed: str) -> bytes:
    """Return a key that was stored here; one that fits nothing if this installation's key has changed since."""
    try:
        return _sealer(settings.FINGERPRINT_KEY).decrypt(sealed.encode())
    except InvalidToken:
        return bytes(KEY_BYTES)


@lru_cache
def _sealer(key: str) -> Fernet:  # of the setting, so that another one is never sealed with the last
    return Fernet(urlsafe_b64encode(fingerprints.keyed_digest("sealed tombstones", key)))


def digest(key: bytes, purpose: str, text: str) -> bytes:
    """Return the HMAC-SHA256 of a text for one purpose: "value", "words" or "passage"."""
    return hmac.digest(key, f"{purpose}\x1f{text}".encode(), "sha256")


def under_each(keys: list[bytes], purpose: str, text: str, person_id: UUID) -> list[bytes]:
    """Return a text's digests under all keys of a person, including the format from before 0.12."""
    until_0_12 = fingerprints.keyed_digest(purpose, f"{person_id}\x1f{text}")
    return [until_0_12, *(digest(key, purpose, text) for key in keys)]


def _of_value(keys: list[bytes], label: str, value: object, person_id: UUID) -> list[bytes]:
    """Return the digests of a value, also as texts were compared until 0.12: spaces and joiners made another one."""
    texts = {value_text(label, value)}
    if isinstance(value, str):
        texts.add(f"\x1f{json.dumps(identity.former_text(value), ensure_ascii=False)}")
    return [each for text in sorted(texts) for each in under_each(keys, "value", text, person_id)]


def value_text(label: str, value: object) -> str:
    """Return the text to digest for a value."""
    named = identity.normal_text(label) if isinstance(value, bool | int | float) else ""
    return f"{named}\x1f{identity.canonical(value)}"


def passage_words(text: str) -> str:
    """Return what two passages have in common, whatever their case, accents, width, punctuation and spaces.

    Where there is no word, that is the signs.
    """
    folded = fold(text)
    return " ".join(WORD.findall(folded)) or "".join(folded.split())


def _words_text(label: str, value: object) -> str:
    return identity.words_key(format_line(label, value) if not isinstance(value, str) else value)
