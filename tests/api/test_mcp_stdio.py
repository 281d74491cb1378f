"""The bridge for hosts that speak stdio only, started by the SDK's own stdio client, in both generations."""

import asyncio
import io
import json
import os
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, TypeVar

import pytest
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client

from memoryweb.api import mcp_resources
from memoryweb.operations.table import OPERATIONS
from memoryweb_client.mcp_bridge import Bridge
from tests.api.conftest import PDF
from tests.api.web_process import PROTOCOLS, WebProcess, person_with_agent

pytestmark = pytest.mark.usefixtures("committed")
T = TypeVar("T")
PACKAGE = Path(__file__).parents[2] / "clients" / "python"
COMMAND = ["-m", "memoryweb_client.mcp_bridge"]


def ask(url: str, token: str, protocol: str, do: Callable[[Client], Awaitable[T]]) -> T:
    server = StdioServerParameters(
        command=sys.executable,
        args=COMMAND,
        env={"MEMORYWEB_URL": url, "MEMORYWEB_TOKEN": token, "PYTHONPATH": str(PACKAGE)},
    )

    async def ask_and_close() -> T:
        async with Client(stdio_client(server), mode=protocol) as client:
            return await do(client)

    return asyncio.run(ask_and_close())


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_a_host_that_speaks_stdio_reaches_everything(protocol: str, web: WebProcess) -> None:
    _, _, token = person_with_agent("alice")

    async def session(client: Client) -> tuple[Any, ...]:
        listed = await client.list_tools()
        saved = await client.call_tool("save_user_preference", PDF | {"details": "I prefer 报告 as PDF"})
        several = await asyncio.gather(*(client.call_tool("get_memory_settings", {}) for _ in range(5)))
        refused = await client.call_tool("get_user_preferences", {"limit": "many"})
        read = await client.read_resource(mcp_resources.MEMORIES)
        return listed, saved, several, refused, read

    listed, saved, several, refused, read = ask(web.url, token, protocol, session)
    assert {tool.name for tool in listed.tools} <= set(OPERATIONS)
    assert saved.structured_content["outcome"] == "proposed"
    assert [answer.is_error for answer in several] == [False] * 5
    assert refused.is_error
    assert "What the user lets you know" in read.contents[0].text


def test_a_wrong_token_and_a_server_that_is_down_are_told_to_the_host(web: WebProcess) -> None:
    call = json.dumps({"jsonrpc": "2.0", "id": 7, "method": "tools/list"}) + "\n"
    for url, token, words in (
        (web.url, "guess", "memoryweb answered 401: Send a valid token"),
        ("http://127.0.0.1:9", "guess", "memoryweb gave no answer"),
    ):
        answers = io.StringIO()
        Bridge(url, token, answers).run(io.StringIO(f'\n{call}not json\n{{"jsonrpc": "2.0", "method": "x"}}\n'))
        told = [json.loads(line) for line in answers.getvalue().splitlines()]
        assert [(each["id"], words in each["error"]["message"]) for each in told] == [(7, True)]


def test_without_a_token_the_command_says_what_to_set() -> None:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("MEMORYWEB_")}
    ended = subprocess.run(
        [sys.executable, *COMMAND], env=environment | {"PYTHONPATH": str(PACKAGE)}, capture_output=True, check=False
    )
    assert (ended.returncode, ended.stdout) == (2, b"")
    assert b"Set MEMORYWEB_URL and MEMORYWEB_TOKEN." in ended.stderr
