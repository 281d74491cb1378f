"""Keyset cursors: an opaque word that names the last row a page showed."""

import base64
import binascii
from datetime import datetime
from uuid import UUID

from memoryweb.memories.models import Memory, MemoryQuerySet


def cursor_after(memory: Memory) -> str:
    text = f"{memory.changed_at.isoformat()}|{memory.pk}"
    return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


def seek_cursor(memories: MemoryQuerySet, cursor: str) -> MemoryQuerySet:
    """The rows strictly older than the cursor's; ValueError for a word that is no cursor."""
    try:
        text, _, pk = base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)).decode().partition("|")
        at, last = datetime.fromisoformat(text), UUID(pk)
    except (ValueError, binascii.Error) as error:
        raise ValueError("not a cursor") from error
    if at.tzinfo is None:
        raise ValueError("not a cursor")
    return memories.filter(changed_at__lte=at).exclude(changed_at=at, pk__gte=last)
