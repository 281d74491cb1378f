"""Processes an earlier supervisor left behind: told by what only they can have, then ended."""

import contextlib
import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

from memoryweb.embedded.child import until

MARK = "MEMORYWEB_SUPERVISED"  # the environment of every process we start, with its data folder


def end_postgres(folder: Path) -> None:
    """Whatever runs in the cluster's folder; its backends end by themselves within 2 s.

    A postmaster.pid that names a stranger's process would keep PostgreSQL from starting, so it
    goes once nobody works in the folder.
    """
    for signum, seconds in ((signal.SIGINT, 10), (signal.SIGQUIT, 5), (signal.SIGKILL, 5)):
        holders = _working_in(folder)
        _send(holders if signum == signal.SIGKILL else holders & _postmaster(folder), signum)
        if until(lambda: not _working_in(folder), seconds):
            break
    if not _working_in(folder):
        (folder / "postmaster.pid").unlink(missing_ok=True)


def end_marked(data: Path) -> None:
    """Web, worker and beat whose supervisor was killed together with their own main process."""
    mark = os.fsencode(f"{MARK}={data}")

    def marked() -> set[int]:
        return _processes(lambda process: mark in (process / "environ").read_bytes().split(b"\0"))

    _send(marked(), signal.SIGTERM)
    if not until(lambda: not marked(), 5, step=0.1):
        _send(marked(), signal.SIGKILL)


def _postmaster(folder: Path) -> set[int]:
    try:
        return {int((folder / "postmaster.pid").read_text().split("\n", 1)[0])}
    except (FileNotFoundError, ValueError):
        return set()


def _working_in(folder: Path) -> set[int]:
    """The postmaster and its backends make the cluster's folder their own."""
    return _processes(lambda process: (process / "cwd").readlink() == folder)


def _processes(fits: Callable[[Path], bool]) -> set[int]:
    return set(_each(fits)) - {os.getpid()}


def _each(fits: Callable[[Path], bool]) -> Iterator[int]:
    for process in Path("/proc").iterdir():
        if process.name.isdigit():
            with contextlib.suppress(OSError):  # it ended meanwhile, or is someone else's
                if fits(process):
                    yield int(process.name)


def _send(pids: set[int], signum: signal.Signals) -> None:
    for pid in pids:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signum)
