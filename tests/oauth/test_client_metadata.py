"""What a client says of itself, by both ways in: what the guard refuses is not kept, and real clients come in."""

import json
import re
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from memoryweb.oauth.models import Application
from tests.memories.tables import tables_containing
from tests.oauth.client_site import ClientSite
from tests.oauth.flow import BACK, Flow, register

pytestmark = pytest.mark.django_db

CARD, KEY, JWT = (
    "4111 1111 1111 1111",
    "ghp_abcdefghijklmnopqrstuvwxyz0123456789",
    "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0",
)
SECRETS: dict[str, tuple[str, Any]] = {  # the field, and what it says
    "a password": ("client_name", "Desk, password: hunter2!x"),
    "a key": ("client_name", f"Desk {KEY}"),
    "a card": ("client_name", f"Desk {CARD}"),
    "a card in full width": ("client_name", "Desk ４１１１ １１１１ １１１１ １１１１"),
    "a card with hidden letters": ("client_name", "Desk 4111\u200b1111\u200b1111\u200b1111"),
    "a bank number": ("client_name", "DE89 3704 0044 0532 0130 00"),
    "an id": ("client_name", "My SSN is 123-45-6789"),
    "an illness": ("client_name", "Anna has diabetes"),
    "an income": ("client_name", "Anna earns 5000 euros a month"),
    "behind what is shown": ("client_name", f"Desk {'x ' * 500}{KEY}"),
    "a name in German": ("client_name#de", f"Tisch {KEY}"),
    "a site": ("client_uri", f"https://desk.example/?api_key={KEY}"),
    "a site with a password": ("client_uri", "https://anna:hunter2@desk.example/"),
    "a logo": ("logo_uri", f"https://desk.example/{KEY}/logo.png"),
    "terms": ("tos_uri", f"https://desk.example/terms?token={JWT}"),
    "a policy": ("policy_uri", "https://desk.example/policy?card=4111111111111111"),
    "keys": ("jwks_uri", f"https://desk.example/{KEY}"),
    "a contact": ("contacts", ["anna@desk.example", f"card {CARD}"]),
    "software": ("software_id", KEY),
    "a version": ("software_version", "password=hunter2secret"),
    "a parameter": ("redirect_uris", [f"{BACK}?api_key={KEY}"]),
    "one of several": ("redirect_uris", [BACK, f"{BACK}?token={KEY}"]),
    "a path": ("redirect_uris", [f"https://desk.example/{KEY}/back"]),
    "behind a word": ("redirect_uris", ["https://desk.example/token/6qXv2mB9kT3a"]),
    "behind a word for a password": ("redirect_uris", ["https://desk.example/password/hunter2"]),
    "a card in a path": ("redirect_uris", ["https://desk.example/4111111111111111"]),
    "a card in a host": ("redirect_uris", ["https://4111111111111111.example/back"]),
    "a card in a scheme": ("redirect_uris", ["com.4111111111111111.app:/back"]),
    "an encoded sentence": ("redirect_uris", [f"{BACK}?note=my%20password%20is%20hunter2"]),
    "an encoded number": ("redirect_uris", [f"{BACK}?a=%34%31%31%31%31%31%31%31%31%31%31%31%31%31%31%31"]),
    "an illness with plus signs": ("redirect_uris", [f"{BACK}?q=Anna+has+diabetes"]),
    "an illness in a path": ("redirect_uris", ["https://desk.example/Anna%20has%20diabetes"]),
    "in an unknown field": ("note", f"Desk {KEY}"),
    "below an unknown field": ("more", {"deep": [{"er": f"card {CARD}"}]}),
    "in the name of a field": (f"password is hunter2 {CARD}", "x"),
    "a label and its secret": ("password", "hunter2secret"),
}
NAMED = {
    "client_name",
    "client_uri",
    "logo_uri",
    "tos_uri",
    "policy_uri",
    "jwks_uri",
    "contacts",
    "software_id",
    "software_version",
    "redirect_uris",
}
WORDS = (
    "hunter2",
    "ghp_abcdef",
    "4111 1111",
    "4111111111",
    "１１１１",
    "0044 0532",
    "123-45-6789",
    "diabetes",
    "earns 5000",
    "eyJhbGci",
    "6qXv2mB9kT3a",
)


@pytest.fixture
def site_of_clients(site: ClientSite, settings: Any, monkeypatch: pytest.MonkeyPatch) -> ClientSite:
    settings.OAUTH_LOOPBACK_CLIENTS = True
    monkeypatch.setenv("SSL_CERT_FILE", str(site.certificate))
    return site


@pytest.mark.parametrize("case", SECRETS)
def test_what_the_guard_refuses_is_not_registered(case: str, caplog: pytest.LogCaptureFixture) -> None:
    field, value = SECRETS[case]
    answer = register(**{field: value})
    assert (answer.status_code, answer["Content-Type"]) == (400, "application/json")
    said = answer.json()
    assert said["error"] == ("invalid_redirect_uri" if field == "redirect_uris" else "invalid_client_metadata")
    named = field.partition("#")[0]
    where = named if named in NAMED else "another field"
    assert re.fullmatch(
        rf"{where}: This looks like .+ memoryweb never stores (?:those|that)\.", said["error_description"]
    )
    assert not Application.objects.exists()
    assert not any(word in text for word in WORDS for text in (*caplog.messages, json.dumps(said)))
    assert tables_containing(*WORDS) == set()


def test_a_secret_in_two_fields_is_refused() -> None:
    answer = register(client_name="Desk: the password is", client_uri="hunter2!x9")
    assert answer.json() == {
        "error": "invalid_client_metadata",
        "error_description": "several fields together: This looks like a password. memoryweb never stores those.",
    }
    assert not Application.objects.exists()


@pytest.mark.parametrize("case", SECRETS)
def test_a_document_with_what_the_guard_refuses_makes_no_client(
    browser: Client, site_of_clients: ClientSite, case: str, caplog: pytest.LogCaptureFixture
) -> None:
    field, value = SECRETS[case]
    document = site_of_clients.publish(f"/{len(site_of_clients.documents)}-guarded.json", **{field: value})
    uri = value[-1] if field == "redirect_uris" else "http://localhost:3030/callback"
    page = browser.get(Flow(browser, document).address(redirect_uri=uri))
    assert (page.status_code, "Location" in page) == (400, False)
    assert "memoryweb doesn’t know who asks" in page.content.decode()
    assert not Application.objects.exists()
    assert not any(word in text for word in WORDS for text in caplog.messages if "document" in text)
    assert tables_containing(*WORDS) == set()


def test_an_address_of_a_document_that_is_a_secret_makes_no_client(
    browser: Client, site_of_clients: ClientSite
) -> None:
    document = site_of_clients.publish(f"/{KEY}/client.json")
    page = browser.get(Flow(browser, document).address(redirect_uri="http://localhost:3030/callback"))
    assert page.status_code == 400
    assert not Application.objects.exists()


def test_the_guard_reads_what_staff_enter() -> None:
    said, uri = StringIO(), "https://desk.example/back"
    call_command(
        "createapplication", "public", "authorization-code", redirect_uris=uri, name=f"Desk {KEY}", stdout=said
    )
    assert "client_name: This looks like a key or token." in said.getvalue()
    assert not Application.objects.exists()


REAL: dict[str, dict[str, Any]] = {
    "Claude": {
        "client_name": "Claude",
        "redirect_uris": ["https://claude.ai/api/mcp/auth_callback"],
        "scope": "memories:read",
        "grant_types": ["authorization_code", "refresh_token"],
        "response_types": ["code"],
        "client_uri": "https://claude.ai",
        "logo_uri": "https://claude.ai/images/claude_app_icon.png",
    },
    "Claude Code": {
        "client_name": "Claude Code (memoryweb)",
        "client_uri": "https://claude.ai",
        "redirect_uris": ["http://localhost/callback", "http://127.0.0.1/callback"],
    },
    "ChatGPT": {
        "client_name": "ChatGPT",
        "redirect_uris": ["https://chatgpt.com/connector/oauth/6qXv2mB9kT3a"],
        "grant_types": ["authorization_code", "refresh_token"],
        "client_uri": "https://chatgpt.com",
        "contacts": ["support@openai.example"],
        "software_version": "1.2026.300",
        "software_id": "chatgpt-connectors",
    },
    "Visual Studio Code": {
        "client_name": "Visual Studio Code",
        "client_uri": "https://code.visualstudio.com",
        "redirect_uris": ["https://vscode.dev/redirect", "http://127.0.0.1/", "http://127.0.0.1:33418/"],
        "application_type": "native",
        "grant_types": ["authorization_code", "refresh_token"],
    },
    "Cursor": {
        "client_name": "Cursor",
        "logo_uri": "https://cursor.com/favicon.svg",
        "redirect_uris": [
            "cursor://anysphere.cursor-mcp/oauth/callback",
            "https://www.cursor.com/agents/mcp/oauth/callback",
            "http://localhost:8787/callback",
        ],
    },
    "Codex": {"client_name": "Codex", "redirect_uris": ["http://127.0.0.1:63546/callback/6MFBM1In3Ey-"]},
    "mcp-remote": {
        "client_name": "MCP CLI Proxy",
        "client_uri": "https://github.com/modelcontextprotocol/mcp-cli",
        "redirect_uris": ["http://localhost:21454/oauth/callback"],
        "software_version": "0.1.29",
        "software_id": "2e6dc280-f3c3-4e01-99a7-8181dbd1d23d",
        "scope": "openid email profile",
    },
    "with keys": {
        "client_name": "Desk",
        "token_endpoint_auth_method": "none",
        "client_secret_expires_at": 0,
        "client_id_issued_at": 1792530000,
        "jwks_uri": "https://desk.example/.well-known/jwks.json",
        "jwks": {
            "keys": [
                {
                    "kty": "EC",
                    "crv": "P-256",
                    "kid": "2026-11",
                    "use": "sig",
                    "x": "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU",
                    "y": "x0TFd2SpRVo4Kx5HdBl0aVtlKTSRcT7Zq3VfTdhvAk0",
                }
            ]
        },
        "software_statement": f"{JWT}.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U",
    },
    "with ids": {
        "client_name": "Desk",
        "redirect_uris": [
            "https://desk.example/oauth/0194f0c1-7b2e-7c3d-9a4b-5c6d7e8f9a0b?team=8f14e45fceea167a5a36dedd4bea2543",
            "https://zapier.example/dashboard/auth/oauth/return/App206484CLIAPI/",
            "https://global.consent.example/redirect/cr0ab-5fmemoryweb-5f1a2b3c4d5e6f7a8b",
        ],
    },
    "words of the guard": {
        "client_name": "Token Counter & Password Manager",
        "client_uri": "https://bank.example/health/card",
        "redirect_uris": ["https://desk.example/oauth/token/callback", "https://desk.example/login/password/return"],
        "policy_uri": "https://desk.example/password-policy",
        "client_name#ja": "メモリー",
    },
}


@pytest.mark.parametrize("name", REAL)
def test_a_client_as_they_are_comes_in_by_both_ways(browser: Client, site_of_clients: ClientSite, name: str) -> None:
    said = {"redirect_uris": [BACK]} | REAL[name]
    registered = register(**said)
    assert registered.status_code == 201, registered.json()
    assert registered.json()["client_name"] == said["client_name"]
    document = site_of_clients.publish(f"/{len(site_of_clients.documents)}-real.json", **said)
    for client_id in (registered.json()["client_id"], document):
        for uri in said["redirect_uris"]:
            assert (
                Flow(browser, client_id).answer(Flow(browser, client_id).address(redirect_uri=uri)).status_code == 303
            )


@pytest.mark.parametrize("value", ["\ud800", "\x00", "\u202e", "x" * 10_000, None, 7, True, {}, [[]], [{"a": [None]}]])
@pytest.mark.parametrize("field", ["client_name", "client_uri", "software_id", "contacts", "note", "redirect_uris"])
def test_no_value_of_a_field_breaks_registration(field: str, value: Any) -> None:
    answer = register(**{field: value})
    assert answer.status_code in (201, 400)
    assert answer["Content-Type"] == "application/json"
