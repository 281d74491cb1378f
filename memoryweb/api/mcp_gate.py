"""Who gets as far as MCP: an address of ours, a token that counts, one whole message. Nothing is answered before that.

Personal tokens are looked up here, on every request; OAuth's tokens will be too.
"""

import json
from collections.abc import Callable
from typing import ParamSpec, TypeVar

from anyio import CapacityLimiter, to_thread
from django.conf import settings
from django.db import connections
from django.http.request import split_domain_port, validate_host
from django.utils import timezone
from mcp_types import INVALID_REQUEST, PARSE_ERROR
from mcp_types.jsonrpc import jsonrpc_message_adapter
from pydantic import ValidationError
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from memoryweb.agents.models import Agent
from memoryweb.api.request import BODY_MAX, bearer
from memoryweb.operations import dispatch
from memoryweb.operations.errors import Failure
from memoryweb.people.ids import uuid7

P = ParamSpec("P")
T = TypeVar("T")
AGENT = "memoryweb.agent"  # where a request's scope says whose it is
CALLS_AT_ONCE = 6  # of the web process's 8 connections: however many agents call, people's pages get one
_threads = CapacityLimiter(CALLS_AT_ONCE)


async def on_a_thread(do: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """For what asks the database. These threads see no end of a request, so the connection is given back here."""

    def doing() -> T:
        try:
            return do(*args, **kwargs)
        finally:
            connections.close_all()

    return await to_thread.run_sync(doing, limiter=_threads)


class Turned(Exception):  # noqa: N818  an answer, not a mistake of ours
    """A request that goes no further, with what it is answered."""

    def __init__(self, response: Response) -> None:
        super().__init__()
        self.response = response


def turned(failure: Failure, status: int, **headers: str) -> Turned:
    """In the same envelope as over HTTP: this never became a message that the protocol could answer."""
    envelope = dispatch.failure_result(failure, uuid7(), timezone.now()).envelope
    return Turned(Response(json.dumps(envelope, ensure_ascii=False), status, headers, "application/json"))


class Gate:
    def __init__(self, app: ASGIApp, *, path: str) -> None:
        self._app, self._path = app, path

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request, send = Request(scope, receive), _unkept(send)
        try:
            _direct(request)
            agent = await on_a_thread(_authenticate, request.headers.getlist("Authorization"))
            body = await _message(request)
        except ClientDisconnect:
            return
        except Turned as away:
            await away.response(scope, receive, send)
            return
        await self._app({**scope, "path": self._path, AGENT: agent}, _again(body, receive), send)


def _direct(request: Request) -> None:
    """Sent to us, by no other host's page (one that had its name point here: DNS rebinding), and to be answered now."""
    if not _ours(request.headers.get("host", "")):
        raise turned(Failure("INVALID_ARGUMENT", "This host is not served here."), 421)
    origin = request.headers.get("origin")
    if origin is not None and not _ours(origin.partition("://")[2]):
        raise turned(Failure("PERMISSION_DENIED", "Pages of other hosts may not call this."), 403)
    if request.method != "POST":  # nothing is streamed, and there is no session to end
        raise turned(Failure("INVALID_ARGUMENT", "Only POST is answered at this address."), 405, Allow="POST")


def _ours(host: str) -> bool:
    domain, _ = split_domain_port(host)
    return bool(domain) and validate_host(domain, settings.ALLOWED_HOSTS)


def _authenticate(headers: list[str]) -> Agent:
    try:
        return dispatch.authenticate(bearer(",".join(headers)), now=timezone.now())
    except Exception as error:
        failure = dispatch.to_failure(error)
        challenge = {"WWW-Authenticate": "Bearer"} if failure.status == 401 else {}
        raise turned(failure, failure.status, **challenge) from None


async def _message(request: Request) -> bytes:
    """One whole JSON-RPC message. What is none is answered here, because the SDK's answer repeats what was sent."""
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > BODY_MAX:
            raise turned(Failure("INVALID_ARGUMENT", f"The body may have at most {BODY_MAX} bytes."), 413)
    try:
        jsonrpc_message_adapter.validate_json(bytes(body), by_name=False)
    except ValidationError as error:
        no_json = error.errors(include_input=False, include_url=False)[0]["type"] == "json_invalid"
        code, wanted = (PARSE_ERROR, "JSON in UTF-8") if no_json else (INVALID_REQUEST, "one JSON-RPC 2.0 message")
        said = {"code": code, "message": f"INVALID_ARGUMENT: The body must be {wanted}."}
        answer = json.dumps({"jsonrpc": "2.0", "id": None, "error": said})
        raise Turned(Response(answer, 400, media_type="application/json")) from None
    return bytes(body)


def _again(body: bytes, receive: Receive) -> Receive:
    """The body once more, for who reads it next; then whatever comes, which is the end of the connection."""
    waiting: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def received() -> Message:
        return waiting.pop() if waiting else await receive()

    return received


def _unkept(send: Send) -> Send:
    """Answers that no cache keeps and no browser takes for something else."""

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            more = [(b"cache-control", b"no-store"), (b"x-content-type-options", b"nosniff")]
            message = {**message, "headers": [*message.get("headers", ()), *more]}
        await send(message)

    return sending
