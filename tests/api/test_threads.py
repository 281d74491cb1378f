"""Requests run whole in a thread: a stream comes part by part, and every connection to the database is given back."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import anyio
import httpx2
import pytest
from django.http import HttpRequest, HttpResponse

from memoryweb.embedded.processes import WEB_POOL
from memoryweb.language import readings
from memoryweb.threads import ThreadedHandler
from tests.api.test_mcp_load import LEAST, connections
from tests.api.web_process import WebProcess, person_with_agent
from tests.waiting import wait_for

pytestmark = pytest.mark.usefixtures("committed")
AT_ONCE = 24


def test_a_file_is_served_whole_and_with_its_headers(web: WebProcess) -> None:
    page = httpx2.get(f"{web.url}/person/login/").text
    path = page.split('<link rel="stylesheet" href="')[1].split('"')[0]
    answer = httpx2.get(web.url + path)
    assert answer.headers["content-type"].startswith("text/css")
    assert len(answer.content) == int(answer.headers["content-length"])


def test_each_cookie_has_a_header_of_its_own(web: WebProcess) -> None:
    answer = httpx2.get(f"{web.url}/person/login/")
    assert [cookie.partition("=")[0] for cookie in answer.headers.get_list("set-cookie")] != []


def test_more_requests_than_threads_are_all_answered_and_leave_no_connection_busy(web: WebProcess) -> None:
    _, _, token = person_with_agent("alice")

    def ask(_: int) -> int:
        headers = {"Authorization": f"Bearer {token}"}
        return httpx2.post(f"{web.url}/api/v1/tools/get_memory_settings", json={}, headers=headers).status_code

    with ThreadPoolExecutor(AT_ONCE) as pool:
        assert set(pool.map(ask, range(2 * AT_ONCE))) == {200}
    wait_for(lambda: set(connections(web)) <= {"idle"}, lambda: connections(web))
    assert LEAST <= connections(web).total() <= WEB_POOL


_made: dict[str, bool] = {}


def noting(_: object) -> Callable[[HttpRequest], HttpResponse]:
    """Note whether a request counts as a page while it is answered."""

    def answer(request: HttpRequest) -> HttpResponse:
        _made[request.path] = readings.pages.are_made
        return HttpResponse()

    return answer


def test_pages_count_as_made_and_calls_do_not(settings: Any) -> None:
    settings.MIDDLEWARE = [f"{__name__}.noting"]

    async def ask(handler: ThreadedHandler, path: str) -> None:
        async def receive() -> dict[str, object]:
            return {"type": "http.request", "body": b""}

        async def send(_: object) -> None:
            pass

        scope = {"type": "http", "method": "GET", "path": path, "query_string": b"", "headers": []}
        await handler(scope, receive, send)

    for path in ("/review/", "/api/v1/tools", "/hooks/v1/x", "/telegram/x/", "/memories/"):
        anyio.run(ask, ThreadedHandler(), path)
    assert {path for path, is_made in _made.items() if is_made} == {"/review/", "/memories/"}
    assert len(_made) == 5
    assert not readings.pages.are_made
