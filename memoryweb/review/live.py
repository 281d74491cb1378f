"""Tells an open page at once when what waits for its person has changed: server-sent events at /live/.

The event says only that something changed; the page then asks for itself again. Each stream looks once a second, with
one small query. It ends after a minute, and the browser comes back: so whoever signed out hears nothing more.
"""

from typing import Any
from uuid import UUID

from anyio import create_task_group, sleep, to_thread
from django.conf import settings
from django.contrib.auth import get_user
from django.contrib.sessions.backends.db import SessionStore
from django.db import connections
from django.http import HttpRequest
from starlette.requests import Request
from starlette.types import Message, Receive, Scope, Send

from memoryweb.review.counts import PageCounts
from memoryweb.rls import scope as person_scope

PATH = "/live/"
LOOKS_EVERY = 1.0  # seconds
LASTS = 60  # seconds
STREAMS_MAX = 100  # in one process: each costs a query a second
RECONNECT = 1_000  # milliseconds after which the browser comes back
HEADERS = [
    (b"content-type", b"text/event-stream"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),  # nginx would keep the events back
    (b"x-content-type-options", b"nosniff"),
    (b"content-security-policy", b"default-src 'none'"),
    (b"referrer-policy", b"same-origin"),
    (b"x-frame-options", b"DENY"),
]
_open_streams = 0


def serves(scope: Scope) -> bool:
    return bool(scope["type"] == "http" and scope["path"] == PATH)


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer with a stream; with 204, after which browsers do not come back, where nobody is signed in."""
    request = Request(scope)
    person = await to_thread.run_sync(_person, request.cookies.get(settings.SESSION_COOKIE_NAME, ""))
    if request.method != "GET" or person is None:
        await _start(send, 405 if request.method != "GET" else 204)
        return
    if _open_streams >= STREAMS_MAX:
        await _start(send, 503)
        return
    seen = request.headers.get("last-event-id") or request.query_params.get("seen", "")
    await _stream(person, seen, receive, send)


async def _stream(person: UUID, seen: str, receive: Receive, send: Send) -> None:
    global _open_streams  # noqa: PLW0603  one process, one event loop
    _open_streams += 1
    try:
        await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
        await _send(send, f"retry: {RECONNECT}\n\n")
        async with create_task_group() as tasks:

            async def watch_for_the_end() -> None:
                while (await receive())["type"] != "http.disconnect":
                    pass
                tasks.cancel_scope.cancel()

            tasks.start_soon(watch_for_the_end)
            for _ in range(int(LASTS / LOOKS_EVERY)):
                version = await to_thread.run_sync(_version, person)
                if version != seen:
                    await _send(send, f"id: {version}\nevent: waiting\ndata: \n\n")
                    seen = version
                await sleep(LOOKS_EVERY)
            tasks.cancel_scope.cancel()
        await send({"type": "http.response.body", "body": b"", "more_body": False})
    finally:
        _open_streams -= 1


def _person(session_key: str) -> UUID | None:
    """Return whose session this is, as Django's own middleware finds it."""
    try:
        request: Any = HttpRequest()
        request.session = SessionStore(session_key or None)
        user = get_user(request)
        return user.pk if user.is_authenticated and user.is_active else None
    finally:
        connections.close_all()


def _version(person: UUID) -> str:
    try:
        with person_scope.acting_as(person):
            return PageCounts.for_person(person).version
    finally:
        connections.close_all()


async def _start(send: Send, status: int) -> None:
    await send({"type": "http.response.start", "status": status, "headers": HEADERS[1:]})
    await _send(send, "", more=False)


async def _send(send: Send, text: str, *, more: bool = True) -> None:
    message: Message = {"type": "http.response.body", "body": text.encode(), "more_body": more}
    await send(message)
