"""Signing in by an OpenID Connect provider: who is known comes in, nobody else does, and it creates nobody."""

from collections.abc import Iterator
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
import requests
from allauth.socialaccount.models import SocialAccount
from django.test import Client

from memoryweb.people.models import User
from memoryweb.rls import scope
from tests.cases import with_each
from tests.people import identity_server
from tests.people.identity_server import Identity, Provider
from tests.people.test_identities import as_web, is_signed_in
from tests.people.test_second_step import secret
from tests.review.test_sign_in import somebody
from tests.waiting import PATIENCE

__all__ = ["as_web", "secret"]
LOGIN = "/person/oidc/oidc/login/"


@pytest.fixture(scope="module")
def running() -> Iterator[Provider]:
    with identity_server.running() as provider:
        yield provider


@pytest.fixture
def provider(running: Provider, settings: Any) -> Provider:
    running.identity = Identity()
    app = {
        "provider_id": "oidc",
        "name": "Example Ltd",
        "client_id": identity_server.CLIENT,
        "secret": identity_server.SECRET,
        "settings": {"server_url": running.issuer},
    }
    settings.SOCIALACCOUNT_PROVIDERS = {"openid_connect": {"APPS": [app], "OAUTH_PKCE_ENABLED": True}}
    settings.OIDC_ISSUER, settings.OIDC_NAME = running.issuer, "Example Ltd"
    return running


def sign_in(client: Client, path: str = LOGIN) -> Any:
    """Go to the provider and come back, as a browser does. Return the answer to coming back."""
    there = requests.get(client.get(path)["Location"], allow_redirects=False, timeout=PATIENCE).headers["Location"]
    parts = urlsplit(there)
    return client.get(parts.path, {name: values[0] for name, values in parse_qs(parts.query).items()})


def test_a_confirmed_address_signs_its_person_in_and_keeps_the_identity(provider: Provider, alice: User) -> None:
    client = somebody()
    assert "Sign in with Example Ltd" in client.get("/person/login/").text
    assert sign_in(client, f"{LOGIN}?next=/memories/")["Location"] == "/memories/"
    assert client.session["_auth_user_id"] == str(alice.pk)
    alice.refresh_from_db()
    assert alice.has_usable_password()
    with scope.acting_as(alice.pk):
        assert SocialAccount.objects.get().extra_data == {}
    alice.change_email("alice@example.net")
    again = somebody()
    sign_in(again)
    assert is_signed_in(again)  # by the identity, though the address is another one now


def test_the_web_process_can_do_it(provider: Provider, as_web: User) -> None:
    for _ in range(2):
        client = somebody()
        assert sign_in(client)["Location"] == "/review/"
        assert is_signed_in(client)


@with_each(
    "identity",
    [
        Identity(email="stranger@example.org"),
        Identity(email_verified=False),
        Identity(email_verified="true"),  # type: ignore[arg-type]  # a provider that says it in words
        Identity(email=""),
    ],
)
def test_nobody_else_comes_in_and_nobody_is_created(identity: Identity, provider: Provider, alice: User) -> None:
    provider.identity, client = identity, somebody()
    assert "You have no account here" in sign_in(client).text
    assert not is_signed_in(client)
    assert User.objects.count() == 1


def test_an_address_that_went_to_somebody_else_opens_nothing(provider: Provider, alice: User) -> None:
    sign_in(somebody())
    provider.identity, client = Identity(sub="another"), somebody()
    assert "You have no account here" in sign_in(client).text
    assert not is_signed_in(client)


def test_an_identity_signs_in_its_own_person_whatever_address_it_has_now(
    provider: Provider, alice: User, bob: User
) -> None:
    sign_in(somebody())
    provider.identity, client = Identity(email=bob.email), somebody()
    sign_in(client)
    assert client.session["_auth_user_id"] == str(alice.pk)


def test_the_second_step_is_still_asked_for(provider: Provider, alice: User, secret: str) -> None:
    client = somebody()
    assert sign_in(client)["Location"] == "/person/second-step/"
    assert not is_signed_in(client)


def test_a_closed_account_stays_closed(provider: Provider, alice: User) -> None:
    alice.is_active = False
    alice.save()
    client = somebody()
    assert sign_in(client)["Location"] == "/person/inactive/"
    assert not is_signed_in(client)


@with_each("query", [{}, {"code": "guess"}, {"code": "guess", "state": "guess"}, {"error": "server_error"}])
def test_an_answer_that_was_not_asked_for_signs_nobody_in(
    query: dict[str, str], provider: Provider, alice: User
) -> None:
    answer = somebody().get("/person/oidc/oidc/login/callback/", query)
    assert (answer.status_code, "did not say who you are" in answer.text) == (401, True)


def test_connecting_by_hand_is_not_offered(provider: Provider, browser: Client, alice: User) -> None:
    assert sign_in(browser, f"{LOGIN}?process=connect")["Location"] == "/settings/"
    with scope.acting_as(alice.pk):
        assert not SocialAccount.objects.exists()


def test_without_a_provider_there_is_no_such_page(alice: User) -> None:
    client = somebody()
    assert client.get(LOGIN).status_code == 404
    assert "Sign in with " not in client.get("/person/login/").text.replace("Sign in with a pass", "")
