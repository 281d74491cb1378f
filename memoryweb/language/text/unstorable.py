"""What no database takes: U+0000, and halves of characters that JSON can spell. They are left out of a text."""

from typing import Any

NUL = "\x00"
DEPTH_MAX = 30  # what is nested deeper is refused by whoever reads it


def is_storable(text: str) -> bool:
    if NUL in text:
        return False
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def leave_out(text: str) -> str:
    """Return a text without them. Two halves that belong together are the character that they spell."""
    if is_storable(text):
        return text
    return text.replace(NUL, "").encode("utf-16", "surrogatepass").decode("utf-16", "ignore")


def leave_out_in_json(value: Any, depth: int = 0) -> Any:
    """Return a JSON value without them in any text, the names of its objects too."""
    if isinstance(value, str):
        return leave_out(value)
    if depth > DEPTH_MAX:
        return value
    if isinstance(value, list | tuple):
        return [leave_out_in_json(each, depth + 1) for each in value]
    if isinstance(value, dict):
        return {leave_out_in_json(name): leave_out_in_json(each, depth + 1) for name, each in value.items()}
    return value
