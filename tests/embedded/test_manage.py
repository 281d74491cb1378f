"""`manage.py` where nothing runs: one line that says what is wrong, and no traceback."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from memoryweb.embedded.data_folder import ROOT
from tests.embedded.installation import OUTSIDE


@pytest.mark.parametrize("command", ["create_person somebody@example.org", "verify_history", "sync --once"])
def test_without_a_database_a_command_ends_with_one_line(command: str, tmp_path: Path) -> None:
    environ = {name: value for name, value in os.environ.items() if name not in OUTSIDE}
    environ["MEMORYWEB_DATA"] = str(tmp_path / "nowhere")
    done = subprocess.run(
        [sys.executable, "manage.py", *command.split()],
        cwd=ROOT,
        env=environ,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1, done.stderr
    assert f"The database of the data folder {tmp_path / 'nowhere'} does not answer" in done.stderr
