"""A connector finds memoryweb, its person lets it in, and it calls MCP: with the SDK's client, over the wire."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx2
import pytest
from django.utils import timezone
from mcp import Client

from memoryweb.agents.models import AccessLog, Agent, Trust
from memoryweb.memories.models import Memory
from memoryweb.people.models import User
from memoryweb.rls import scope
from tests.api.web_process import WebProcess, rpc
from tests.oauth.client_site import ClientSite
from tests.oauth.connector import Browser, Connector, told

SAVE = {"category": "technical", "preference": "document_format", "details": "I prefer reports as PDF"}


async def save(client: Client) -> dict[str, Any]:
    answer = await client.call_tool("save_user_preference", SAVE)
    assert not answer.is_error, answer
    return dict(answer.structured_content or {})


@pytest.mark.parametrize("way", ["document", "registration"])
def test_a_person_lets_a_connector_in_and_it_suggests(
    her_browser: Browser, web: WebProcess, anna: User, site: ClientSite, way: str
) -> None:
    document = site.publish("/desk.json") if way == "document" else None
    connector = Connector(her_browser, document=document)
    assert connector.ask(save)["outcome"] == "proposed"
    assert connector.memory.client
    assert (connector.memory.client.client_id == document) is (way == "document")
    with scope.acting_as(anna.pk):
        agent = Agent.objects.get()
        assert (agent.name, agent.trust, agent.scopes) == (
            "Sample Desk",
            Trust.ASK,
            ["memories:read", "memories:write"],
        )
        assert not Memory.objects.exclude(status="candidate").exists()
    connector.ask(save)
    assert len(connector.asked) == 1  # it goes on with its tokens


def test_a_connector_that_may_only_read_asks_its_person_before_it_writes(
    her_browser: Browser, web: WebProcess, anna: User
) -> None:
    """The SDK's client learns from a 403 which scopes to ask for. It goes on as the agent that it is."""
    connector = Connector(her_browser, answer=lambda browser, page: browser.press(page, may=["memories:read"]))
    connector.ask(lambda client: client.call_tool("get_memory_settings", {}))
    tokens = connector.memory.tokens
    assert tokens
    assert tokens.scope == "memories:read"
    body = rpc("tools/call", {"name": "save_user_preference", "arguments": SAVE})
    refused = web.send(body=body, authorization=f"Bearer {tokens.access_token}")
    assert refused.status_code == 403
    assert refused.json()["error"]["code"] == "PERMISSION_DENIED"
    challenge = refused.headers["WWW-Authenticate"]
    assert challenge.startswith('Bearer error="insufficient_scope", resource_metadata="')
    assert 'scope="memories:read memories:write"' in challenge
    connector.answer = lambda browser, page: browser.press(page)
    assert connector.ask(save)["outcome"] == "proposed"
    assert len(connector.asked) == 2
    with scope.acting_as(anna.pk):
        assert Agent.objects.get().scopes == ["memories:read", "memories:write"]
        outcomes = list(AccessLog.objects.values_list("operation", "outcome"))
        assert outcomes.count(("save_user_preference", "PERMISSION_DENIED")) == 2


def test_over_the_wire_a_token_ends_with_its_agent_and_no_log_has_it(
    her_browser: Browser, web: WebProcess, anna: User
) -> None:
    connector = Connector(her_browser)
    connector.ask(save)
    tokens = connector.memory.tokens
    assert tokens
    bearer = f"Bearer {tokens.access_token}"
    assert web.send(body=rpc("tools/list"), authorization=bearer).status_code == 200
    with scope.acting_as(anna.pk):
        Agent.objects.get().revoke(now=timezone.now())
    answer = web.send(body=rpc("tools/list"), authorization=bearer)
    assert answer.status_code == 401
    assert 'error="invalid_token"' in answer.headers["WWW-Authenticate"]
    log = web.log.read_text()
    assert tokens.refresh_token
    for secret in (tokens.access_token, tokens.refresh_token, told(connector.asked[0])["state"]):
        assert secret not in log


def test_of_several_uses_of_a_refresh_token_at_once_all_succeed(her_browser: Browser, web: WebProcess) -> None:
    connector = Connector(her_browser)
    connector.ask(save)
    tokens, client = connector.memory.tokens, connector.memory.client
    assert tokens
    assert client
    sent = {"grant_type": "refresh_token", "refresh_token": tokens.refresh_token, "client_id": client.client_id}
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(lambda _: httpx2.post(f"{web.url}/oauth/token/", data=sent), range(4)))
    assert [answer.status_code for answer in answers] == [200] * 4
    for made in (answer.json() for answer in answers):
        bearer = f"Bearer {made['access_token']}"
        assert web.send(body=rpc("tools/list"), authorization=bearer).status_code == 200
        assert httpx2.post(f"{web.url}/oauth/token/", data=sent | made | {"grant_type": "refresh_token"}).json()[
            "scope"
        ]
