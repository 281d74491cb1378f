"""An agent of the OpenAI Agents SDK gets a recall with its instructions, searches, and suggests what to remember."""

import json
import socket
import time
from collections.abc import Iterator

import pytest

from memoryweb.memories.models import Memory
from memoryweb.rls import scope
from tests.clients.conftest import Connected
from tests.clients.with_hosts.host import Host, running


@pytest.fixture
def host(alices: Connected) -> Iterator[Host]:
    with running("openai_agents_host", alices) as program:
        yield program


def test_the_instructions_end_with_a_recall_about_what_the_user_said(host: Host, alices: Connected) -> None:
    alices.types("I prefer reports as PDF")
    block = alices.client.recall_preferences(query="Which format for reports?").block
    instructions = host.ask(said="Which format for reports?")["instructions"]
    assert instructions.startswith("You help with reports.\n\n")
    assert instructions.endswith(f"\n{block}")


def test_a_model_searches_and_suggests(host: Host, alices: Connected) -> None:
    statement = "The user prefers reports as PDF"
    beside = {"kind": "habit", "importance": 6, "ttl_days": None, "applies_to": ["generate_report"]}
    remember = {"name": "remember", "arguments": {"statement": statement, "quote": "PDF please", **beside}}
    search = {"name": "search_memory", "arguments": {"query": "reports"}}
    written = json.loads(host.ask(said="PDF please", call=remember)["answer"])
    assert (written["outcome"], written["reviewUrl"]) == ("proposed", f"{alices.url}/review/")
    assert host.ask(said="Which format?", call=search)["answer"] == "Nothing is known about this."
    assert alices.says_yes() == 1
    assert suggestions_of(alices) == ("habit", 6, ["generate_report"])
    assert host.ask(said="Which format?", call=search)["answer"] == f"- {statement}"
    secret = {"name": "remember", "arguments": {"statement": "Card 4111 1111 1111 1111", "quote": ""}}
    assert host.ask(said="Pay", call=secret)["answer"].startswith("Not kept. ")


def suggestions_of(alices: Connected) -> tuple[str, float, list[str]]:
    with scope.acting_as(alices.person.pk):
        memory = Memory.objects.get()
        return memory.kind, memory.importance, memory.applies_to


def test_an_agent_works_when_memoryweb_does_not_answer(host: Host) -> None:
    host.ask(said="Warm up")
    with socket.create_server(("127.0.0.1", 0)) as silent:
        started = time.monotonic()
        answer = host.ask(said="Hello", url=f"http://127.0.0.1:{silent.getsockname()[1]}")
    assert (answer["answer"], answer["instructions"]) == ("Done.", "You help with reports.")
    assert time.monotonic() - started < 5
