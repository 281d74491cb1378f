"""A web process as `make run` starts it, on the test database, and the MCP SDK's own client in front of it."""

import asyncio
import json
import os
import socket
import urllib.request
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import httpx2
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.exceptions import MCPError
from mcp_types import CallToolResult

from memoryweb.agents.models import Agent
from memoryweb.embedded.child import until
from memoryweb.embedded.processes import Installation
from memoryweb.people.models import User
from memoryweb.rls import scope
from tests import servers

ERAS = ("legacy", "2026-07-28")  # the handshake's, and the one without
Answer = TypeVar("Answer")


@dataclass(frozen=True)
class Door:
    """One running web process: where it is, and where it writes its log."""

    url: str
    log: Path

    @asynccontextmanager
    async def client(self, token: str, era: str = "auto") -> AsyncIterator[Client]:
        headers = {"Authorization": f"Bearer {token}"}
        async with (
            httpx2.AsyncClient(headers=headers, timeout=30) as http,
            Client(streamable_http_client(f"{self.url}/mcp", http_client=http), mode=era) as client,
        ):
            yield client

    def ask(self, token: str, do: Callable[[Client], Awaitable[Answer]], era: str = "auto") -> Answer:
        async def asking() -> Answer | MCPError:
            async with self.client(token, era) as client:
                try:
                    return await do(client)
                except MCPError as error:
                    return error  # raised in there it would come out as a group of a group

        answer = asyncio.run(asking())
        if isinstance(answer, MCPError):
            raise answer
        return answer

    def call(self, token: str, name: str, arguments: Any = None, *, era: str = "auto", key: str = "") -> CallToolResult:
        meta: Any = {"idempotencyKey": key} if key else None
        return self.ask(token, lambda client: client.call_tool(name, arguments or {}, meta=meta), era)

    def tools(self, token: str, era: str = "auto") -> dict[str, Any]:
        listed = self.ask(token, lambda client: client.list_tools(), era)
        return {tool.name: tool for tool in listed.tools}

    def send(self, path: str = "/mcp", body: bytes = b"{}", *, method: str = "POST", **headers: str) -> httpx2.Response:
        """A request no client would send; underscores in names of headers are hyphens."""
        given = {"content-type": "application/json", "accept": "application/json, text/event-stream"}
        given |= {name.replace("_", "-"): value for name, value in headers.items()}
        return httpx2.request(method, self.url + path, content=body, headers=given, timeout=30)


@contextmanager
def open_door() -> Iterator[Door]:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = int(taken.getsockname()[1])
    data = Path(os.environ[servers.FOLDER])
    (data / "logs").mkdir(exist_ok=True)
    web = Installation(data, port, os.environ | {"DATABASE_URL": os.environ["APP_DATABASE_URL"]}).web()
    web.start()
    door = Door(f"http://127.0.0.1:{port}", web.log)
    try:
        assert until(lambda: _answers(f"{door.url}/healthz"), 60), web.last_log_line()
        yield door
    finally:
        web.stop()


def _answers(url: str) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=2) as response:
            return bool(response.status == 200)
    except OSError:
        return False


def somebody(name: str, **agent: Any) -> tuple[User, Agent, str]:
    """A person with an agent, for other processes to see: with the fixture `committed` only."""
    person = User.objects.create_user(f"{name}@example.org")
    with scope.acting_as(person.pk):
        made, token = Agent.connect(person, name=f"{name}'s", **agent)
    return person, made, token


def rpc(method: Any, params: Any = None, **more: Any) -> bytes:
    """A JSON-RPC message, or nearly."""
    return json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params} | more).encode()
