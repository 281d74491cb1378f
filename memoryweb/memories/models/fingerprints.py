"""Keyed digests of statements: they recognize words without keeping them."""

import os
from hashlib import blake2b
from uuid import UUID

from django.conf import settings
from django.utils.crypto import salted_hmac

from memoryweb.memories.models.places import Place

PROCESS_SECRET = os.urandom(32)  # new in each process: nobody can test which text a cache key belongs to


def fingerprint(place: Place, *, key: str, normal: str) -> bytes:
    """Return the HMAC-SHA256 of place, key and normalized value.

    It is keyed, so that a reader of the table cannot test guesses of what was erased.
    """
    person, scope = str(place.person_id), str(place.community_id or "private")
    where = [person, scope, place.project, place.condition, str(place.day or "")]
    return keyed_digest("fingerprint", "\x1f".join([*where, key, normal]))


def keyed_digest(purpose: str, text: str) -> bytes:
    """Return the HMAC-SHA256 of a text for one purpose. Digests for different purposes never match."""
    return salted_hmac(f"memoryweb.{purpose}", text, settings.FINGERPRINT_KEY, algorithm="sha256").digest()


def statement_digest(person_id: UUID, words: str) -> bytes | None:
    """Return by which words a person's memory is found under any label (filing/sameness.py); None for no words."""
    return keyed_digest("statement", f"{person_id}\x1f{words}") if words else None


def text_digest(text: str) -> bytes:
    """Return a cache key for the text. A cache must not hold the text, or erased words would stay in memory."""
    return blake2b(text.encode(), key=PROCESS_SECRET, digest_size=16).digest()
