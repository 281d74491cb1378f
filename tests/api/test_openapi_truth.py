"""Schemathesis compares the OpenAPI document with a running server, for every operation of the document.

It sends what the document allows and what it forbids: an undocumented status, a body or item of a wrong type that is
accepted, an answer of another shape or a call without a token fail. The seed is fixed, so every run sends the same.
"""

import subprocess
import sys
from pathlib import Path

import pytest

from memoryweb.agents.models import Trust
from tests.api.web_process import WebProcess, person_with_agent
from tests.builders import bind_to_community

# Left out: "valid data must be accepted". No schema can say that a cursor comes from an earlier answer, that a date
# lies between 1900 and 2200, or that a text has no U+0000.
OPTIONS = (
    "--checks=all", "--exclude-checks=positive_data_acceptance", "--phases=examples,coverage,fuzzing",
    "--max-examples=2", "--seed=1", "--generation-database=none", "--suppress-health-check=all", "--no-color",
    "--request-timeout=20", "--warnings=off",
)  # fmt: skip


@pytest.mark.usefixtures("committed")
def test_the_server_does_what_its_document_says(web: WebProcess, tmp_path: Path) -> None:
    _, agent, token = person_with_agent("alice", trust=Trust.TRUSTED)
    bind_to_community(agent)
    command = [sys.executable, "-m", "schemathesis.cli", "run", f"{web.url}/api/v1/openapi.json", f"--url={web.url}",
               f"--header=Authorization: Bearer {token}", *OPTIONS]  # fmt: skip
    result = subprocess.run(command, check=False, capture_output=True, text=True, cwd=tmp_path, timeout=120)
    assert result.returncode == 0, result.stdout[-6000:] + result.stderr[-2000:]
    assert "Tested: 13" in result.stdout.replace("  ", " "), result.stdout[-2000:]
