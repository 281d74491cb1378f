"""MCP over streamable HTTP: the same table of operations and the same access log as over HTTP.

It is stateless, so that any process can answer any request. The SDK speaks both generations of the protocol, mcp_gate
checks who calls, and operations.dispatch runs the calls.
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
from memoryweb.api.mcp_gate import AGENT, Gate, run_in_thread
from memoryweb.operations import dispatch
from memoryweb.operations.table import OPERATIONS

RequestContext = ServerRequestContext[Any, Request]
KEY = "idempotencyKey"  # in a call's _meta, where HTTP has the header Idempotency-Key
INSTRUCTIONS = (
    "What the user lets you remember about them. Look it up before you answer anything that depends on them. Save what "
    "they tell you about themselves, with their own words as `quote`. `proposed` means that they will be asked, so "
    "don’t ask them yourself."
)
TOOLS = [Tool.model_validate(schema) for schema in schemas.mcp()]
SCHEMAS = {tool.name: tool.input_schema for tool in TOOLS}


def serves(scope: Scope) -> bool:
    """Return whether MCP gets this event: a request to its address, or the start or end of the web process."""
    return scope["type"] == "lifespan" or (scope["type"] == "http" and scope["path"] in ("/mcp", "/mcp/"))


async def list_tools(context: RequestContext, params: PaginatedRequestParams | None) -> ListToolsResult:
    """List the operations that this agent may call, and no others."""
    agent = _agent(context)
    return ListToolsResult(tools=[tool for tool in TOOLS if not dispatch.why_forbidden(agent, OPERATIONS[tool.name])])


async def call_tool(context: RequestContext, params: CallToolRequestParams) -> CallToolResult:
    """Run one operation.

    A failed call is a result, because the model can correct it. An unknown tool is a protocol error of the client.
    """
    key = str((context.meta or {}).get(KEY) or "")
    arguments = params.arguments or {}
    call = dispatch.Call(
        agent=_agent(context), name=params.name, arguments=arguments, now=timezone.now(), idempotency_key=key
    )
    envelope = (await run_in_thread(dispatch.run, call)).envelope
    if call.name not in OPERATIONS:
        raise MCPError(INVALID_PARAMS, "NOT_FOUND: There is no such tool. tools/list has them all.")
    data = envelope.get("data")  # an error has none: clients would check structured content against the tool's schema
    text = json.dumps(envelope["error"] if data is None else data, ensure_ascii=False, cls=DjangoJSONEncoder)
    return CallToolResult(
        content=[TextContent(text=text)], structured_content=data, is_error=not envelope["ok"], _meta=envelope["meta"]
    )


def _agent(context: RequestContext) -> Agent:
    assert context.request is not None  # every request comes over HTTP, and the gate has put its agent there
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
        transport_security=TransportSecuritySettings(enable_dns_rebinding_protection=False),  # the gate checks the host
    ),
    path="/mcp",
)
