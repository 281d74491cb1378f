"""Ends whatever a run of the tests has started, however the run ends: by itself, by Ctrl-C, by SIGTERM or by kill -9.

The run goes on in a grandchild of the process that was called. The two above it only wait. The kernel makes them the
parents of every process below them whose own parent has ended, so that none is lost: not one in a session of its own,
of another user, or without our environment. There are two, because either may be killed.
"""

import contextlib
import ctypes
import os
import signal
import sys
from pathlib import Path
from time import monotonic, sleep
from types import FrameType

_PR_SET_PDEATHSIG, _PR_SET_CHILD_SUBREAPER = 1, 36
_libc = ctypes.CDLL(None)
STOPS = {each for each in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP) if signal.getsignal(each) != signal.SIG_IGN}
WATCHED = {*STOPS, signal.SIGCHLD}
GRACE = 2.0  # seconds that an interrupted run has to say what it saw and to stop its servers
ENDS_WITHIN = 30.0  # seconds that processes have to end after a run that was not interrupted
LEFT_SOMETHING = 1


def watch_over() -> None:
    """Fork twice, and return in the grandchild, which runs the tests. Call it before anything is started."""
    signal.pthread_sigmask(signal.SIG_BLOCK, WATCHED)
    for _ in range(2):
        sys.stdout.flush()
        sys.stderr.flush()
        parent = os.getpid()
        if child := os.fork():
            os._exit(_Guard(child).wait())
        _libc.prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)
        if os.getppid() != parent:  # it was killed before the call above
            os._exit(1)
    for signum in STOPS:
        signal.signal(signum, _interrupt)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, WATCHED)


def _interrupt(signum: int, _: FrameType | None) -> None:
    """Interrupt the run once: a Ctrl-C comes from the terminal and from the guard, and the next one would disturb."""
    for each in STOPS:
        signal.signal(each, lambda *_: None)  # what a run that ends still starts would inherit SIG_IGN
    raise KeyboardInterrupt(signal.Signals(signum).name)


class _Guard:
    """Waits for its child, and then for all that the child has left."""

    def __init__(self, child: int) -> None:
        self._child = child
        self._status: int | None = None  # of the child, once it has ended
        self._is_interrupted = False
        _libc.prctl(_PR_SET_CHILD_SUBREAPER, 1)

    def wait(self) -> int:
        """Return the status to exit with, once nothing is left."""
        ends = float("inf")
        while self._status is None and monotonic() < ends:
            received = signal.sigtimedwait(WATCHED, min(1.0, max(0.0, ends - monotonic())))
            if received and received.si_signo in STOPS and not self._is_interrupted:
                self._is_interrupted, ends = True, monotonic() + GRACE
                self._send(received.si_signo)
            self._collect()
        left = self._wait_for_the_rest() if self._status is not None and self._status >= 0 else []
        while rest := descendants(os.getpid()):
            for pid in rest:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
            sleep(0.01)
            self._collect()
        if left:
            print("Left running by the tests, and killed:", *left, sep="\n", file=sys.stderr, flush=True)
        status = 128 + signal.SIGKILL if self._status is None else self._status
        return (status or LEFT_SOMETHING) if left else (status if status >= 0 else 128 - status)

    def _wait_for_the_rest(self) -> list[str]:
        """Return the command lines of what does not end by itself. An interrupted run need not have stopped them."""
        ends = monotonic() + (0 if self._is_interrupted else ENDS_WITHIN)
        while (left := descendants(os.getpid())) and monotonic() < ends:
            signal.sigtimedwait(WATCHED, 0.1)
            self._collect()
        return [] if self._is_interrupted else list(filter(None, map(command_line, left)))

    def _send(self, signum: int) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.kill(self._child, signum)

    def _collect(self) -> None:
        """Take note of every child that has ended, the adopted ones too."""
        with contextlib.suppress(ChildProcessError):
            while (ended := os.waitpid(-1, os.WNOHANG))[0]:
                if ended[0] == self._child:
                    self._status = os.waitstatus_to_exitcode(ended[1])


def descendants(pid: int) -> list[int]:
    """Return all processes below this one."""
    parents: dict[int, list[int]] = {}
    for process in Path("/proc").iterdir():
        if process.name.isdigit():
            with contextlib.suppress(OSError):  # it has ended meanwhile
                parent = int((process / "stat").read_text().rpartition(")")[2].split()[1])
                parents.setdefault(parent, []).append(int(process.name))
    found, new = [], [pid]
    while new:
        new = [child for parent in new for child in parents.get(parent, ())]
        found += new
    return found


def command_line(pid: int) -> str:
    """Return a process's id and command line, empty if it has ended."""
    try:
        words = Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace").strip()
    except OSError:
        return ""
    return f"{pid} {words}" if words else ""
