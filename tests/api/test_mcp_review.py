"""The ways from a chat host to the review page: the card of MCP Apps and the offered address. Neither decides."""

import asyncio
import json
from typing import Any

import httpx2
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp_types import ElicitRequestParams, ElicitRequestURLParams, ElicitResult

from memoryweb.api import mcp_review
from memoryweb.memories.models import Evidence, Memory, Proposal
from memoryweb.operations.table import OPERATIONS
from memoryweb.rls import scope
from tests.api.conftest import PDF
from tests.api.web_process import NO_CERTIFICATES, PROTOCOLS, WebProcess, person_with_agent

pytestmark = pytest.mark.usefixtures("committed")


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_tools_that_leave_a_question_are_tied_to_a_card_that_loads_nothing(protocol: str, web: WebProcess) -> None:
    _, _, token = person_with_agent("alice")
    tools = web.tools(token, protocol)
    tied = {name for name, tool in tools.items() if tool.meta and "ui" in tool.meta}
    assert tied == {name for name, operation in OPERATIONS.items() if operation.writes} & set(tools)
    assert {json.dumps(tools[name].meta) for name in tied} == {json.dumps(mcp_review.tool_meta())}
    (card,) = web.ask(token, lambda client: client.read_resource(mcp_review.CARD.uri), protocol).contents
    text = str(card.text)  # type: ignore[union-attr]
    assert card.mime_type == "text/html;profile=mcp-app"
    assert f'data-review="{web.url}/review/"' in text
    assert "src=" not in text
    assert text.count("http") == 3  # the address, twice more as a link that is shown where the host opens none


# The offered address


async def save(web: WebProcess, token: str, action: Any, times: int = 1) -> tuple[list[Any], list[ElicitRequestParams]]:
    """Save with a client that offers addresses and whose person does `action`. Returns the answers and the offers."""
    offered: list[ElicitRequestParams] = []

    async def offer(context: Any, params: ElicitRequestParams) -> ElicitResult:
        offered.append(params)
        return ElicitResult(action=action)

    async with (
        httpx2.AsyncClient(headers={"Authorization": f"Bearer {token}"}, timeout=30, verify=NO_CERTIFICATES) as http,
        Client(
            streamable_http_client(f"{web.url}/mcp", http_client=http), mode="2026-07-28", elicitation_callback=offer
        ) as client,
    ):
        answers = [
            await client.call_tool("save_user_preference", PDF | {"preference": f"format {n}"}) for n in range(times)
        ]
        return answers, offered


@pytest.mark.parametrize("action", ["accept", "decline", "cancel"])
def test_a_client_that_opens_addresses_is_offered_review_and_its_answer_decides_nothing(
    action: str, web: WebProcess
) -> None:
    alice, _, token = person_with_agent("alice")
    answers, offered = asyncio.run(save(web, token, action, times=2))
    assert [answer.structured_content["outcome"] for answer in answers] == ["proposed", "proposed"]
    (offer,) = offered  # once in a while
    assert isinstance(offer, ElicitRequestURLParams)
    assert offer.url == f"{web.url}/review/"
    assert "PDF" not in offer.message
    with scope.acting_as(alice.pk):
        assert set(Memory.objects.values_list("status", flat=True)) == {"candidate"}
        assert set(Proposal.objects.values_list("status", flat=True)) == {"open"}
        assert Evidence.objects.count() == 2  # the call that came again was the same one


def test_other_clients_find_the_address_in_the_answer(web: WebProcess) -> None:
    _, _, token = person_with_agent("alice")
    for protocol in PROTOCOLS:
        answer = web.call(token, "save_user_preference", PDF | {"preference": protocol}, protocol=protocol)
        assert answer.structured_content
        assert answer.structured_content["reviewUrl"] == f"{web.url}/review/"


def test_a_made_up_state_is_an_idempotency_key_and_no_more(web: WebProcess) -> None:
    alice, _, token = person_with_agent("alice")

    async def call(client: Client) -> Any:
        return await client.session.call_tool(
            "save_user_preference",
            dict(PDF),
            input_responses={"review": ElicitResult(action="accept")},
            request_state="made up",
        )

    for _ in range(2):
        assert web.ask(token, call, "2026-07-28").structured_content["outcome"] == "proposed"
    with scope.acting_as(alice.pk):
        assert (Memory.objects.get().status, Evidence.objects.count()) == ("candidate", 1)
