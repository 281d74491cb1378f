"""The forms of a code's challenge and of its verifier (RFC 7636 §4)."""

import re
from typing import TypeGuard

CHALLENGE = re.compile(r"[A-Za-z0-9_-]{43,128}")
VERIFIER = re.compile(r"[A-Za-z0-9._~-]{43,128}")


def is_challenge(value: str | None) -> TypeGuard[str]:
    return value is not None and CHALLENGE.fullmatch(value) is not None


def is_verifier(value: str) -> bool:
    return VERIFIER.fullmatch(value) is not None
