"""Runs each of Django's requests whole, in one of a fixed number of threads.

Django's own ASGI handler starts a thread for every request and changes between it and the event loop for signals,
middleware, view and end. Nothing in our views is asynchronous, so that was a quarter of a short request's time.
"""

from contextlib import nullcontext
from io import BytesIO
from threading import BoundedSemaphore
from typing import Any

from anyio import CapacityLimiter, fail_after, from_thread, to_thread
from django.core import signals
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.http import HttpResponse
from django.template.loader import render_to_string
from django.urls import set_script_prefix
from starlette.types import Message, Scope, Send

from memoryweb.embedded.processes import WEB_POOL
from memoryweb.language import readings
from memoryweb.people.middleware import FOR_AGENTS, FOR_CHATS

# A download that is made while it is sent holds a thread and a connection for as long as its reader takes.
DOWNLOADS_MAX = WEB_POOL // 2  # at once; the other threads answer pages and calls
TAKEN_WITHIN = 30  # seconds for a reader to take a part
WHOLE_MOST = 2_000_000  # bytes of a response of known length, such as a style sheet, that is sent like a page
UNKNOWN_LENGTH = WHOLE_MOST + 1


class ThreadedHandler(ASGIHandler):
    """The body has been read already (web_limits), so it is one message."""

    def __init__(self) -> None:
        super(ASGIHandler, self).__init__()
        self.load_middleware(is_async=False)
        self._threads = CapacityLimiter(WEB_POOL)  # one for each connection to the database
        self._downloads = BoundedSemaphore(DOWNLOADS_MAX)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        body = (await receive()).get("body", b"")
        for message in await to_thread.run_sync(self._answer, scope, body, send, limiter=self._threads):
            await send(message)

    def _answer(self, scope: Scope, body: bytes, send: Send) -> list[Message]:
        """Return the messages of the response. A stream is sent from here, part by part, and only its end is left."""
        set_script_prefix(get_script_prefix(scope))
        signals.request_started.send(sender=self.__class__, scope=scope)
        request, refusal = self.create_request(scope, BytesIO(body))
        is_page = not scope["path"].startswith((*FOR_AGENTS, *FOR_CHATS))
        with readings.pages.making() if is_page else nullcontext():
            response: Any = refusal if request is None else self.get_response(request)
        response._handler_class = self.__class__  # the sender of the signal that the request is over
        try:
            if not response.streaming:
                return [_start(response), _part(response.content)]
            # The answer to a browser that has a file already (304) is without length and without content.
            if response.status_code == 304 or int(response.get("Content-Length", UNKNOWN_LENGTH)) <= WHOLE_MOST:
                return [_start(response), _part(b"".join(response))]
            if not self._downloads.acquire(blocking=False):
                busy = _busy()
                return [_start(busy), _part(busy.content)]
            try:
                return _download(response, send)
            finally:
                self._downloads.release()
        finally:
            response.close()  # gives the connection to the database back


def _busy() -> HttpResponse:
    page = render_to_string("503.html", {"is_downloading": True})
    return HttpResponse(page, status=503, headers={"Retry-After": TAKEN_WITHIN})


def _download(response: Any, send: Send) -> list[Message]:
    """Send a response part by part, all but its end. Raises TimeoutError for a reader who has stopped reading."""
    from_thread.run(_pass_on, send, _start(response))
    for part in response:
        from_thread.run(_pass_on, send, _part(part, more=True))
    return [_part(b"")]


async def _pass_on(send: Send, message: Message) -> None:
    with fail_after(TAKEN_WITHIN):
        await send(message)


def _start(response: Any) -> Message:
    headers = [(name.lower().encode("ascii"), value.encode("latin1")) for name, value in response.items()]
    cookies = (cookie.output(header="").strip() for cookie in response.cookies.values())
    headers += [(b"set-cookie", cookie.encode("ascii")) for cookie in cookies]
    return {"type": "http.response.start", "status": response.status_code, "headers": headers}


def _part(body: bytes, *, more: bool = False) -> Message:
    return {"type": "http.response.body", "body": body, "more_body": more}
