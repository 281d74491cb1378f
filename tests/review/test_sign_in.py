"""Signing in by a one-time link, a link by email or a password. Nobody can sign up."""

import os
import secrets
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from ipaddress import IPv6Address
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from allauth.account.adapter import get_adapter
from allauth.account.signals import user_logged_in
from django.core import mail
from django.core.management import call_command
from django.db import connections
from django.template.loader import get_template
from django.test import Client, RequestFactory, override_settings

from memoryweb.people import urls
from memoryweb.people.models import User
from memoryweb.people.signing_in.links import sign_in_link
from memoryweb.settings import BASE_DIR
from tests.cases import with_each


def somebody() -> Client:
    """Return a browser with an IP address of its own, because tries are counted by address for all test workers."""
    return Client(REMOTE_ADDR=str(IPv6Address(secrets.randbits(128))))


def follow(client: Client, link: str) -> int:
    token = urlsplit(link).query.partition("=")[2]
    return client.post("/sign-in/", {"token": token}).status_code


def test_a_link_works_once(alice: User) -> None:
    link, client = sign_in_link(alice), somebody()
    assert client.get(link).status_code == 200  # looking spends nothing: mail scanners look
    assert follow(client, link) == 302
    assert client.get("/review/").status_code == 200
    assert follow(somebody(), link) == 403


@with_each("token", ["made-up", "", "-", "0", "é-é", f"{'0' * 32}-d0i9zj-{'0' * 32}", "x" * 5000])
def test_a_made_up_link_is_refused(token: str, alice: User) -> None:
    answer = somebody().post("/sign-in/", {"token": token})
    assert (answer.status_code, "already used" in answer.text) == (403, True)


def test_a_used_link_works_no_second_time_within_the_same_second(alice: User) -> None:
    alice.last_login = datetime(2026, 1, 1, microsecond=1, tzinfo=UTC)
    alice.save()
    link = sign_in_link(alice)
    alice.last_login = datetime(2026, 1, 1, microsecond=2, tzinfo=UTC)
    alice.save()
    assert follow(somebody(), link) == 403


@pytest.mark.parametrize("ends_it", ["another link", "a new password", "a new e-mail", "a closed account"])
def test_a_link_ends_when_its_person_changes(ends_it: str, alice: User) -> None:
    link = sign_in_link(alice)
    if ends_it == "another link":
        assert follow(somebody(), sign_in_link(alice)) == 302
    elif ends_it == "a new password":
        alice.set_password("another long password")
    elif ends_it == "a new e-mail":
        alice.email = "alice@example.net"
    else:
        alice.is_active = False
    alice.save(update_fields=["password", "email", "is_active"])
    assert follow(somebody(), link) == 403


def test_a_link_works_for_half_an_hour(alice: User, settings: Any) -> None:
    assert settings.PASSWORD_RESET_TIMEOUT == 30 * 60
    link = sign_in_link(alice)
    settings.PASSWORD_RESET_TIMEOUT = -1
    assert follow(somebody(), link) == 403


def test_a_link_signs_in_nobody_but_its_person(alice: User, bob: User) -> None:
    token = sign_in_link(alice).partition("token=")[2]
    assert somebody().post("/sign-in/", {"token": token.replace(alice.pk.hex, bob.pk.hex)}).status_code == 403
    client = somebody()
    assert follow(client, sign_in_link(bob)) == 302
    assert client.session["_auth_user_id"] == str(bob.pk)


def test_a_link_signs_in_the_way_a_password_does(alice: User) -> None:
    """It goes through allauth, so that what allauth adds to signing in applies to links too."""
    signed_in: list[object] = []

    def note(user: User, **_: object) -> None:
        signed_in.append(user)

    user_logged_in.connect(note)
    try:
        assert follow(somebody(), sign_in_link(alice)) == 302
    finally:
        user_logged_in.disconnect(note)
    assert signed_in == [alice]


def test_guessing_links_is_limited(db: None) -> None:
    client = somebody()
    answers = [client.post("/sign-in/", {"token": "guess"}) for _ in range(31)]
    assert [answer.status_code for answer in answers] == [403] * 30 + [429]
    assert "Too many tries" in answers[-1].text


def test_asking_for_a_link_answers_alike_for_strangers(alice: User, settings: Any) -> None:
    settings.EMAIL_HOST = "mail.example.org"
    known = somebody().post("/sign-in/link/", {"email": "Alice@example.org"})
    stranger = somebody().post("/sign-in/link/", {"email": "nobody@example.org"})
    assert [m.to for m in mail.outbox] == [["alice@example.org"]]
    assert "a link is on its way" in known.text
    assert "a link is on its way" in stranger.text
    link = next(line for line in mail.outbox[0].body.splitlines() if "token=" in line)
    assert follow(somebody(), link) == 302


def test_asking_for_a_link_answers_alike_while_the_mail_server_is_away(
    alice: User, settings: Any, caplog: pytest.LogCaptureFixture
) -> None:
    settings.EMAIL_BACKEND, settings.EMAIL_HOST = "django.core.mail.backends.smtp.EmailBackend", "127.0.0.1"
    settings.EMAIL_PORT = 1  # nobody listens there
    for email in ("alice@example.org", "nobody@example.org"):
        answer = somebody().post("/sign-in/link/", {"email": email})
        assert (answer.status_code, "a link is on its way" in answer.text) == (200, True)
    assert "sign-in link not sent: ConnectionRefusedError" in caplog.text
    assert alice.email not in caplog.text


def test_a_local_start_says_where_the_link_is_and_how_to_get_a_new_one(db: None, settings: Any) -> None:
    page = somebody().get("/person/login/").text
    assert page.index("With the link in your terminal") < page.index("Sign in with a password")
    assert "manage.py create_person EMAIL" in page
    assert "With a link by email" not in page  # no mail server is set up: it would never arrive
    assert "no mail server" in somebody().post("/sign-in/link/", {"email": "a@example.org"}).text
    settings.EMAIL_HOST = "mail.example.org"
    page = somebody().get("/person/login/").text
    assert page.index("in your terminal") < page.index("With a link by email") < page.index("with a password")


def test_a_server_elsewhere_names_no_terminal(db: None, settings: Any) -> None:
    settings.BASE_URL = "https://memory.example.org"
    page = somebody().get("/person/login/").text
    assert "terminal" not in page
    assert "With a link by email" in page


@with_each("by", ["address", "email"])
def test_links_by_mail_are_limited(db: None, by: str) -> None:
    client, name = somebody(), secrets.token_hex(8)
    statuses = [
        (client if by == "address" else somebody())
        .post("/sign-in/link/", {"email": f"{name}{n if by == 'address' else ''}@example.org"})
        .status_code
        for n in range(6)
    ]
    assert statuses == [200] * 5 + [429]


@pytest.mark.parametrize(("proxies", "status"), [(0, 429), (1, 403)])
def test_behind_a_proxy_each_visitor_is_counted_apart(db: None, settings: Any, proxies: int, status: int) -> None:
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = proxies
    proxy = somebody()
    for n in range(31):
        visitor = {"X-Forwarded-For": f"198.51.100.{n}"}
        answer = proxy.post("/sign-in/", {"token": "guess"}, headers=visitor)
    assert answer.status_code == status


def test_eight_uses_of_one_link_at_the_same_time_sign_in_once(committed: None) -> None:
    alice = User.objects.create_user("alice@example.org", "a long password for alice")
    link = sign_in_link(alice)

    def use(_: int) -> int:
        try:
            return follow(somebody(), link)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(8) as threads:
        assert sorted(threads.map(use, range(8))) == [302] + [403] * 7


def test_over_https_plain_http_is_redirected_and_no_page_is_kept(alice: User) -> None:
    settings = {
        "BASE_URL": "https://memory.example.org",
        "BEHIND_PROXY": "true",
        "ALLOWED_HOSTS": "memory.example.org",
        "SECRET_KEY": secrets.token_urlsafe(60),
    }
    command = [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"]
    checked = subprocess.run(
        command, check=False, env=os.environ | settings, cwd=BASE_DIR, capture_output=True, text=True
    )
    assert checked.returncode == 0, checked.stderr
    with override_settings(HAS_TLS=True, SECURE_SSL_REDIRECT=True, SECURE_HSTS_SECONDS=60):
        client = Client()
        client.force_login(alice)
        assert client.get("/review/").status_code == 301
        assert client.get("/healthz").status_code in (200, 503)
        page = client.get("/review/", secure=True)
        assert page["Cache-Control"] == "private, no-store"
        assert page["Strict-Transport-Security"] == "max-age=60"


def test_a_password_works_too_and_wrong_ones_do_not(alice: User) -> None:
    right = {"login": "alice@example.org", "password": "a long password for alice"}
    assert somebody().post("/person/login/", {**right, "password": "wrong"}).status_code == 200
    assert somebody().post("/person/login/", right)["Location"] == "/review/"


def test_nobody_signs_up(db: None, rf: RequestFactory) -> None:
    form = {"email": "new@example.org", "password1": "k3jh4kj5h6!", "password2": "k3jh4kj5h6!"}
    assert somebody().post("/person/signup/", form).status_code == 404
    assert get_adapter().is_open_for_signup(rf.post("/")) is False
    assert not User.objects.exists()


def test_every_reachable_allauth_page_has_our_template() -> None:
    views: list[Any] = [getattr(page.callback, "view_class", None) for page in urls.urlpatterns]
    named = {view.template_name for view in views if getattr(view, "template_name", None)}
    without = {"openid_connect_login", "openid_connect_callback", "mfa_index", "mfa_login_webauthn"}
    assert len(named) == len(urls.urlpatterns) - len(without)
    by_hand = {"429.html", "account/signup_closed.html", "socialaccount/authentication_error.html"}
    for name in named | by_hand:
        origin = Path(get_template(name).template.origin.name)  # type: ignore[attr-defined]
        assert origin.is_relative_to(BASE_DIR / "templates"), name


PAGES = {  # as somebody who is not signed in sees them, and who is
    "/person/login/": (200, 302),
    "/person/logout/": (302, 200),
    "/person/inactive/": (200, 200),
    "/person/password/change/": (302, 200),
    "/person/password/set/": (302, 302),
    "/person/reauthenticate/": (302, 200),
    "/person/email/": (302, 200),
    "/person/confirm-email/x/": (302, 200),
    "/person/sessions/": (302, 200),
    "/person/second-step/": (302, 302),
    "/person/code-again/": (302, 302),
    "/person/passkey-again/": (302, 302),
    "/person/second-factors/": (302, 302),
    "/person/passkey/": (302, 302),
    "/person/passkeys/": (302, 200),
    "/person/passkeys/add/": (302, 302),
    "/person/passkeys/1/edit/": (302, 302),
    "/person/passkeys/1/remove/": (302, 302),
    "/person/authenticator-app/add/": (302, 302),
    "/person/authenticator-app/remove/": (302, 404),
    "/person/recovery-codes/": (302, 404),
    "/person/recovery-codes/generate/": (302, 302),
    "/person/oidc/oidc/login/": (404, 404),
    "/person/oidc/oidc/login/callback/": (404, 404),
    "/person/oidc/cancelled/": (200, 200),
    "/person/signup/": (404, 404),
    "/person/password/reset/": (404, 404),
    "/person/login/code/confirm/": (404, 404),
    "/person/": (302, 302),
}


def test_the_table_has_every_page() -> None:
    assert len(PAGES) >= len(urls.urlpatterns) + 4


@with_each("path", PAGES)
def test_other_allauth_pages_do_not_open(path: str, browser: Client, alice: User) -> None:
    answers = somebody().get(path), browser.get(path)
    assert tuple(answer.status_code for answer in answers) == PAGES[path]
    for answer in answers:
        if answer.status_code == 200:
            assert 'class="brand"' in answer.text


def test_only_the_right_password_shows_that_an_account_is_closed(alice: User) -> None:
    alice.is_active = False
    alice.save()
    right = {"login": "alice@example.org", "password": "a long password for alice"}
    client = somebody()
    assert client.post("/person/login/", right)["Location"] == "/person/inactive/"
    assert "_auth_user_id" not in client.session


def test_a_stranger_is_sent_to_sign_in_and_back(db: None) -> None:
    assert somebody().get("/memories/")["Location"] == "/person/login/?next=/memories/"


def test_create_person_prints_a_link_alone_on_its_last_line(db: None, capsys: pytest.CaptureFixture[str]) -> None:
    for _ in range(2):  # the second time for somebody who exists
        call_command("create_person", "carl@example.org")
        last = capsys.readouterr().out.strip().splitlines()[-1]
        assert last.startswith("http")
    assert follow(somebody(), last) == 302
    assert User.objects.get().email == "carl@example.org"


@pytest.mark.parametrize(("rate", "minutes"), [("2/h/user", 60), ("2/30m/user", 30), ("2/d/user", 1440)])
def test_the_wait_that_is_told_is_the_wait_that_it_is(browser: Client, settings: Any, rate: str, minutes: int) -> None:
    """Of a page that has a limit of its own. The tries before count, so that the wait becomes shorter with time."""
    settings.ACCOUNT_RATE_LIMITS = {"oauth_authorize": rate}
    assert [browser.get("/oauth/authorize/").status_code for _ in range(3)] == [400, 400, 429]
    refused = browser.get("/oauth/authorize/")
    seconds = int(refused["Retry-After"])
    assert (minutes - 10) * 60 < seconds <= minutes * 60 + 1
    words = f"Please wait {-(-seconds // 60)} minutes, then try again."
    assert words in " ".join(refused.content.decode().split())
