"""Keyset cursors: an opaque text that names the last row of a page."""

import base64
import binascii
from datetime import datetime
from uuid import UUID

from memoryweb.memories.models import Memory


def cursor_after(memory: Memory) -> str:
    """Return the cursor of the page that starts after this memory."""
    text = f"{memory.changed_at.isoformat()}|{memory.pk}"
    return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


def read_cursor(cursor: str) -> tuple[datetime, UUID]:
    """Return when the cursor's row was changed, and its id. ValueError for a text that is no cursor."""
    try:
        text, _, pk = base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)).decode().partition("|")
        changed_at, memory_id = datetime.fromisoformat(text), UUID(pk)
    except (ValueError, binascii.Error) as error:
        raise ValueError("not a cursor") from error
    if changed_at.tzinfo is None:
        raise ValueError("not a cursor")
    return changed_at, memory_id
