"""Runs a program with a host's own library in the environment that `make test-clients` makes, and talks to it.

The libraries do not fit beside what memoryweb runs on, so the programs run apart: a JSON line in, a JSON line out.
"""

import json
import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from tests.clients.conftest import Connected

ROOT = Path(__file__).resolve().parents[3]
PYTHON = ROOT / ".venv-clients" / "bin" / "python"


@dataclass(frozen=True)
class Host:
    """A running program."""

    stdin: IO[str]
    stdout: IO[str]

    def ask(self, **message: Any) -> Any:
        """Send a message and return the answer. A failure of the program fails the test with its traceback."""
        print(json.dumps(message), file=self.stdin, flush=True)
        answer = json.loads(self.stdout.readline() or '{"failed": "the program has ended"}')
        assert "failed" not in answer, answer["failed"]
        return answer["result"]


@contextmanager
def running(name: str, agent: Connected, **environment: str) -> Iterator[Host]:
    """Start the program of this name, which finds memoryweb and the agent's token in its environment."""
    own = {"MEMORYWEB_URL": agent.url, "MEMORYWEB_TOKEN": agent.token, "PYTHONPATH": f"{ROOT}:{ROOT}/clients/python"}
    command = [str(PYTHON), "-m", f"tests.clients.with_hosts.{name}"]
    process = subprocess.Popen(
        command,
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], "HOME": os.environ.get("HOME", "/")} | own | environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    with process:
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            yield Host(process.stdin, process.stdout)
        finally:
            process.stdin.close()  # the program ends with its input
            process.wait(20)
