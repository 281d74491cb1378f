"""Requests that no browser sends, byte by byte, to a web process as it runs in production."""

import json
import re
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection
from django.utils import timezone

from memoryweb.memories import actions
from memoryweb.memories.actions import Person
from memoryweb.memories.models import Evidence, Memory, Proposal, history_model
from memoryweb.rls import scope
from tests.api.conftest import PDF
from tests.api.web_process import WebProcess, person_with_agent, start_web_process
from tests.builders import agent_says
from tests.rings import third

pytestmark = pytest.mark.usefixtures("committed")
PATIENCE = 3  # seconds, until a server that waits for the rest of a request is told that no more comes
WORK = 60  # seconds, for whole requests that do work on a busy machine
PATHS = (
    "/person/login/",
    "/memories/",
    "/api/v1/tools/get_memory_settings",
    "/api/v1/openapi.json",
    "/healthz",
    "/mcp",
)


@pytest.fixture(scope="module")
def web() -> Iterator[WebProcess]:
    with start_web_process() as web_process:
        yield web_process


def send(web: WebProcess, request: bytes, patience: float = PATIENCE) -> tuple[int, str]:
    """Send bytes on a connection of their own; return the status, 0 for a closed connection, and all that came.

    A server that waits for more is told after a while that no more comes.
    """
    host, port = web.url.removeprefix("http://").split(":")
    answer = b""
    with socket.create_connection((host, int(port)), timeout=patience) as connected:
        try:
            connected.sendall(request)
            while True:
                try:
                    part = connected.recv(65536)
                except TimeoutError:
                    connected.settimeout(WORK)
                    connected.shutdown(socket.SHUT_WR)
                    continue
                if not part:
                    break
                answer += part
        except OSError:
            return 0, ""
    status = re.match(rb"HTTP/1\.[01] (\d+)", answer)
    return int(status[1]) if status else 0, answer.decode(errors="replace")


def request(path: str, *headers: str, method: str = "GET", body: bytes = b"", host: str = "127.0.0.1") -> bytes:
    lines = [f"{method} {path} HTTP/1.1", *([f"Host: {host}"] if host else []), *headers, "Connection: close"]
    return "\r\n".join(lines).encode("latin-1") + b"\r\n\r\n" + body


TOKENS = (
    "Bearer",
    "Bearer ",
    "bearer x",
    "Bearer x y",
    "Basic dXNlcjpwYXNz",
    "Bearer mweb_",
    "Bearer \xff\xfe",
    "Negotiate x",
    "Bearer " + "x" * 8000,
    "Bearer mweb_x, Bearer mweb_y",
    "Digest username=x",
    "\tBearer x",
)


def hostile_requests() -> Iterator[tuple[str, bytes]]:
    for path in PATHS:
        method = "POST" if "tools" in path or path == "/mcp" else "GET"
        for host in (
            "evil.example",
            "127.0.0.1.evil.example",
            "127.0.0.1@evil.example",
            "127.0.0.1:99999",
            "[::1",
            "a b",
            "",
            "xn--",
            "127.0.0.1\x00.evil.example",
            "../etc",
            "localhost:evil",
            "x" * 300,
        ):
            yield f"host {host}", request(path, method=method, host=host)
        for header in (
            "X-Forwarded-Host: evil.example",
            "X-Forwarded-For: 127.0.0.1, ::1",
            "X-Forwarded-Proto: https",
            "X-Forwarded-Port: 1",
            "Forwarded: host=evil.example;proto=https",
            "X-Original-URL: /settings/",
            "X-Rewrite-URL: /settings/",
            "X-HTTP-Method-Override: DELETE",
            "Origin: null",
            "Origin: https://evil.example",
            "Referer: https://evil.example/",
            "Cookie: " + "a=b; " * 1500,
            "Cookie: memoryweb_8000=\x01\x02; ;;=;",
            "Content-Type: \xff",
            "Accept: " + "*/*," * 2000,
            "Range: bytes=0-1,2-99999999",
            "Expect: 100-continue",
            "Upgrade: websocket",
            "Transfer-Encoding: zebra",
            "Content-Encoding: gzip",
            "If-Modified-Since: never",
            "HX-Current-URL: https://evil.example/",
            "Idempotency-Key: \xff",
            "Accept-Language: " + "x-" * 500,
            "X: " + "y" * 60_000,
        ):
            yield header[:40], request(path, header, method=method)
        for token in TOKENS:
            yield f"authorization {token[:20]}", request(path, f"Authorization: {token}", method=method)
        yield "a query of a megabyte", request(f"{path}?" + "a=b&" * 250_000, method=method)
        yield "a query of strange bytes", request(f"{path}?%00=%ff&%ED%A0%80=;&&=&a[]=%0d%0aX:%20y", method=method)
        yield "an absolute address", request(f"http://evil.example{path}", method=method)
        yield "an address of another scheme", request(f"gopher://127.0.0.1{path}", method=method)
        yield "two lengths", request(path, "Content-Length: 2", "Content-Length: 3", method="POST", body=b"{} ")
        yield (
            "a length and chunks",
            request(
                path,
                "Content-Length: 2",
                "Transfer-Encoding: chunked",
                method="POST",
                body=b"0\r\n\r\nGET /settings/ HTTP/1.1",
            ),
        )
        yield "a negative length", request(path, "Content-Length: -1", method="POST")
        yield "a length that is no number", request(path, "Content-Length: 0x10", method="POST")
        yield "less than it says", request(path, "Content-Length: 100", method="POST", body=b"{}")
        yield "a header within a header", request(path, "X: y\r\n Z: folded", method=method)
        yield "a header without a name", request(path, ": y", method=method)
        yield "a line feed alone", request(path, method=method).replace(b"\r\n", b"\n")
        yield "old HTTP", f"{method} {path}\r\n\r\n".encode()
        yield "HTTP 9", request(path, method=method).replace(b"HTTP/1.1", b"HTTP/9.9")
        yield "a method of odd letters", request(path, method="GE T\x7f")
        yield "a small method", request(path, method="get")
    for path in (
        "//evil.example/",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/static/../../etc/passwd",
        "/static/%2e%2e/settings.py",
        "/memories/%00/",
        "/%ff",
        "/memories/../settings/",
        "/\\evil.example",
        "/" + "a" * 9000,
        "*",
        "/;/",
        "/review/%0d%0aSet-Cookie:x=y",
        "/days/%F0%9F%92%A9/",
    ):
        yield path[:40], request(path)


def test_no_request_gets_a_5xx_a_stack_trace_or_another_sites_address(web: WebProcess) -> None:
    before = len(web.log.read_bytes())
    with ThreadPoolExecutor(8) as threads:
        named = third(list(hostile_requests()))
        answers = list(threads.map(lambda each: send(web, each[1]), named))
    for (name, sent), (status, answer) in zip(named, answers, strict=True):
        what = (name, sent[:80], status, answer[:300])
        head = answer.partition("\r\n\r\n")[0]
        assert status < 500, what
        assert "Traceback" not in answer, what
        assert "root:" not in answer, what
        assert not re.search(r"^(location|set-cookie|access-control-\S+):.*(evil|x=y)", head, re.I | re.M), what
        if status == 200 and "text/html" in head:
            assert "evil.example" not in answer, what
    assert all(status for status, _ in answers)
    log = web.log.read_bytes()[before:]  # Django tells an operator of each unknown host, with a trace
    assert log.count(b"Traceback") == log.count(b"ERROR django.security.DisallowedHost")
    assert send(web, request("/healthz"))[0] == 200


def test_a_second_request_is_not_smuggled_into_the_first(web: WebProcess) -> None:
    """With two lengths, or a length and chunks, a proxy could take for a body what we took for a request."""
    smuggled = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    for headers in (
        ("Content-Length: 0", f"Content-Length: {len(smuggled)}"),
        (f"Content-Length: {len(smuggled)}", ""),
    ):
        sent = request("/api/v1/tools", *filter(None, headers), method="POST", body=smuggled)
        answer = send(web, sent)[1]
        assert answer.count("HTTP/1.1 ") <= 1


# Races


def test_a_token_that_is_revoked_during_use_saves_nothing_afterwards(web: WebProcess) -> None:
    alice, agent, token = person_with_agent("alice")
    body = json.dumps(PDF).encode()
    head = (f"Authorization: Bearer {token}", "Content-Type: application/json", f"Content-Length: {len(body)}")

    def save(_: int) -> tuple[int, str]:
        return send(web, request("/api/v1/tools/save_user_preference", *head, method="POST", body=body), WORK)

    with ThreadPoolExecutor(8) as threads:
        first = [threads.submit(save, n) for n in range(12)]
        with scope.acting_as(alice.pk):
            agent.revoke(now=timezone.now())
        connection.close()
        answers = [each.result() for each in first]
    unexpected = [answer for status, answer in answers if status not in (200, 401)]
    assert unexpected == [], web.log.read_text()[-4000:]
    with scope.acting_as(alice.pk):
        before = history_model().objects.count(), Evidence.objects.count()
        assert {save(n)[0] for n in range(3)} == {401}
        assert (history_model().objects.count(), Evidence.objects.count()) == before


def test_one_idempotency_key_sent_eight_times_at_once_saves_once(web: WebProcess) -> None:
    alice, _, token = person_with_agent("alice", trust="trusted")
    body = json.dumps(PDF).encode()
    head = (f"Authorization: Bearer {token}", f"Content-Length: {len(body)}", "Idempotency-Key: k")
    with ThreadPoolExecutor(8) as threads:
        sent = request("/api/v1/tools/save_user_preference", *head, method="POST", body=body)
        answers = list(threads.map(lambda _: send(web, sent, WORK), range(8)))
    assert {status for status, _ in answers} == {200}, web.log.read_text()[-4000:]
    ids = {re.findall(r'"id": ?"([^"]+)"', text)[0] for _, text in answers}
    with scope.acting_as(alice.pk):
        assert (Memory.objects.count(), Evidence.objects.count(), len(ids)) == (1, 1, 1)


def test_eight_yeses_and_noes_to_one_question_leave_one_answer(web: WebProcess) -> None:
    alice, agent, _ = person_with_agent("alice")
    with scope.acting_as(alice.pk):
        agent_says(agent, "I prefer tea", name="drink", category="personal")
        question = Proposal.objects.get()

    def answer(number: int) -> None:
        try:
            with scope.acting_as(alice.pk):
                decide = actions.accept if number % 2 else actions.reject
                decide(question.pk, by=Person(alice), now=timezone.now())
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as threads:
        list(threads.map(answer, range(8)))
    with scope.acting_as(alice.pk):
        assert Proposal.objects.get().status in ("accepted", "declined")
        assert history_model().objects.count() == 2  # said, and answered once
