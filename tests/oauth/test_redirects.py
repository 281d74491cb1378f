"""Addresses that clients name, by both ways in: which are taken, and what the page's headers say of them."""

from dataclasses import dataclass
from io import StringIO
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.test import Client

from memoryweb.oauth import redirects
from memoryweb.oauth.models import Application
from memoryweb.people.models import User
from tests.oauth.addresses import REFUSED, TAKEN
from tests.oauth.client_site import ClientSite
from tests.oauth.connector import told
from tests.oauth.flow import Flow, register
from tests.rings import third

pytestmark = pytest.mark.django_db


@pytest.fixture
def site_of_clients(site: ClientSite, settings: Any, monkeypatch: pytest.MonkeyPatch) -> ClientSite:
    """A site with client-id documents that this server takes."""
    settings.OAUTH_LOOPBACK_CLIENTS = True
    monkeypatch.setenv("SSL_CERT_FILE", str(site.certificate))
    return site


def directives(answer: Any) -> dict[str, list[str]]:
    """Return a page's Content-Security-Policy as a browser reads it."""
    pairs = [directive.split() for directive in answer["Content-Security-Policy"].split(";")]
    assert len({name for name, *_ in pairs}) == len(pairs)
    return {name: values for name, *values in pairs}


@dataclass
class Ways:
    """The ways by which a client comes in."""

    browser: Client
    site: ClientSite

    def register(self, **said: Any) -> str:
        answer = register(**said)
        assert answer.status_code == 201, answer.json()
        return str(answer.json()["client_id"])

    def publish(self, **said: Any) -> str:
        return self.site.publish(f"/{len(self.site.documents)}.json", **said)


@pytest.fixture
def ways(browser: Client, site_of_clients: ClientSite) -> Ways:
    return Ways(browser, site_of_clients)


def test_every_plain_address_is_taken_and_is_one_source() -> None:
    assert {uri: redirects.source_of(uri) for uri in TAKEN if redirects.is_allowed(uri)} == TAKEN


@pytest.mark.parametrize("way", ["register", "publish"])
@pytest.mark.parametrize("uri", third([*TAKEN]))
def test_a_plain_address_is_taken_and_adds_one_source_to_the_policy(ways: Ways, uri: str, way: str) -> None:
    flow = Flow(ways.browser, getattr(ways, way)(redirect_uris=[uri]))
    page = ways.browser.get(flow.address(redirect_uri=uri))
    assert page.status_code == 200
    elsewhere = directives(ways.browser.get("/agents/"))
    assert elsewhere["form-action"] == ["'self'"]
    assert directives(page) == elsewhere | {"form-action": ["'self'", TAKEN[uri]]}
    answer = flow.answer(flow.address(redirect_uri=uri))
    assert answer.status_code == 303
    assert answer["Location"].startswith(f"{uri}{'&' if '?' in uri else '?'}")
    assert {"code", "state", "iss"} <= set(told(answer["Location"]))
    declined = flow.answer(flow.address(redirect_uri=uri), decline="yes")
    assert declined["Location"].startswith(f"{uri}{'&' if '?' in uri else '?'}error=access_denied")


@pytest.mark.parametrize("kind", REFUSED)
def test_an_odd_address_is_registered_by_no_client(kind: str) -> None:
    for uri in REFUSED[kind]:
        for uris in ([uri], ["https://desk.example/back", uri]):
            answer = register(redirect_uris=uris)
            said = answer.json()
            assert (answer.status_code, said["error"]) == (400, "invalid_redirect_uri"), uri
            assert said["error_description"].startswith("redirect_uris: ")
    assert not Application.objects.exists()


@pytest.mark.parametrize("kind", REFUSED)
def test_a_document_with_an_odd_address_makes_no_client(ways: Ways, kind: str, settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = {}
    for uri in third(REFUSED[kind]):
        flow = Flow(ways.browser, ways.publish(redirect_uris=["https://desk.example/back", uri]))
        page = ways.browser.get(flow.address(redirect_uri=uri))
        assert (page.status_code, "Location" in page) == (400, False), uri
        assert directives(page)["form-action"] == ["'self'"]
    assert not Application.objects.exists()


@pytest.mark.parametrize(
    "uri",
    [
        "https://evil.example;sandbox/back",
        "https://*/back",
        "https://*.example/back",
        "https://'x/back",
        "java.script:/back",
        "data.x:/back",
        "https://desk.example/back?state=1",
        "http://desk.example/back",
        "https://user@desk.example/back",
        "javascript:alert(1)",
    ],
)
def test_an_address_that_was_kept_when_less_was_refused_is_asked_about_no_more(
    browser: Client, alice: User, uri: str
) -> None:
    Application.objects.create(client_id="old", name="Old", redirect_uris=uri, registration_source="dcr")
    flow = Flow(browser, "old")
    for named in (uri, None):
        for wrong in ({}, {"scope": "everything"}, {"code_challenge": ""}):
            address = flow.address(redirect_uri=named, **wrong)
            for answer in (browser.get(address), browser.post(address, {"may": ["memories:read"]})):
                assert (answer.status_code, "Location" in answer) == (400, False)
                assert directives(answer)["form-action"] == ["'self'"]
                assert uri not in answer.content.decode()


def test_no_address_adds_more_than_one_plain_source() -> None:
    """Also one that nothing checked before."""
    for uri in [*REFUSED["hosts"], *REFUSED["schemes"], "x; sandbox", "a b:/c", "'x':/y", "*:/y"]:
        source = redirects.source_of(uri)
        assert not set(source) & set(' ;,*"\n\r\t\x00'), uri
        assert source == "'self'" or "'" not in source, uri


@pytest.mark.parametrize("uri", ["https://evil.example;sandbox/x", "https://*.example/x", "java.script:/x", "/x"])
def test_staff_enter_no_odd_address_either(uri: str) -> None:
    with pytest.raises(ValidationError):
        Application(client_id="x", name="Desk", redirect_uris=f"https://desk.example/ {uri}").full_clean()
    said = StringIO()
    call_command("createapplication", "public", "authorization-code", redirect_uris=uri, name="Desk", stdout=said)
    assert "redirect_uris: " in said.getvalue()
    assert not Application.objects.exists()
