"""The official conformance suite of MCP against a running memoryweb; `make conformance` installs and runs it.

Of its scenarios those apply that ask for no tool, resource or prompt of the suite's own (docs/agents.md).
"""

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest

from memoryweb.embedded.child import Child, until
from memoryweb.embedded.data_folder import ROOT
from memoryweb.embedded.processes import HOST, Installation
from memoryweb.people.models import User
from memoryweb.rls.roles import APP
from tests import servers
from tests.api.web_process import answers, person_with_agent
from tests.oauth.connector import Browser

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


def _free_port() -> int:
    with socket.socket() as free_port:
        free_port.bind((HOST, 0))
        return int(free_port.getsockname()[1])


@pytest.fixture
def address(committed: None) -> Iterator[str]:
    """Run the web process with the token of an agent on every request to MCP."""
    port = _free_port()
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


def test_the_authorization_server_is_described_and_lets_the_suite_in(address: str) -> None:
    """The suite asks for a code and for a token. It wants a browser in which somebody signs in and presses Connect."""
    port = _free_port()
    back = f"http://127.0.0.1:{port}/callback"
    client = {"client_name": "The suite", "redirect_uris": [back], "token_endpoint_auth_method": "none"}
    known = httpx2.post(f"{address}/oauth/register/", json=client).json()
    command = [NODE, str(SUITE), "authorization", f"--url={address}", f"--client-id={known['client_id']}",
               f"--port={port}", f"--resource={address}/mcp"]  # fmt: skip
    browser = Browser(address)
    browser.sign_in(User.objects.create_user("anna@example.org"))
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=HERE) as suite:
        try:
            assert suite.stdout
            asked = next(line.strip() for line in suite.stdout if line.startswith(f"{address}/oauth/authorize/"))
            answer = browser.press(browser.open(asked))
            assert httpx2.get(answer.headers["Location"]).text.startswith("OK.")
            said = suite.stdout.read()
        finally:
            suite.kill()
    browser.http.close()
    print(said)
    assert "Total: 3 passed, 0 failed" in said, said


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
