"""LibreChat takes what docs/clients.md tells to write into librechat.yaml."""

import json
import re
import subprocess
from pathlib import Path
from typing import Any

from memoryweb.embedded.data_folder import ROOT
from tests.conformance import programs


def read(configuration: str) -> Any:
    """Return the servers that LibreChat finds."""
    command = programs.command(Path(__file__).parent / "librechat_host.cjs")
    done = subprocess.run(command, input=f"version: 1.3.0\n{configuration}", capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def test_librechat_takes_the_configuration_and_asks_each_user_for_their_token() -> None:
    (told,) = re.findall(r"```yaml\n(mcpServers:.*?)```", (ROOT / "docs/clients.md").read_text(), re.DOTALL)
    server = read(told)["memoryweb"]
    assert (server["type"], server["serverInstructions"]) == ("streamable-http", True)
    (variable,) = server["customUserVars"]
    assert server["headers"] == {"Authorization": f"Bearer {{{{{variable}}}}}"}
    assert "failed" in read(told.replace("url: http://127.0.0.1:8000/mcp", "url: 5"))
