"""Every operation × every kind of agent × every method, and hostile arguments in every field.

It walks the table of operations, so a new one is attacked without being listed.
"""

import json
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from django.test import Client
from django.utils import timezone

from memoryweb.agents.models import AccessLog, Agent, Scope, Trust
from memoryweb.memories.models import Memory, history_model
from memoryweb.operations.table import OPERATIONS, Operation
from memoryweb.people.models import User
from memoryweb.rls import scope
from tests import servers
from tests.api.conftest import envelope
from tests.builders import agent_says, bind_to_community, person_types, post
from tests.house.walks import in_turn
from tests.rings import third

HARBOUR = UUID("018f0000-0000-7000-8000-00000000000b")
METHODS = ("GET", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "ZEBRA")
READS, WRITES = ("reads", "writes")


def _paused(agent: Agent) -> None:
    agent.pause(now=timezone.now())


def _paused_for_an_hour(agent: Agent) -> None:
    agent.pause(now=timezone.now(), until=timezone.now() + timedelta(hours=1))


def _expired(agent: Agent) -> None:
    agent.expires_at = timezone.now() - timedelta(seconds=1)
    agent.save()


def _revoked(agent: Agent) -> None:
    agent.revoke(now=timezone.now())


def _of_the_harbour(agent: Agent) -> None:
    agent.community_id = HARBOUR
    agent.save()


def _renewed(agent: Agent) -> None:
    agent.renew_token()


# What each kind may do: reads and writes, one of them, or nothing with this status.
KINDS: dict[str, tuple[dict[str, Any], Callable[[Agent], None] | None, set[str], int]] = {
    "personal": ({}, None, {READS, WRITES}, 0),
    "trusted": ({"trust": Trust.TRUSTED}, None, {READS, WRITES}, 0),
    "bound to a project": ({"project": "zebra"}, None, {READS, WRITES}, 0),
    "of a community": ({}, _of_the_harbour, {READS, WRITES}, 0),
    "with the scope to read": ({"scopes": [Scope.READ]}, None, {READS}, 403),
    "with the scope to write": ({"scopes": [Scope.WRITE]}, None, {WRITES}, 403),
    "without a scope": ({"scopes": []}, None, set(), 403),
    "trusted to read only": ({"trust": Trust.READ_ONLY}, None, {READS}, 403),
    "paused": ({}, _paused, set(), 403),
    "paused for an hour": ({}, _paused_for_an_hour, set(), 403),
    "expired": ({}, _expired, set(), 401),
    "revoked": ({}, _revoked, set(), 401),
    "with its token before the newest": ({}, _renewed, set(), 401),
}


def valid_arguments(operation: Operation) -> dict[str, Any]:
    """Return what the operation needs, made from its schema."""
    found: dict[str, Any] = {}
    for name in operation.schema.get("required", []):
        schema = operation.schema["properties"][name]
        found[name] = schema["enum"][0] if "enum" in schema else [] if schema.get("type") == "array" else "tea"
    return found


@pytest.fixture
def client() -> Client:
    return Client(raise_request_exception=False)


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_of_agent_may_do_what_it_may_and_no_more(kind: str, alice: User, client: Client) -> None:
    options, change, may, status = KINDS[kind]
    servers.add_community(HARBOUR, "Harbour", alice.pk)
    with scope.acting_as(alice.pk):
        agent, token = Agent.connect(alice, name="Zebra", **options)
        agent.reads_conversations = True
        agent.save()
        person_types(alice, "PDF")
        if change:
            change(agent)
    for name, operation in OPERATIONS.items():
        before = state(alice)
        answer = post(client, f"/api/v1/tools/{name}", token, valid_arguments(operation))
        body = envelope(answer)
        if operation.needs_community and kind != "of a community":
            assert answer.status_code == (status or 403), (name, body)
            assert state(alice) == before, name
        elif (WRITES if operation.writes else READS) in may:
            assert answer.status_code in (200, 404), (name, body)  # "tea" is nobody's id
        else:
            assert answer.status_code == status, (name, body)
            assert state(alice) == before, name
        for method in third(METHODS):
            other = client.generic(
                method,
                f"/api/v1/tools/{name}",
                json.dumps(valid_arguments(operation)),
                "application/json",
                headers={"Authorization": f"Bearer {token}", "X-HTTP-Method-Override": "POST"},
            )
            assert (other.status_code, other["Allow"]) == (405, "POST"), (name, method)
    with scope.acting_as(alice.pk):
        assert AccessLog.objects.filter(agent=agent).count() == (0 if status == 401 else len(OPERATIONS))


def state(person: User) -> tuple[object, ...]:
    with scope.acting_as(person.pk):
        return Memory.objects.count(), history_model().objects.count()


def test_no_agent_can_answer_a_question_or_bring_something_back(alice: User, client: Client) -> None:
    """Not by an operation that does not exist, and not by a page: a token is no session."""
    with scope.acting_as(alice.pk):
        agent, token = Agent.connect(alice, name="Zebra", trust=Trust.TRUSTED)
        outcome = agent_says(agent, "I prefer tea", name="drink", category="personal", source="inference")
        assert outcome.memory
    before = state(alice)
    bearer = {"Authorization": f"Bearer {token}"}
    for path in (f"/memories/{outcome.memory.pk}/confirm/", f"/memories/{outcome.memory.pk}/use-today/", "/review/"):
        assert client.post(path, {"sure": "yes"}, headers=bearer).status_code in (302, 405)
    for name in ("accept", "confirm", "accept_proposal", "restore", "erase", "unblock", "../review", "set_trust"):
        assert post(client, f"/api/v1/tools/{name}", token, {}).status_code == 404
    assert state(alice) == before


# Hostile arguments

DEEP: Any = "x"
for _ in range(300):
    DEEP = [DEEP]
HOSTILE: tuple[Any, ...] = (
    None,
    True,
    -1,
    1.5,
    10**400,
    "",
    "\x00",
    "\ud800",
    "\u202e\ufeff",
    "x" * 11_000,
    "9999-12-31T23:59:59+14:00",
    "<script>alert(1)</script>",
    [],
    {},
    DEEP,
    {"\ud800": "\x00"},
    ["x"] * 5000,
)
RAW = (
    "NaN",
    "Infinity",
    "-Infinity",
    "1e999",
    "-0.0",
    '"\\ud800"',
    '"\\u0000"',
    "9" * 5000,
    "[" * 100_000,
    '{"a":1,"a":2}',
)


def hostile_bodies(operation: Operation) -> Iterator[str]:
    for number, name in enumerate([*operation.schema["properties"], "no such argument"]):
        for value in in_turn(HOSTILE, number, 2):
            yield json.dumps(valid_arguments(operation) | {name: value})
    name = next(iter(operation.schema["properties"]), "x")
    for raw in third(RAW):
        yield json.dumps(valid_arguments(operation) | {name: "RAW"}).replace('"RAW"', raw)


def test_hostile_arguments_get_a_code(alice: User, client: Client) -> None:
    """With and without the words of an argument: no answer repeats one that was refused, and none is a 5xx."""
    with scope.acting_as(alice.pk):
        agent, token = Agent.connect(alice, name="Zebra")
        agent.reads_conversations = True
        agent.save()
    bind_to_community(agent)
    for name, operation in OPERATIONS.items():
        for body in hostile_bodies(operation):
            answer = post(client, f"/api/v1/tools/{name}", token, body)
            failure = envelope(answer)
            assert answer.status_code < 500, (name, body[:300], failure)
            assert "Traceback" not in answer.content.decode()
            if answer.status_code == 400:
                assert "alert(1)" not in answer.content.decode(), (name, body[:300])
