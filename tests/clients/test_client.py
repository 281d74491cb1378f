"""The typed client calls a running memoryweb, and fails clearly when it cannot."""

import asyncio
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Thread
from typing import Any

import pytest

import memoryweb_client as client_errors
from memoryweb.agents.models import Scope, Trust
from memoryweb_client import Client, NoAnswerError
from tests import json_server
from tests.clients.conftest import Connected
from tests.waiting import PATIENCE

PDF = ("technical", "document_format", "I prefer reports as PDF")


def test_what_is_saved_is_recalled_after_the_person_said_yes(alices: Connected) -> None:
    memory = alices.client
    saved = memory.save_user_preference(*PDF, quote="PDF please", tags=["reports"])
    assert (saved.outcome, saved.preference) == ("proposed", None)
    assert memory.recall_preferences(query="Write the monthly report").items == []
    assert alices.says_yes() == 1
    recalled = memory.recall_preferences(query="Write the monthly report")
    assert "PDF" in recalled.block
    assert [item.line for item in recalled.items] == [recalled.block]
    (listed,) = memory.get_user_preferences().preferences
    assert (listed.value, listed.tags, listed.valid_until) == ("PDF", ["reports"], None)


def test_every_read_answers_with_its_type(alices: Connected) -> None:
    alices.types("I prefer reports as PDF")
    memory = alices.client
    assert memory.get_memory_settings().enable_lt_memory_types.keys() >= {"user_insights"}
    assert memory.search_user_preferences("PDF", limit=5).preferences[0].confidence == 1.0
    assert memory.get_recent_conversations().excerpts == []


def test_feedback_and_conversations_are_recorded(alices: Connected) -> None:
    memory = alices.client
    said = "From now on, send me every report as PDF."
    recorded = memory.record_conversation("talk-1", [{"role": "user", "content": said}, "Thanks"])
    assert recorded.outcome == "saved"
    assert memory.record_feedback("accept", run="run-1", skill_id="reports").recorded


def test_asyncio_gets_the_same_answers(alices: Connected) -> None:
    alices.types("I prefer reports as PDF")

    async def ask() -> Any:
        memory = alices.async_client
        return await asyncio.gather(*(memory.recall_preferences(query="a report") for _ in range(4)))

    blocks = {recalled.block for recalled in asyncio.run(ask())}
    assert blocks == {alices.client.recall_preferences(query="a report").block}


def test_pages_follow_one_another(connect: Callable[..., Connected]) -> None:
    alices = connect(trust=Trust.TRUSTED)
    for food in ("olives", "figs", "leeks"):
        alices.client.save_user_preference("dietary", "dislikes", f"I don't like {food}")
    first = alices.client.get_user_preferences(limit=2)
    rest = alices.client.get_user_preferences(limit=2, cursor=first.next_cursor)
    assert [len(page.preferences) for page in (first, rest)] == [2, 1]
    assert rest.next_cursor == ""


def test_every_failure_is_an_error_of_its_own(connect: Callable[..., Connected]) -> None:
    alices = connect(trust=Trust.TRUSTED)
    memory, reader = alices.client, connect("bob", scopes=[Scope.READ]).client
    saved = memory.save_user_preference(*PDF)
    with pytest.raises(client_errors.StaleVersionError) as stale:
        memory.update_user_preference(saved.id, "I prefer reports as Word", if_version=1)
    assert stale.value.details["current"]["details"] == PDF[2]
    with pytest.raises(client_errors.SensitiveDataError) as refused:
        memory.save_user_preference("personal", "card", "My card is 4111 1111 1111 1111")
    assert "4111" not in str(refused.value)
    with pytest.raises(client_errors.InvalidArgumentError, match="INVALID_ARGUMENT: query"):
        memory.search_user_preferences("")
    with pytest.raises(client_errors.NotFoundError):
        memory.forget_user_preference("00000000-0000-0000-0000-000000000000")
    with pytest.raises(client_errors.PermissionDeniedError):
        reader.save_user_preference(*PDF)
    with pytest.raises(client_errors.UnauthenticatedError) as unknown:
        Client(alices.url, "mweb_unknown").get_memory_settings()
    assert not unknown.value.retryable
    memory.save_user_preference(*PDF, idempotency_key="once")
    with pytest.raises(client_errors.ConflictError):
        memory.save_user_preference("dietary", "vegan", "I am vegan", idempotency_key="once")


def test_a_write_whose_answer_is_lost_is_sent_again_and_happens_once(alices: Connected) -> None:
    with losing_first_answers(alices.url, 1) as url:
        saved = Client(url, alices.token).save_user_preference(*PDF)
    assert saved.outcome == "proposed"
    assert alices.says_yes() == 1
    assert alices.client.get_user_preferences().preferences[0].evidence_count == 1


def test_a_call_gives_up_after_its_retries(alices: Connected) -> None:
    with losing_first_answers(alices.url, 5) as url, pytest.raises(NoAnswerError, match="cannot be reached"):
        Client(url, alices.token, retries=1).get_memory_settings()
    with pytest.raises(NoAnswerError, match="cannot be reached"):
        Client("http://127.0.0.1:1", alices.token, retries=0).get_memory_settings()


def test_a_server_that_never_answers_takes_no_longer_than_the_timeout() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        with pytest.raises(NoAnswerError, match=r"within 0\.5 seconds"):
            Client(f"http://127.0.0.1:{silent.getsockname()[1]}", "mweb_x", timeout=0.5).get_memory_settings()
        silent.setblocking(False)
        silent.accept()[0].close()
        with pytest.raises(BlockingIOError):  # it was asked once: the whole time was over then
            silent.accept()


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        ((200, b"<html>"), "status 200, but not as memoryweb does"),
        ((200, b'{"ok": true, "data": {"block": 1}, "meta": {}}'), "has no SettingsResult.enable_memory"),
        ((200, b'{"ok": true, "data": [], "meta": {}}'), "SettingsResult in the answer is of another type"),
        ((404, b'{"detail": "Not Found"}'), "status 404, but not as memoryweb does"),
        ((308, b""), "redirects to"),
    ],
)
def test_another_program_that_answers_is_no_memoryweb(answer: tuple[int, bytes], message: str) -> None:
    with json_server.serving(lambda *_: answer) as url, pytest.raises(client_errors.BadAnswerError, match=message):
        Client(url, "mweb_x").get_memory_settings()


def test_a_proxy_whose_server_starts_again_is_asked_again() -> None:
    answers = iter([(502, b"<html>"), (503, b"<html>"), (401, b"<html>")])
    with json_server.serving(lambda *_: next(answers)) as url, pytest.raises(client_errors.BadAnswerError, match="401"):
        Client(url, "mweb_x").get_memory_settings()


def test_a_client_says_what_it_lacks(monkeypatch: pytest.MonkeyPatch, alices: Connected) -> None:
    with pytest.raises(ValueError, match="https://"):
        Client("memory.example.org", "mweb_x")
    with pytest.raises(ValueError, match="token"):
        Client("https://memory.example.org", "")
    monkeypatch.setenv("MEMORYWEB_URL", alices.url)
    monkeypatch.delenv("MEMORYWEB_TOKEN", raising=False)
    with pytest.raises(ValueError, match="Set MEMORYWEB_TOKEN"):
        Client.from_environment()
    monkeypatch.setenv("MEMORYWEB_TOKEN", alices.token)
    assert Client.from_environment().get_memory_settings().trust == "ask"


@contextmanager
def losing_first_answers(url: str, lost: int) -> Iterator[str]:
    """Run a proxy in front of memoryweb that closes the connection instead of giving back the first answers."""
    target = ("127.0.0.1", int(url.rpartition(":")[2]))
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            count = 0
            while True:
                try:
                    connection, _ = server.accept()
                except OSError:
                    return  # the test is over
                count += 1
                with connection:
                    answer = _forward(connection, target)
                    if count > lost:
                        connection.sendall(answer)

        thread = Thread(target=serve, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.getsockname()[1]}"
        server.shutdown(socket.SHUT_RDWR)
    thread.join(PATIENCE)


def _forward(connection: socket.socket, target: tuple[str, int]) -> bytes:
    """Send one request on and return the whole answer. The client asks for the connection to be closed after it."""
    request = b""
    while b"\r\n\r\n" not in request:
        request += connection.recv(65536)
    head, _, body = request.partition(b"\r\n\r\n")
    length = int(
        next(line.split(b":")[1] for line in head.split(b"\r\n") if line.lower().startswith(b"content-length"))
    )
    while len(body) < length:
        body += connection.recv(65536)
    with socket.create_connection(target) as upstream:
        upstream.sendall(head + b"\r\n\r\n" + body)
        pieces = []
        while piece := upstream.recv(65536):
            pieces.append(piece)
    return b"".join(pieces)
