"""Creates ids in Python: PostgreSQL has uuidv7() from version 18 only, and 16 is supported."""

import uuid
from datetime import datetime

import uuid_utils.compat


def uuid7() -> uuid.UUID:
    """Return a new UUID. Later ones sort after earlier ones."""
    return uuid_utils.compat.uuid7()


def first_uuid7(at: datetime) -> uuid.UUID:
    """Return the smallest UUID that can have been made at this time or later: an index of ids is one of times, too."""
    return uuid.UUID(int=int(at.timestamp() * 1000) << 80)
