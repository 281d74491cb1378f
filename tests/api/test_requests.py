"""A malformed request gets a 400 that names the field: never a 500, and never a copy of what was sent."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.db import DatabaseError, InterfaceError, OperationalError
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memoryweb.operations import failures
from memoryweb.operations.table import OPERATIONS
from memoryweb.people.models import User
from tests.api.conftest import PDF, envelope, error, url

Ask = Callable[..., Any]
ECHO = "zebra-crossing"

BODIES: dict[str, bytes] = {
    "not JSON": b"zebra-crossing",
    "half of it": b'{"category": "zebra-crossing',
    "a list": b'["zebra-crossing"]',
    "a text": b'"zebra-crossing"',
    "null": b"null",
    "invalid UTF-8": b'{"details": "zebra-crossing \xff"}',
    "UTF-16": '{"details": "zebra-crossing"}'.encode("utf-16"),
    "a byte order mark": b'\xef\xbb\xbf{"details": "zebra-crossing"}',
    "nested without end": b'{"value": ' + b"[" * 100_000,
    "nested too deep": b'{"metadata": {"a": ' + b"[" * 500 + b'"zebra-crossing"' + b"]" * 500 + b"}}",
    "a number with too many digits": b'{"value": ' + b"9" * 5000 + b"}",
    "too long": b'{"details": "' + b"x" * 300_000 + b'"}',
    "far too long": b'{"details": "' + b"x" * 3_000_000 + b'"}',
}


@pytest.mark.parametrize("case", BODIES)
def test_a_body_that_is_no_json_object_is_refused_without_an_echo(case: str, ask: Ask) -> None:
    for name in OPERATIONS:
        response = ask(name, BODIES[case])
        assert error(response) == (400, "INVALID_ARGUMENT")
        assert ECHO not in response.content.decode()


ARGUMENTS: dict[str, tuple[str, dict[str, Any], str]] = {
    "U+0000 in a query": ("search_user_preferences", {"query": "\x00"}, "query"),
    "not a number": ("save_user_preference", PDF | {"value": float("nan")}, "value"),
    "infinity": ("save_user_preference", PDF | {"metadata": {"a": [float("inf")]}}, "metadata"),
    "a number for a text": ("save_user_preference", PDF | {"details": 5}, "details"),
    "null for a text": ("save_user_preference", PDF | {"category": None}, "category"),
    "a list for a text": ("save_user_preference", PDF | {"preference": [ECHO]}, "preference"),
    "an object for a text": (
        "update_user_preference",
        {"preference_id": {"id": ECHO}, "details": "x"},
        "preference_id",
    ),
    "a text for tags": ("save_user_preference", PDF | {"tags": ECHO}, "tags"),
    "a number in tags": ("save_user_preference", PDF | {"tags": ["a", 2]}, "tags.1"),
    "a list for metadata": ("save_user_preference", PDF | {"metadata": [ECHO]}, "metadata"),
    "an unknown source": ("save_user_preference", PDF | {"source": ECHO}, "source"),
    "no date": ("save_user_preference", PDF | {"observed_on": ECHO}, "observed_on"),
    "an impossible date": ("save_user_preference", PDF | {"observed_on": "2026-02-30"}, "observed_on"),
    "a number for a date": ("save_user_preference", PDF | {"observed_on": 0}, "observed_on"),
    "an empty label": ("save_user_preference", PDF | {"preference": ""}, "preference"),
    "nothing at all": ("save_user_preference", {}, "category"),
    "a limit of words": ("get_user_preferences", {"limit": ECHO}, "limit"),
    "a limit of nothing": ("get_user_preferences", {"limit": 0}, "limit"),
    "a limit beyond the most": ("get_user_preferences", {"limit": 201}, "limit"),
    "a cursor that is none": ("get_user_preferences", {"cursor": ECHO}, "cursor"),
    "a cursor of other letters": ("get_user_preferences", {"cursor": "é" * 9}, "cursor"),
    "an empty query": ("search_user_preferences", {"query": ""}, "query"),
    "a long query": ("search_user_preferences", {"query": ECHO * 100}, "query"),
    "an unknown argument": ("get_memory_settings", {"verbose": ECHO}, "verbose"),
    "an unknown argument with words for a name": ("get_memory_settings", {f"a {ECHO}": 1}, "arguments"),
    "no id": ("forget_user_preference", {}, "preference_id"),
    "an empty update": ("update_user_preference", {"preference_id": "x", "details": ""}, "details"),
    "a long label": ("save_user_preference", PDF | {"preference": ECHO * 20}, "preference"),
    "long details": ("save_user_preference", PDF | {"details": ECHO * 1000}, "details"),
    "a long quote": ("save_user_preference", PDF | {"quote": ECHO * 30}, "quote"),
    "too many tags": ("save_user_preference", PDF | {"tags": ["x"] * 21}, "tags"),
    "a long tag": ("save_user_preference", PDF | {"tags": ["x" * 61]}, "tags.0"),
    "a long category": ("get_user_preferences", {"category": ECHO * 9}, "category"),
    "blank words": ("save_user_preference", {"category": " ", "preference": " ", "details": " "}, "details"),
}


@pytest.mark.parametrize("case", ARGUMENTS)
def test_an_invalid_argument_is_named_and_its_value_never_repeated(case: str, ask: Ask) -> None:
    name, arguments, field = ARGUMENTS[case]
    response = ask(name, json.dumps(arguments))
    body = envelope(response)
    assert (response.status_code, body["error"]["code"]) == (400, "INVALID_ARGUMENT")
    assert field in [each["field"] for each in body["error"]["details"]["fields"]]
    assert ECHO not in response.content.decode()


def test_a_thousand_wrong_arguments_get_a_short_answer(ask: Ask) -> None:
    response = ask("get_memory_settings", {f"a{n}": n for n in range(1000)})
    assert error(response) == (400, "INVALID_ARGUMENT")
    assert len(response.content) < 3000


LONG: dict[str, dict[str, Any]] = {
    "category and label, together longer than a key": PDF | {"category": "c" * 60, "preference": "p" * 120},
    "a label of invisible characters": PDF | {"preference": "\u200b" * 120},
    "a category of invisible characters": PDF | {"category": "\u200b" * 60},
    "a quote of invisible characters": PDF | {"quote": "\u202e" * 240},
    "tags of invisible characters": PDF | {"tags": ["\u2066" * 60]},
    "a condition of invisible characters": PDF | {"condition": "\u2066" * 200},
    "a project of invisible characters": PDF | {"project": "\u2066" * 80},
    "letters that grow when folded": PDF | {"category": "ŉ" * 60},
    "a key of letters that grow": PDF | {"key": "ΐ" * 160},
    "details at their most, in Chinese": PDF | {"details": "简" * 10_000},
    "details at their most, in emoji": PDF | {"details": "🙂" * 10_000},
    "one word of ten thousand letters": PDF | {"details": "x" * 10_000},
    "a label that is only a sign": PDF | {"preference": "_", "details": ""},
    "the first day there is": PDF | {"observed_on": "0001-01-01"},
    "the last day there is": PDF | {"observed_on": "9999-12-31"},
    "a great number": PDF | {"value": 10**400},
    "a value that is a list of lists": PDF | {"value": [[1], {"a": None}]},
    "an empty value": PDF | {"value": ""},
    "a value of nothing but space": PDF | {"value": "  "},
    "no value": PDF | {"value": False},
}


@pytest.mark.parametrize("case", LONG)
def test_extreme_valid_arguments_never_cause_a_server_error(case: str, ask: Ask) -> None:
    response = ask("save_user_preference", LONG[case])
    assert response.status_code in (200, 400), envelope(response)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=30),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)
extras = st.fixed_dictionaries(
    {},
    optional={
        name: json_values | st.text(max_size=20)
        for name in OPERATIONS["save_user_preference"].arguments_model.model_fields
        if name not in PDF
    },
)
words = st.text(min_size=1, max_size=40)
required = st.fixed_dictionaries({"category": words, "preference": words, "details": st.text(max_size=60)})


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(required=required, extras=extras)
def test_any_arguments_get_a_documented_status(required: dict[str, str], extras: dict[str, Any], ask: Ask) -> None:
    response = ask("save_user_preference", json.dumps(required | extras))
    assert response.status_code in (200, 400, 422), envelope(response)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(query=st.text(min_size=1, max_size=60))
def test_any_query_is_answered(query: str, ask: Ask) -> None:
    assert ask("search_user_preferences", {"query": query}).status_code == (200 if query.strip("\x00") else 400)


def test_an_empty_body_is_no_arguments(ask: Ask) -> None:
    assert ask("get_memory_settings", b"").status_code == 200


def test_neither_a_content_type_nor_a_csrf_token_is_needed(token: str) -> None:
    client = Client(enforce_csrf_checks=True)
    headers = {"Authorization": f"Bearer {token}"}
    assert client.post(url("get_memory_settings"), b"{}", content_type="text/plain", headers=headers).status_code == 200


@pytest.mark.parametrize("headers", [{"Idempotency-Key": "k" * 121}])
def test_an_idempotency_key_that_cannot_be_kept_is_refused(headers: dict[str, str], ask: Ask) -> None:
    assert error(ask("save_user_preference", PDF, **headers)) == (400, "INVALID_ARGUMENT")


@pytest.mark.parametrize("method", ["get", "post", "put", "patch", "delete", "options"])
def test_an_unknown_address_is_answered_in_an_envelope(method: str, db: None) -> None:
    for path in ("/api/", "/api/v1/", "/api/v1/nothing", "/api/v2/tools", "/api/v1/tools/"):
        assert error(getattr(Client(), method)(path)) == (404, "NOT_FOUND")


def test_an_unknown_operation_is_not_found(ask: Ask) -> None:
    assert error(ask("erase_everything")) == (404, "NOT_FOUND")
    assert error(Client().get(url("erase_everything"))) == (404, "NOT_FOUND")


def test_an_unknown_operation_is_not_found_only_by_who_may_call(db: None) -> None:
    assert error(Client().post(url("erase_everything"))) == (401, "UNAUTHENTICATED")


@pytest.mark.parametrize("method", ["get", "put", "patch", "delete", "options"])
def test_another_method_says_which_one_is_answered(method: str, db: None) -> None:
    for name in OPERATIONS:
        response = getattr(Client(), method)(url(name))
        assert error(response) == (405, "INVALID_ARGUMENT")
        assert response["Allow"] == "POST"


@pytest.mark.parametrize("method", ["post", "put", "patch", "delete", "options"])
def test_the_tool_schemas_are_only_read(method: str, db: None) -> None:
    response = getattr(Client(), method)("/api/v1/tools")
    assert error(response) == (405, "INVALID_ARGUMENT")
    assert response["Allow"] == "GET"


@pytest.mark.parametrize(
    "path", ["/api/v1/tools", url("save_user_preference"), "/api/v1/openapi.json", "/api/v1/nothing"]
)
def test_head_and_options_are_harmless_everywhere(path: str, db: None, as_alice: User) -> None:
    for method in ("head", "options"):
        response = getattr(Client(), method)(path)
        assert response.status_code in (200, 404, 405)
    assert Client().head(path).content == b""
    assert not as_alice.memories.exists()


@pytest.mark.parametrize("kind", [DatabaseError, OperationalError, InterfaceError])
def test_a_database_that_fails_or_goes_away_is_said_to_fail(kind: type[Exception]) -> None:
    failure = failures.to_failure(kind(ECHO))
    assert (failure.status, failure.code, failure.as_error()["retryable"]) == (503, "DB_ERROR", True)
    assert ECHO not in failure.message


def test_an_unexpected_exception_reveals_nothing() -> None:
    failure = failures.to_failure(ZeroDivisionError(ECHO))
    assert (failure.status, failure.code, failure.details) == (500, "INTERNAL", None)
    assert ECHO not in failure.message


def test_a_secret_is_refused_as_one_even_where_other_arguments_are_wrong(ask: Ask) -> None:
    wrong = PDF | {"details": "my password is hunter2", "nonsense": 1}
    assert error(ask("save_user_preference", wrong)) == (422, "SENSITIVE_DATA")
