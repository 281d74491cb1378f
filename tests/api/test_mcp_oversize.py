"""The save that once stopped the web process for minutes: answered at once, while others are served."""

import json
import threading
from typing import Any

import httpx2
import pytest

from memoryweb.agents.models import AccessLog
from memoryweb.rls import scope
from tests import servers
from tests.api.conftest import PDF, url
from tests.api.web_process import WebProcess, person_with_agent, rpc
from tests.waiting import wait_for

pytestmark = pytest.mark.usefixtures("committed")
EMERGENCY = PDF | {"details": "sk-" + "a-" * 125_000}
TRIES = 5
COSTS_MOST = 0.1  # processor seconds, in the best of the tries: others are served meanwhile


def _counted(web: WebProcess, client: httpx2.Client, path: str, body: bytes) -> tuple[float, httpx2.Response]:
    before = web.processor_seconds()
    answer = client.post(path, content=body)
    return web.processor_seconds() - before, answer


def _client(web: WebProcess, token: str) -> httpx2.Client:
    accept = "application/json, text/event-stream"
    headers = {"Authorization": f"Bearer {token}", "content-type": "application/json", "accept": accept}
    return httpx2.Client(base_url=web.url, headers=headers, timeout=30)


def test_an_oversize_save_is_answered_at_once_while_others_are_served(web: WebProcess) -> None:
    alice, _, token = person_with_agent("alice")
    over, read, failed = threading.Event(), [0], []

    def reading() -> None:
        with _client(web, token) as client:
            while not over.wait(0.005):
                answer = client.post(url("get_memory_settings"), json={})
                read[0] += 1
                if answer.status_code != 200:
                    failed.append(answer.text)

    reader = threading.Thread(target=reading)
    reader.start()
    try:
        with _client(web, token) as client:
            client.post(url("save_user_preference"), json={})  # connected and warm
            body = json.dumps(EMERGENCY).encode()
            wait_for(lambda: read[0] > 3)
            over_http = [_counted(web, client, url("save_user_preference"), body) for _ in range(TRIES)]
            params: Any = {"name": "save_user_preference", "arguments": EMERGENCY}
            over_mcp = [_counted(web, client, "/mcp", rpc("tools/call", params)) for _ in range(TRIES)]
    finally:
        over.set()
        reader.join()
    for _, answer in over_http:
        assert answer.status_code == 400
        assert answer.json()["error"]["code"] == "INVALID_ARGUMENT"
        assert answer.json()["error"]["message"] == "details: String should have at most 10000 characters"
    assert min(seconds for seconds, _ in over_http) < COSTS_MOST
    assert min(seconds for seconds, _ in over_mcp) < COSTS_MOST
    assert (failed, read[0] > 3) == ([], True), read
    assert "a-a-a-a-" not in servers.dump()
    assert "a-a-a-a-" not in web.log.read_text()
    with scope.acting_as(alice.pk):
        assert AccessLog.objects.filter(outcome="INVALID_ARGUMENT").count() >= len(over_http)
