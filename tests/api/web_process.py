"""Starts a web process as `make run` does, on the test database, and calls it with the MCP SDK's own client."""

import asyncio
import json
import os
import urllib.request
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import httpx2
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.exceptions import MCPError
from mcp_types import CallToolResult

from memoryweb.agents.models import Agent
from memoryweb.embedded.child import Child
from memoryweb.embedded.processes import Installation
from memoryweb.people.models import User
from memoryweb.rls import scope
from tests import servers
from tests.pooler import free_port
from tests.waiting import wait_for

PROTOCOLS = ("legacy", "2026-07-28")  # with a handshake, and without one
T = TypeVar("T")
NO_CERTIFICATES = httpx2.create_ssl_context(verify=False)  # reading them takes 20 ms, and nothing here speaks TLS


@dataclass(frozen=True)
class WebProcess:
    """One running web process: its address, its log file, its sessions' name in the database, its process group."""

    url: str
    log: Path
    session_name: str = ""
    group: int = 0

    @asynccontextmanager
    async def client(self, token: str, protocol: str = "auto") -> AsyncIterator[Client]:
        headers = {"Authorization": f"Bearer {token}"}
        async with (
            httpx2.AsyncClient(headers=headers, timeout=30, verify=NO_CERTIFICATES) as http,
            Client(streamable_http_client(f"{self.url}/mcp", http_client=http), mode=protocol) as client,
        ):
            yield client

    def ask(self, token: str, do: Callable[[Client], Awaitable[T]], protocol: str = "auto") -> T:
        async def ask_and_close() -> T | MCPError:
            async with self.client(token, protocol) as client:
                try:
                    return await do(client)
                except MCPError as error:
                    return error  # raised inside the client it would arrive in nested exception groups

        answer = asyncio.run(ask_and_close())
        if isinstance(answer, MCPError):
            raise answer
        return answer

    def call(
        self, token: str, name: str, arguments: Any = None, *, protocol: str = "auto", key: str = ""
    ) -> CallToolResult:
        meta: Any = {"idempotencyKey": key} if key else None
        return self.ask(token, lambda client: client.call_tool(name, arguments or {}, meta=meta), protocol)

    def tools(self, token: str, protocol: str = "auto") -> dict[str, Any]:
        listed = self.ask(token, lambda client: client.list_tools(), protocol)
        return {tool.name: tool for tool in listed.tools}

    def processor_seconds(self) -> float:
        """Return what its processes have used so far."""
        used = 0
        for process in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):  # it has ended meanwhile
                fields = (process / "stat").read_text().rpartition(")")[2].split()
                used += sum(map(int, fields[11:13])) if int(fields[2]) == self.group else 0
        return used / os.sysconf("SC_CLK_TCK")

    def send(self, path: str = "/mcp", body: bytes = b"{}", *, method: str = "POST", **headers: str) -> httpx2.Response:
        """Send a raw request. Underscores in header names become hyphens."""
        all_headers = {"content-type": "application/json", "accept": "application/json, text/event-stream"}
        all_headers |= {name.replace("_", "-"): value for name, value in headers.items()}
        return httpx2.request(
            method, self.url + path, content=body, headers=all_headers, timeout=30, verify=NO_CERTIFICATES
        )


@contextmanager
def start_web_process(**environment: str) -> Iterator[WebProcess]:
    port, database = free_port(), os.environ["APP_DATABASE_URL"]
    name = f"web-{port}"
    environment |= {"DATABASE_URL": f"{database}{'&' if '?' in database else '?'}application_name={name}"}
    child = web_child(port, environment)
    child.start()
    web = WebProcess(f"http://127.0.0.1:{port}", child.log, name, child.pid)
    try:
        wait_for(lambda: answers(f"{web.url}/healthz"), child.last_log_line)
        yield web
    finally:
        child.stop()


def web_child(port: int, environment: Mapping[str, str]) -> Child:
    """Return a web process of the product that is not started yet."""
    data = Path(os.environ[servers.FOLDER])
    (data / "logs").mkdir(exist_ok=True)
    return Installation(data, port, {**os.environ, **environment}).web()


def answers(url: str) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=2) as response:
            return bool(response.status == 200)
    except OSError:
        return False


def person_with_agent(name: str, **agent: Any) -> tuple[User, Agent, str]:
    """Create a person with an agent, which may read conversations unless `agent` says otherwise.

    Needs the fixture `committed`, so that the web process sees them.
    """
    person = User.objects.create_user(f"{name}@example.org")
    reads_conversations = agent.pop("reads_conversations", True)
    with scope.acting_as(person.pk):
        connected, token = Agent.connect(person, name=f"{name}'s", **agent)
        connected.reads_conversations = reads_conversations
        connected.save()
    return person, connected, token


def rpc(method: Any, params: Any = None, **more: Any) -> bytes:
    """Build a JSON-RPC message; `more` can make it invalid."""
    return json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params} | more).encode()
