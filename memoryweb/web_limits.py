"""How large and how slow a request to the web process may be, and how many agents' calls run at once.

The server limits how many headers there are and how slow (embedded/processes.py). This reads each body whole before
anything else happens, so that a slow sender holds neither a thread nor a connection to the database.
"""

import json
from typing import Any

from anyio import fail_after
from django.conf import settings
from django.utils import timezone
from starlette.datastructures import Headers
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from memoryweb.api.canceling import cancelable
from memoryweb.api.request import agent_calls, bearer_token, chat_calls, in_turn, replay, telegram_updates
from memoryweb.oauth.answers import FOR_CLIENTS
from memoryweb.operations import dispatch
from memoryweb.operations.errors import Failure
from memoryweb.people.ids import uuid7
from memoryweb.people.middleware import FOR_AGENTS, FOR_CHATS

SECONDS_MAX = 20  # for the whole body
IMPORT_PATH = "/import/"  # where people bring files, which are larger than any form
IMPORT_MAX = 16_000_000  # bytes of such a body
HEADERS_MAX = 32 * 1024  # bytes of all names and values
AGENTS = (*FOR_AGENTS, "/mcp")
OPERATIONS = "/api/v1/tools/"


class _RefusedError(Exception):
    def __init__(self, status: int, code: str, reason: str) -> None:
        super().__init__(reason)
        self.status, self.failure = status, Failure(code, reason)


def limited(app: ASGIApp) -> ASGIApp:
    async def application(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await app(scope, receive, send)
            return
        try:
            _check_headers(scope)
            body = await _read_in_time(receive, _most(scope["path"]))
        except _RefusedError as refused:
            await _response(refused, scope["path"])(scope, receive, send)
            return
        if scope["path"].startswith(OPERATIONS):
            async with cancelable(receive) as receive_the_end, in_turn(_token(scope), body), agent_calls:
                await app(scope, replay(body, receive_the_end), send)
        elif scope["path"].startswith(FOR_AGENTS):  # a host that reports may close at once: it wants no answer
            async with in_turn(_token(scope), body), agent_calls:
                await app(scope, replay(body, receive), send)
        elif scope["path"].startswith(FOR_CHATS):
            async with telegram_updates if scope["path"].startswith("/telegram/") else chat_calls:
                await app(scope, replay(body, receive), send)
        else:  # MCP counts its calls itself: one request may be a call or not
            await app(scope, replay(body, receive), send)

    return application


def _token(scope: Scope) -> str:
    return bearer_token(Headers(scope=scope).get("authorization", ""))


def _check_headers(scope: Scope) -> None:
    if sum(len(name) + len(value) for name, value in scope["headers"]) > HEADERS_MAX:
        raise _RefusedError(431, "INVALID_ARGUMENT", f"The headers may have at most {HEADERS_MAX} bytes.")


def _most(path: str) -> int:
    return IMPORT_MAX if path == IMPORT_PATH else settings.DATA_UPLOAD_MAX_MEMORY_SIZE or 0


async def _read_in_time(receive: Receive, most: int) -> bytes:
    try:
        with fail_after(SECONDS_MAX):
            return await _read(receive, most)
    except TimeoutError:
        reason = f"The body took longer than {SECONDS_MAX} seconds. Nothing was saved."
        raise _RefusedError(408, "CANCELED", reason) from None


async def _read(receive: Receive, most: int) -> bytes:
    body = bytearray()
    while True:
        message: Message = await receive()
        if message["type"] == "http.disconnect":
            raise _RefusedError(400, "CANCELED", "The request ended before its body did. Nothing was saved.")
        body += message.get("body", b"")
        if len(body) > most:
            raise _RefusedError(413, "INVALID_ARGUMENT", f"The body may have at most {most} bytes.")
        if not message.get("more_body", False):
            return bytes(body)


def _response(refused: _RefusedError, path: str) -> Response:
    """Return an envelope for agents and a line for people. The rest of the body is never read."""
    headers: dict[str, Any] = {"Connection": "close", "Cache-Control": "no-store"}
    if path.startswith(FOR_CLIENTS):
        told = {"error": "invalid_request", "error_description": str(refused)}
        return JSONResponse(told, refused.status, headers)
    if not path.startswith(AGENTS):
        return PlainTextResponse(str(refused), refused.status, headers)
    envelope = dispatch.failure_result(refused.failure, uuid7(), timezone.now()).envelope
    status = refused.failure.status if path.startswith(FOR_AGENTS) else refused.status
    return Response(json.dumps(envelope, ensure_ascii=False), status, headers, "application/json")
