"""Tokens of agents: random texts, of which the database keeps a digest."""

import hashlib
import secrets

TOKEN_PREFIX = "mweb_"  # noqa: S105  not a token: by this prefix secret scanners find a leaked one


def new_token() -> str:
    return TOKEN_PREFIX + secrets.token_urlsafe(32)


def token_digest(token: str) -> bytes:
    """Return what is stored of a token. SHA-256 without salt: tokens are 256 random bits, not passwords."""
    return hashlib.sha256(token.encode()).digest()
