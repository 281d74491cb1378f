"""The steps of a connector in this process: one function for each, so that a test can leave one out or twist it."""

import base64
import hashlib
import json
import secrets
from dataclasses import dataclass, field
from ipaddress import IPv6Address
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.test import Client

from tests.oauth.connector import filled, told

BACK = "https://desk.example/back"
RESOURCE = f"{settings.BASE_URL}/mcp"


def register(**changed: Any) -> Any:
    sent = {"client_name": "Sample Desk", "redirect_uris": [BACK], "token_endpoint_auth_method": "none"} | changed
    somewhere = Client(REMOTE_ADDR=str(IPv6Address(secrets.randbits(128))))  # tries are counted by address
    return somewhere.post("/oauth/register/", json.dumps(sent), content_type="application/json")


@dataclass
class Flow:
    """One connector and the browser of its person."""

    browser: Client
    client_id: str = ""
    verifier: str = field(default_factory=lambda: secrets.token_urlsafe(48))

    def __post_init__(self) -> None:
        self.client_id = self.client_id or register().json()["client_id"]

    def address(self, **changed: str | None) -> str:
        challenge = base64.urlsafe_b64encode(hashlib.sha256(self.verifier.encode()).digest()).rstrip(b"=").decode()
        asked = {
            "response_type": "code",
            "client_id": self.client_id,
            "redirect_uri": BACK,
            "state": "s-1",
            "code_challenge": challenge,
            "code_challenge_method": "S256",
            "resource": RESOURCE,
            **changed,
        }
        return f"/oauth/authorize/?{urlencode({name: value for name, value in asked.items() if value is not None})}"

    def answer(self, address: str = "", **changed: Any) -> Any:
        """Send the form of the page as it is shown, with what the person changed in it."""
        address = address or self.address()
        page = self.browser.get(address)
        assert page.status_code == 200, page.content.decode()
        return self.browser.post(address, filled(page.content.decode()) | changed)

    def code(self, **changed: Any) -> str:
        answer = self.answer(**changed)
        assert answer.status_code == 303, answer.content.decode()
        return told(answer["Location"])["code"]

    def exchange(self, code: str, **changed: str) -> Any:
        sent = {"grant_type": "authorization_code", "code": code, "redirect_uri": BACK, "client_id": self.client_id}
        return Client().post("/oauth/token/", sent | {"code_verifier": self.verifier, "resource": RESOURCE} | changed)

    def refresh(self, refresh_token: str, **changed: str) -> Any:
        sent = {"grant_type": "refresh_token", "refresh_token": refresh_token, "client_id": self.client_id}
        return Client().post("/oauth/token/", sent | changed)

    def tokens(self, **changed: Any) -> dict[str, str]:
        answer = self.exchange(self.code(**changed))
        assert answer.status_code == 200, answer.content.decode()
        made: dict[str, str] = answer.json()
        return made
