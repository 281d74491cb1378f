"""A folder that cannot be written is one line, for `make run` and for `manage.py up`."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from memoryweb.embedded import data_folder
from memoryweb.embedded.data_folder import ROOT
from tests.embedded.run import OUTSIDE, free_port


@contextmanager
def read_only(folder: Path) -> Iterator[list[str]]:
    """Yield the start of a command line that runs a command for which the folder is read-only."""
    mounts = f"mount --bind {folder} {folder} && mount -o remount,bind,ro {folder}"
    unshare = ["unshare", "--mount", *([] if os.geteuid() == 0 else ["--user", "--map-root-user"])]
    if subprocess.run([*unshare, "true"], check=False, capture_output=True).returncode:
        pytest.skip("this machine lets nobody but root mount folders")
    yield [*unshare, "sh", "-c", f'{mounts} && exec "$@"', "sh"]


@pytest.mark.parametrize("is_new", [True, False])
def test_a_read_only_folder_is_one_line_with_the_way_out(data: Path, is_new: bool) -> None:
    if not is_new:
        data_folder.create(data)
    with read_only(data.parent) as prefix:
        environ = {name: value for name, value in os.environ.items() if name not in OUTSIDE}
        command = [*prefix, sys.executable, "manage.py", "up"]
        environ |= {"MEMORYWEB_DATA": str(data), "PORT": str(free_port())}
        run = subprocess.run(command, env=environ, cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 1
    assert run.stderr.splitlines() == [
        f"{data if is_new else data / 'lock'} cannot be used: read-only file system."
        " Choose a folder that you may write with MEMORYWEB_DATA=… make run."
    ]


def test_a_read_only_checkout_is_one_line_with_the_way_out(tmp_path: Path) -> None:
    shutil.copy(ROOT / "Makefile", tmp_path)
    (tmp_path / "requirements").mkdir()
    (tmp_path / "requirements" / "base.txt").touch()
    with read_only(tmp_path) as prefix:
        run = subprocess.run([*prefix, "make", "run"], cwd=tmp_path, capture_output=True, text=True, check=False)
    said = [line for line in run.stderr.splitlines() if not line.startswith("make")]
    assert run.returncode != 0
    assert said == [f"{tmp_path} is read-only. Copy memoryweb to a folder that you may write."]
