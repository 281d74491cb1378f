"""Fixtures for memories."""

import pytest

from memoryweb.memories.actions import Actor, Person
from memoryweb.memories.models import Conflict
from memoryweb.people.models import User
from tests.memories.conflicts import VALUES, open_conflict


@pytest.fixture
def me(alice: User) -> Actor:
    """alice as the one who acts."""
    return Person(alice)


@pytest.fixture
def two(as_alice: User) -> Conflict:
    """An open conflict of PDF and Word."""
    return open_conflict(as_alice, *VALUES[:2])
