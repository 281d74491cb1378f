"""Tokens of alice's agents, and the check of every envelope."""

from collections.abc import Callable, Iterator
from typing import Any
from uuid import UUID

import pytest
from django.test import Client

from memoryweb.agents.models import Agent
from memoryweb.operations.errors import STATUSES
from memoryweb.people.models import User
from memoryweb.rls import scope
from tests.api.web_process import WebProcess, start_web_process
from tests.builders import post

PDF = {"category": "technical", "preference": "document_format", "details": "I prefer reports as PDF"}


def url(name: str) -> str:
    return f"/api/v1/tools/{name}"


def envelope(response: Any) -> dict[str, Any]:
    """Check that the response is an envelope and return it."""
    assert response["Content-Type"] == "application/json"
    body: dict[str, Any] = response.json()
    meta = body["meta"]
    assert set(meta) == {"requestId", "ts"}
    assert UUID(meta["requestId"]).version == 7
    assert isinstance(meta["ts"], int)
    if body["ok"]:
        assert set(body) == {"ok", "data", "meta"}
        assert response.status_code == 200
    else:
        assert set(body) == {"ok", "error", "meta"}
        assert {"code", "message", "retryable"} <= set(body["error"]) <= {"code", "message", "retryable", "details"}
        assert response.status_code in (STATUSES[body["error"]["code"]], 405)
    return body


def error(response: Any) -> tuple[int, str]:
    return response.status_code, envelope(response)["error"]["code"]


@pytest.fixture
def connect(alice: User) -> Callable[..., tuple[Agent, str]]:
    """Connects another agent of alice, which may read conversations; returns it with its token."""

    def do(**more: Any) -> tuple[Agent, str]:
        with scope.acting_as(alice.pk):
            agent, token = Agent.connect(alice, name=more.pop("name", "Courier"), **more)
            agent.reads_conversations = True
            agent.save()
        return agent, token

    return do


@pytest.fixture
def token(connect: Callable[..., tuple[Agent, str]]) -> str:
    return connect()[1]


@pytest.fixture
def ask(token: str) -> Callable[..., Any]:
    """Calls an operation over HTTP as alice's agent. A server error is a response here, not an exception."""
    client = Client(raise_request_exception=False)

    def do(name: str, arguments: Any = None, **headers: str) -> Any:
        return post(client, url(name), headers.pop("token", token), {} if arguments is None else arguments, **headers)

    return do


@pytest.fixture(scope="session")
def web() -> Iterator[WebProcess]:
    with start_web_process() as web_process:
        yield web_process
