"""A form that is sent after the session has ended is kept for its person, and sent once they are signed in."""

import secrets
from ipaddress import IPv6Address
from typing import Any

import pytest
from django.conf import settings
from django.core.cache import cache
from django.test import Client

from memoryweb.memories.models import Memory
from memoryweb.people.models import User
from memoryweb.review import kept_forms
from memoryweb.rls import scope
from tests.cases import with_each

FORM = {"field": "", "category": "personal", "label": "Zebra", "value": "Zebratea", "kind": "preference", "details": ""}
SIGN_IN = "/person/login/?next=/sign-in/form/"


@pytest.fixture
def window(alice: User) -> Client:
    """A browser in which alice was signed in, and whose session has ended."""
    client = Client(REMOTE_ADDR=str(IPv6Address(secrets.randbits(128))))
    client.force_login(alice)
    client.get("/memories/add/")
    del client.cookies[settings.SESSION_COOKIE_NAME]
    return client


def sign_in(client: Client, person: User) -> Any:
    password = {"login": person.email, "password": f"a long password for {person.email.partition('@')[0]}"}
    return client.post("/person/login/", password)


def resend(client: Client) -> Any:
    """Send the form that waits, as its page does."""
    kept = client.get("/sign-in/form/").context["kept"]
    return client.post(kept.path, dict(kept.fields) | {"kept_form": "yes"})


def labels(person: User) -> list[str]:
    with scope.acting_as(person.pk):
        return list(Memory.objects.values_list("label", flat=True))


def test_a_form_waits_for_its_person_and_is_sent_once(window: Client, alice: User) -> None:
    answer = window.post("/memories/add/", FORM)
    assert answer["Location"] == SIGN_IN
    assert "What you typed is kept" in window.get(answer["Location"]).text
    assert sign_in(window, alice)["Location"] == "/sign-in/form/"
    page = window.get("/sign-in/form/")
    assert "Zebratea" in page.text
    assert page["Cache-Control"].startswith("max-age=0")
    assert resend(window).status_code == 302
    assert labels(alice) == ["Zebra"]
    again = window.post("/memories/add/", {**FORM, "label": "Twice", "value": "other", "kept_form": "yes"})
    assert again["Location"] == "/review/"
    assert labels(alice) == ["Zebra"]
    assert window.get("/sign-in/form/")["Location"] == "/review/"


def test_it_is_never_sent_for_somebody_else(window: Client, alice: User, bob: User) -> None:
    window.post("/memories/add/", FORM)
    sign_in(window, bob)
    page = window.get("/sign-in/form/")
    assert page["Location"] == "/review/"
    window.post("/memories/add/", {**FORM, "kept_form": "yes"})
    assert labels(bob) == []
    sign_in(window, alice)
    assert window.get("/sign-in/form/")["Location"] == "/review/"


def test_its_words_are_readable_in_no_one_place(window: Client) -> None:
    answer = window.post("/memories/add/", FORM)
    cookie = answer.cookies[settings.KEPT_FORM_COOKIE]
    assert cookie["httponly"]
    assert cookie["max-age"] == kept_forms.KEPT_FOR
    key = cookie.value.partition(":")[0]
    sealed = cache.get(kept_forms._place(key))
    assert b"Zebra" not in sealed
    assert key.encode() not in sealed
    assert "Zebra" not in answer["Location"] + cookie.value
    assert "Zebra" not in str(window.session.items())


def test_nothing_is_kept_for_a_browser_nobody_signed_in_with(alice: User) -> None:
    client = Client()
    answer = client.post("/memories/add/", FORM, headers={"Referer": "http://testserver/memories/?q=a"})
    assert answer["Location"] == "/person/login/?next=/memories/%3Fq%3Da"
    assert settings.KEPT_FORM_COOKIE not in answer.cookies
    elsewhere = client.post("/memories/add/", FORM, headers={"Referer": "http://evil.example/x"})
    assert elsewhere["Location"] == "/person/login/?next=/review/"


def test_a_form_that_is_too_long_is_not_kept(window: Client) -> None:
    answer = window.post("/memories/add/", {**FORM, "details": "x" * kept_forms.LONGEST})
    assert settings.KEPT_FORM_COOKIE not in answer.cookies


def test_a_made_up_key_opens_nothing(browser: Client) -> None:
    browser.cookies[settings.KEPT_FORM_COOKIE] = "made-up"
    assert browser.get("/sign-in/form/")["Location"] == "/review/"


def test_it_can_be_thrown_away(window: Client, alice: User) -> None:
    window.post("/memories/add/", FORM)
    sign_in(window, alice)
    assert window.post("/sign-in/form/")["Location"] == "/review/"
    assert window.get("/sign-in/form/")["Location"] == "/review/"
    assert labels(alice) == []


@with_each("method", ["get", "post"])
def test_no_part_of_a_page_becomes_the_sign_in_page(method: str, db: None) -> None:
    headers = {"HX-Request": "true", "HX-Current-URL": "http://testserver/memories/?status=candidate"}
    answer = getattr(Client(), method)("/memories/confirm/" if method == "post" else "/review/", headers=headers)
    assert answer["HX-Redirect"] == "/person/login/?next=/memories/%3Fstatus%3Dcandidate"
    assert answer.content == b""


def test_an_in_place_button_is_kept_too(window: Client, alice: User) -> None:
    headers = {"HX-Request": "true", "HX-Current-URL": "http://testserver/settings/"}
    answer = window.post("/settings/", {"setting": "privacy_mode", "privacy_mode": "on"}, headers=headers)
    assert answer["HX-Redirect"] == SIGN_IN
    sign_in(window, alice)
    assert resend(window)["Location"] == "/settings/"
