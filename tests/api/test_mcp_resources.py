"""What MCP offers beside tools, with the SDK's client and a real web process, in both generations of the protocol."""

import json
from typing import Any

import pytest
from mcp.shared.exceptions import MCPError

from memoryweb.agents.models import AccessLog, Scope
from memoryweb.api import mcp_resources, mcp_review
from memoryweb.people.models import User
from memoryweb.recall.models import Receipt
from memoryweb.rls import scope
from tests.api.web_process import PROTOCOLS, WebProcess, person_with_agent
from tests.builders import agent_says, person_types

pytestmark = pytest.mark.usefixtures("committed")
BOTH = pytest.mark.parametrize("protocol", PROTOCOLS)


def read(web: WebProcess, token: str, uri: str, protocol: str) -> str:
    (content,) = web.ask(token, lambda client: client.read_resource(uri), protocol).contents
    assert content.uri == uri
    return str(content.text)  # type: ignore[union-attr]


def listed(web: WebProcess, token: str, protocol: str) -> tuple[list[str], list[str]]:
    resources = web.ask(token, lambda client: client.list_resources(), protocol).resources
    prompts = web.ask(token, lambda client: client.list_prompts(), protocol).prompts
    return [each.uri for each in resources], [each.name for each in prompts]


@BOTH
def test_the_memories_are_read_with_a_receipt_and_nothing_waiting_is_in_them(protocol: str, web: WebProcess) -> None:
    alice, agent, token = person_with_agent("alice")
    with scope.acting_as(alice.pk):
        person_types(alice, "I prefer reports as PDF")
        agent_says(agent, "I like zebra tea", name="drink", category="food")
    text = read(web, token, mcp_resources.MEMORIES, protocol)
    assert "I prefer reports as PDF" in text
    assert "zebra" not in text
    with scope.acting_as(alice.pk):
        receipt = Receipt.objects.get()
        assert text.endswith(f"Receipt: {receipt.pk}\n")
        assert AccessLog.objects.get(operation="recall_preferences").outcome == "ok"


@BOTH
def test_an_empty_account_says_so(protocol: str, web: WebProcess) -> None:
    _, _, token = person_with_agent("alice")
    assert "\n\n(none)\n" in read(web, token, mcp_resources.MEMORIES, protocol)


@BOTH
def test_the_settings_are_those_of_the_operation(protocol: str, web: WebProcess) -> None:
    _, _, token = person_with_agent("alice")
    told = web.call(token, "get_memory_settings", protocol=protocol).structured_content
    assert json.loads(read(web, token, mcp_resources.SETTINGS, protocol)) == told


@BOTH
def test_an_agent_that_may_not_read_is_offered_nothing_and_told_why(protocol: str, web: WebProcess) -> None:
    alice, agent, token = person_with_agent("alice")
    card = mcp_review.CARD.uri
    readable = [mcp_resources.MEMORIES, mcp_resources.SETTINGS, card]
    assert listed(web, token, protocol) == (readable, [mcp_resources.PROMPT])
    with scope.acting_as(alice.pk):
        type(agent).objects.filter(pk=agent.pk).update(scopes=[Scope.WRITE])
    assert listed(web, token, protocol) == ([card], [])
    with pytest.raises(MCPError, match="PERMISSION_DENIED"):
        read(web, token, mcp_resources.MEMORIES, protocol)


@BOTH
@pytest.mark.parametrize("uri", ["memoryweb://nothing", "file:///etc/passwd", "zebra"])
def test_any_other_address_is_not_found_and_not_repeated(protocol: str, uri: str, web: WebProcess) -> None:
    _, _, token = person_with_agent("alice")
    with pytest.raises(MCPError, match="NOT_FOUND") as raised:
        read(web, token, uri, protocol)
    assert uri not in str(raised.value)


def test_nobody_reads_anothers_memories(web: WebProcess) -> None:
    alice, _, _ = person_with_agent("alice")
    _, _, token = person_with_agent("bob")
    with scope.acting_as(alice.pk):
        person_types(alice, "I prefer reports as PDF")
    assert "PDF" not in read(web, token, mcp_resources.MEMORIES, "auto")
    assert User.objects.count() == 2


@BOTH
def test_the_prompt_teaches_the_loop_and_names_operations_that_exist(protocol: str, web: WebProcess) -> None:
    _, _, token = person_with_agent("alice")
    told: Any = web.ask(token, lambda client: client.get_prompt("use_memory", {"task": "Plan a trip"}), protocol)
    text = told.messages[0].content.text
    assert text.endswith("The task: Plan a trip")
    tools = web.tools(token, protocol)
    assert {"recall_preferences", "record_feedback"} <= set(tools)
    assert all(name in text for name in ("recall_preferences", "record_feedback"))
    with pytest.raises(MCPError, match="NOT_FOUND"):
        web.ask(token, lambda client: client.get_prompt("zebra", {}), protocol)


def test_lists_are_the_same_each_time_and_say_how_long_they_hold(web: WebProcess) -> None:
    _, _, token = person_with_agent("alice")
    first, second = (web.ask(token, lambda client: client.list_tools(), "2026-07-28") for _ in range(2))
    assert first == second
    assert (first.ttl_ms, first.cache_scope) == (300_000, "private")
