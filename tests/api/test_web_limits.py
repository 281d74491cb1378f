"""Requests that are too large, too many or too slow end soon, and hold nothing that others need."""

import json
import socket
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress

import pytest

from memoryweb.embedded.processes import HEADER_SECONDS
from memoryweb.web_limits import HEADERS_MAX, SECONDS_MAX
from tests.api.web_process import WebProcess
from tests.waiting import PATIENCE

HEALTH, CALL, PAGE, MCP = "GET /healthz", "POST /api/v1/tools/search_memory", "POST /sign-in/", "POST /mcp"
TRICKLE = 0.5  # seconds from one byte to the next
LARGE = 3_000_000


class Caller:
    """One connection that is written by hand."""

    def __init__(self, web: WebProcess) -> None:
        self.host = web.url.removeprefix("http://")
        host, port = self.host.split(":")
        self.socket = socket.create_connection((host, int(port)))
        self.started = time.monotonic()

    def send(self, request: str, *headers: str, end: bytes = b"\r\n") -> None:
        text = "\r\n".join([f"{request} HTTP/1.1", f"Host: {self.host}", *headers, ""])
        self.socket.sendall(text.encode() + end)

    def status(self) -> int:
        """Return the status of the answer; 0 if the connection was closed without one."""
        self.socket.settimeout(PATIENCE)
        line = self.socket.recv(100)
        return int(line.split()[1]) if line else 0

    def trickle(self, piece: bytes) -> tuple[int, float]:
        """Send the piece again and again until something comes back: its status, and after how many seconds."""
        self.socket.settimeout(TRICKLE)
        while time.monotonic() - self.started < PATIENCE:
            with suppress(TimeoutError):
                line = self.socket.recv(100)
                return int(line.split()[1]) if line else 0, time.monotonic() - self.started
            with suppress(OSError):
                self.socket.sendall(piece)
        pytest.fail("the connection stayed open")


Connect = Callable[[], Caller]


@pytest.fixture
def connect(web: WebProcess) -> Iterator[Connect]:
    """Opens connections, which end with the test."""
    with ExitStack() as stack:

        def opened() -> Caller:
            caller = Caller(web)
            stack.enter_context(caller.socket)
            return caller

        yield opened


@pytest.mark.parametrize(
    ("request_line", "headers", "status"),
    [
        (HEALTH, ["Connection: close"], 200),
        (HEALTH, [f"X-{number}: y" for number in range(90)], 200),
        (HEALTH, [f"X-{number}: y" for number in range(150)], 431),
        (HEALTH, ["X: " + "y" * (HEADERS_MAX - 500)], 200),
        (HEALTH, ["X: " + "y" * HEADERS_MAX], 431),
        (HEALTH, ["X: " + "y" * 1_000_000], 431),
        (CALL, ["X: " + "y" * HEADERS_MAX], 400),
        ("GET /" + "y" * 70_000, [], 414),
    ],
)
def test_headers_have_a_largest_size_and_number(
    connect: Connect, request_line: str, headers: list[str], status: int
) -> None:
    caller = connect()
    with suppress(ConnectionError):
        caller.send(request_line, *headers)
    assert caller.status() == status


@pytest.mark.parametrize(("request_line", "status"), [(CALL, 400), (PAGE, 413), (MCP, 413)])
def test_a_body_is_not_read_beyond_its_largest_size(connect: Connect, request_line: str, status: int) -> None:
    caller = connect()
    caller.send(request_line, f"Content-Length: {100 * LARGE}")
    caller.socket.sendall(b"x" * LARGE)
    answer = caller.socket.recv(10_000)
    assert int(answer.split()[1]) == status
    body = answer.partition(b"\r\n\r\n")[2]
    assert b"The body may have at most" in body
    assert request_line == PAGE or not json.loads(body)["ok"]


def test_http_2_is_not_spoken(connect: Connect) -> None:
    caller = connect()
    caller.socket.sendall(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\4\0\0\0\0\0")
    assert caller.status() in (0, 400, 505)


def test_slow_connections_are_closed_after_20_seconds_and_hold_up_nobody(connect: Connect) -> None:
    """Also 30 slow calls of agents, more than may run at once, and an idle connection that was used before."""
    assert HEADER_SECONDS == SECONDS_MAX == 20
    length = "Content-Length: 1000"
    cases = {
        "nothing": (0, b"", connect()),
        "headers": (0, b"X: y\r\n", connect()),
        "body of a page": (408, b"x", connect()),
        "body of a message": (408, b"x", connect()),
        "chunks": (499, b"1\r\nx\r\n", connect()),
        "idle": (0, b"", connect()),
        **{f"body of call {number}": (499, b"x", connect()) for number in range(30)},
    }
    cases["headers"][2].send(HEALTH, end=b"")
    cases["body of a page"][2].send(PAGE, length)
    cases["body of a message"][2].send(MCP, length)
    cases["chunks"][2].send(CALL, "Transfer-Encoding: chunked")
    cases["idle"][2].send(HEALTH)
    assert cases["idle"][2].socket.recv(10_000)
    for number in range(30):
        cases[f"body of call {number}"][2].send(CALL, length)
    with ThreadPoolExecutor(len(cases)) as threads:
        slow = {name: threads.submit(caller.trickle, piece) for name, (_, piece, caller) in cases.items()}
        quick = connect()
        quick.send(CALL, "Content-Length: 2", end=b"\r\n{}")
        assert quick.status() == 401
        assert not any(each.done() for each in slow.values())
        found = {name: each.result() for name, each in slow.items()}
    assert {name: status for name, (status, _) in found.items()} == {name: case[0] for name, case in cases.items()}
    assert all(seconds > 19 for _, seconds in found.values())
