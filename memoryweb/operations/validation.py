"""What no argument may hold, whatever the operation: text no database keeps, numbers JSON has not, endless nesting."""

import math
import re
from typing import Any

from memoryweb.operations.errors import invalid

DEPTH_MAX = 20  # lists and objects inside each other; a preference needs two
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


def _inside(value: Any) -> list[Any]:
    if isinstance(value, dict):
        return [*value.keys(), *value.values()]
    return value if isinstance(value, list) else []


def _unwritable(value: Any) -> str:
    if isinstance(value, str):
        if "\x00" in value:
            return "must not contain the character U+0000."
        if any("\ud800" <= c <= "\udfff" for c in value):
            return "contains half a surrogate pair, which is no character."
    if isinstance(value, float) and not math.isfinite(value):
        return "contains a number that JSON does not have."
    return ""


def shown_name(name: str) -> str:
    """An argument's name as it may be repeated: what does not look like one could carry words."""
    return name if NAME.fullmatch(name) else "arguments"
