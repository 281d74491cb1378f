"""The key under which a process caches what it worked out of a text, such as a token count."""

import os
from hashlib import blake2b

SECRET = os.urandom(32)  # of this process: without it nobody can try which text a digest belongs to


def text_digest(text: str) -> bytes:
    """A keyed digest of the text. A cache must not hold the text: erased words would stay in memory."""
    return blake2b(text.encode(), key=SECRET, digest_size=16).digest()
