"""Identifiers made in Python, so that PostgreSQL 16 serves as well as 18."""

import uuid

import uuid_utils.compat


def uuid7() -> uuid.UUID:
    """A UUID whose order is the order of creation."""
    return uuid_utils.compat.uuid7()
