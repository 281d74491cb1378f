"""A session of one of alice's agents, event by event, and what alice lets agents know."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from memoryweb.people.models import User
from memoryweb.rls import scope
from tests.builders import person_types, post

Send = Callable[..., Any]


@pytest.fixture
def send(token: str) -> Send:
    """Sends an event and returns the answer's JSON."""
    client = Client(raise_request_exception=False)

    def do(host: str, event: Any, *, status: int = 200, token: str = token) -> Any:
        response = post(client, f"/hooks/v1/{host}", token, event)
        assert response.status_code == status, response.content
        assert response["Cache-Control"] == "no-store"
        return response.json()

    return do


@pytest.fixture
def memories(alice: User) -> None:
    with scope.acting_as(alice.pk):
        person_types(alice, "I prefer concise answers", name="answers", category="communication")
        person_types(alice, "Use tabs for indentation", name="indentation", category="technical")
        person_types(alice, "Green tea", name="drink", category="personal")
