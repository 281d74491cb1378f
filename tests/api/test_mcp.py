"""MCP with the SDK's own client and a real web process: every operation works. test_mcp_doors compares the doors."""

import html
import json
import re
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.test import Client
from django.utils import timezone
from mcp.shared.exceptions import MCPError
from mcp_types import CallToolResult

from memoryweb.agents.models import AccessLog, Scope, Trust
from memoryweb.api import schemas
from memoryweb.memories.models import Evidence, Memory, Refusal, history_model
from memoryweb.operations.table import OPERATIONS
from memoryweb.people.models import User
from memoryweb.rls import scope
from tests.api.conftest import PDF, url
from tests.api.web_process import PROTOCOLS, WebProcess, person_with_agent, rpc
from tests.builders import bind_to_community, person_types, post

pytestmark = pytest.mark.usefixtures("committed")
READS = {name for name, operation in OPERATIONS.items() if not operation.writes}
OF_COMMUNITIES = {name for name, operation in OPERATIONS.items() if operation.needs_community}
MISSING_ID = "0192f0c1-2b3d-7c4e-8f50-617283940516"


def fewest_arguments(name: str, memory: str) -> dict[str, Any]:
    """Build the required arguments of an operation from its schema, so that a new operation is called too."""
    schema = OPERATIONS[name].schema

    def example(argument: str) -> Any:
        argument_schema = schema["properties"][argument]
        if argument.endswith("_id"):
            return memory
        if "enum" in argument_schema:
            return argument_schema["enum"][-1]
        examples = {"string": "I prefer tea", "integer": 1, "boolean": True, "array": [], "object": {}}
        return examples[argument_schema["type"]]

    return {argument: example(argument) for argument in schema.get("required", [])}


def content(result: CallToolResult) -> Any:
    """Return the JSON of the only text in a result."""
    (text,) = result.content
    return json.loads(text.text)  # type: ignore[union-attr]


def failure(result: CallToolResult) -> str:
    assert (result.is_error, result.structured_content) == (True, None)
    answers = content(result)
    assert {"code", "message", "retryable"} <= set(answers) <= {"code", "message", "retryable", "details"}
    return str(answers["code"])


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_every_operation_is_listed_as_the_table_has_it(protocol: str, web: WebProcess) -> None:
    _, agent, token = person_with_agent("alice")
    bind_to_community(agent)
    tools = web.tools(token, protocol)
    assert list(tools) == list(OPERATIONS)
    for shape in schemas.anthropic():
        tool = tools[shape["name"]]
        assert (tool.description, tool.input_schema) == (shape["description"], shape["input_schema"])
        assert tool.output_schema["type"] == "object"
        assert tool.annotations.read_only_hint is (tool.name in READS)


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_every_operation_succeeds_with_its_required_arguments_only(protocol: str, web: WebProcess) -> None:
    """The client itself checks each answer against the listed schema."""
    alice, agent, token = person_with_agent("alice")
    bind_to_community(agent)
    with scope.acting_as(alice.pk):
        memory = person_types(alice, "I prefer reports as PDF").memory
    assert memory
    for name in OPERATIONS:
        answer = web.call(token, name, fewest_arguments(name, str(memory.pk)), protocol=protocol)
        assert not answer.is_error, f"{name}: {content(answer)}"
        assert content(answer) == answer.structured_content


def rows_left(person: User) -> list[Any]:
    """Return what the calls wrote: memories, versions, access log and refusals."""
    version = history_model()
    with scope.acting_as(person.pk):
        memories = Memory.objects.order_by("pk").values_list("key", "details", "status", "evidence_count", "metadata")
        versions = version.objects.order_by("history_id").values_list(
            "changed_verb", "changed_because", "details", "status"
        )
        calls = AccessLog.objects.order_by("at", "id").values_list("operation", "writes", "outcome", "memories")
        return [list(each) for each in (memories, versions, calls, Refusal.objects.values_list("category", "count"))]


# What goes wrong


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_an_error_is_a_result_with_our_code_and_repeats_no_argument(protocol: str, web: WebProcess) -> None:
    token = person_with_agent("alice")[2]
    for name, arguments, code in (
        ("get_user_preferences", {"limit": "zebra"}, "INVALID_ARGUMENT"),
        ("get_memory_settings", {"zebra crossing": 1}, "INVALID_ARGUMENT"),
        ("save_user_preference", {}, "INVALID_ARGUMENT"),
        ("save_user_preference", PDF | {"quote": "the password is zebra1"}, "SENSITIVE_DATA"),
        ("forget_user_preference", {"preference_id": "zebra"}, "NOT_FOUND"),
    ):
        answer = web.call(token, name, arguments, protocol=protocol)
        assert failure(answer) == code
        assert "zebra" not in str(answer)


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_an_unknown_tool_is_the_protocols_error_and_is_logged(protocol: str, web: WebProcess) -> None:
    alice, _, token = person_with_agent("alice")
    with pytest.raises(MCPError, match="NOT_FOUND") as error:
        web.call(token, "zebra", protocol=protocol)
    assert (error.value.code, "zebra" in str(error.value)) == (-32602, False)
    with scope.acting_as(alice.pk):
        assert list(AccessLog.objects.values_list("operation", "outcome")) == [("unknown", "NOT_FOUND")]


@pytest.mark.parametrize("name", OPERATIONS)
def test_the_id_of_another_person_is_answered_like_a_missing_one(name: str, web: WebProcess) -> None:
    alice, _, alices_token = person_with_agent("alice")
    _, _, bobs_token = person_with_agent("bob")
    saved = web.call(alices_token, "save_user_preference", PDF).structured_content
    with scope.acting_as(alice.pk):
        memory_id = str(Memory.objects.get().pk)
    before = rows_left(alice)
    answers = [web.call(bobs_token, name, fewest_arguments(name, pk)) for pk in (MISSING_ID, saved["id"], memory_id)]
    if any("preference_id" in argument for argument in fewest_arguments(name, "")):
        assert [content(answer) for answer in answers] == [content(answers[0])] * 3
    assert not any("PDF" in str(answer) or saved["id"] in str(answer) for answer in answers)
    assert rows_left(alice) == before


# What an agent may


@pytest.mark.parametrize(
    ("agent", "may"),
    [
        ({"trust": Trust.READ_ONLY}, READS - OF_COMMUNITIES),
        ({"scopes": [Scope.READ]}, READS - OF_COMMUNITIES),
        ({"scopes": [Scope.WRITE]}, set(OPERATIONS) - READS - OF_COMMUNITIES),
        ({"scopes": []}, set()),
        ({"reads_conversations": False}, set(OPERATIONS) - OF_COMMUNITIES - {"get_recent_conversations"}),
    ],
)
def test_a_forbidden_operation_is_not_listed_and_not_executed(
    agent: dict[str, Any], may: set[str], web: WebProcess
) -> None:
    alice, _, token = person_with_agent("alice", **agent)
    assert set(web.tools(token)) == may
    for name in set(OPERATIONS) - may:
        assert failure(web.call(token, name, fewest_arguments(name, MISSING_ID))) == "PERMISSION_DENIED"
    with scope.acting_as(alice.pk):
        assert not Memory.objects.exists()
        assert AccessLog.objects.filter(outcome="PERMISSION_DENIED").count() == len(OPERATIONS) - len(may)


def test_a_paused_agent_still_sees_the_tools_and_may_use_none(web: WebProcess) -> None:
    alice, agent, token = person_with_agent("alice")
    with scope.acting_as(alice.pk):
        agent.pause(now=timezone.now())
    assert set(web.tools(token)) == set(OPERATIONS) - OF_COMMUNITIES
    for name in OPERATIONS:
        assert failure(web.call(token, name, fewest_arguments(name, MISSING_ID))) == "PERMISSION_DENIED"
    with scope.acting_as(alice.pk):
        agent.resume()
    assert not web.call(token, "get_memory_settings").is_error


# Once


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_the_same_key_in_meta_is_done_once_and_answered_alike(protocol: str, web: WebProcess) -> None:
    alice, _, token = person_with_agent("alice")
    first, second = (web.call(token, "save_user_preference", PDF, protocol=protocol, key="k1") for _ in range(2))
    assert first.structured_content == second.structured_content
    assert first.meta
    assert second.meta
    assert first.meta["requestId"] != second.meta["requestId"]
    other = web.call(token, "save_user_preference", PDF | {"details": "Word"}, protocol=protocol, key="k1")
    assert failure(other) == "CONFLICT"
    with scope.acting_as(alice.pk):
        assert (Memory.objects.count(), Evidence.objects.count()) == (1, 1)


def test_a_key_used_over_http_counts_over_mcp(web: WebProcess) -> None:
    token = person_with_agent("alice")[2]
    first = post(Client(), url("save_user_preference"), token, PDF, **{"Idempotency-Key": "k1"}).json()
    assert web.call(token, "save_user_preference", PDF, key="k1").structured_content == first["data"]


def test_the_answer_names_its_row_in_the_log(web: WebProcess) -> None:
    alice, _, token = person_with_agent("alice")
    answer = web.call(token, "get_memory_settings")
    assert answer.meta
    with scope.acting_as(alice.pk):
        row = AccessLog.objects.get()
    assert (str(row.request_id), int(row.at.timestamp() * 1000)) == (answer.meta["requestId"], answer.meta["ts"])


def test_the_configuration_on_the_agents_page_is_json_and_connects(web: WebProcess) -> None:
    token = person_with_agent("alice")[2]
    page = html.unescape(render_to_string("agents/snippets/_snippets.html", {"base_url": web.url, "token": token}))
    configurations = [json.loads(shown) for shown in re.findall(r"<code>\s*({.*?})\s*</code>", page, re.DOTALL)]
    servers = [each["mcpServers"]["memoryweb"] for each in configurations if "mcpServers" in each]
    of_cursor, of_others = [each for each in servers if "url" in each]
    assert of_others == of_cursor | {"type": "http"}
    assert of_others["url"] == f"{web.url}/mcp"
    assert web.send(body=rpc("tools/list"), **of_others["headers"]).status_code == 200
    assert f"claude mcp add --transport http memoryweb {web.url}/mcp" in page
    assert f"gemini mcp add --scope user --transport http memoryweb {web.url}/mcp" in page
