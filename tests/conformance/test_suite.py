"""The official conformance suite of MCP against a running memoryweb; `make conformance` installs and runs it.

Of its scenarios those apply that ask for no tool, resource or prompt of the suite's own (docs/agents.md).
"""

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from memoryweb.embedded.child import Child, until
from memoryweb.embedded.data_folder import ROOT
from memoryweb.embedded.processes import HOST, Installation
from memoryweb.rls.roles import APP
from tests import servers
from tests.api.web_process import answers, person_with_agent

HERE = Path(__file__).parent
SUITE = HERE / "node_modules" / "@modelcontextprotocol" / "conformance" / "dist" / "index.js"
NODE = os.environ.get("NODE", "node")
NOT_TESTABLE = "Not testable: server does not list the diagnostic tool"  # one of the suite's own
SCENARIOS = {
    "2025-11-25": ("server-initialize", "ping", "tools-list", "resources-list", "prompts-list",
                   "dns-rebinding-protection"),
    "2026-07-28": ("server-stateless", "tools-list", "resources-list", "prompts-list", "sep-2164-resource-not-found",
                   "caching", "dns-rebinding-protection", "http-header-validation"),
}  # fmt: skip


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
    command = [sys.executable, "-m", "granian", "--interface", "asgi", "--host", HOST, "--port", str(port),
               "--no-ws", "tests.conformance.app:application"]  # fmt: skip
    child = Child("conformance", command, log=data / "logs" / "conformance.log", env=environment, cwd=ROOT)
    child.start()
    try:
        assert until(lambda: answers(f"http://{HOST}:{port}/healthz"), 60), child.last_log_line()
        yield f"http://{HOST}:{port}"
    finally:
        child.stop()


def test_every_scenario_that_applies_succeeds_in_both_generations(address: str) -> None:
    failed: dict[tuple[str, str], str] = {}
    for version, scenarios in SCENARIOS.items():
        for scenario in scenarios:
            said = run("server", f"--url={address}/mcp", f"--scenario={scenario}", f"--spec-version={version}")
            print(version, scenario, "failed" if said else "passed")
            failed |= {(version, scenario): said} if said else {}
    assert not failed, "\n".join(failed.values())


def test_the_authorization_server_is_described_as_the_suite_wants_it(address: str) -> None:
    assert not run("authorization", f"--url={address}", "--scenario=authorization-server-metadata-endpoint")


def run(*arguments: str) -> str:
    """Run the suite; return what it says if something failed."""
    ended = subprocess.run(
        [NODE, str(SUITE), *arguments], capture_output=True, text=True, check=False, timeout=60, cwd=HERE
    )
    if ended.returncode == 0:
        return ""
    errors = [line for line in ended.stdout.splitlines() if "Error:" in line]
    if errors and all(NOT_TESTABLE in line for line in errors):
        return ""
    wrong = [*(line for line in ended.stdout.splitlines() if "FAILURE" in line), *errors]
    return "\n".join((" ".join(arguments), *wrong, ended.stderr[-1000:]))
