"""Checks every request to MCP before the SDK sees it: the host, the token, and one complete JSON-RPC message."""

import json
import math
from collections.abc import Callable, Iterable
from typing import Any, ParamSpec, TypeVar

from anyio import to_thread
from django.conf import settings
from django.db import connections
from django.http.request import split_domain_port, validate_host
from django.utils import timezone
from mcp_types import INVALID_REQUEST, PARSE_ERROR
from mcp_types.jsonrpc import JSONRPCNotification, jsonrpc_message_adapter
from pydantic import ValidationError
from pydantic_core import from_json
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from memoryweb.agents.models import Agent
from memoryweb.api import canceling
from memoryweb.api.canceling import cancelable
from memoryweb.api.request import BODY_MAX, NO_TOKEN, agent_calls, bearer_token, in_turn, replay
from memoryweb.language.text import unstorable
from memoryweb.oauth import callers, origins, toolkit
from memoryweb.operations import dispatch, failures
from memoryweb.operations.errors import Failure
from memoryweb.operations.table import OPERATIONS
from memoryweb.people.ids import uuid7

P = ParamSpec("P")
T = TypeVar("T")
CANCELED = "notifications/cancelled"  # as MCP spells it
AGENT = "memoryweb.agent"  # the key of the calling agent in the ASGI scope


async def run_in_thread(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Run a function that uses the database in a thread.

    Django closes connections when a request ends, but these threads see no end of a request. So it is done here.
    """

    def run_and_disconnect() -> T:
        try:
            return function(*args, **kwargs)
        finally:
            connections.close_all()

    return await to_thread.run_sync(run_and_disconnect, limiter=agent_calls)


class Rejected(Exception):  # noqa: N818  an answer to the client, not a bug of ours
    """A request rejected before the SDK, with its response."""

    def __init__(self, response: Response) -> None:
        super().__init__()
        self.response = response


def rejected(failure: Failure, status: int, **headers: str) -> Rejected:
    """Reject with the envelope of the HTTP API: there is no JSON-RPC message to answer."""
    envelope = dispatch.failure_result(failure, uuid7(), timezone.now()).envelope
    return Rejected(Response(json.dumps(envelope, ensure_ascii=False), status, headers, "application/json"))


class Gate:
    """ASGI middleware that lets only checked requests of known agents through."""

    def __init__(self, app: ASGIApp, *, path: str) -> None:
        self._app, self._path = app, path

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request, send = Request(scope, receive), _with_security_headers(send)
        try:
            _check_address(request)
            headers, host = request.headers.getlist("Authorization"), request.headers.get("host", "")
            agent, is_connector = await run_in_thread(_authenticate, headers, host)
            body = await _read_message(request)
            message: dict[str, Any] = from_json(body)
            if is_connector and (missing := _missing_scope(agent, message)):
                await run_in_thread(_refuse_scope, agent, *missing, host)
            if message.get("method") == CANCELED:
                await _cancel(agent, message)
        except ClientDisconnect:
            return
        except Rejected as rejection:
            await rejection.response(scope, receive, send)
            return
        key = _call_key(agent, message["id"]) if "id" in message else ""
        async with (
            cancelable(receive, key) as receive_the_end,
            in_turn(bearer_token(request.headers["Authorization"]), body),
        ):
            scope = {**scope, "path": self._path, AGENT: agent, "headers": _with_accept(scope["headers"])}
            await self._app(scope, replay(body, receive_the_end), send)


def _with_accept(headers: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    """Return the headers with Accept: whoever sends none takes anything (RFC 9110 §12.5.1), and the SDK refuses it."""
    if any(name.lower() == b"accept" and value.strip() for name, value in headers):
        return headers
    return [*(each for each in headers if each[0].lower() != b"accept"), (b"accept", b"*/*")]


async def _cancel(agent: Agent, message: dict[str, Any]) -> None:
    """Cancel the call that a notification names. One that nobody knows is no fault: it may have ended meanwhile."""
    parameters = message.get("params")
    number = parameters.get("requestId") if isinstance(parameters, dict) else None
    if isinstance(number, str | int | float):
        await canceling.cancel(_call_key(agent, number))


def _call_key(agent: Agent, number: Any) -> str:
    """Return a call's key for all web processes, from agent and request id: 1 and 1.0 are equal, "1" differs."""
    plain = int(number) if isinstance(number, float) and number.is_integer() else number
    return json.dumps([str(agent.pk), plain])


def _check_address(request: Request) -> None:
    """Reject another host, a page of another host (DNS rebinding), and every method but POST."""
    if not _is_our_host(request.headers.get("host", "")):
        raise rejected(Failure("INVALID_ARGUMENT", "This server doesn’t answer for that host."), 421)
    origin = request.headers.get("origin")
    if origin is not None and not _is_our_host(origin.partition("://")[2]):
        raise rejected(Failure("PERMISSION_DENIED", "Pages from other sites can’t call this."), 403)
    if request.method != "POST":  # GET would open a stream and DELETE end a session; we have neither
        raise rejected(Failure("INVALID_ARGUMENT", "This address only takes POST."), 405, Allow="POST")


def _is_our_host(host: str) -> bool:
    domain, _ = split_domain_port(host)
    return bool(domain) and validate_host(domain, settings.ALLOWED_HOSTS)


def _authenticate(headers: list[str], host: str) -> tuple[Agent, bool]:
    """Return the agent of a token, and whether a connector got it by OAuth. A person pastes the other kind."""
    token, now = bearer_token(",".join(headers)), timezone.now()
    try:
        if not callers.is_access_token(token):
            return dispatch.authenticate(token, now=now), False
        if agent := callers.agent_of_access_token(token, now=now):
            return agent, True
        raise dispatch.not_authenticated()
    except Exception as error:
        failure = failures.to_failure(error)
        error_code = "" if token == NO_TOKEN else "invalid_token"
        challenge = {"WWW-Authenticate": _challenge(host, error_code)} if failure.status == 401 else {}
        raise rejected(failure, failure.status, **challenge) from None


def _challenge(host: str, error: str, scopes: Iterable[str] = toolkit.SCOPES) -> str:
    """Say what is wrong with the token, and where a client learns how to get one (RFC 9728 §5.1, RFC 6750 §3)."""
    origin = origins.origin_of(host)
    metadata = f"{origin}{toolkit.METADATA_PATH}{toolkit.RESOURCE_PATH}"
    wrong = f'error="{error}", ' if error else ""
    if not origins.is_name(host):  # of a port that a tunnel opened: a client takes only the address that it was given
        wrong += f'error_description="Connect to {origin}{toolkit.RESOURCE_PATH}", '
    return f'Bearer {wrong}resource_metadata="{metadata}", scope="{" ".join(scopes)}"'


def _missing_scope(agent: Agent, message: dict[str, Any]) -> tuple[str, dict[str, Any]] | None:
    """Return the operation, with its arguments, that this message calls and the connector's token is not for."""
    parameters = message.get("params")
    if message.get("method") != "tools/call" or not isinstance(parameters, dict):
        return None
    operation = OPERATIONS.get(str(parameters.get("name")))
    if operation is None or operation.scope in agent.scopes:
        return None
    arguments = parameters.get("arguments")
    return operation.name, arguments if isinstance(arguments, dict) else {}


def _refuse_scope(agent: Agent, name: str, arguments: dict[str, Any], host: str) -> None:
    """Count and log the call, then answer 403 naming the scopes to ask for: the agent's own and the missing one."""
    result = dispatch.run(dispatch.Call(agent=agent, name=name, arguments=arguments, now=timezone.now()))
    wanted = [scope for scope in toolkit.SCOPES if scope in (*agent.scopes, OPERATIONS[name].scope)]
    headers = {"WWW-Authenticate": _challenge(host, "insufficient_scope", wanted)}
    raise Rejected(Response(json.dumps(result.envelope, ensure_ascii=False), 403, headers, "application/json"))


async def _read_message(request: Request) -> bytes:
    """Return the body if it is one JSON-RPC message. The SDK's own error would repeat what was sent."""
    sent = bytearray()
    async for chunk in request.stream():
        sent += chunk
        if len(sent) > BODY_MAX:
            raise rejected(Failure("INVALID_ARGUMENT", f"The body may have at most {BODY_MAX} bytes."), 413)
    body = _without_halves(bytes(sent))
    try:
        message = jsonrpc_message_adapter.validate_json(body, by_name=False)
    except ValidationError as error:
        is_json = error.errors(include_input=False, include_url=False)[0]["type"] != "json_invalid"
        code, expected = (INVALID_REQUEST, "one JSON-RPC 2.0 message") if is_json else (PARSE_ERROR, "JSON in UTF-8")
        raise _rpc_error(code, f"The body must be {expected}.") from None
    return _with_known_id(body) if isinstance(message, JSONRPCNotification) else body


def _without_halves(body: bytes) -> bytes:
    """Return a message without halves of characters, which JSON can spell and the SDK's parser refuses as no JSON."""
    if b"\\ud" not in body.lower():
        return body
    try:
        message = json.loads(body)
    except (ValueError, RecursionError):
        return body
    return json.dumps(unstorable.leave_out_in_json(message)).encode()


def _with_known_id(body: bytes) -> bytes:
    """Return a message with 1 for the id 1.0, which the SDK knows; unchanged without an id. Raises Rejected.

    The SDK takes a request with any other id for a notification and never answers it. Some languages write each number
    as a float: 1.0 is the same number as 1, in our answer too.
    """
    message = from_json(body)
    if "id" not in message:
        return body
    number = message["id"] if isinstance(message["id"], float) and math.isfinite(message["id"]) else None
    if number is None or not number.is_integer():
        raise _rpc_error(INVALID_REQUEST, "The id must be a text or a whole number.", number)
    return json.dumps(message | {"id": int(number)}).encode()


def _rpc_error(code: int, message: str, number: float | None = None) -> Rejected:
    rpc_error = {"code": code, "message": f"INVALID_ARGUMENT: {message}"}
    content = json.dumps({"jsonrpc": "2.0", "id": number, "error": rpc_error})
    return Rejected(Response(content, 400, media_type="application/json"))


def _with_security_headers(send: Send) -> Send:
    """Return a `send` that forbids caches to keep the answer and browsers to guess its type."""

    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = [(b"cache-control", b"no-store"), (b"x-content-type-options", b"nosniff")]
            message = {**message, "headers": [*message.get("headers", ()), *headers]}
        await send(message)

    return send_with_headers
