"""Readers who stop reading a download: pages and calls are answered all the same, and the download ends."""

from typing import Any

import anyio
import pytest
from django.conf import settings
from django.test import Client

from memoryweb import threads
from memoryweb.embedded.processes import WEB_POOL
from memoryweb.people.models import User

DOWNLOAD, PAGE, STYLE = "/export/everything.zip", "/settings/", "/static/css/memory.css"


class Reader:
    """A client of the ASGI application; one that stalls takes nothing after the head of the response."""

    def __init__(self, path: str, cookie: str, *, stalls: bool = False) -> None:
        self.stalls, self.status, self.body = stalls, 0, b""
        self.etag = b""
        self.has_head, self.may_read = anyio.Event(), anyio.Event()
        headers = [(b"host", b"testserver"), (b"cookie", f"{settings.SESSION_COOKIE_NAME}={cookie}".encode())]
        self.scope: dict[str, Any] = {
            "type": "http",
            "http_version": "1.1",
            "method": "GET",
            "scheme": "http",
            "path": path,
            "headers": headers,
            "raw_path": path.encode(),
            "query_string": b"",
            "root_path": "",
            "server": ("testserver", 80),
            "client": ("127.0.0.1", 1),
        }

    async def receive(self) -> dict[str, Any]:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(self, message: Any) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            self.etag = dict(message["headers"]).get(b"etag", b"")
            self.has_head.set()
            return
        if self.stalls and self.status == 200:
            await self.may_read.wait()
        self.body += message["body"]


@pytest.fixture
def cookie(committed: None) -> str:
    client = Client()
    client.force_login(User.objects.create_user("slow@example.org", "a long password for slow"))
    return client.cookies[settings.SESSION_COOKIE_NAME].value


def test_downloads_that_nobody_reads_leave_threads_for_pages(cookie: str) -> None:
    async def run() -> None:
        application = threads.ThreadedHandler()
        slow = [Reader(DOWNLOAD, cookie, stalls=True) for _ in range(threads.DOWNLOADS_MAX)]
        others = [Reader(DOWNLOAD, cookie), Reader(PAGE, cookie)]
        async with anyio.create_task_group() as group:
            for each in slow:
                group.start_soon(application, each.scope, each.receive, each.send)
            for each in slow:
                await each.has_head.wait()
            for each in others:
                await application(each.scope, each.receive, each.send)
            assert [each.status for each in others] == [503, 200]
            assert b"Several large files are being downloaded" in others[0].body
            for each in slow:
                each.may_read.set()
        assert all(each.body.startswith(b"PK") for each in slow)
        again = Reader(DOWNLOAD, cookie)
        await application(again.scope, again.receive, again.send)
        assert again.status == 200

    assert 0 < threads.DOWNLOADS_MAX < WEB_POOL
    anyio.run(run)


def test_a_style_sheet_is_no_download(cookie: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A page asks for more of them at once than there may be downloads, and mostly whether they have changed."""
    monkeypatch.setattr(threads, "DOWNLOADS_MAX", 0)

    async def run() -> None:
        application = threads.ThreadedHandler()
        first = Reader(STYLE, cookie)
        await application(first.scope, first.receive, first.send)
        assert (first.status, bool(first.etag), len(first.body) > 100) == (200, True, True)
        again = Reader(STYLE, cookie)
        again.scope["headers"].append((b"if-none-match", first.etag))
        await application(again.scope, again.receive, again.send)
        assert (again.status, again.body) == (304, b"")

    anyio.run(run)


def test_a_download_ends_when_its_reader_has_stopped(cookie: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threads, "TAKEN_WITHIN", 0.2)

    async def run() -> None:
        application = threads.ThreadedHandler()
        slow = Reader(DOWNLOAD, cookie, stalls=True)
        with pytest.raises(TimeoutError):
            await application(slow.scope, slow.receive, slow.send)

    anyio.run(run)
