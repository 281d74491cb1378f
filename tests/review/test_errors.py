"""Every failure has a page and no stack trace."""

from pathlib import Path
from typing import Any
from unittest.mock import patch

import psycopg
import pytest
from django.db import connection
from django.test import Client

from memoryweb import health
from memoryweb.people.models import MemorySettings, User
from memoryweb.rls import scope
from tests import servers
from tests.cases import with_each


def test_a_missing_page(browser: Client) -> None:
    answer = browser.get("/nowhere/")
    assert (answer.status_code, "Page not found" in answer.text) == (404, True)


def test_the_address_of_a_button_has_a_way_out(browser: Client) -> None:
    answer = browser.get("/memories/confirm/")
    assert (answer.status_code, answer.text.count('<a class="button" href="/">')) == (405, 1)


def test_a_form_that_was_open_too_long(alice: User) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(alice)
    answer = client.post("/settings/", {})
    assert (answer.status_code, "open too long" in answer.text) == (403, True)


@pytest.fixture
def careful(alice: User) -> Client:
    """Return alice's browser with exceptions turned into pages, as on a real server."""
    client = Client(raise_request_exception=False)
    client.force_login(alice)
    return client


def test_the_database_is_down(committed: None, careful: Client) -> None:
    settings = connection.settings_dict
    there = settings["HOST"]
    connection.close()
    settings["HOST"] = "/nowhere"
    try:
        answer = careful.get("/review/")
        health = Client().get("/healthz")
    finally:
        settings["HOST"] = there
        connection.close()
    assert (answer.status_code, "Your memories are safe" in answer.text) == (503, True)
    assert "Traceback" not in answer.text
    assert (health.status_code, health.json()["parts"]["database"]) == (503, "down")


def test_signing_in_while_the_cache_is_down(alice: User, settings: Any, tmp_path: Path) -> None:
    """Tries are counted there."""
    settings.CACHES = {"default": settings.CACHES["default"] | {"LOCATION": f"unix://{tmp_path}/nobody.sock"}}
    client = Client(raise_request_exception=False)
    answer = client.post("/person/login/", {"login": alice.email, "password": "wrong"})
    assert (answer.status_code, "nobody can sign in" in answer.text) == (503, True)
    assert answer["Retry-After"] == "5"
    assert client.get("/person/login/").status_code == 200


def test_the_health_check_connects_as_the_pages_do(committed: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """A client certificate goes along; what is for Django's own connections does not."""
    own = {"connect_timeout": "5", "prepare_threshold": 0}
    monkeypatch.setitem(connection.settings_dict, "OPTIONS", {**own, "sslcert": "/a.crt", "sslkey": "/a.key"})
    with patch("psycopg.connect", wraps=psycopg.connect) as connect:
        assert Client().get("/healthz").json()["parts"]["database"] == "up"
    ((_, given),) = connect.call_args_list
    assert (given["sslcert"], given["sslkey"], given["connect_timeout"]) == ("/a.crt", "/a.key", health.TIMEOUT)
    assert given.keys().isdisjoint({"prepare_threshold", "cursor_factory", "context"})


@servers.with_own_sessions
def test_the_database_takes_no_writes(committed: None) -> None:
    """Pages are shown. A press changes nothing, and its answer says why."""
    client = Client(raise_request_exception=False)
    client.force_login(User.objects.create_user("reader@example.org"))
    assert client.get("/settings/").status_code == 200  # makes the settings' row
    change = f'ALTER DATABASE "{connection.settings_dict["NAME"]}" {{}} default_transaction_read_only'
    servers.as_owner(change.format("SET") + " = on")
    connection.close()
    try:
        pages = {path: client.get(path).status_code for path in ("/review/", "/memories/", "/history/", "/settings/")}
        answer = client.post("/agents/connect/", {"name": "Courier", "scopes": ["memories:read"], "trust": "ask"})
    finally:
        servers.as_owner("SET transaction_read_only = off; " + change.format("RESET"))
        connection.close()
    assert set(pages.values()) == {200}
    assert (answer.status_code, "can’t save right now" in answer.text) == (503, True)
    assert "Traceback" not in answer.text


@with_each("path", ["/review/", "/memories/", "/history/", "/agents/", "/settings/"])
def test_pages_carry_a_strict_policy(browser: Client, path: str) -> None:
    policy = browser.get(path)["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy


def test_a_bug_is_a_page_and_keeps_no_row(careful: Client, alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    """The settings row is created before the view's render fails."""
    monkeypatch.setattr("memoryweb.review.settings.views.settings.render", lambda *_: 1 / 0)
    answer = careful.get("/settings/")
    assert answer.status_code == 500
    assert "Traceback" not in answer.text
    with scope.acting_as(alice.pk):
        assert not MemorySettings.objects.exists()
