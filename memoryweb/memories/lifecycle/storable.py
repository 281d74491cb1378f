"""What the database can keep: the first question of every verb that is given words (SPEC §3.1)."""

import json
import re
from typing import Any

from memoryweb.memories import guard, policy, words
from memoryweb.memories.lifecycle.outcome import Invalid

UNSTORABLE = re.compile("[\x00\ud800-\udfff]")  # U+0000 and halves of characters: PostgreSQL has no place for them


def check_storable(field: str, value: object) -> None:
    """Raises Invalid where any text in it, however deep, cannot be stored."""
    if any(UNSTORABLE.search(text) for text in guard.iter_strings(value)):
        raise Invalid(field, "It contains U+0000 or half a character.")


def check_json(field: str, value: object) -> None:
    """Raises Invalid for what is no JSON, or more of it than details may have."""
    check_storable(field, value)
    try:
        size = len(json.dumps(value, allow_nan=False, ensure_ascii=False))
    except (TypeError, ValueError, RecursionError):
        raise Invalid(field, "It must be plain JSON.") from None
    if size > policy.DETAILS_MAX:
        raise Invalid(field, f"At most {policy.DETAILS_MAX} characters.")


def clean_text(value: Any) -> Any:
    """Texts, alone or in a list, with their invisible characters shown; anything else as it is."""
    if isinstance(value, str):
        return words.show_invisible(value).strip()
    return [clean_text(each) for each in value] if isinstance(value, list) else value
