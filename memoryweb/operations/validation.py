"""What no argument may hold, whatever the operation: too much of it, text no database keeps, endless nesting."""

import math
import re
from collections.abc import Mapping
from typing import Any

from memoryweb.operations.errors import invalid
from memoryweb.rules import policy, sensitive

DEPTH_MAX = 20  # lists and objects inside each other; a preference needs two
KEY_MAX = 120  # characters of an Idempotency-Key
HALF_A_CHARACTER = re.compile("[\ud800-\udfff]")
NAME = re.compile(r"[a-z_]{1,40}(?:\.\d+)*|Idempotency-Key")


def check_arguments(arguments: dict[str, Any], idempotency_key: str = "") -> None:
    """Raises INVALID_ARGUMENT naming the argument. Walks without recursion: depth is what it looks for."""
    waiting: list[tuple[str, Any, int]] = [("", name, 0) for name in arguments]
    waiting += [(name, value, 0) for name, value in arguments.items()]
    waiting.append(("Idempotency-Key", idempotency_key, 0))
    while waiting:
        name, value, depth = waiting.pop()
        if depth > DEPTH_MAX:
            raise invalid(shown_name(name), f"is nested more than {DEPTH_MAX} deep.")
        if reason := _unwritable(value):
            raise invalid(shown_name(name), reason)
        waiting += [(name, each, depth + 1) for each in _inside(value)]


def check_sizes(arguments: dict[str, Any], idempotency_key: str, limits: Mapping[str, int | None]) -> None:
    """Raises INVALID_ARGUMENT for what is too long, before any pattern reads it. `limits` are the characters of each
    known argument, None where its own type limits all that is in it; an unknown one may hold as much as details."""
    if len(idempotency_key) > KEY_MAX:
        raise invalid("Idempotency-Key", f"has at most {KEY_MAX} characters.")
    for name, value in arguments.items():
        most = limits.get(name, policy.DETAILS_MAX)
        if most is not None and sum(map(len, sensitive.iter_strings([name, value]))) > most:
            raise invalid(shown_name(name), f"has at most {most} characters.")


def _inside(value: Any) -> list[Any]:
    if isinstance(value, dict):
        return [*value.keys(), *value.values()]
    return value if isinstance(value, list) else []


def _unwritable(value: Any) -> str:
    if isinstance(value, str):
        if "\x00" in value:
            return "must not contain the character U+0000."
        if HALF_A_CHARACTER.search(value):
            return "contains half a surrogate pair, which is no character."
    if isinstance(value, float) and not math.isfinite(value):
        return "contains a number that JSON does not have."
    return ""


def shown_name(name: str) -> str:
    """An argument's name as it may be repeated: what does not look like one could carry words."""
    return name if NAME.fullmatch(name) else "arguments"
