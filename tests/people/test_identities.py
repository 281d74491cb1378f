"""Who somebody is: sessions that end or get a new key when that changes, and a web process that can promote nobody."""

import os
from collections.abc import Iterator

import pytest
from django.conf import settings
from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.contrib.sessions.models import Session
from django.core.management import CommandError, call_command
from django.db import ProgrammingError, connection
from django.test import Client
from django.test.utils import override_settings

from memoryweb.environment import database
from memoryweb.people.models import User
from memoryweb.people.signing_in.links import sign_in_link
from tests.cases import with_each
from tests.review.test_sign_in import follow, somebody

SESSION = settings.SESSION_COOKIE_NAME
PASSWORD = "a long password for alice"


def key_of(client: Client) -> str:
    return str(client.session.session_key)


def is_signed_in(client: Client) -> bool:
    return client.get("/review/").status_code == 200


@with_each("way", ["a link", "a password"])
def test_signing_in_never_keeps_the_session_key_that_the_browser_came_with(way: str, alice: User) -> None:
    """Somebody who planted a key in her browser is not signed in with her (session fixation)."""
    client, attacker = somebody(), somebody()
    planted = attacker.session
    planted["x"] = 1
    planted.save()
    for key in (planted.session_key, "made-up-by-somebody"):
        client.cookies[SESSION] = str(key)
        alice.refresh_from_db()
        if way == "a link":
            assert follow(client, sign_in_link(alice)) == 302
        else:
            client.post("/person/login/", {"login": alice.email, "password": PASSWORD})
        assert is_signed_in(client)
        assert key_of(client) not in (key, "")
        attacker.cookies[SESSION] = str(key)
        assert not is_signed_in(attacker)


def test_signing_out_ends_the_session_itself(browser: Client) -> None:
    assert is_signed_in(browser)
    kept = Client(cookies=browser.cookies)
    key = key_of(browser)
    browser.post("/person/logout/")
    assert not Session.objects.filter(session_key=key).exists()
    kept.cookies[SESSION] = key
    assert not is_signed_in(kept)


def test_signing_in_as_somebody_else_starts_from_nothing(alice: User, bob: User) -> None:
    browser = somebody()
    browser.force_login(alice)
    session = browser.session
    session["hers"] = "zebra"
    session.save()
    key = key_of(browser)
    assert follow(browser, sign_in_link(bob)) == 302
    assert key_of(browser) != key
    assert "hers" not in browser.session


def test_a_new_password_ends_every_other_session_and_renews_this_one(alice: User) -> None:
    here, elsewhere = Client(), Client()
    for client in (here, elsewhere):
        client.force_login(alice)
    before = key_of(here)
    new = "another long password for alice"
    here.post("/person/password/change/", {"oldpassword": PASSWORD, "password1": new, "password2": new})
    assert is_signed_in(here)
    assert key_of(here) != before
    assert not is_signed_in(elsewhere)


@with_each("was_staff", [False, True])
def test_who_joins_or_leaves_the_staff_signs_in_again(was_staff: bool, alice: User) -> None:
    alice.is_staff = was_staff
    alice.save()
    client = Client()
    client.force_login(alice)
    assert is_signed_in(client)
    alice.is_staff = not was_staff
    alice.save()
    assert not is_signed_in(client)


def test_a_closed_account_is_signed_out_at_once(browser: Client, alice: User) -> None:
    alice.is_active = False
    alice.save()
    assert not is_signed_in(browser)


# The web process's own role


@pytest.fixture
def as_web(committed: None) -> Iterator[User]:
    """alice, in a process that connects to the database as the web process does."""
    alice = User.objects.create_user("alice@example.org", PASSWORD)
    connection.close()
    worker = dict(connection.settings_dict)
    connection.settings_dict.update(database(os.environ["APP_DATABASE_URL"]))
    yield alice
    connection.close()
    connection.settings_dict.update(worker)


def test_the_web_process_signs_in_rehashes_and_changes_a_password(as_web: User) -> None:
    client, link = somebody(), sign_in_link(as_web)
    assert follow(client, link) == 302
    assert User.objects.get().last_login is not None
    hashers = ["tests.people.test_identities.Newer", *settings.PASSWORD_HASHERS]
    new = "another long password for alice"
    form = {"oldpassword": PASSWORD, "password1": new, "password2": new}
    with override_settings(PASSWORD_HASHERS=hashers):
        client = somebody()
        assert client.post("/person/login/", {"login": as_web.email, "password": PASSWORD}).status_code == 302
        assert User.objects.get().password.startswith("newer$")
        assert client.post("/person/password/change/", form).status_code == 302
        assert User.objects.get().check_password(new)
        assert client.post("/person/logout/").status_code == 302


class Newer(PBKDF2PasswordHasher):
    """A hash that passwords move to when their person signs in."""

    algorithm, iterations = "newer", 1


def test_the_web_process_makes_and_promotes_nobody(as_web: User) -> None:
    as_web.is_staff = True
    with pytest.raises(ProgrammingError, match="permission denied"):
        as_web.save(update_fields=["is_staff"])
    with pytest.raises(ProgrammingError, match="permission denied"):
        User.objects.create_user("spy@example.org")
    with pytest.raises(CommandError, match="may not add people"):
        call_command("create_person", "spy@example.org")
    assert not User.objects.get().is_staff
