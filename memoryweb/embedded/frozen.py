"""Finds processes that a signal has stopped (kill -STOP): they are alive and serve nobody. Linux only."""

import contextlib
import os
import signal
import time
from collections.abc import Iterable
from pathlib import Path

PATIENCE = 0.8  # seconds; a debugger stops a process for moments


class FrozenProcesses:
    """Remembers since when each process is stopped.

    A process that waits for a slow disk or a busy machine is never in this state, so nothing healthy is touched.
    """

    def __init__(self) -> None:
        self._stopped_since: dict[int, float] = {}

    def continue_all(self, roots: Iterable[int]) -> set[int]:
        """Continue what has been stopped for long among these processes and their descendants; return their roots."""
        now = time.monotonic()
        stopped = {pid: root for root in roots for pid in _family(root) if _is_stopped(pid)}
        self._stopped_since = {pid: self._stopped_since.get(pid, now) for pid in stopped}
        frozen = [pid for pid, since in self._stopped_since.items() if now - since >= PATIENCE]
        for pid in frozen:
            with contextlib.suppress(OSError):  # it ended meanwhile
                os.kill(pid, signal.SIGCONT)
        return {stopped[pid] for pid in frozen}


def _family(pid: int) -> Iterable[int]:
    """Yield the process and its descendants. PostgreSQL's are in sessions of their own, so a group is not enough."""
    yield pid
    for child in _children(pid):
        yield from _family(child)


def _children(pid: int) -> list[int]:
    with contextlib.suppress(OSError):
        threads = list(Path(f"/proc/{pid}/task").iterdir())
        return [int(child) for thread in threads for child in (thread / "children").read_text().split()]
    return []


def _is_stopped(pid: int) -> bool:
    """Return whether the process is in state T. What follows its name, which may hold anything, is plain."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "T"
    except (OSError, IndexError):
        return False
