"""The calls that the README shows reach what is served."""

import json
import re
from pathlib import Path

from django.test import Client

from memoryweb.agents.models import Agent
from memoryweb.people.models import User
from memoryweb.rls import scope
from tests.api.conftest import envelope
from tests.builders import post

README = Path(__file__).resolve().parents[2] / "README.md"
FENCE = re.compile(r"^```\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def test_the_readmes_calls_reach_the_addresses_that_are_served(client: Client, alice: User) -> None:
    """Make the call of curl as it stands there; MCP's address and header are walked in tests/api/test_mcp.py."""
    with scope.acting_as(alice.pk):
        _, token = Agent.connect(alice, name="Reader")
    blocks = FENCE.findall(README.read_text())
    curl = next(block for block in blocks if block.startswith("curl"))
    path = re.search(r"http://127\.0\.0\.1:8000(\S+)", curl)
    body = re.search(r"-d '(.+)'", curl)
    assert path
    assert body
    assert envelope(post(client, path[1], token, body[1]))["data"]["outcome"] == "proposed"
    (server,) = json.loads(next(block for block in blocks if block.startswith("{")))["mcpServers"].values()
    assert (server["type"], server["url"]) == ("http", "http://127.0.0.1:8000/mcp")
    assert server["headers"]["Authorization"].startswith("Bearer mweb_")
