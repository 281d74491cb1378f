"""Every address, method and role gets a page or an envelope: never a 5xx, a stack trace, another's words or a change.

It walks the URLconf (test_strangers.py), so a new address is attacked without being listed.
"""

import re
import secrets
from importlib import import_module
from ipaddress import IPv6Address
from pathlib import Path
from pkgutil import walk_packages
from typing import Any
from urllib.parse import urljoin, urlsplit

import pytest
from django.conf import settings
from django.middleware.csrf import _get_new_csrf_string
from django.test import Client
from django.test.utils import override_settings

from memoryweb import review
from memoryweb.people.middleware import FOR_AGENTS, FOR_CHATS
from memoryweb.people.models import User
from memoryweb.settings import BASE_DIR
from tests.api.conftest import envelope
from tests.house.test_strangers import ROUTES, Hers, _address
from tests.house.walks import area_of, in_turn, roles_to_ask

STRANGE = ("TRACE", "PUT", "DELETE", "ZEBRA", "HEAD", "OPTIONS", "PATCH")
UNSAFE = ("POST", "PUT", "PATCH", "DELETE", "ZEBRA")
ROLES = ("anonymous", "stranger", "staff + factor", "alice")
FOREIGN = ("null", "http://testserver.evil.example", "http://testserver:81")
NO_ENVELOPES = ("/api/v1/openapi.json", "/hooks/v1/memoryweb-hook")
# a form's token says nothing there
WITHOUT_COOKIES = (*FOR_AGENTS, *FOR_CHATS, "/oauth/token", "/oauth/revoke", "/oauth/register")
IGNORED_BY_BROWSERS = dict.fromkeys(map(ord, "\t\r\n"))


@pytest.fixture
def hers(alice: User) -> Hers:
    return Hers.with_community(alice)


@pytest.fixture
def people(alice: User, bob: User, mira: User) -> dict[str, User]:
    return {"alice": alice, "stranger": bob, "staff + factor": mira}


def browser_of(person: User | None, *, checks_tokens: bool = True) -> Client:
    """Return a browser as real ones are: a server's exceptions arrive as pages. Its tries to sign in count apart."""
    address = str(IPv6Address(secrets.randbits(128)))
    client = Client(enforce_csrf_checks=checks_tokens, raise_request_exception=False, REMOTE_ADDR=address)
    if person:
        client.force_login(person)
    return client


def addresses(hers: Hers, *, leave_out: tuple[str, ...] = ()) -> list[str]:
    """Return every address, with the ids of alice's that it is about."""
    found = [_address(route, hers.named_by(route), hers.version) for route in ROUTES if area_of(route) not in leave_out]
    return [re.sub(r"<(slug|str):\w+>", "2026-01-01", address) for address in found]


def check(response: Any, what: tuple[str, ...]) -> None:
    """Check what holds for every answer, page or envelope, success or failure."""
    path = what[-1].partition("?")[0]
    text = "" if response.streaming else response.content.decode()
    assert response.status_code < 500, what
    assert "Traceback" not in text, what
    policy = response["Content-Security-Policy"]
    assert "default-src 'none'" in policy, what
    if path.startswith("/admin/"):  # whose scripts need it (review/administration/site.py)
        policy = re.sub(r"script-src 'self' 'unsafe-eval'(?=;|$)", "script-src 'self'", policy)
    assert "unsafe" not in policy, what
    assert "http" not in policy, what
    assert (response["X-Content-Type-Options"], response["X-Frame-Options"]) == ("nosniff", "DENY"), what
    assert response["Referrer-Policy"] == "same-origin", what
    if path.startswith(FOR_AGENTS) and path not in NO_ENVELOPES and "HEAD" not in what:
        envelope(response)
        assert response["Cache-Control"] == "no-store", what
    for cookie in response.cookies.values():
        assert cookie["samesite"] == "Lax", what
        assert not cookie.value or cookie["httponly"] or cookie.key == settings.CSRF_COOKIE_NAME, what
    for name in ("Location", "HX-Redirect", "HX-Location"):
        goes_to = response.get(name, "").replace("\\", "/").translate(IGNORED_BY_BROWSERS)
        assert urlsplit(urljoin(f"http://testserver{path}", goes_to)).netloc == "testserver", (what, goes_to)


@pytest.mark.parametrize("role", ROLES)
def test_every_method_is_answered_and_changes_nothing(role: str, people: dict[str, User], hers: Hers) -> None:
    before = hers.state(people["alice"])
    client = browser_of(people.get(role))
    for number, path in enumerate(addresses(hers)):
        if role not in roles_to_ask(ROLES, path, number):
            continue
        usual = ("GET", "POST") if role == "anonymous" else ()  # alice's: below; those of strangers: test_strangers.py
        for method in (*usual, *in_turn(STRANGE, number, 1)):
            response = client.generic(method, path)
            check(response, (role, method, path))
            if role != "alice" and not response.streaming:
                assert "zebra" not in response.content.decode().lower(), (role, method, path)
            if method in UNSAFE and not path.startswith(WITHOUT_COOKIES):
                assert response.status_code in (403, 404, 405), (role, method, path)
    assert hers.state(people["alice"]) == before


def test_no_form_is_taken_from_another_site_or_without_its_token(hers: Hers, alice: User) -> None:
    """A token of another session, one in the address alone, and the right one from elsewhere: none of them sends it."""
    before = hers.state(alice)
    token, other = _get_new_csrf_string(), _get_new_csrf_string()
    client = browser_of(alice)
    client.cookies[settings.CSRF_COOKIE_NAME] = token
    foreign = [("", other), *((origin, token) for origin in FOREIGN)]
    for number, path in enumerate(addresses(hers, leave_out=("api", "hooks"))):
        if path.startswith(WITHOUT_COOKIES):
            continue
        answers = [client.post(f"{path}?csrfmiddlewaretoken={token}")]
        for origin, sent in in_turn(foreign, number, 1):
            headers = {"X-CSRFToken": sent} | ({"Origin": origin} if origin else {})
            answers.append(client.post(path, {"csrfmiddlewaretoken": sent}, headers=headers))
        for response in answers:
            check(response, ("alice", path))
            assert response.status_code in (403, 404, 405), path
    assert hers.state(alice) == before


def test_with_a_valid_token_only_post_sends_a_form(hers: Hers, alice: User) -> None:
    before, token = hers.state(alice), _get_new_csrf_string()
    client = browser_of(alice)
    client.cookies[settings.CSRF_COOKIE_NAME] = token
    body = f"csrfmiddlewaretoken={token}&sure=yes&_method=POST"
    override = {"X-HTTP-Method-Override": "POST", "X-HTTP-Method": "POST", "X-Method-Override": "POST"}
    for number, path in enumerate(addresses(hers)):
        for method in ("GET", *in_turn(("PUT", "DELETE", "ZEBRA"), number, 1)):
            headers = {"X-CSRFToken": token} | override
            sent = client.generic(method, path, body, "application/x-www-form-urlencoded", headers=headers)
            check(sent, ("alice", method, path))
    assert hers.state(alice) == before


# Hostile values, in every field that any form has


def field_names() -> list[str]:
    """Return the name of every input of the templates and of the forms."""
    modules = [
        each.name for each in walk_packages(review.__path__, "memoryweb.review.") if "forms" in each.name.split(".")
    ]
    forms = [each for module in modules for each in vars(import_module(module)).values()]
    names = {name for form in forms for name in getattr(form, "base_fields", {})}
    for template in Path(BASE_DIR / "templates").rglob("*.html"):
        names |= set(re.findall(r'\bname="(\w+)"', template.read_text()))
    return sorted(names - {"csrfmiddlewaretoken", "viewport", "description", "password", "oldpassword"})


HOSTILE = {
    "nothing": "",
    "U+0000": "%00",
    "half a surrogate pair": "%ED%A0%80",
    "many digits": "9" * 5000,
    "no date": "0000-00-00",
    "no number": "NaN",
    "a long date": "99999999999-01-01T00:00:00%2B99:99",
    "an id of nobody": "00000000-0000-0000-0000-000000000000",
    "markup and SQL": "%3Cscript%3Ealert(1)%3C/script%3E%7B%25%20debug%20%25%7D'%20OR%201=1;--%E2%80%AE",
    "another site": "//evil.example/%0d%0aSet-Cookie:x=y",
    "long": "x" * 20_000,
}


# Requests to an address. Each mixes the values anew, so that in all of them every field meets every value.
ROUNDS = range(len(HOSTILE))


def hostile_fields(names: list[str], path: str, round_: int) -> str:
    """Return a query in which each field has one of the values: a different one in each round and at each address."""
    values, shift = list(HOSTILE.values()), len(path) + 3 * round_
    return "&".join(f"{name}={values[(number + shift) % len(values)]}" for number, name in enumerate(names))


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_no_value_of_any_field_breaks_a_page(method: str, hers: Hers, alice: User) -> None:
    client, names = browser_of(alice, checks_tokens=False), field_names()
    assert {"label", "value", "next", "token", "email", "memory", "version"} <= set(names)
    in_the_address = list(HOSTILE.values())
    for number, path in enumerate(addresses(hers, leave_out=("api", "hooks", "example"))):
        for round_ in in_turn(ROUNDS, number, 1):
            sent = hostile_fields(names, path, round_)
            if method == "GET":
                value = in_the_address[(len(path) + round_) % len(in_the_address)]
                response = client.get(path.replace("2026-01-01", value[:60] or "-"), QUERY_STRING=sent)
            else:
                response = client.post(path, sent, content_type="application/x-www-form-urlencoded")
            check(response, ("alice", str(round_), path))
            assert response.streaming or "<script>alert" not in response.content.decode(), (round_, path)
            if response.status_code == 405:
                break
            if "logout" in path:
                client.force_login(alice)


HOSTILE_BODIES: dict[str, tuple[str, str | bytes]] = {
    "no type": ("", "a=b"),
    "a made-up type": ("zebra/crossing; charset=zebra", "a=b"),
    "another charset": ("application/x-www-form-urlencoded; charset=utf-7", "a=+ADw-"),
    "XML": ("application/xml", '<!DOCTYPE x [<!ENTITY y SYSTEM "file:///etc/passwd">]><x>&y;</x>'),
    "parts without a boundary": ("multipart/form-data", "--x\r\n\r\n"),
    "parts cut off": ("multipart/form-data; boundary=x", b'--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb'),
    "a boundary too long": ("multipart/form-data; boundary=" + "x" * 5000, b"--x"),
    "a part in base64 that is none": (
        "multipart/form-data; boundary=x",
        b'--x\r\nContent-Disposition: form-data; name="a"\r\nContent-Transfer-Encoding: base64\r\n\r\n@@@\r\n--x--\r\n',
    ),
    "a file by the name of a path": (
        "multipart/form-data; boundary=x",
        b'--x\r\nContent-Disposition: form-data; name="a"; filename="../../x\x00"\r\n\r\nb\r\n--x--\r\n',
    ),
    "two thousand fields": ("application/x-www-form-urlencoded", "a=b&" * 2000),
    "three megabytes": ("application/x-www-form-urlencoded", "a=" + "b" * 3_000_000),
}


def test_no_body_breaks_a_page(hers: Hers, alice: User) -> None:
    client = browser_of(alice, checks_tokens=False)
    bodies = list(HOSTILE_BODIES.items())
    for number, path in enumerate(addresses(hers, leave_out=("api", "hooks", "example"))):
        is_whole = path.startswith(("/person/login/", "/memories/add/"))  # the rest take turns: one parser serves all
        for what, (content_type, body) in bodies if is_whole else in_turn(bodies, number, 1):
            if len(body) > 1_000_000 and not is_whole:
                continue  # Django refuses it alike everywhere, and slowly
            response = client.generic("POST", path, body, content_type)
            check(response, ("alice", what, path))
            if response.status_code == 405:
                break
            if "logout" in path:
                client.force_login(alice)


# Private pages


def test_over_https_no_private_page_is_kept_and_every_cookie_is_secure(hers: Hers, alice: User) -> None:
    with override_settings(HAS_TLS=True, SESSION_COOKIE_SECURE=True, CSRF_COOKIE_SECURE=True):
        client = browser_of(alice)
        for path in addresses(hers, leave_out=("api", "hooks", "healthz", "telegram", "service-worker.js")):
            response = client.get(path, secure=True)
            assert "no-store" in response["Cache-Control"], path
            assert all(cookie["secure"] for cookie in response.cookies.values() if cookie.value), path


NEXT = (
    "https://evil.example",
    "//evil.example",
    "/\\evil.example",
    "///evil.example",
    "\\\\evil.example",
    "http:evil.example",
    "javascript:alert(1)",
    "//testserver@evil.example",
    "http://testserver.evil.example/",
    "/\t/evil.example",
    "https:///evil.example",
    "\x00//evil.example",
    "//evil.example/%0d%0aX: y",
    "data:text/html,x",
)


AFTER_A_PROOF = ("/person/passkeys/", "/person/authenticator-app/", "/person/recovery-codes/")


def test_no_address_sends_a_person_to_another_site(hers: Hers, alice: User) -> None:
    """`check` looks where each answer sends the browser."""
    signed_in = browser_of(alice, checks_tokens=False)
    for number, path in enumerate(addresses(hers, leave_out=("api", "hooks", "healthz", "export", "example"))):
        is_of_anybody = path.startswith(("/person/", "/sign-in/")) and not path.startswith(AFTER_A_PROOF)
        for person in (alice, None) if is_of_anybody else (alice,):
            client = browser_of(person, checks_tokens=False) if is_of_anybody else signed_in
            is_whole = path.startswith(("/person/login/", "/sign-in/")) or "/reject/" in path
            for url in in_turn(NEXT, number, 2 if is_whole else 1):
                sent = {"next": url, "login": alice.email, "password": "a long password for alice"}
                in_place = {"HX-Current-URL": url, "HX-Request": "true"}
                for response in (
                    client.get(path, {"next": url}, headers={"Referer": url}),
                    client.post(path, sent, headers={"Referer": url} | (in_place if url == NEXT[1] else {})),
                ):
                    check(response, (url, path))
                    text = "" if response.streaming else response.content.decode()
                    assert f'href="{url}"' not in text, (path, url)
                    assert f'action="{url}"' not in text, (path, url)
