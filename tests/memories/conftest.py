"""Fixtures for memories."""

import pytest

from memoryweb.memories.actors import Actor, Person
from memoryweb.people.models import User


@pytest.fixture
def me(alice: User) -> Actor:
    """alice as the one who acts."""
    return Person(alice)
