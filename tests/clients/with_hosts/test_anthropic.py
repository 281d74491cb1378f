"""Anthropic's own tool runner works with the memory tool, and its own file implementation answers the same."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.clients.conftest import Connected
from tests.clients.with_hosts.host import Host, running

NOTE = "/memories/notes/trips.md"


@pytest.fixture
def host(alices: Connected) -> Iterator[Host]:
    with running("anthropic_host", alices) as program:
        yield program


def texts(answer: dict[str, Any]) -> list[str]:
    return [each["text"] for each in answer["answers"]]


@pytest.mark.parametrize("is_async", [False, True])
def test_a_model_writes_a_note_and_reads_it_after_the_person_said_yes(
    host: Host, alices: Connected, is_async: bool
) -> None:
    create = {"command": "create", "path": NOTE, "file_text": "Likes window seats"}
    view = {"command": "view", "path": NOTE}
    written = host.ask(commands=[create, view], is_async=is_async)
    assert written["tools"] == [{"type": "memory_20250818", "name": "memory"}]
    header = f"Here's the content of {NOTE} with line numbers:\n     1\t"
    waits = f"{header}\n1 change waits for the person: {alices.url}/review/"
    assert texts(written) == [f"File created successfully at: {NOTE}", waits]
    assert alices.says_yes() == 1
    assert texts(host.ask(commands=[view], is_async=is_async)) == [f"{header}Likes window seats"]


def test_a_failed_command_is_an_error_that_the_model_reads(host: Host) -> None:
    answer = host.ask(commands=[{"command": "view", "path": "/memories/x.md"}, {"command": "view", "path": "/etc"}])
    assert answer["answers"] == [
        {"text": "The path /memories/x.md does not exist. Please provide a valid path.", "is_error": True},
        {"text": "Path must start with /memories, got: /etc", "is_error": True},
    ]


def test_the_answers_are_those_of_anthropics_own_implementation(connect: Any) -> None:
    """The same commands go to its tool that keeps files on disk. Listings are left out: sizes differ."""
    commands = [
        {"command": "create", "path": NOTE, "file_text": "Likes window seats\nFlies from Hamburg\nSwims in the sea"},
        {"command": "create", "path": NOTE, "file_text": "x"},
        {"command": "view", "path": NOTE},
        {"command": "view", "path": NOTE, "view_range": [2, 3]},
        {"command": "str_replace", "path": NOTE, "old_str": "window", "new_str": "aisle"},
        {"command": "str_replace", "path": NOTE, "old_str": "bicycle", "new_str": "x"},
        {"command": "str_replace", "path": NOTE, "old_str": "se", "new_str": "x"},
        {"command": "insert", "path": NOTE, "insert_line": 1, "insert_text": "Has a folding bike\n"},
        {"command": "insert", "path": NOTE, "insert_line": 9, "insert_text": "x"},
        {"command": "view", "path": "/memories/notes/trips.md/x"},
        {"command": "str_replace", "path": "/memories/x.md", "old_str": "a", "new_str": "b"},
        {"command": "insert", "path": "/memories", "insert_line": 0, "insert_text": "x"},
        {"command": "rename", "old_path": "/memories/x.md", "new_path": "/memories/y.md"},
        {"command": "rename", "old_path": "/memories/notes/trips.md", "new_path": NOTE},
        {"command": "delete", "path": "/memories"},
        {"command": "delete", "path": "/memories/x.md"},
        {"command": "delete", "path": NOTE},
        {"command": "view", "path": NOTE},
    ]
    with running("anthropic_host", connect(trust="trusted")) as program:
        ours, theirs = program.ask(commands=commands), program.ask(commands=commands, is_local=True)
    assert ours["answers"] == theirs["answers"]
