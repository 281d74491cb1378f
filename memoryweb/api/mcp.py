"""MCP over streamable HTTP: the same table of operations and the same access log as over HTTP.

It is stateless, so that any process can answer any request. The SDK speaks both generations of the protocol, mcp_gate
checks who calls, and operations.dispatch runs the calls.
"""

import json
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.utils import timezone
from mcp.server import Server, ServerRequestContext
from mcp.server.caching import CacheableMethod, CacheHint
from mcp.server.transport_security import TransportSecuritySettings
from mcp.shared.exceptions import MCPError
from mcp_types import (
    INVALID_PARAMS,
    CallToolRequestParams,
    CallToolResult,
    GetPromptRequestParams,
    GetPromptResult,
    InputRequiredResult,
    ListPromptsResult,
    ListResourcesResult,
    ListResourceTemplatesResult,
    ListToolsResult,
    PaginatedRequestParams,
    ReadResourceRequestParams,
    ReadResourceResult,
    TextContent,
    TextResourceContents,
    Tool,
)
from starlette.requests import Request
from starlette.types import Scope

from memoryweb.agents.models import Agent
from memoryweb.api import mcp_resources, mcp_review, schemas
from memoryweb.api.mcp_gate import AGENT, Gate, run_in_thread
from memoryweb.operations import dispatch
from memoryweb.operations.table import OPERATIONS
from memoryweb.people.ids import uuid7

RequestContext = ServerRequestContext[Any, Request]
KEY = "idempotencyKey"  # in a call's _meta, where HTTP has the header Idempotency-Key
INSTRUCTIONS = (
    "What the user lets you remember about them. Look it up before you answer anything that depends on them. Save what "
    "they tell you about themselves, with their own words as `quote`. `proposed` means that they will be asked, so "
    "don’t ask them yourself."
)
TOOLS = [
    Tool.model_validate(schema | ({"_meta": mcp_review.tool_meta()} if OPERATIONS[schema["name"]].writes else {}))
    for schema in schemas.mcp()
]
LISTED_FOR = CacheHint(ttl_ms=300_000, scope="private")  # what an agent may call changes when the person says so
LISTS: tuple[CacheableMethod, ...] = ("tools/list", "resources/list", "resources/templates/list", "prompts/list")
SCHEMAS = {tool.name: tool.input_schema for tool in TOOLS}


def serves(scope: Scope) -> bool:
    """Return whether MCP gets this event: a request to its address, or the start or end of the web process."""
    return scope["type"] == "lifespan" or (scope["type"] == "http" and scope["path"] in ("/mcp", "/mcp/"))


async def list_tools(context: RequestContext, params: PaginatedRequestParams | None) -> ListToolsResult:
    """List the operations that this agent may call, and no others."""
    agent = _agent(context)
    return ListToolsResult(tools=[tool for tool in TOOLS if _may_call(agent, tool.name)])


async def call_tool(context: RequestContext, params: CallToolRequestParams) -> CallToolResult | InputRequiredResult:
    """Run one operation.

    A failed call is a result, because the model can correct it. An unknown tool is a protocol error of the client.
    Where the client offers addresses to its person, a save that waits first offers the review page: the client calls
    again with the key of the call, which runs once.
    """
    key = params.request_state or str((context.meta or {}).get(KEY) or "")
    offers = params.request_state is None and mcp_review.opens_addresses(context.session.client_capabilities)
    if offers and _writes(params.name):
        key = key or str(uuid7())
    call = _call(context, params.name, params.arguments or {}, idempotency_key=key)
    envelope = await _envelope(call)
    if call.name not in OPERATIONS:
        raise MCPError(INVALID_PARAMS, "NOT_FOUND: There is no such tool. tools/list has them all.")
    data = envelope.get("data")  # an error has none: clients would check structured content against the tool's schema
    count = mcp_review.count_waiting(data) if offers and key else 0
    if count and await run_in_thread(mcp_review.may_offer, call.agent):
        return mcp_review.offer(count, key)
    text = json.dumps(envelope["error"] if data is None else data, ensure_ascii=False, cls=DjangoJSONEncoder)
    return CallToolResult(
        content=[TextContent(text=text)], structured_content=data, is_error=not envelope["ok"], _meta=envelope["meta"]
    )


async def list_resources(context: RequestContext, params: PaginatedRequestParams | None) -> ListResourcesResult:
    """List what this agent may read without calling a tool."""
    agent = _agent(context)
    readable = mcp_resources.READABLE.values()
    resources = [each.resource for each in readable if _may_call(agent, each.operation)]
    return ListResourcesResult(resources=[*resources, mcp_review.CARD])


async def list_templates(context: RequestContext, params: PaginatedRequestParams | None) -> ListResourceTemplatesResult:
    """List no templates: clients that ask for them read "method not found" as a fault."""
    return ListResourceTemplatesResult(resource_templates=[])


async def read_resource(context: RequestContext, params: ReadResourceRequestParams) -> ReadResourceResult:
    """Run the operation that the resource shows. Only a tool's failure is a result: here it is a protocol error."""
    if params.uri == mcp_review.CARD.uri:
        return ReadResourceResult(contents=[await run_in_thread(mcp_review.card)])
    readable = mcp_resources.READABLE.get(params.uri)
    if readable is None:
        raise MCPError(INVALID_PARAMS, "NOT_FOUND: There is no such resource. resources/list has them all.")
    envelope = await _envelope(_call(context, readable.operation, readable.arguments))
    if not envelope["ok"]:
        raise MCPError(INVALID_PARAMS, f"{envelope['error']['code']}: {envelope['error']['message']}")
    data = envelope["data"]
    is_memories = params.uri == mcp_resources.MEMORIES
    text = mcp_resources.to_markdown(data) if is_memories else json.dumps(data, ensure_ascii=False, indent=2)
    content = TextResourceContents(uri=params.uri, mime_type=readable.resource.mime_type, text=text)
    return ReadResourceResult(contents=[content], _meta=envelope["meta"])


async def list_prompts(context: RequestContext, params: PaginatedRequestParams | None) -> ListPromptsResult:
    """List the prompt for the loop, for an agent that may recall."""
    return ListPromptsResult(prompts=mcp_resources.PROMPTS if _may_call(_agent(context), "recall_preferences") else [])


async def get_prompt(context: RequestContext, params: GetPromptRequestParams) -> GetPromptResult:
    if params.name != mcp_resources.PROMPT:
        raise MCPError(INVALID_PARAMS, "NOT_FOUND: There is no such prompt. prompts/list has them all.")
    return mcp_resources.prompt(params.arguments or {})


def _call(context: RequestContext, name: str, arguments: dict[str, Any], *, idempotency_key: str = "") -> dispatch.Call:
    return dispatch.Call(
        agent=_agent(context), name=name, arguments=arguments, now=timezone.now(), idempotency_key=idempotency_key
    )


async def _envelope(call: dispatch.Call) -> dict[str, Any]:
    return (await run_in_thread(dispatch.run, call)).envelope


def _writes(name: str) -> bool:
    operation = OPERATIONS.get(name)
    return operation is not None and operation.writes


def _may_call(agent: Agent, name: str) -> bool:
    return not dispatch.why_forbidden(agent, OPERATIONS[name])


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
    on_list_resources=list_resources,
    on_list_resource_templates=list_templates,
    on_read_resource=read_resource,
    on_list_prompts=list_prompts,
    on_get_prompt=get_prompt,
    cache_hints=dict.fromkeys(LISTS, LISTED_FOR),
    get_tool_input_schema=SCHEMAS.get,
)
server.extensions[mcp_review.EXTENSION] = {}
application = Gate(
    server.streamable_http_app(
        stateless_http=True,
        json_response=True,
        transport_security=TransportSecuritySettings(enable_dns_rebinding_protection=False),  # the gate checks the host
    ),
    path="/mcp",
)
