"""The model of versions, and the columns that memories and their versions share."""

from typing import Any

from memoryweb.memories.models.memory import Memory


def columns() -> str:
    """Return the columns that a memory and its versions share, for SQL that writes both."""
    return ", ".join(f'"{field.column}"' for field in Memory._meta.concrete_fields if not field.generated)


def history_model() -> Any:
    """Return the model of versions. simple-history builds its class at import time, so types cannot name it."""
    return Memory.history.model
