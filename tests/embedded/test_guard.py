"""Nothing that a run of the tests has started is left 5 seconds after its end, however it ends."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from memoryweb.embedded.child import until
from memoryweb.embedded.data_folder import ROOT
from tests import guard, servers
from tests.cases import for_each
from tests.embedded import one_of_each
from tests.rings import thorough
from tests.waiting import PATIENCE, wait_for

KINDS = ("pytest", "manage.py up", "granian", "celery", "beat", "postgres", "valkey", "chrom", "command_server")
WITHIN = 5.0  # seconds after the end of a run, in which the kernel ends what it was told to

Run = subprocess.Popen[bytes]
Process = tuple[int, int]  # its id, and when it was started: together they are never used again


@contextmanager
def heeding_ctrl_c() -> Iterator[None]:
    """Let what is started meanwhile end by Ctrl-C, as in a terminal. A script's `make test &` has all below ignore it.

    A process that is started inherits that a signal is ignored, but not how another one handles it.
    """
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def run_of_its_own(folder: Path) -> Iterator[Run]:
    """Start the tests with servers of their own, in a process group and with a Ctrl-C as a terminal gives them."""
    inherited = ("PYTEST_", servers.FOLDER, servers.MIGRATED, "DATABASE_URL", "MEMORYWEB_DATA")
    environ = {name: value for name, value in os.environ.items() if not name.startswith(inherited)}
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-n", "2", one_of_each.__file__]
    with (folder / "log").open("wb") as log, heeding_ctrl_c():
        run = subprocess.Popen(
            command, cwd=ROOT, env=environ | {one_of_each.FOLDER: str(folder)}, stdout=log, stderr=log, process_group=0
        )
    try:
        yield run
    finally:
        run.kill()
        run.wait()


def when_started(pid: int) -> int:
    """Return when a process was started, 0 if it has ended."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0
    return 0 if fields[0] == "Z" else int(fields[19])


def everything(run: Run, folder: Path) -> dict[Process, str]:
    """Return what runs once one process of each kind is there."""

    def is_started() -> bool:
        assert run.poll() is None, (folder / "log").read_text()
        return (folder / one_of_each.STARTED).exists()

    wait_for(is_started, (folder / "log").read_text)
    found = {(pid, when_started(pid)): guard.command_line(pid) for pid in (run.pid, *guard.descendants(run.pid))}
    missing = [kind for kind in KINDS if not any(kind in line for line in found.values())]
    assert not missing, found
    return found


def runner(run: Run) -> int:
    """Return the process that runs the tests, below the two that guard it."""
    pid = run.pid
    for _ in range(2):
        pid = int(Path(f"/proc/{pid}/task/{pid}/children").read_text().split()[0])  # others are adopted
    return pid


WAYS: dict[str, Callable[[Run, Path], object]] = {
    "tests fail": lambda _, folder: (folder / one_of_each.FAIL).touch(),
    "Ctrl-C": lambda run, _: os.killpg(run.pid, signal.SIGINT),
    "SIGTERM": lambda run, _: run.terminate(),
    "kill -9": lambda run, _: run.kill(),
    "kill -9 of the one that runs the tests": lambda run, _: os.kill(runner(run), signal.SIGKILL),
}


@thorough
@for_each(WAYS)
def test_nothing_is_left_however_a_run_ends(way: str) -> None:
    with TemporaryDirectory() as name, run_of_its_own(folder := Path(name)) as run:
        started = everything(run, folder)
        WAYS[way](run, folder)
        run.wait(PATIENCE)

        def left() -> list[str]:
            return [line for (pid, when), line in started.items() if when_started(pid) == when]

        assert until(lambda: not left(), WITHIN), left()
        assert run.returncode != 0
