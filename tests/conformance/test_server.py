"""Every scenario of the official conformance suite of MCP against a running memoryweb, in both generations."""

import os
import socket
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from memoryweb.embedded.child import Child
from memoryweb.embedded.data_folder import ROOT
from memoryweb.embedded.processes import HOST, Installation
from memoryweb.rls.roles import APP
from tests import servers
from tests.api.web_process import answers, person_with_agent
from tests.conformance import programs
from tests.waiting import wait_for


@pytest.fixture
def address(committed: None) -> Iterator[str]:
    """Run the web process with the token of an agent on every request to MCP."""
    with socket.socket() as free_port:
        free_port.bind((HOST, 0))
        port = int(free_port.getsockname()[1])
    _, _, token = person_with_agent("alice")
    data = Path(os.environ[servers.FOLDER])
    environment = Installation(data, port, os.environ | {"DATABASE_URL": os.environ["APP_DATABASE_URL"]}).environment(
        APP, CONFORMANCE_TOKEN=token
    )
    (data / "logs").mkdir(exist_ok=True)
    command = [
        sys.executable,
        "-m",
        "granian",
        "--interface",
        "asgi",
        "--host",
        HOST,
        "--port",
        str(port),
        "--no-ws",
        "tests.conformance.app:application",
    ]
    child = Child("conformance", command, log=data / "logs" / "conformance.log", env=environment, cwd=ROOT)
    child.start()
    try:
        wait_for(lambda: answers(f"http://{HOST}:{port}/healthz"), child.last_log_line)
        yield f"http://{HOST}:{port}"
    finally:
        child.stop()


@programs.needs_programs
def test_every_scenario_that_applies_passes_in_both_generations(address: str) -> None:
    wrong = []
    for version in ("2025-11-25", "2026-07-28"):
        ended = programs.run(
            programs.SUITE,
            "server",
            f"--url={address}/mcp",
            "--suite=all",
            f"--spec-version={version}",
            f"--expected-failures={programs.FOLDER / 'not_applicable.yml'}",
        )
        print(f"\n{version}\n{programs.summary(ended.stdout)}")
        wrong += [f"{version}: {ended.stdout}\n{ended.stderr}"] if ended.returncode else []
        assert "✓ tools-list" in ended.stdout
    assert not wrong, "\n".join(wrong)
