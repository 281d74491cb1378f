"""Creates ids in Python: PostgreSQL has uuidv7() from version 18 only, and 16 is supported."""

import uuid

import uuid_utils.compat


def uuid7() -> uuid.UUID:
    """Return a new UUID. Later ones sort after earlier ones."""
    return uuid_utils.compat.uuid7()
