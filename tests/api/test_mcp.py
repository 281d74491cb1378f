"""MCP, spoken by the SDK's own client to a real web process: every operation, and all of it as over HTTP."""

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
from tests.api.door import ERAS, Door, rpc, somebody
from tests.conftest import post, typed

pytestmark = pytest.mark.usefixtures("committed")
READS = {name for name, operation in OPERATIONS.items() if not operation.writes}
UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
NEVER_WAS = "0192f0c1-2b3d-7c4e-8f50-617283940516"


def least(name: str, memory: str) -> dict[str, Any]:
    """The fewest arguments an operation takes, made from its schema: a new one is called without being listed here."""
    schema = OPERATIONS[name].schema

    def one(argument: str) -> Any:
        its = schema["properties"][argument]
        its = schema["$defs"][its["$ref"].rsplit("/", 1)[-1]] if "$ref" in its else its
        if argument.endswith("_id"):
            return memory
        if "enum" in its:
            return its["enum"][-1]
        return {"string": "I prefer tea", "integer": 1, "boolean": True, "array": [], "object": {}}[its["type"]]

    return {argument: one(argument) for argument in schema.get("required", [])}


def words(result: CallToolResult) -> Any:
    """What the text says, once it has been seen to be the only one."""
    (text,) = result.content
    return json.loads(text.text)  # type: ignore[union-attr]


def failure(result: CallToolResult) -> str:
    assert (result.is_error, result.structured_content) == (True, None)
    said = words(result)
    assert {"code", "message", "retryable"} <= set(said) <= {"code", "message", "retryable", "details"}
    return str(said["code"])


@pytest.mark.parametrize("era", ERAS)
def test_every_operation_is_listed_as_the_table_has_it(era: str, door: Door) -> None:
    tools = door.tools(somebody("alice")[2], era)
    assert list(tools) == list(OPERATIONS)
    for shape in schemas.anthropic():
        tool = tools[shape["name"]]
        assert (tool.description, tool.input_schema) == (shape["description"], shape["input_schema"])
        assert tool.output_schema["type"] == "object"
        assert tool.annotations.read_only_hint is (tool.name in READS)


@pytest.mark.parametrize("era", ERAS)
def test_every_operation_answers_the_least_it_takes(era: str, door: Door) -> None:
    """The client itself holds each answer to the schema that was listed."""
    token = somebody("alice")[2]
    saved = door.call(token, "save_user_preference", PDF, era=era)
    for name in OPERATIONS:
        answer = door.call(token, name, least(name, saved.structured_content["id"]), era=era)
        assert not answer.is_error, f"{name}: {words(answer)}"
        assert words(answer) == answer.structured_content


# The same as over HTTP

SAVED = "-the id of what was saved first-"
DAY: list[tuple[str, dict[str, Any]]] = [
    ("save_user_preference", PDF | {"quote": "PDF, please", "tags": ["b", "a"], "metadata": {"n": [1, None, "ü"]}}),
    ("save_user_preference", PDF),
    ("save_user_preference", PDF | {"details": "I prefer reports as Word"}),
    ("update_user_preference", {"preference_id": SAVED, "details": "I prefer reports as Markdown"}),
    ("search_user_preferences", {"query": "Neovim or tea?"}),
    ("get_user_preferences", {"limit": 1}),
    ("get_user_preferences", {"limit": 0}),
    ("save_user_preference", PDF | {"details": "my password is hunter2"}),
    ("forget_user_preference", {"preference_id": NEVER_WAS}),
    *((name, least(name, SAVED)) for name in OPERATIONS),
]


def spent_over_http(token: str) -> list[Any]:
    client, said = Client(), []
    for name, arguments in DAY:
        body = post(client, url(name), token, _filled(arguments, said)).json()
        said.append(body["data"] if body["ok"] else body["error"])
    return said


def spent_over_mcp(door: Door, token: str, era: str) -> list[Any]:
    async def spend(client: Any) -> list[Any]:
        said: list[Any] = []
        for name, arguments in DAY:
            said.append(words(await client.call_tool(name, _filled(arguments, said))))
        return said

    return door.ask(token, spend, era)


def _filled(arguments: dict[str, Any], said: list[Any]) -> dict[str, Any]:
    return {name: said[0]["id"] if value == SAVED else value for name, value in arguments.items()}


def traces(person: User) -> list[Any]:
    """What that day left behind: memories with their histories, the log, and what was refused."""
    version = history_model()
    with scope.acting_as(person.pk):
        memories = Memory.objects.order_by("pk").values_list("key", "details", "status", "evidence_count", "metadata")
        versions = version.objects.order_by("history_id").values_list(
            "changed_verb", "changed_because", "details", "status"
        )
        calls = AccessLog.objects.order_by("at", "id").values_list("operation", "writes", "outcome", "memories")
        return [list(each) for each in (memories, versions, calls, Refusal.objects.values_list("category", "count"))]


def unnamed(said: Any) -> Any:
    """Ids by the order in which they first appear, and no cursors, which are ids and times."""
    found: dict[str, str] = {}
    text = re.sub(r'"nextCursor": "[^"]+"', '"nextCursor": "more"', json.dumps(said, default=str))
    return json.loads(UUID.sub(lambda match: found.setdefault(match[0], f"id {len(found)}"), text))


@pytest.mark.parametrize("era", ERAS)
def test_the_same_day_over_http_and_mcp_is_answered_and_remembered_alike(era: str, door: Door) -> None:
    alice, _, hers = somebody("alice")
    bob, _, his = somebody("bob")
    for person in (alice, bob):
        with scope.acting_as(person.pk):
            typed(person, "I prefer Neovim", name="editor")
            typed(person, "I prefer tea", name="drink", category="personal")
    answers = unnamed(spent_over_mcp(door, hers, era))
    assert answers == unnamed(spent_over_http(his))
    assert [len(answers[at]["preferences"]) for at in (4, 5)] == [2, 1]
    assert answers[5]["nextCursor"] == "more"
    assert unnamed(traces(alice)) == unnamed(traces(bob))
    assert [len(each) > 0 for each in traces(alice)] == [True] * 4


# What goes wrong


@pytest.mark.parametrize("era", ERAS)
def test_a_mistake_is_a_result_with_our_code_that_repeats_nothing(era: str, door: Door) -> None:
    token = somebody("alice")[2]
    for name, arguments, code in (
        ("get_user_preferences", {"limit": "zebra"}, "INVALID_ARGUMENT"),
        ("get_memory_settings", {"zebra crossing": 1}, "INVALID_ARGUMENT"),
        ("save_user_preference", {}, "INVALID_ARGUMENT"),
        ("save_user_preference", PDF | {"details": "zebra\x00"}, "INVALID_ARGUMENT"),
        ("save_user_preference", PDF | {"quote": "the password is zebra1"}, "SENSITIVE_DATA"),
        ("forget_user_preference", {"preference_id": "zebra"}, "NOT_FOUND"),
    ):
        answer = door.call(token, name, arguments, era=era)
        assert failure(answer) == code
        assert "zebra" not in str(answer)


@pytest.mark.parametrize("era", ERAS)
def test_an_unknown_tool_is_the_protocols_error_and_is_logged(era: str, door: Door) -> None:
    alice, _, token = somebody("alice")
    with pytest.raises(MCPError, match="NOT_FOUND") as error:
        door.call(token, "zebra", era=era)
    assert (error.value.code, "zebra" in str(error.value)) == (-32602, False)
    with scope.acting_as(alice.pk):
        assert list(AccessLog.objects.values_list("operation", "outcome")) == [("unknown", "NOT_FOUND")]


@pytest.mark.parametrize("name", OPERATIONS)
def test_somebody_elses_id_is_answered_like_one_that_never_was(name: str, door: Door) -> None:
    alice, _, hers = somebody("alice")
    _, _, his = somebody("bob")
    saved = door.call(hers, "save_user_preference", PDF).structured_content
    before = traces(alice)
    answers = [door.call(his, name, least(name, pk)) for pk in (NEVER_WAS, saved["id"], saved["proposalId"])]
    if any("preference_id" in argument for argument in least(name, "")):
        assert [words(answer) for answer in answers] == [words(answers[0])] * 3
    assert not any("PDF" in str(answer) or saved["id"] in str(answer) for answer in answers)
    assert traces(alice) == before


# What an agent may


@pytest.mark.parametrize(
    ("agent", "may"),
    [
        ({"trust": Trust.READ_ONLY}, READS),
        ({"scopes": [Scope.READ]}, READS),
        ({"scopes": [Scope.WRITE]}, set(OPERATIONS) - READS),
        ({"scopes": []}, set()),
    ],
)
def test_what_it_may_not_do_it_neither_sees_nor_gets_done(agent: dict[str, Any], may: set[str], door: Door) -> None:
    alice, _, token = somebody("alice", **agent)
    assert set(door.tools(token)) == may
    for name in set(OPERATIONS) - may:
        assert failure(door.call(token, name, least(name, NEVER_WAS))) == "PERMISSION_DENIED"
    with scope.acting_as(alice.pk):
        assert not Memory.objects.exists()
        assert AccessLog.objects.filter(outcome="PERMISSION_DENIED").count() == len(OPERATIONS) - len(may)


def test_a_paused_agent_still_sees_the_tools_and_may_use_none(door: Door) -> None:
    alice, agent, token = somebody("alice")
    with scope.acting_as(alice.pk):
        agent.pause(now=timezone.now())
    assert set(door.tools(token)) == set(OPERATIONS)
    for name in OPERATIONS:
        assert failure(door.call(token, name, least(name, NEVER_WAS))) == "PERMISSION_DENIED"
    with scope.acting_as(alice.pk):
        agent.resume()
    assert not door.call(token, "get_memory_settings").is_error


# Once


@pytest.mark.parametrize("era", ERAS)
def test_the_same_key_in_meta_is_done_once_and_answered_alike(era: str, door: Door) -> None:
    alice, _, token = somebody("alice")
    first, second = (door.call(token, "save_user_preference", PDF, era=era, key="k1") for _ in range(2))
    assert first.structured_content == second.structured_content
    assert first.meta["requestId"] != second.meta["requestId"]
    other = door.call(token, "save_user_preference", PDF | {"details": "Word"}, era=era, key="k1")
    assert failure(other) == "CONFLICT"
    with scope.acting_as(alice.pk):
        assert (Memory.objects.count(), Evidence.objects.count()) == (1, 1)


def test_a_key_used_over_http_is_known_here(door: Door) -> None:
    token = somebody("alice")[2]
    first = post(Client(), url("save_user_preference"), token, PDF, **{"Idempotency-Key": "k1"}).json()
    assert door.call(token, "save_user_preference", PDF, key="k1").structured_content == first["data"]


def test_the_answer_names_its_row_in_the_log(door: Door) -> None:
    alice, _, token = somebody("alice")
    answer = door.call(token, "get_memory_settings")
    with scope.acting_as(alice.pk):
        row = AccessLog.objects.get()
    assert (str(row.request_id), int(row.at.timestamp() * 1000)) == (answer.meta["requestId"], answer.meta["ts"])


def test_the_configuration_a_person_is_shown_is_json_and_connects(door: Door) -> None:
    token = somebody("alice")[2]
    page = html.unescape(render_to_string("review/_snippets.html", {"base_url": door.url, "token": token}))
    (shown,) = re.findall(r"<code>({.*?})</code>", page, re.DOTALL)
    server = json.loads(shown)["mcpServers"]["memoryweb"]
    assert (server["type"], server["url"]) == ("http", f"{door.url}/mcp")
    assert door.send(body=rpc("tools/list"), **server["headers"]).status_code == 200
    assert f"claude mcp add --transport http memoryweb {door.url}/mcp" in page
