"""The script memoryweb-hook, run as hosts run it: a process with an event on stdin, against a web process or none."""

import json
import os
import runpy
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from memoryweb.api.hooks.hosts import HOSTS
from memoryweb.learning.models import Conversation
from memoryweb.people.models import User
from memoryweb.rls import scope
from tests.api.hooks.payloads import SESSION, STARTS, prompt_of
from tests.api.web_process import WebProcess, person_with_agent
from tests.builders import person_types
from tests.waiting import PATIENCE, wait_for

SCRIPT = Path(__file__).parents[3] / "clients/claude-code/scripts/memoryweb-hook"
LIMIT = 0.8  # seconds, which hosts are told


@dataclass(frozen=True)
class Run:
    code: int
    out: bytes
    error: str


def run(*arguments: str, event: Any = None, home: Path, script: Path = SCRIPT, **environment: str) -> Run:
    """Run the script with nothing of this machine's environment. `event` is JSON, or bytes as they are."""
    sent = event if isinstance(event, bytes) else json.dumps(event).encode()
    done = subprocess.run(
        [sys.executable, str(script), *arguments],
        input=sent,
        capture_output=True,
        timeout=PATIENCE,
        cwd=home,
        check=False,
        env={"HOME": str(home), "PATH": os.environ["PATH"]} | environment,
    )
    return Run(done.returncode, done.stdout, done.stderr.decode())


def patient(folder: Path) -> Path:
    """Return a copy of the script that waits as long as a busy machine takes. Its own clock is tested below."""
    copy, clock = folder / SCRIPT.name, "\nSECONDS = 0.75 "
    text = SCRIPT.read_text()
    assert text.count(clock) == 1
    copy.write_text(text.replace(clock, f"\nSECONDS = {PATIENCE} "))
    return copy


@contextmanager
def silent_server() -> Iterator[str]:
    """Yield the address of a server that takes connections and never answers."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield f"http://127.0.0.1:{server.getsockname()[1]}"


def unused_address() -> str:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return f"http://127.0.0.1:{server.getsockname()[1]}"


def project(folder: Path) -> str:
    code = "import runpy, sys; print(runpy.run_path(sys.argv[1])['project_of'](sys.argv[2]))"
    return subprocess.run(
        [sys.executable, "-c", code, str(SCRIPT), str(folder)], capture_output=True, text=True, check=True
    ).stdout.strip()


@pytest.fixture
def alice_and_token(committed: None) -> tuple[User, str]:
    person, _, token = person_with_agent("alice")
    with scope.acting_as(person.pk):
        person_types(person, "I prefer concise answers", name="answers", category="communication")
    return person, token


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A folder inside of a repository that is called boat."""
    inside = tmp_path / "boat" / "src" / "deck"
    inside.mkdir(parents=True)
    (tmp_path / "boat" / ".git").mkdir()
    return inside


@pytest.mark.parametrize("host", HOSTS)
def test_the_script_prints_what_the_host_reads(
    host: str, web: WebProcess, alice_and_token: tuple[User, str], repository: Path, tmp_path: Path
) -> None:
    person, token = alice_and_token
    where = {"cwd": str(repository), "workspace_roots": [str(repository)], "project": "not this"}
    environment = {"MEMORYWEB_URL": web.url, "MEMORYWEB_TOKEN": token}
    script = patient(tmp_path)
    said = run(host, event=STARTS[host] | where, home=repository, script=script, **environment)
    assert "concise answers" in json.dumps(json.loads(said.out))
    said = run(host, event=prompt_of(host, "I like tea.") | where, home=repository, script=script, **environment)
    assert said.code == 0
    with scope.acting_as(person.pk):
        wait_for(Conversation.objects.exists)  # the server goes on where the script has left
        kept = Conversation.objects.get()
        assert (kept.external_id, kept.excerpts, kept.project) == (SESSION, ["I like tea."], "boat")


@pytest.mark.parametrize("trouble", ["down", "slow", "wrong token", "no address", "a strange address", "not set"])
def test_whatever_is_wrong_the_host_goes_on(
    trouble: str, web: WebProcess, alice_and_token: tuple[User, str], tmp_path: Path
) -> None:
    with silent_server() as silent:
        url = {
            "down": unused_address(),
            "slow": silent,
            "no address": "file:///etc/passwd",
            "a strange address": "http://[::1",
            "not set": "",
        }.get(trouble, web.url)
        token = "mweb_guess" if trouble == "wrong token" else alice_and_token[1]
        done = run("claude-code", event=STARTS["claude-code"], home=tmp_path, MEMORYWEB_URL=url, MEMORYWEB_TOKEN=token)
    assert (done.code, done.out) == (0, b"")
    assert done.error.startswith("memoryweb-hook: ")
    assert done.error.count("\n") == 1
    assert token not in done.error
    if trouble == "slow":  # its own clock ended it
        assert done.error == "memoryweb-hook: memoryweb did not answer in time.\n"


def test_the_scripts_own_clock_ends_it_within_the_limit() -> None:
    assert f"within {LIMIT} seconds" in SCRIPT.read_text()
    assert runpy.run_path(str(SCRIPT))["SECONDS"] < LIMIT


def test_an_event_that_never_ends_is_not_waited_for(tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, str(SCRIPT), "codex"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={"HOME": str(tmp_path)},
    ) as process:
        assert process.wait(PATIENCE) == 0
        assert process.stdout
        assert process.stdout.read() == b""


@pytest.mark.parametrize("event", [b"", b"not JSON", b"[1]", b"\xff\xfe", b'{"prompt": {"a": 1}}', b"null"])
def test_an_event_that_makes_no_sense_stops_nobody(event: bytes, tmp_path: Path) -> None:
    done = run("codex", event=event, home=tmp_path, MEMORYWEB_URL=unused_address(), MEMORYWEB_TOKEN="x")
    assert (done.code, done.out) == (0, b"")


def test_the_project_is_the_git_roots_name(repository: Path, tmp_path: Path) -> None:
    assert project(repository) == "boat"
    assert project(tmp_path) == ""
    worktree = tmp_path / "boat-fix"
    worktree.mkdir()
    (tmp_path / "boat" / ".git" / "worktrees" / "boat-fix").mkdir(parents=True)
    (worktree / ".git").write_text(f"gitdir: {tmp_path}/boat/.git/worktrees/boat-fix\n")
    assert project(worktree) == "boat"
    module = tmp_path / "boat" / "mast"
    module.mkdir()
    (module / ".git").write_text("gitdir: ../.git/modules/mast\n")
    assert project(module) == "mast"


def test_the_server_gives_the_script(web: WebProcess) -> None:
    answer = web.send("/hooks/v1/memoryweb-hook", method="GET")
    assert answer.status_code == 200
    assert answer.content == SCRIPT.read_bytes()
    assert answer.headers["content-type"].startswith("text/x-python")


def test_only_what_is_needed_leaves_the_machine(tmp_path: Path) -> None:
    """Neither paths nor the e-mail address, which Cursor hands to every hook."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(PATIENCE)
        address = f"http://127.0.0.1:{server.getsockname()[1]}"
        event = prompt_of("cursor", "Hello")
        with subprocess.Popen(
            [sys.executable, str(SCRIPT), "cursor"],
            stdin=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={"HOME": str(tmp_path), "MEMORYWEB_URL": address, "MEMORYWEB_TOKEN": "x"},
        ) as process:
            assert process.stdin
            process.stdin.write(json.dumps(event).encode())
            process.stdin.close()
            connection = server.accept()[0]
            received = b""
            while b"Hello" not in received:
                received += connection.recv(65536)
            connection.close()
    assert b"alice" not in received
    sent = json.loads(received.partition(b"\r\n\r\n")[2])
    assert set(sent) == {"hook_event_name", "conversation_id", "generation_id", "prompt", "project"}
