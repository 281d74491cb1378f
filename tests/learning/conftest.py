"""Fixtures for learning: operations called as an agent, at a fixed time."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest

from memoryweb.agents.models import Agent
from memoryweb.learning import policy
from memoryweb.operations import dispatch
from memoryweb.people.models import User

NOW = datetime(2026, 2, 22, 12, tzinfo=UTC)
Call = Callable[..., dict[str, Any]]


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A call reads at once what it may by number: how much time that takes is the machine's business."""
    monkeypatch.setattr(policy, "READ_SECONDS", 60.0)


@pytest.fixture
def call_operation(as_alice: User, scribe: Agent) -> Call:
    """Calls an operation as scribe at NOW and returns its data."""

    def call(name: str, *, agent: Agent = scribe, now: datetime = NOW, **arguments: Any) -> dict[str, Any]:
        result = dispatch.run(dispatch.Call(agent=agent, name=name, arguments=arguments, now=now))
        assert result.envelope["ok"], result.envelope
        return dict(result.envelope["data"])

    return call
