"""The plugin for OpenClaw: a recall before each turn, the person's own words recorded, and never in the way."""

import json
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from memoryweb.embedded.data_folder import ROOT
from memoryweb.learning.models import Conversation
from memoryweb.rls import scope
from tests.api.hooks.test_script import LIMIT, silent_server, unused_address
from tests.clients.conftest import Connected
from tests.conformance import programs

pytestmark = programs.needs_programs
PLUGIN = ROOT / "clients" / "openclaw"
ALONE = {"sessionId": "s1", "sessionKey": "agent:main:main", "trigger": "user", "runId": "r1"}
ASKS = "Which format for reports?"


class Host:
    """A running program that has loaded the plugin."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        self.seconds = 0.0  # of the last answer

    def ask(self, **message: Any) -> Any:
        assert self.process.stdin
        assert self.process.stdout
        print(json.dumps(message), file=self.process.stdin, flush=True)
        answer = json.loads(self.process.stdout.readline())
        self.seconds = answer["seconds"]
        return answer["result"]

    def send(self, words: str, turn: str = "", **context: Any) -> str:
        """Return what is put before the prompt."""
        event = {"prompt": f"[12:00] {words}", "currentUserMessage": words, "messages": []}
        event |= {"currentUserMessageId": turn} if turn else {}
        added = self.ask(turn=event, context=ALONE | {"runId": turn or words} | context)
        return str(added["prependContext"]) if added else ""


@pytest.fixture
def load() -> Iterator[Callable[..., Host]]:
    with ExitStack() as running:

        def start(**settings: Any) -> Host:
            program = Path(__file__).parent / "openclaw_host.mjs"
            command = programs.command(program, str(PLUGIN / "index.js"), json.dumps(settings))
            process = running.enter_context(
                subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
            )
            running.callback(process.kill)
            return Host(process)

        yield start


@pytest.fixture
def host(load: Callable[..., Host], alices: Connected) -> Host:
    """A host that waits as long as a busy machine takes. How long it waits by itself is tested below."""
    return load(url=alices.url, token=alices.token, senders=["42"], limit=20_000)


def recorded(agent: Connected) -> list[str]:
    with scope.acting_as(agent.person.pk):
        return [excerpt for each in Conversation.objects.all() for excerpt in each.excerpts]


def test_a_turn_begins_with_the_recall_and_the_next_one_brings_only_what_is_new(host: Host, alices: Connected) -> None:
    alices.types("I prefer reports as PDF")
    first = host.send(ASKS, "m1")
    assert first.startswith("<memoryweb>\n")
    assert first.endswith("\n</memoryweb>")
    assert "PDF" in first
    assert host.send(ASKS, "m1") == first  # the same prompt, built again
    assert host.send("And which format for reports now?", "m2") == ""
    assert alices.receipts() == ["recall"] * 3  # the first turn begins the session


def test_the_persons_words_are_recorded_once_without_what_was_added(host: Host, alices: Connected) -> None:
    said = "From now on, send me every report as PDF."
    for _ in range(2):
        host.send(f"<memoryweb>\nI am vegan\n</memoryweb>\n\n{said}", "m1")
    assert recorded(alices) == [said]


@pytest.mark.parametrize(
    "context",
    [
        {"sessionKey": "agent:main:telegram:group:7", "senderId": "42"},
        {"senderId": "43"},
        {"trigger": "heartbeat"},
        {"inputProvenance": {"kind": "inter_session"}},
    ],
)
def test_where_the_person_is_not_alone_or_did_not_speak_nothing_is_told_or_recorded(
    context: dict[str, Any], host: Host, alices: Connected
) -> None:
    alices.types("I prefer reports as PDF")
    assert host.send(ASKS, **context) == ""
    assert (recorded(alices), alices.receipts()) == ([], [])
    assert "PDF" in host.send(ASKS, senderId="42", sessionKey="agent:main:telegram:direct:42")


@pytest.mark.parametrize("trouble", ["down", "slow", "wrong token", "no token"])
def test_whatever_is_wrong_the_turn_goes_on_within_the_limit(
    trouble: str, load: Callable[..., Host], alices: Connected
) -> None:
    with silent_server() as silent:
        url = {"down": unused_address(), "slow": silent}.get(trouble, alices.url)
        token = {"wrong token": "mweb_guess", "no token": ""}.get(trouble, alices.token)
        host = load(url=url, token=token)
        assert host.send(ASKS) == ""
    assert host.seconds < 5 * LIMIT  # this machine also runs other tests


def test_a_turn_with_long_ids_is_recorded(host: Host, alices: Connected) -> None:
    host.send("I prefer reports as PDF", turn="t" * 150)
    assert recorded(alices) == ["I prefer reports as PDF"]


def test_what_a_tool_saves_waits_for_the_person_and_is_found_after_their_yes(host: Host, alices: Connected) -> None:
    assert set(host.ask()) == set(json.loads((PLUGIN / "openclaw.plugin.json").read_text())["contracts"]["tools"])
    given = {"category": "technical", "preference": "document_format", "details": "I prefer reports as PDF"}
    assert host.ask(tool="memory_save", given=given)["outcome"] == "proposed"
    assert host.ask(tool="memory_search", given={"query": ASKS})["preferences"] == []
    assert alices.says_yes() == 1
    for tool, asked in (("memory_search", {"query": ASKS}), ("memory_get", {"category": "technical"})):
        (found,) = host.ask(tool=tool, given=asked)["preferences"]
        assert "PDF" in found["details"]


def test_the_plugin_has_the_version_of_the_others_and_no_dependencies() -> None:
    manifest, package = (json.loads((PLUGIN / name).read_text()) for name in ("openclaw.plugin.json", "package.json"))
    version = json.loads((PLUGIN.parent / "claude-code/.claude-plugin/plugin.json").read_text())["version"]
    assert (manifest["version"], package["version"]) == (version, version)
    assert not {"dependencies", "peerDependencies"} & set(package)
