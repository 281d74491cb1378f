"""A person is told by mail when a way to sign in to their account was changed."""

from typing import Any

import pytest
from allauth.account import app_settings
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend
from django.test import Client

from memoryweb.people.models import User
from tests.people.test_identities import PASSWORD

NEW = "another long password"


@pytest.fixture
def mailed(settings: Any) -> None:
    settings.EMAIL_HOST, settings.ACCOUNT_EMAIL_NOTIFICATIONS = "mail.example.org", True
    assert app_settings.EMAIL_NOTIFICATIONS


def change_password(browser: Client) -> int:
    sent = {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW}
    return browser.post("/person/password/change/", sent).status_code


@pytest.mark.usefixtures("mailed")
def test_a_new_password_is_told_to_its_person(browser: Client, alice: User) -> None:
    assert change_password(browser) == 302
    (message,) = mail.outbox
    assert message.to == [alice.email]
    assert "127.0.0.1" in str(message.body)
    assert NEW not in str(message.body)


@pytest.mark.usefixtures("mailed")
def test_a_broken_mail_server_keeps_nobody_from_changing_it(
    browser: Client, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: Any) -> int:
        raise ConnectionRefusedError

    monkeypatch.setattr(EmailBackend, "send_messages", refuse)
    assert change_password(browser) == 302
    alice.refresh_from_db()
    assert alice.check_password(NEW)


def test_without_a_mail_server_nothing_is_sent(browser: Client) -> None:
    assert change_password(browser) == 302
    assert mail.outbox == []
