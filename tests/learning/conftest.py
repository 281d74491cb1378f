"""What agents tell of their work, as the door hands it on."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest

from memoryweb.agents.models import Agent
from memoryweb.operations import dispatch
from memoryweb.people.models import MemorySettings, User

NOW = datetime(2026, 2, 22, 12, tzinfo=UTC)
Call = Callable[..., dict[str, Any]]


@pytest.fixture
def ask(as_alice: User, scribe: Agent) -> Call:
    """An operation as scribe on a day of our own; answers its data."""

    def do(name: str, *, agent: Agent = scribe, now: datetime = NOW, **arguments: Any) -> dict[str, Any]:
        result = dispatch.run(dispatch.Call(agent=agent, name=name, arguments=arguments, now=now))
        assert result.envelope["ok"], result.envelope
        return dict(result.envelope["data"])

    return do


def decide(person: User, **settings: object) -> None:
    MemorySettings.objects.update_or_create(person=person, defaults=settings)
