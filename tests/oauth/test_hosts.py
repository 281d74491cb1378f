"""Six known hosts as they call: their addresses, their kind of client, their resource and scopes, over the wire.

Whatever ends, the host is told in a way after which it asks its person again.
"""

import base64
import hashlib
import secrets
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

import httpx2
import pytest
from django.utils import timezone

from memoryweb.agents.models import Agent
from memoryweb.memories.actions import Person
from memoryweb.operations import agent_deletion
from memoryweb.people.models import User
from memoryweb.rls import scope
from tests.api.web_process import WebProcess, rpc
from tests.oauth.connector import Browser, Connector, told
from tests.oauth.flow import register
from tests.rings import third

BOTH = "memories:read memories:write"


@dataclass(frozen=True)
class Host:
    """What one host registers, and how it asks for tokens. `at` is how it names what the tokens are for."""

    registers: dict[str, Any]
    redirect_uri: str
    at: str | None = "{url}/mcp"
    scopes: str | None = BOTH
    refreshes_with: dict[str, str] = field(default_factory=dict)
    token_path: str = "/oauth/token/"
    names_itself_in_header: bool = False
    sends_secret: bool = False


HOSTS = {
    "Claude": Host(
        {"client_name": "Claude", "redirect_uris": ["https://claude.ai/api/mcp/auth_callback"], "scope": "claudeai"},
        "https://claude.ai/api/mcp/auth_callback",
        scopes="claudeai",
    ),
    "Claude Code": Host(
        {"client_name": "Claude Code", "redirect_uris": ["http://localhost:3118/callback"]},
        "http://localhost:54545/callback",
        refreshes_with={"resource": "{url}/mcp", "scope": f"{BOTH} offline_access"},
    ),
    "ChatGPT": Host(
        {
            "client_name": "ChatGPT",
            "redirect_uris": ["https://chatgpt.com/connector_platform_oauth_redirect"],
            "token_endpoint_auth_method": "client_secret_post",
            "scope": None,
        },
        "https://chatgpt.com/connector_platform_oauth_redirect",
        at="{url}/mcp/",
        scopes="openid email profile",
        sends_secret=True,
        refreshes_with={"resource": "{url}/mcp/"},
    ),
    "Cursor": Host(
        {"client_name": "Cursor", "redirect_uris": ["cursor://anysphere.cursor-mcp/oauth/callback"]},
        "cursor://anysphere.cursor-mcp/oauth/callback",
        at="{url}/",
        scopes=None,
        token_path="/oauth/token",
    ),
    "VS Code": Host(
        {
            "client_name": "Visual Studio Code",
            "application_type": "native",
            "contacts": None,
            "redirect_uris": [
                "https://insiders.vscode.dev/redirect",
                "https://vscode.dev/redirect",
                "http://127.0.0.1/",
                "http://127.0.0.1:33418/",
            ],
            "grant_types": [
                "authorization_code",
                "refresh_token",
                "urn:ietf:params:oauth:grant-type:device_code",
            ],
        },
        "http://127.0.0.1:50123/",
        refreshes_with={"scope": BOTH},
    ),
    "Gemini CLI": Host(
        {"client_name": "Gemini CLI MCP Client", "redirect_uris": ["http://localhost:7777/oauth/callback"]},
        "http://localhost:61111/oauth/callback",
        at=None,
        refreshes_with={"scope": "openid", "audience": "x"},
    ),
    "LibreChat": Host(
        {
            "client_name": "LibreChat MCP Client",
            "redirect_uris": ["https://chat.example/api/mcp/memoryweb/oauth/callback"],
            "token_endpoint_auth_method": "client_secret_basic",
        },
        "https://chat.example/api/mcp/memoryweb/oauth/callback",
        at="",
        names_itself_in_header=True,
    ),
}


@dataclass
class Connected:
    """One host that is connected by one name of the server."""

    host: Host
    url: str
    browser: Browser
    client_id: str
    verifier: str = field(default_factory=lambda: secrets.token_urlsafe(48))

    def connect(self) -> dict[str, Any]:
        """Ask the person, who says yes, and take the tokens."""
        challenge = base64.urlsafe_b64encode(hashlib.sha256(self.verifier.encode()).digest()).rstrip(b"=").decode()
        asked = {
            "response_type": "code",
            "client_id": self.client_id,
            "redirect_uri": self.host.redirect_uri,
            "code_challenge": challenge,
            "code_challenge_method": "S256",
            "state": "s",
            "scope": self.host.scopes,
        } | self._resource()
        query = urlencode({name: value for name, value in asked.items() if value is not None})
        page = self.browser.open(f"{self.url}/oauth/authorize/?{query}")
        assert page.status_code == 200, page.text
        answer = told(self.browser.press(page).headers["Location"])
        assert (answer["iss"], answer["state"]) == (self.url, "s")
        sent = {"code": answer["code"], "code_verifier": self.verifier, "redirect_uri": self.host.redirect_uri}
        made = self.post(self.host.token_path, grant_type="authorization_code", **sent, **self._resource())
        assert made.status_code == 200, made.text
        return dict(made.json())

    def refresh(self, refresh_token: str) -> httpx2.Response:
        more = {name: value.format(url=self.url) for name, value in self.host.refreshes_with.items()}
        return self.post(self.host.token_path, grant_type="refresh_token", refresh_token=refresh_token, **more)

    def post(self, path: str, **sent: str) -> httpx2.Response:
        headers = {"Accept": "application/json"}
        if self.host.names_itself_in_header:
            headers["Authorization"] = f"Basic {base64.b64encode(f'{self.client_id}:'.encode()).decode()}"
        else:
            sent |= {"client_id": self.client_id}
        if self.host.sends_secret:
            sent |= {"client_secret": "it made one up"}
        return httpx2.post(f"{self.url}{path}", data=sent, headers=headers, timeout=30)

    def list_tools(self, token: str) -> httpx2.Response:
        headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        return httpx2.post(f"{self.url}/mcp", content=rpc("tools/list"), headers=headers, timeout=30)

    def is_led_to_its_person(self, made: dict[str, Any]) -> bool:
        """Return whether both doors say that the person has to be asked again."""
        call, again = self.list_tools(made["access_token"]), self.refresh(made["refresh_token"])
        metadata = f'resource_metadata="{self.url}/.well-known/oauth-protected-resource/mcp"'
        assert (again.status_code, again.headers["content-type"]) == (400, "application/json")
        return (
            call.status_code == 401
            and metadata in call.headers["www-authenticate"]
            and again.json()["error"] == ("invalid_grant")
        )

    def _resource(self) -> dict[str, str]:
        return {} if self.host.at is None else {"resource": self.host.at.format(url=self.url)}


@pytest.fixture(params=["127.0.0.1", "localhost"])
def url(web: WebProcess, request: pytest.FixtureRequest) -> str:
    return web.url.replace("127.0.0.1", request.param)


@pytest.fixture
def her_browser(url: str, anna: User) -> Iterator[Browser]:
    browser = Browser(url)
    browser.sign_in(anna)
    yield browser
    browser.http.close()


def test_every_known_host_connects_refreshes_and_is_told_the_end(url: str, her_browser: Browser, anna: User) -> None:
    for name, host in third(list(HOSTS.items())):
        registered = register(**host.registers)
        assert registered.status_code == 201, (name, registered.content)
        here = Connected(host, url, her_browser, registered.json()["client_id"])
        made = here.connect()
        assert made["scope"] == BOTH, name
        assert here.list_tools(made["access_token"]).status_code == 200, name
        both = [here.refresh(made["refresh_token"]) for _ in range(2)]  # two windows at once
        assert [each.status_code for each in both] == [200, 200], name
        for each in both:
            assert here.list_tools(each.json()["access_token"]).status_code == 200, name
        made = both[0].json()
        assert here.post("/oauth/revoke/", token=made["access_token"]).status_code == 200, name
        assert here.is_led_to_its_person(made), name
        made = here.connect()  # and it goes on as the agent that it was
        with scope.acting_as(anna.pk):
            agent = Agent.objects.get(revoked_at=None)
            agent.revoke(now=timezone.now())
        assert here.is_led_to_its_person(made), name
        with scope.acting_as(anna.pk):
            agent_deletion.delete_agent(agent, with_words=False, by=Person(anna), now=timezone.now())
        assert here.is_led_to_its_person(made), name
        made = here.connect()
        with scope.acting_as(anna.pk):
            agent_deletion.delete_agent(Agent.objects.get(), with_words=False, by=Person(anna), now=timezone.now())
        assert here.is_led_to_its_person(made), name


def test_the_official_client_connects_by_each_name(url: str, her_browser: Browser, anna: User) -> None:
    """It compares what the server says of itself with the address that it was given."""
    connector = Connector(her_browser)
    assert connector.ask(lambda client: client.list_tools()).tools
    assert connector.memory.tokens
    connector.memory.tokens.access_token = "mwoa_run_out"
    assert connector.ask(lambda client: client.list_tools()).tools
    with scope.acting_as(anna.pk):
        Agent.objects.get().revoke(now=timezone.now())
    assert connector.ask(lambda client: client.list_tools()).tools
    assert len(connector.asked) in (2, 3)
    assert all(each.startswith(f"{url}/oauth/authorize/?") for each in connector.asked)


def test_a_server_names_itself_as_it_was_called_and_no_host_that_is_not_its_own(web: WebProcess) -> None:
    port = web.url.rpartition(":")[2]
    metadata = "/.well-known/oauth-protected-resource/mcp"
    for host, origin in (
        (f"127.0.0.1:{port}", web.url),
        (f"localhost:{port}", f"http://localhost:{port}"),
        (f"[::1]:{port}", f"http://[::1]:{port}"),
        (f"LocalHost:{port}", f"http://localhost:{port}"),
        ("localhost:9", web.url),
        ("localhost", web.url),
        (f"localhost.:{port}", web.url),
    ):
        found = web.send(metadata, b"", method="GET", host=host).json()
        assert (found["resource"], found["authorization_servers"]) == (f"{origin}/mcp", [origin]), host
        server = web.send("/.well-known/oauth-authorization-server", b"", method="GET", host=host).json()
        assert (server["issuer"], server["token_endpoint"]) == (origin, f"{origin}/oauth/token/"), host
        challenge = web.send("/mcp", host=host).headers["www-authenticate"]
        assert f'resource_metadata="{origin}{metadata}"' in challenge, host
        assert (f"Connect to {web.url}/mcp" in challenge) is (host.lower() != origin.partition("//")[2]), host
    for host in (
        "elsewhere.example",
        f"elsewhere.example:{port}",
        f"localhost.elsewhere.example:{port}",
        "localhost@x",
    ):
        for path in (metadata, "/.well-known/oauth-authorization-server", "/mcp"):
            answer = web.send(path, b"", method="POST" if path == "/mcp" else "GET", host=host)
            assert answer.status_code in (400, 421), (host, path)
            assert host not in answer.text + str(answer.headers), (host, path)
