"""Open WebUI loads the filter: a chat gets the recall at its end, is recorded, and never waits long."""

import socket
import time
from collections.abc import Iterator
from typing import Any

import pytest

from memoryweb.learning.models import Conversation
from memoryweb.rls import scope
from tests.clients.conftest import Connected
from tests.clients.with_hosts.host import Host, running

QUESTION = {"role": "user", "content": "Which format for reports?"}


@pytest.fixture
def host(alices: Connected) -> Iterator[Host]:
    with running("open_webui_host", alices) as program:
        assert program.ask(do="install") == "filter"
        yield program


def conversations(agent: Connected) -> list[Any]:
    with scope.acting_as(agent.person.pk):
        return list(Conversation.objects.all())


def test_the_recall_stands_at_the_end_of_the_users_last_message(host: Host, alices: Connected) -> None:
    alices.types("I prefer reports as PDF")
    block = alices.client.recall_preferences(query=QUESTION["content"]).block
    first = {"role": "system", "content": "You help."}
    messages = host.ask(do="inlet", body={"messages": [first, QUESTION]})["messages"]
    assert messages[0] == first
    assert messages[1]["content"].startswith(f"{QUESTION['content']}\n\n<memoryweb>\n")
    assert messages[1]["content"].endswith(f"\n{block}\n</memoryweb>")
    parts = [{"type": "text", "text": QUESTION["content"]}, {"type": "image_url", "image_url": {"url": "data:,"}}]
    (message,) = host.ask(do="inlet", body={"messages": [{"role": "user", "content": parts}]})["messages"]
    assert message["content"][:2] == parts
    assert block in message["content"][2]["text"]
    assert host.ask(do="inlet", body={"messages": [QUESTION]}, metadata={"task": "title_generation"}) == {
        "messages": [QUESTION]
    }


def test_a_chat_is_recorded_without_what_was_added_and_a_temporary_one_is_not(host: Host, alices: Connected) -> None:
    said = "From now on, send me every report as PDF."
    added = f"{said}\n\n<memoryweb>\nI am vegan and live in Berlin\n</memoryweb>"
    messages = [{"role": "user", "content": added}, {"role": "assistant", "content": "I will."}]
    host.ask(do="outlet", body={"chat_id": "local:abc", "messages": messages})
    assert conversations(alices) == []
    host.ask(do="outlet", body={"chat_id": "chat-1", "messages": messages})
    (recorded,) = conversations(alices)
    assert alices.says_yes() == 1
    assert "PDF" in alices.client.recall_preferences().block
    assert "vegan" not in str(vars(recorded))


def test_a_chat_goes_on_within_its_time_when_memoryweb_does_not_answer(host: Host) -> None:
    host.ask(do="inlet", body={"messages": [QUESTION]})
    with socket.create_server(("127.0.0.1", 0)) as silent:
        host.ask(do="valves", url=f"http://127.0.0.1:{silent.getsockname()[1]}")  # and the default of 0.8 seconds
        started = time.monotonic()
        body = {"chat_id": "chat-1", "messages": [QUESTION]}
        assert host.ask(do="inlet", body=body) == body
        assert time.monotonic() - started < 3
        assert host.ask(do="outlet", body=body) == body
