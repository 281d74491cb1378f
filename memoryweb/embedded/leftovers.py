"""Finds processes that an earlier supervisor left behind and ends them."""

import contextlib
import os
import signal
from collections.abc import Callable
from pathlib import Path

from memoryweb.embedded.child import until

MARK = "MEMORYWEB_SUPERVISED"  # in the environment of every process we start, with its data folder


def end_postgres(folder: Path) -> None:
    """End every PostgreSQL that runs in the cluster's folder. The backends end by themselves within 2 s.

    A postmaster.pid that names an unrelated process would keep PostgreSQL from starting, so the file
    is removed once nobody runs in the folder.
    """
    for signum, seconds in ((signal.SIGINT, 10), (signal.SIGQUIT, 5), (signal.SIGKILL, 5)):
        running = _processes_in(folder)
        _signal_all(running if signum == signal.SIGKILL else running & _postmaster(folder), signum)
        if until(lambda: not _processes_in(folder), seconds):
            break
    if not _processes_in(folder):
        (folder / "postmaster.pid").unlink(missing_ok=True)


def end_marked(data: Path) -> None:
    """End web, worker and beat processes whose supervisor and main process were both killed."""
    mark = os.fsencode(f"{MARK}={data}")

    def marked() -> set[int]:
        return _matching_processes(lambda process: mark in (process / "environ").read_bytes().split(b"\0"))

    _signal_all(marked(), signal.SIGTERM)
    if not until(lambda: not marked(), 5, step=0.1):
        _signal_all(marked(), signal.SIGKILL)


def _postmaster(folder: Path) -> set[int]:
    try:
        return {int((folder / "postmaster.pid").read_text().split("\n", 1)[0])}
    except (FileNotFoundError, ValueError):
        return set()


def _processes_in(folder: Path) -> set[int]:
    """Return the postmaster and its backends. They work in the cluster's folder, as a person's shell may."""

    def is_ours(process: Path) -> bool:
        return (process / "cwd").readlink() == folder and (process / "comm").read_text() == "postgres\n"

    return _matching_processes(is_ours)


def _matching_processes(matches: Callable[[Path], bool]) -> set[int]:
    """Return the ids of all other processes whose folder in /proc matches."""
    pids = set()
    for process in Path("/proc").iterdir():
        if process.name.isdigit():
            with contextlib.suppress(OSError):  # it ended meanwhile, or belongs to another user
                if matches(process):
                    pids.add(int(process.name))
    return pids - {os.getpid()}


def _signal_all(pids: set[int], signum: signal.Signals) -> None:
    for pid in pids:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signum)
