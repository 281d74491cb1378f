"""Keyed digests of statements: they recognize words without keeping them."""

import os
from datetime import date
from hashlib import blake2b
from uuid import UUID

from django.conf import settings
from django.utils.crypto import salted_hmac

PROCESS_SECRET = os.urandom(32)  # new in each process: nobody can test which text a cache key belongs to


def fingerprint(
    person_id: UUID, *, project: str, condition: str, day: date | None, key: str, normal: str, scope: str = "private"
) -> bytes:
    """Return the HMAC-SHA256 of person, scope, key and normalized value.

    It is keyed, so that a reader of the table cannot test guesses of what was erased.
    """
    return keyed_digest(
        "fingerprint", "\x1f".join([str(person_id), scope, project, condition, str(day or ""), key, normal])
    )


def keyed_digest(purpose: str, text: str) -> bytes:
    """Return the HMAC-SHA256 of a text for one purpose. Digests for different purposes never match."""
    return salted_hmac(f"memoryweb.{purpose}", text, settings.FINGERPRINT_KEY, algorithm="sha256").digest()


def statement_digest(person_id: UUID, words: str) -> bytes | None:
    """Return by which words a person's memory is found under any label (rules/sameness.py); None for no words."""
    return keyed_digest("statement", f"{person_id}\x1f{words}") if words else None


def text_digest(text: str) -> bytes:
    """Return a cache key for the text. A cache must not hold the text, or erased words would stay in memory."""
    return blake2b(text.encode(), key=PROCESS_SECRET, digest_size=16).digest()
