"""A new e-mail address is used after it is confirmed from its own mailbox, or after an operator changed it."""

import re
import secrets
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.management import CommandError, call_command
from django.test import Client

from memoryweb.people.models import User
from tests.people.test_identities import PASSWORD, as_web, is_signed_in
from tests.people.test_second_step import first_step
from tests.review.test_sign_in import somebody

__all__ = ["as_web"]


@pytest.fixture
def new() -> str:
    """A new address for alice. Links to one address are limited, and the broker counts for all tests."""
    return f"alice-{secrets.token_hex(8)}@example.net"


@pytest.fixture
def mailed(browser: Client, new: str, settings: Any) -> str:
    """The link that confirms alice's new address."""
    settings.EMAIL_HOST = "mail.example.org"
    return ask(browser, new)


def ask(browser: Client, new: str) -> str:
    asked = browser.post("/person/email/", {"email": new, "action_add": "yes"})["Location"]
    assert asked.startswith("/person/reauthenticate/")
    assert not mail.outbox
    browser.post(asked, {"password": PASSWORD})  # then what was sent goes on by itself
    assert [message.to for message in mail.outbox] == [[new]]
    return str(re.findall(r"http://testserver(/\S+)", str(mail.outbox[0].body))[0])


def test_a_new_address_is_used_once_it_is_confirmed(mailed: str, new: str, browser: Client, alice: User) -> None:
    assert f"on its way to {new}" in browser.get("/person/email/").text
    alice.refresh_from_db()
    assert alice.email == "alice@example.org"
    assert f"you sign in as {new}" in browser.get(mailed).text  # looking changes nothing: mail scanners look
    alice.refresh_from_db()
    assert alice.email == "alice@example.org"
    assert browser.post(mailed)["Location"] == "/settings/"
    alice.refresh_from_db()
    assert alice.email == new
    assert list(EmailAddress.objects.values_list("email", "verified", "primary")) == [(new, True, True)]
    assert "already used" in browser.get(mailed).text
    client = somebody()
    client.post("/person/login/", {"login": new, "password": PASSWORD})
    assert is_signed_in(client)


def test_only_the_person_who_is_signed_in_confirms(mailed: str, alice: User, bob: User) -> None:
    assert somebody().post(mailed)["Location"].startswith("/person/login/")
    first_step(bob, "a link").post(mailed)
    alice.refresh_from_db()
    bob.refresh_from_db()
    assert (alice.email, bob.email) == ("alice@example.org", "bob@example.org")


def test_the_old_address_can_be_kept(mailed: str, new: str, browser: Client, alice: User) -> None:
    browser.post("/person/email/", {"email": new, "action_remove": "yes"})
    assert "already used" in browser.get(mailed).text
    assert list(EmailAddress.objects.values_list("email", flat=True)) == ["alice@example.org"]


def test_without_a_mail_server_the_page_names_the_command(browser: Client) -> None:
    page = browser.get("/person/email/").text
    assert "no mail server" in page
    assert "manage.py change_email alice@example.org NEW" in page
    assert 'name="action_add"' not in page


def test_the_web_process_changes_the_address_of_the_person_in_scope(as_web: User, new: str, settings: Any) -> None:
    settings.EMAIL_HOST = "mail.example.org"
    browser = Client()
    browser.force_login(as_web)
    browser.post(ask(browser, new))
    assert User.objects.get().email == new


def test_an_operator_changes_an_address(alice: User, new: str, bob: User) -> None:
    call_command("change_email", "ALICE@example.org", new.upper())
    alice.refresh_from_db()
    assert alice.email == new
    assert list(EmailAddress.objects.filter(user=alice).values_list("email", "verified")) == [(new, True)]
    for old, wanted, why in (
        (new, "x", "valid"),
        ("x@example.org", "y@example.org", "Nobody"),
        (new, bob.email, "already"),
    ):
        with pytest.raises(CommandError, match=why):
            call_command("change_email", old, wanted)
