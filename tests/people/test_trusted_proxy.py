"""A proxy that the operator trusts names who is signed in. Nobody else's header counts."""

from typing import Any

import pytest
from django.core.exceptions import MiddlewareNotUsed
from django.http import HttpResponse
from django.test import Client

from memoryweb.people.models import User
from memoryweb.people.signing_in.trusted_proxy import sign_in_by_proxy
from tests.cases import with_each
from tests.people.test_second_step import secret

__all__ = ["secret"]
PROXY, HEADER = "192.0.2.7", "Remote-User"


@pytest.fixture
def trusting(settings: Any) -> None:
    settings.TRUSTED_PROXY_HEADER, settings.TRUSTED_PROXIES = HEADER, ["192.0.2.0/28", "2001:db8::1"]


def ask(address: str, email: str, path: str = "/review/", client: Client | None = None, more: Any = ()) -> Any:
    client = client or Client()
    return client.get(path, headers={HEADER: email} | dict(more), REMOTE_ADDR=address)


@with_each("address", [PROXY, "2001:db8::1"])
def test_a_trusted_proxy_signs_its_visitor_in(trusting: None, address: str, alice: User) -> None:
    client = Client()
    assert ask(address, "Alice@example.org", "/memories/?q=tea", client)["Location"] == "/memories/?q=tea"
    assert ask(address, "alice@example.org", client=client).status_code == 200
    assert client.session["_auth_user_id"] == str(alice.pk)


@with_each("address", ["192.0.2.77", "127.0.0.1", "::1", "2001:db8::2"])
def test_a_header_from_anyone_else_is_ignored(trusting: None, address: str, alice: User) -> None:
    forged = {"X-Forwarded-For": PROXY, "X-Real-IP": PROXY, "Forwarded": f"for={PROXY}"}
    answer = ask(address, alice.email, more=forged)
    assert answer["Location"].startswith("/person/login/")


def test_it_is_off_by_default(alice: User, settings: Any) -> None:
    assert (settings.TRUSTED_PROXY_HEADER, settings.TRUSTED_PROXIES) == ("", [])
    assert ask(PROXY, alice.email)["Location"].startswith("/person/login/")
    for header, proxies in ((HEADER, []), ("", [PROXY])):
        settings.TRUSTED_PROXY_HEADER, settings.TRUSTED_PROXIES = header, proxies
        with pytest.raises(MiddlewareNotUsed):
            sign_in_by_proxy(lambda _request: HttpResponse())


@with_each("email", ["", "nobody@example.org", "alice", "\x00"])
def test_it_creates_nobody(trusting: None, email: str, alice: User) -> None:
    assert ask(PROXY, email)["Location"].startswith("/person/login/")
    assert User.objects.count() == 1


def test_the_second_step_is_still_asked_for(trusting: None, alice: User, secret: str) -> None:
    client = Client()
    assert ask(PROXY, alice.email, client=client)["Location"] == "/person/second-step/"
    assert ask(PROXY, alice.email, "/person/second-step/", client).status_code == 200
    assert "_auth_user_id" not in client.session


def test_another_visitor_gets_nothing_of_the_one_before(trusting: None, alice: User, bob: User) -> None:
    client = Client()
    ask(PROXY, alice.email, client=client)
    ask(PROXY, bob.email, client=client)
    assert client.session["_auth_user_id"] == str(bob.pk)


def test_agents_and_the_health_check_are_left_alone(trusting: None, alice: User) -> None:
    for path in ("/api/v1/tools", "/healthz"):
        assert "Set-Cookie" not in ask(PROXY, alice.email, path)


def test_a_closed_account_stays_closed(trusting: None, alice: User) -> None:
    alice.is_active = False
    alice.save()
    client = Client()
    assert ask(PROXY, alice.email, client=client)["Location"] == "/person/inactive/"
    assert "_auth_user_id" not in client.session
