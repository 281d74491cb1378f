"""The second step of signing in: neither a password nor a sign-in link passes it by."""

import re
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.test import Client

from memoryweb.people.models import User
from memoryweb.people.signing_in.links import sign_in_link
from memoryweb.people.signing_in.second_factor import has_second_factor
from memoryweb.rls import scope
from tests.cases import with_each
from tests.people.test_identities import PASSWORD, is_signed_in
from tests.people.test_second_factor import code_of
from tests.review.test_sign_in import follow, somebody

STEP = "/person/second-step/"


@pytest.fixture
def secret(alice: User) -> str:
    """alice's authenticator app. Each test has a new secret, because used codes are remembered in the broker."""
    secret = str(generate_totp_secret())
    with scope.acting_as(alice.pk):
        TOTP.activate(alice, secret)
        RecoveryCodes.activate(alice)
    return secret


def first_step(alice: User, way: str) -> Client:
    client = somebody()
    if way == "a link":
        assert follow(client, sign_in_link(alice)) == 302
    else:
        client.post("/person/login/", {"login": alice.email, "password": PASSWORD})
    return client


@pytest.mark.parametrize("way", ["a link", "a password"])
def test_the_first_step_alone_signs_in_nobody(way: str, alice: User, secret: str) -> None:
    client = first_step(alice, way)
    assert not is_signed_in(client)
    assert "From your authenticator app" in client.get(STEP).text
    assert client.post(STEP, {"code": "000000"}).status_code == 200
    assert not is_signed_in(client)
    assert client.post(STEP, {"code": code_of(secret)})["Location"] == "/review/"
    assert is_signed_in(client)


def test_a_code_works_once(alice: User, secret: str) -> None:
    code = code_of(secret)
    for expected in (True, False):
        client = first_step(alice, "a password")
        client.post(STEP, {"code": code})
        assert is_signed_in(client) is expected


def test_a_code_works_once_for_as_long_as_it_is_valid(alice: User, secret: str) -> None:
    """allauth forgets it after thirty seconds, when it is still taken as one of a slow clock."""
    code = code_of(secret)
    client = first_step(alice, "a password")
    client.post(STEP, {"code": code})
    assert is_signed_in(client)
    assert cache.delete(f"allauth.mfa.totp.used?user={alice.pk}&code={code}")
    again = first_step(alice, "a password")
    again.post(STEP, {"code": f"{code[:3]} {code[3:]}"})
    assert not is_signed_in(again)


def test_a_recovery_code_works_once(alice: User, secret: str) -> None:
    with scope.acting_as(alice.pk):
        code = Authenticator.objects.get(type="recovery_codes").wrap().get_unused_codes()[3]
    for expected in (True, False):
        client = first_step(alice, "a password")
        client.post(STEP, {"code": code})
        assert is_signed_in(client) is expected


def test_guessing_codes_is_limited(alice: User, secret: str) -> None:
    client = first_step(alice, "a password")
    answers = [client.post(STEP, {"code": "000000"}).text for _ in range(6)]
    assert "Too many" not in answers[4]
    assert "Too many" in answers[5]
    assert "Too many" in client.post(STEP, {"code": code_of(secret)}).text


def test_nobody_takes_the_second_step_before_the_first(alice: User, bob: User, secret: str) -> None:
    for client in (somebody(), first_step(bob, "a link")):
        assert client.post(STEP, {"code": code_of(secret)}).status_code == 302
        assert client.session.get("_auth_user_id") != str(alice.pk)


CREDENTIALS = (
    "",
    "null",
    "[]",
    "{}",
    "9" * 5000,
    "[" * 100_000,
    '{"response": 1}',
    '{"response": {}}',
    '{"response": {"userHandle": 1}}',
    '{"response": {"userHandle": "x"}}',
    '{"id": "AA", "rawId": "AA", "type": "public-key", "response": {}}',
    '{"id": "AA", "rawId": "AA", "type": "public-key", "response": {"userHandle": "%s", "clientDataJSON": "AA",'
    ' "authenticatorData": "AA", "signature": "AA"}}',
    "NaN",
    '"\\ud800"',
)


@with_each("credential", CREDENTIALS)
def test_no_made_up_passkey_signs_anybody_in_or_breaks_the_page(credential: str, alice: User, secret: str) -> None:
    sent = {"credential": credential.replace("%s", alice.pk.hex)}
    stranger, halfway = somebody(), first_step(alice, "a password")
    stranger.get("/person/passkey/", headers={"Accept": "application/json"})
    halfway.get(STEP)
    assert stranger.post("/person/passkey/", sent)["Location"] == "/person/login/"
    assert halfway.post(STEP, sent).status_code == 200
    assert not is_signed_in(stranger)
    assert not is_signed_in(halfway)


# Setting it up and taking it away


def prove(client: Client, path: str) -> Any:
    """Open a page that asks for the password again, and give it."""
    asked = client.get(path, follow=True)
    assert "Enter your password again" in asked.text
    return client.post(
        asked.request["PATH_INFO"] + "?" + asked.request["QUERY_STRING"], {"password": PASSWORD}, follow=True
    )


def test_an_app_is_set_up_with_codes_that_are_shown_once(browser: Client, alice: User) -> None:
    page = prove(browser, "/person/authenticator-app/add/").text
    assert 'class="qr-code"' in page
    secret = re.findall(r'id="app-key">(\w+)<', page)[0]
    assert "Incorrect code" in browser.post("/person/authenticator-app/add/", {"code": "000000"}).text
    answer = browser.post("/person/authenticator-app/add/", {"code": code_of(secret)})
    assert answer["Location"] == "/person/recovery-codes/"
    shown = browser.get("/person/recovery-codes/")
    codes = re.findall(r"^(?:.*<code>)?(\d{8})", shown.text, re.MULTILINE)
    assert len(codes) == 10
    assert "%0A".join(codes) in shown.text  # the download
    again = browser.get("/person/recovery-codes/").text
    assert "10 codes are left" in again
    assert not any(code in again for code in codes)
    assert has_second_factor(alice)
    assert "An authenticator app protects your account" in browser.get("/settings/").text
    client = first_step(alice, "a link")
    client.post(STEP, {"code": codes[0]})
    assert is_signed_in(client)
    assert "9 recovery codes are left" in client.get("/settings/").text


@with_each("path", ["authenticator-app/remove/", "recovery-codes/generate/", "passkeys/add/", "email/"])
def test_every_change_asks_for_a_proof_first(path: str, browser: Client, alice: User, secret: str) -> None:
    with scope.acting_as(alice.pk):
        before = list(Authenticator.objects.values())
    answer = browser.post(f"/person/{path}", {"email": "alice@example.net", "action_add": "yes"})
    assert answer["Location"].startswith("/person/reauthenticate/")
    with scope.acting_as(alice.pk):
        assert list(Authenticator.objects.values()) == before


def test_without_an_app_its_codes_end_too(browser: Client, alice: User, secret: str) -> None:
    prove(browser, "/person/authenticator-app/remove/")
    assert browser.post("/person/authenticator-app/remove/", follow=True).status_code == 200
    with scope.acting_as(alice.pk):
        assert not Authenticator.objects.exists()


def test_an_operator_removes_what_somebody_lost(alice: User, secret: str) -> None:
    with pytest.raises(CommandError, match="Nobody has"):
        call_command("remove_second_factor", "nobody@example.org")
    call_command("remove_second_factor", "ALICE@example.org")
    assert not has_second_factor(alice)
    assert is_signed_in(first_step(alice, "a link"))
