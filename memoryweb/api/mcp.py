"""The agents' other door: MCP over streamable HTTP, from the same table of operations, with the same log.

Stateless, so that any process answers any request: both of the protocol's eras are the SDK's business, who may come
in is `gate`'s, and what a call does is `run`'s.
"""

import json
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.utils import timezone
from mcp.server import Server, ServerRequestContext
from mcp.server.transport_security import TransportSecuritySettings
from mcp.shared.exceptions import MCPError
from mcp_types import (
    INVALID_PARAMS,
    CallToolRequestParams,
    CallToolResult,
    ListToolsResult,
    PaginatedRequestParams,
    TextContent,
    Tool,
)
from starlette.requests import Request
from starlette.types import Scope

from memoryweb.agents.models import Agent
from memoryweb.api import schemas
from memoryweb.api.mcp_gate import AGENT, Gate, on_a_thread
from memoryweb.operations import dispatch
from memoryweb.operations.table import OPERATIONS

Context = ServerRequestContext[Any, Request]
KEY = "idempotencyKey"  # in a call's _meta: what the header Idempotency-Key is over HTTP
INSTRUCTIONS = (
    "What the user lets you remember about them. Look it up before you answer anything that depends on them. Save what "
    "they tell you about themselves, with their own words as `quote`. `proposed` means that they are asked first: do "
    "not ask them yourself."
)
TOOLS = [Tool.model_validate(each) for each in schemas.mcp()]
SCHEMAS = {tool.name: tool.input_schema for tool in TOOLS}


def serves(scope: Scope) -> bool:
    """What the web process hands to this door: its address, and the process's own start and end."""
    return scope["type"] == "lifespan" or (scope["type"] == "http" and scope["path"] in ("/mcp", "/mcp/"))


async def list_tools(context: Context, params: PaginatedRequestParams | None) -> ListToolsResult:
    """What this agent may call; what it may not, it is not tempted with."""
    agent = _agent(context)
    return ListToolsResult(tools=[tool for tool in TOOLS if not dispatch.why_forbidden(agent, OPERATIONS[tool.name])])


async def call_tool(context: Context, params: CallToolRequestParams) -> CallToolResult:
    """One operation. A model can mend what it did wrong, so that is a result; no such tool is the client's error."""
    key = str((context.meta or {}).get(KEY) or "")
    arguments = params.arguments or {}
    call = dispatch.Call(
        agent=_agent(context), name=params.name, arguments=arguments, now=timezone.now(), idempotency_key=key
    )
    said = (await on_a_thread(dispatch.run, call)).envelope
    if call.name not in OPERATIONS:
        raise MCPError(INVALID_PARAMS, "NOT_FOUND: There is no tool of that name; tools/list has them.")
    data = said.get("data")  # without it no structured content: clients would hold an error to the tool's schema
    text = json.dumps(said["error"] if data is None else data, ensure_ascii=False, cls=DjangoJSONEncoder)
    return CallToolResult(
        content=[TextContent(text=text)], structured_content=data, is_error=not said["ok"], _meta=said["meta"]
    )


def _agent(context: Context) -> Agent:
    assert context.request is not None  # only requests over HTTP come here, and the gate has seen their token
    agent: Agent = context.request.scope[AGENT]
    return agent


server: Server[Any] = Server(
    "memoryweb",
    version="1",
    instructions=INSTRUCTIONS,
    on_list_tools=list_tools,
    on_call_tool=call_tool,
    get_tool_input_schema=SCHEMAS.get,
)
application = Gate(
    server.streamable_http_app(
        stateless_http=True,
        json_response=True,
        transport_security=TransportSecuritySettings(enable_dns_rebinding_protection=False),  # the gate has looked
    ),
    path="/mcp",
)
