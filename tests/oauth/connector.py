"""A connector as people use them: the MCP SDK's own OAuth client, and a browser in which its person answers."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from html import unescape
from typing import Any, TypeVar
from urllib.parse import parse_qs, urlsplit

import httpx2
from mcp import Client
from mcp.client.auth import AuthorizationCodeResult, OAuthClientProvider
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.auth import OAuthClientInformationFull, OAuthClientMetadata, OAuthToken
from pydantic import AnyUrl

from memoryweb.people.models import User
from memoryweb.people.signing_in.links import tokens

CALLBACK = "http://localhost:3030/callback"
CSRF = re.compile(r'name="csrfmiddlewaretoken" value="(\w+)"')
FIELD = re.compile(r"<input[^>]*>")
T = TypeVar("T")


@dataclass
class Browser:
    """The person's browser at a running web process: cookies, forms, and no JavaScript."""

    url: str
    http: httpx2.Client = field(default_factory=lambda: httpx2.Client(timeout=30))

    def sign_in(self, person: User) -> None:
        link = f"{self.url}/sign-in/?token={person.pk.hex}-{tokens.make_token(person)}"
        page = self.http.get(link)
        sent = {"csrfmiddlewaretoken": CSRF.findall(page.text)[0], "token": link.partition("token=")[2]}
        answer = self.http.post(link, data=sent, headers={"Origin": self.url})
        assert answer.status_code == 302, answer.text

    def open(self, address: str) -> httpx2.Response:
        return self.http.get(address)

    def press(self, page: httpx2.Response, button: str = "", **changed: Any) -> httpx2.Response:
        """Send the page's form as it is shown, with what the person changed in it."""
        sent: dict[str, Any] = filled(page.text) | changed | ({button: "yes"} if button else {})
        return self.http.post(str(page.url), data=sent, headers={"Origin": self.url})


def filled(html: str) -> dict[str, list[str]]:
    """Return the fields of a page's form with what they hold."""
    fields: dict[str, list[str]] = {}
    for tag in FIELD.findall(html):
        attributes = {name: unescape(value) for name, value in re.findall(r'([\w-]+)="([^"]*)"', tag)}
        is_choice = attributes.get("type") in ("checkbox", "radio")
        if "name" in attributes and (not is_choice or " checked" in tag):
            fields.setdefault(attributes["name"], []).append(attributes.get("value", ""))
    return fields


def told(address: str) -> dict[str, str]:
    """Return what the address of a client tells it."""
    return {name: values[0] for name, values in parse_qs(urlsplit(address).query).items()}


@dataclass
class Memory:
    """What a connector keeps between two starts."""

    tokens: OAuthToken | None = None
    client: OAuthClientInformationFull | None = None

    async def get_tokens(self) -> OAuthToken | None:
        return self.tokens

    async def set_tokens(self, tokens: OAuthToken) -> None:
        self.tokens = tokens

    async def get_client_info(self) -> OAuthClientInformationFull | None:
        return self.client

    async def set_client_info(self, client_info: OAuthClientInformationFull) -> None:
        self.client = client_info


@dataclass
class Connector:
    """The SDK's client. `answer` presses the person's button on the page that it opens."""

    browser: Browser
    answer: Callable[[Browser, httpx2.Response], httpx2.Response] = lambda browser, page: browser.press(page)
    document: str | None = None  # the address of its metadata; without one it registers
    memory: Memory = field(default_factory=Memory)
    asked: list[str] = field(default_factory=list)  # the addresses that it opened

    def ask(self, do: Callable[[Client], Awaitable[T]]) -> T:
        return asyncio.run(self._ask(do))

    async def _ask(self, do: Callable[[Client], Awaitable[T]]) -> T:
        provider = OAuthClientProvider(
            f"{self.browser.url}/mcp",
            OAuthClientMetadata(client_name="Sample Desk", redirect_uris=[AnyUrl(CALLBACK)]),
            self.memory,
            self._open,
            self._returned,
            client_metadata_url=self.document,
        )
        async with (
            httpx2.AsyncClient(auth=provider, timeout=30) as http,
            Client(streamable_http_client(f"{self.browser.url}/mcp", http_client=http)) as client,
        ):
            return await do(client)

    async def _open(self, address: str) -> None:
        self.asked.append(address)

    async def _returned(self) -> AuthorizationCodeResult:
        page = self.browser.open(self.asked[-1])
        assert page.status_code == 200, page.text
        answer = told(self.answer(self.browser, page).headers["Location"])
        return AuthorizationCodeResult(code=answer["code"], state=answer["state"], iss=answer["iss"])
