"""The command line of MCP's inspector, as people run it to look at a server."""

import json
from subprocess import CompletedProcess

from memoryweb.memories.models import Memory
from memoryweb.rls import scope
from tests.api.conftest import PDF
from tests.api.web_process import WebProcess, person_with_agent
from tests.conformance import programs


def ask(web: WebProcess, token: str, method: str, *arguments: str) -> CompletedProcess[str]:
    header = f"Authorization: Bearer {token}"
    return programs.run(
        programs.INSPECTOR, f"{web.url}/mcp", "--transport", "http", "--header", header, "--method", method, *arguments
    )


@programs.needs_programs
def test_the_inspector_lists_the_tools_and_calls_one(committed: None, web: WebProcess) -> None:
    alice, _, token = person_with_agent("alice")
    listed = ask(web, token, "tools/list")
    assert listed.returncode == 0, listed.stderr
    names = {tool["name"] for tool in json.loads(listed.stdout)["tools"]}
    assert {"recall_preferences", "save_user_preference"} <= names
    arguments = [part for name, value in PDF.items() for part in ("--tool-arg", f"{name}={value}")]
    called = ask(web, token, "tools/call", "--tool-name", "save_user_preference", *arguments)
    assert called.returncode == 0, called.stderr
    assert json.loads(called.stdout)["structuredContent"]["outcome"] == "proposed"
    with scope.acting_as(alice.pk):
        assert Memory.objects.get().status == "candidate"


@programs.needs_programs
def test_the_inspector_is_told_that_a_token_is_wrong(web: WebProcess) -> None:
    refused = ask(web, "mweb_wrong", "tools/list")
    assert refused.returncode == 1
    assert "UNAUTHENTICATED" in refused.stderr
    assert "mweb_wrong" not in refused.stderr
