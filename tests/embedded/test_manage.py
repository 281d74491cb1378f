"""`manage.py` where something is wrong around it: one line that says what, and no traceback."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from memoryweb.embedded.data_folder import ROOT
from tests.embedded.installation import OUTSIDE
from tests.rings import third

WRONG = {"EMBEDDINGS": "foo", "EMAIL_PORT": "abc", "READS_PER_MINUTE": "-1"}


def manage(*arguments: str, **environ: str) -> "subprocess.CompletedProcess[str]":
    own = {name: value for name, value in os.environ.items() if name not in OUTSIDE}
    command = [sys.executable, "manage.py", *arguments]
    return subprocess.run(command, cwd=ROOT, env=own | environ, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("command", third(["create_person somebody@example.org", "verify_history", "sync --once"]))
def test_without_a_database_a_command_ends_with_one_line(command: str, tmp_path: Path) -> None:
    done = manage(*command.split(), MEMORYWEB_DATA=str(tmp_path / "nowhere"))
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1, done.stderr
    assert f"The database of the data folder {tmp_path / 'nowhere'} does not answer" in done.stderr


@pytest.mark.parametrize(("name", "value"), third([*WRONG.items()]))
def test_a_wrong_setting_is_one_line_that_names_it(name: str, value: str, tmp_path: Path) -> None:
    done = manage("up", **{"MEMORYWEB_DATA": str(tmp_path / "data"), name: value})
    assert done.returncode == 1
    assert done.stderr.startswith(f"{name} is ")
    assert done.stderr.count("\n") == 1, done.stderr
