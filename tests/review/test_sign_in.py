"""Signing in: a one-time link, a link by e-mail, a password; nobody signs up."""

import secrets
from ipaddress import IPv6Address
from urllib.parse import urlsplit

import pytest
from django.core import mail
from django.core.management import call_command
from django.test import Client

from memoryweb.people.links import sign_in_link
from memoryweb.people.models import User


def somebody() -> Client:
    """A browser at an address of its own: tries are counted by address, in a cache that all workers share."""
    return Client(REMOTE_ADDR=str(IPv6Address(secrets.randbits(128))))


def follow(client: Client, link: str) -> int:
    token = urlsplit(link).query.partition("=")[2]
    return client.post("/sign-in/", {"sesame": token}).status_code


def test_a_link_works_once(alice: User) -> None:
    link, client = sign_in_link(alice), somebody()
    assert client.get(link).status_code == 200  # looking spends nothing: mail scanners look
    assert follow(client, link) == 302
    assert client.get("/").status_code == 200
    assert follow(somebody(), link) == 403


def test_a_made_up_link_says_so(alice: User) -> None:
    answer = somebody().post("/sign-in/", {"sesame": "made-up"})
    assert (answer.status_code, "used already" in answer.text) == (403, True)


def test_a_link_by_mail_answers_alike_for_strangers(alice: User) -> None:
    known = somebody().post("/sign-in/link/", {"email": "Alice@example.org"})
    stranger = somebody().post("/sign-in/link/", {"email": "nobody@example.org"})
    assert [m.to for m in mail.outbox] == [["alice@example.org"]]
    assert "a link is on its way" in known.text
    assert "a link is on its way" in stranger.text
    link = next(line for line in mail.outbox[0].body.splitlines() if "sesame=" in line)
    assert follow(somebody(), link) == 302


def test_links_by_mail_are_limited(db: None) -> None:
    client = somebody()
    statuses = [client.post("/sign-in/link/", {"email": "a@example.org"}).status_code for _ in range(6)]
    assert statuses == [200] * 5 + [429]


def test_a_password_works_too_and_wrong_ones_do_not(alice: User) -> None:
    right = {"login": "alice@example.org", "password": "a long password for alice"}
    assert somebody().post("/person/login/", {**right, "password": "wrong"}).status_code == 200
    assert somebody().post("/person/login/", right)["Location"] == "/"


def test_nobody_signs_up(db: None) -> None:
    somebody().post(
        "/person/signup/", {"email": "new@example.org", "password1": "k3jh4kj5h6!", "password2": "k3jh4kj5h6!"}
    )
    assert not User.objects.exists()


def test_pages_lead_a_stranger_to_sign_in_and_back(db: None) -> None:
    assert somebody().get("/memories/")["Location"] == "/person/login/?next=/memories/"


def test_create_person_prints_a_link_alone_on_its_last_line(db: None, capsys: pytest.CaptureFixture[str]) -> None:
    for _ in range(2):  # the second time for somebody who exists
        call_command("create_person", "carl@example.org")
        last = capsys.readouterr().out.strip().splitlines()[-1]
        assert last.startswith("http")
    assert follow(somebody(), last) == 302
    assert User.objects.get().email == "carl@example.org"
