"""The cache key for a text, where a process caches what it computed from that text."""

import os
from hashlib import blake2b

SECRET = os.urandom(32)  # new in each process: without it nobody can test which text a digest belongs to


def text_digest(text: str) -> bytes:
    """Return a keyed digest of the text. A cache must not hold the text, or erased words would stay in memory."""
    return blake2b(text.encode(), key=SECRET, digest_size=16).digest()
