"""Every call leaves one access log row, also when it fails, and never any of its words."""

import json
import os
from collections.abc import Callable, Iterator
from typing import Any

import psycopg
import pytest
from django.db import connection, transaction
from django.test import Client
from django.utils import timezone

from memoryweb.agents.models import AccessLog, Agent, Scope
from memoryweb.memories.models import Refusal
from memoryweb.people.models import User
from memoryweb.rls import scope
from tests import servers
from tests.api.conftest import PDF, envelope, error, url
from tests.builders import person_types, post
from tests.servers import as_owner

Ask = Callable[..., Any]
WORDS = "zebra-crossing"

CALLS: dict[str, tuple[str, Any, tuple[str, bool, str, int]]] = {
    "a save": ("save_user_preference", PDF, ("save_user_preference", True, "proposed", 1)),
    "a list": ("get_user_preferences", {}, ("get_user_preferences", False, "ok", 1)),
    "a search": ("search_user_preferences", {"query": WORDS}, ("search_user_preferences", False, "ok", 0)),
    "settings": ("get_memory_settings", {}, ("get_memory_settings", False, "ok", 0)),
    "a missing id": (
        "forget_user_preference",
        {"preference_id": WORDS},
        ("forget_user_preference", True, "NOT_FOUND", 0),
    ),
    "a wrong argument": (
        "save_user_preference",
        PDF | {"tags": WORDS},
        ("save_user_preference", True, "INVALID_ARGUMENT", 0),
    ),
    "no JSON": ("save_user_preference", WORDS, ("save_user_preference", True, "INVALID_ARGUMENT", 0)),
    "a secret": (
        "save_user_preference",
        PDF | {"details": f"my password is {WORDS}1"},
        ("save_user_preference", True, "SENSITIVE_DATA", 0),
    ),
    "no such operation": (WORDS, {}, ("unknown", False, "NOT_FOUND", 0)),
}


@pytest.mark.parametrize("case", CALLS)
def test_every_call_leaves_one_row_without_words(case: str, ask: Ask, as_alice: User) -> None:
    person_types(as_alice, "Tea", name="drink", category="personal")
    name, arguments, expected = CALLS[case]
    body = envelope(ask(name, arguments))
    row = AccessLog.objects.get()
    assert (row.operation, row.writes, row.outcome, row.memories) == expected
    assert str(row.request_id) == body["meta"]["requestId"]
    assert int(row.at.timestamp() * 1000) == body["meta"]["ts"]
    assert WORDS not in json.dumps(list(AccessLog.objects.values()), default=str)


def test_a_call_that_may_not_be_made_is_logged_too(ask: Ask, connect: Callable[..., Any], as_alice: User) -> None:
    ask("save_user_preference", PDF, token=connect(scopes=[Scope.READ])[1])
    agent, token = connect()
    agent.pause(now=timezone.now())
    ask("get_user_preferences", token=token)
    assert list(AccessLog.objects.order_by("at").values_list("outcome", flat=True)) == ["PERMISSION_DENIED"] * 2


@pytest.fixture
def in_the_open(committed: None) -> tuple[User, str]:
    """alice and a token that other connections see."""
    alice = User.objects.create_user("alice@example.org", "a long password for alice")
    with scope.acting_as(alice.pk):
        return alice, Agent.connect(alice, name="Scribe")[1]


@pytest.fixture
def without_counters(in_the_open: tuple[User, str]) -> Iterator[tuple[User, str]]:
    """The database no longer lets the product write observation counters: every save fails for real."""
    as_owner("REVOKE INSERT ON memories_observationcounter FROM memoryweb_app")
    yield in_the_open
    as_owner("GRANT INSERT ON memories_observationcounter TO memoryweb_app")


def _rows(alice: User) -> list[str]:
    with scope.acting_as(alice.pk):
        return list(AccessLog.objects.values_list("outcome", flat=True))


def test_a_database_that_says_no_is_a_503_with_a_row_and_nothing_written(
    without_counters: tuple[User, str], caplog: pytest.LogCaptureFixture
) -> None:
    alice, token = without_counters
    arguments = PDF | {"details": f"I prefer {WORDS}"}
    response = post(Client(), url("save_user_preference"), token, arguments, **{"Idempotency-Key": "k1"})
    assert error(response) == (503, "DB_ERROR")
    assert envelope(response)["error"]["retryable"] is True
    assert _rows(alice) == ["DB_ERROR"]
    with scope.acting_as(alice.pk), connection.cursor() as cursor:
        for table in ("memories_memory", "memories_historicalmemory", "operations_answer"):
            cursor.execute(f"SELECT count(*) FROM {table}")
            assert cursor.fetchone() == (0,)
    assert caplog.text
    assert WORDS not in caplog.text


def test_a_failure_with_somebody_elses_session_on_top_still_leaves_its_row(
    without_counters: tuple[User, str],
) -> None:
    alice, token = without_counters
    browser = Client()
    browser.force_login(User.objects.create_user("bob@example.org"))
    assert error(post(browser, url("save_user_preference"), token, PDF)) == (503, "DB_ERROR")
    assert _rows(alice) == ["DB_ERROR"]


@servers.with_own_sessions
def test_a_statement_that_takes_too_long_is_a_504_with_a_row(in_the_open: tuple[User, str]) -> None:
    """Another connection locks the counter's row; the save waits for it until its statement timeout."""
    alice, token = in_the_open
    assert post(Client(), url("save_user_preference"), token, PDF).status_code == 200
    with psycopg.connect(os.environ["OWNER_DATABASE_URL"]) as other:
        other.execute("SELECT * FROM memories_observationcounter FOR UPDATE")
        with connection.cursor() as cursor:
            cursor.execute("SET statement_timeout = '200ms'")
        response = post(Client(), url("save_user_preference"), token, PDF | {"preference": "tea", "details": "Tea"})
        with connection.cursor() as cursor:
            cursor.execute("RESET statement_timeout")
    assert error(response) == (504, "TIMEOUT")
    assert sorted(_rows(alice)) == ["TIMEOUT", "proposed"]


def test_a_refusal_is_counted_even_though_nothing_else_is_kept(ask: Ask, as_alice: User) -> None:
    for _ in range(2):
        ask("save_user_preference", PDF | {"quote": "the password is hunter2"})
    assert list(Refusal.objects.values_list("category", "count")) == [("password", 2)]


def test_the_row_is_there_when_the_call_ran_inside_a_transaction_that_is_kept(
    call: Callable[..., Any], as_alice: User
) -> None:
    with transaction.atomic():
        assert call("save_user_preference", **PDF).envelope["ok"]
    assert AccessLog.objects.count() == 1
