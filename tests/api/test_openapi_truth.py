"""Schemathesis compares the OpenAPI document with a running server, for every operation of the document.

It sends what the document allows and what it forbids: an undocumented status, a body or item of a wrong type that is
accepted, an answer of another shape or a call without a token fail. The seed is fixed, so every run sends the same.
`make schemathesis` asks with 2,000 examples, operation by operation.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from memoryweb.agents.models import Trust
from memoryweb.operations.table import OPERATIONS
from tests.api.conftest import url
from tests.api.web_process import WebProcess, person_with_agent
from tests.builders import bind_to_community

FEW = 2
EXAMPLES = int(os.environ.get("SCHEMATHESIS_EXAMPLES", FEW))  # of an operation
LISTED = "/api/v1/tools"  # the schemas of all operations
SECONDS = 120 + EXAMPLES  # one process may take
# Left out: "valid data must be accepted". No schema can say that a cursor comes from an earlier answer, that a date
# lies between 1900 and 2200, or that a text has no U+0000.
OPTIONS = (
    "--checks=all",
    "--exclude-checks=positive_data_acceptance",
    "--phases=examples,coverage,fuzzing",
    f"--max-examples={EXAMPLES}",
    "--seed=1",
    "--generation-database=none",
    "--suppress-health-check=all",
    "--no-color",
    "--request-timeout=20",
    "--warnings=off",
)


def run_schemathesis(web: WebProcess, folder: Path, *options: str) -> str:
    """Return what it says. Fails for anything it finds."""
    _, agent, token = person_with_agent("alice", trust=Trust.TRUSTED)
    bind_to_community(agent)
    command = [
        sys.executable,
        "-m",
        "schemathesis.cli",
        "run",
        f"{web.url}/api/v1/openapi.json",
        f"--url={web.url}",
        f"--header=Authorization: Bearer {token}",
        *OPTIONS,
        *options,
    ]
    result = subprocess.run(command, check=False, capture_output=True, text=True, cwd=folder, timeout=SECONDS)
    assert result.returncode == 0, result.stdout[-6000:] + result.stderr[-2000:] + web.log.read_text()[-3000:]
    return re.sub(" +", " ", result.stdout)


@pytest.mark.usefixtures("committed")
@pytest.mark.skipif(EXAMPLES > FEW, reason="the test below asks more")
def test_the_server_does_what_its_document_says(web: WebProcess, tmp_path: Path) -> None:
    assert f"Tested: {len(OPERATIONS) + 1}" in run_schemathesis(web, tmp_path)


@pytest.mark.usefixtures("committed")
@pytest.mark.parametrize("path", [LISTED, *map(url, OPERATIONS)] if EXAMPLES > FEW else [])
def test_each_operation_does_so_with_many_examples(path: str, web: WebProcess, tmp_path: Path) -> None:
    said = run_schemathesis(web, tmp_path, f"--include-path={path}")
    assert "Tested: 1\n" in said
    print(path, *re.findall(r"\d+ generated.*|\d+ passed.*", said))
