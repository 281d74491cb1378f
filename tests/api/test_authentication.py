"""A token belongs to one person; every unusable token gets the same answer."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from memoryweb.agents.models import Agent, Scope, Trust
from memoryweb.agents.tokens import new_token
from memoryweb.operations.table import OPERATIONS
from memoryweb.people.models import User
from memoryweb.rls import scope
from tests.api.conftest import PDF, envelope, error, url
from tests.builders import bind_to_community

Connect = Callable[..., tuple[Agent, str]]
READS = [name for name, operation in OPERATIONS.items() if not operation.writes]
WRITES = [name for name, operation in OPERATIONS.items() if operation.writes]


def _revoked(connect: Connect, alice: User) -> str:
    agent, token = connect()
    with scope.acting_as(alice.pk):
        agent.revoke(now=timezone.now())
    return f"Bearer {token}"


def _expired(connect: Connect, alice: User) -> str:
    return f"Bearer {connect(expires_at=timezone.now() - timedelta(seconds=1))[1]}"


def _of_nobody_active(connect: Connect, alice: User) -> str:
    token = connect()[1]
    alice.is_active = False
    alice.save()
    return f"Bearer {token}"


UNUSABLE: dict[str, Callable[[Connect, User], str | None]] = {
    "no header": lambda connect, alice: None,
    "an empty header": lambda connect, alice: "",
    "no token": lambda connect, alice: "Bearer",
    "a blank token": lambda connect, alice: "Bearer    ",
    "another scheme": lambda connect, alice: f"Basic {connect()[1]}",
    "no scheme": lambda connect, alice: connect()[1],
    "an unknown token": lambda connect, alice: f"Bearer {new_token()}",
    "a token with more behind it": lambda connect, alice: f"Bearer {connect()[1]} x",
    "a token in other letters": lambda connect, alice: f"Bearer {connect()[1].swapcase()}",
    "not ASCII": lambda connect, alice: "Bearer tökén\u20ac",
    "very long": lambda connect, alice: "Bearer " + "x" * 100_000,
    "a revoked token": _revoked,
    "an expired token": _expired,
    "a token of somebody who was deactivated": _of_nobody_active,
}


@pytest.mark.parametrize("case", UNUSABLE)
def test_every_token_that_cannot_be_used_gets_the_same_401(case: str, connect: Connect, alice: User) -> None:
    header = UNUSABLE[case](connect, alice)
    headers = {} if header is None else {"Authorization": header}
    response = Client().post(url("get_user_preferences"), "{}", content_type="application/json", headers=headers)
    body = envelope(response)
    assert (response.status_code, response["WWW-Authenticate"]) == (401, "Bearer")
    assert body["error"] == {
        "code": "UNAUTHENTICATED",
        "message": "Send a valid token: Authorization: Bearer …",
        "retryable": False,
    }


@pytest.mark.parametrize("header", ["Bearer {}", "bearer {}", "BEARER   {} "])
def test_the_scheme_is_read_as_http_says_without_regard_to_case(header: str, token: str) -> None:
    response = Client().post(
        url("get_memory_settings"),
        "{}",
        content_type="application/json",
        headers={"Authorization": header.format(token)},
    )
    assert response.status_code == 200


def test_the_token_is_checked_before_the_body(db: None) -> None:
    assert error(Client().post(url("save_user_preference"), b"\xff", content_type="x")) == (401, "UNAUTHENTICATED")


@pytest.mark.parametrize("name", READS)
def test_reading_needs_its_scope(name: str, connect: Connect, ask: Callable[..., Any]) -> None:
    assert error(ask(name, {"query": "x"}, token=connect(scopes=[Scope.WRITE])[1])) == (403, "PERMISSION_DENIED")


@pytest.mark.parametrize("name", WRITES)
def test_writing_needs_its_scope(name: str, connect: Connect, ask: Callable[..., Any]) -> None:
    assert error(ask(name, PDF, token=connect(scopes=[Scope.READ])[1])) == (403, "PERMISSION_DENIED")


@pytest.mark.parametrize("name", WRITES)
def test_a_read_only_agent_writes_nothing_even_with_the_scope(
    name: str, connect: Connect, ask: Callable[..., Any]
) -> None:
    assert error(ask(name, PDF, token=connect(trust=Trust.READ_ONLY)[1])) == (403, "PERMISSION_DENIED")


@pytest.mark.parametrize("name", READS)
def test_a_read_only_agent_reads(name: str, connect: Connect, ask: Callable[..., Any]) -> None:
    arguments = {"query": "x"} if "query" in OPERATIONS[name].schema.get("required", []) else {}
    agent, token = connect(trust=Trust.READ_ONLY)
    bind_to_community(agent)
    assert ask(name, arguments, token=token).status_code == 200


@pytest.mark.parametrize("name", OPERATIONS)
def test_a_paused_agent_may_call_nothing(name: str, connect: Connect, ask: Callable[..., Any], alice: User) -> None:
    agent, token = connect()
    with scope.acting_as(alice.pk):
        agent.pause(now=timezone.now())
    assert error(ask(name, token=token)) == (403, "PERMISSION_DENIED")


def test_a_pause_ends_by_itself_at_its_time(connect: Connect, ask: Callable[..., Any], alice: User) -> None:
    agent, token = connect()
    now = timezone.now()
    with scope.acting_as(alice.pk):
        agent.pause(now=now - timedelta(hours=2), until=now - timedelta(hours=1))
    assert ask("get_memory_settings", token=token).status_code == 200


def test_a_session_cookie_does_not_authenticate(browser: Client) -> None:
    assert error(browser.post(url("get_memory_settings"), "{}", content_type="application/json"))[0] == 401


def test_somebody_elses_session_changes_nothing_about_whose_token_it_is(
    bob: User, ask: Callable[..., Any], token: str
) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(bob)
    headers = {"Authorization": f"Bearer {token}"}
    saved = client.post(url("save_user_preference"), PDF, content_type="application/json", headers=headers)
    assert envelope(saved)["data"]["outcome"] == "proposed"
    with scope.acting_as(bob.pk):
        assert not bob.memories.exists()


def test_no_answer_sets_a_cookie_or_may_be_kept_by_a_cache(ask: Callable[..., Any]) -> None:
    for response in (ask("get_memory_settings"), ask("get_memory_settings", token="x"), ask("nothing")):
        assert not response.cookies
        assert response["Cache-Control"] == "no-store"


def test_last_used_is_written_at_most_every_five_minutes(
    connect: Connect, ask: Callable[..., Any], as_alice: User
) -> None:
    agent, token = connect()
    ask("get_memory_settings", token=token)
    agent.refresh_from_db()
    first = agent.last_used_at
    assert first is not None
    ask("get_memory_settings", token=token)
    agent.refresh_from_db()
    assert agent.last_used_at == first
    agent.last_used_at = earlier = first - timedelta(minutes=6)
    agent.save(update_fields=["last_used_at"])
    ask("get_memory_settings", token=token)
    agent.refresh_from_db()
    assert agent.last_used_at > earlier
