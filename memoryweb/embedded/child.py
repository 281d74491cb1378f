"""Runs one child process: in its own session, with its own log, and never longer than its parent."""

import contextlib
import ctypes
import multiprocessing
import os
import signal
import subprocess
import time
from collections.abc import Callable, Mapping
from pathlib import Path

LOG_LIMIT = 10_000_000  # bytes; what was logged before is kept in a file ending in .1
_PR_SET_PDEATHSIG = 1
_libc = ctypes.CDLL(None)


def signal_on_parent_death(signum: int) -> Callable[[], None]:
    """Return a `preexec_fn`: the kernel sends the child `signum` when this *thread* ends, by kill -9 too."""
    parent = os.getpid()

    def before_exec() -> None:
        _libc.prctl(_PR_SET_PDEATHSIG, signum)
        if os.getppid() != parent:  # the parent ended before the call above
            os._exit(1)

    return before_exec


def end_with_parent() -> None:
    """Have the kernel kill this process, forked by `multiprocessing`, when the one that forked it ends."""
    _libc.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    parent = multiprocessing.parent_process()
    if parent and os.getppid() != parent.pid:  # it ended before the call above
        os._exit(1)


class Child:
    def __init__(
        self,
        name: str,
        command: list[str],
        *,
        log: Path,
        env: Mapping[str, str] | None = None,
        cwd: Path | None = None,
        stop_signal: signal.Signals = signal.SIGTERM,
        parent_death_signal: signal.Signals | None = None,
        stop_timeout: float = 10,
    ) -> None:
        self.name = name
        self.log = log
        self._command = command
        self._env = env
        self._cwd = cwd
        self._stop_signal = stop_signal
        self._parent_death_signal = parent_death_signal or stop_signal
        self._stop_timeout = stop_timeout
        self._process: subprocess.Popen[bytes] | None = None
        self._log_start = 0  # bytes in the log when the process was started
        self._is_asked_to_stop = False

    @property
    def pid(self) -> int:
        return self._process.pid if self._process else 0

    def start(self) -> None:
        self.kill()  # a dead main process may have left others of its group
        trim_log(self.log)
        self._is_asked_to_stop = False
        with os.fdopen(os.open(self.log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600), "ab") as log:
            self._log_start = log.tell()
            self._process = subprocess.Popen(
                self._command,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd=self._cwd,
                env=self._env,
                start_new_session=True,  # the terminal's Ctrl-C is for the supervisor alone
                preexec_fn=signal_on_parent_death(self._parent_death_signal),  # noqa: PLW1509 - no threads here
            )

    def alive(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def has_given_up(self) -> bool:
        """Return whether the process ended by itself with an error, and not by somebody's signal."""
        return self._process is not None and (self._process.poll() or 0) > 0

    def ask_to_stop(self) -> None:
        """Send the signal that stops the process, once: Celery takes a second one for an order to drop its task."""
        if not self._is_asked_to_stop:
            self._is_asked_to_stop = True
            self.send(self._stop_signal)

    def stop(self) -> None:
        """Ask the process to stop, and kill it when it does not in time."""
        self.ask_to_stop()
        self.wait(self._stop_timeout)
        self.kill()

    def send(self, signum: signal.Signals) -> None:
        """Send a signal, and wake the process if it is frozen: it would not see the signal before that."""
        if self._process and self.alive():
            self._process.send_signal(signum)
            self._process.send_signal(signal.SIGCONT)

    def wait(self, seconds: float) -> bool:
        """Wait for the end of the process, and return whether it came in time."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            if self._process:
                self._process.wait(seconds)
        return not self.alive()

    def kill(self) -> None:
        """Kill the process group."""
        if self._process:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()

    def last_log_line(self, *levels: str) -> str:
        """Return the last line since the start that may name the reason of a failure.

        Lines of one of the `levels` come first. Granian's lines, which start with "[", name no reason.
        """
        lines = [line for line in self._lines_since_start() if line.strip() and not line.startswith("[")]
        serious = [line for line in lines if any(level in line for level in levels)]
        return [*lines, *serious][-1] if lines else "nothing was logged"

    def _lines_since_start(self) -> list[str]:
        if not self.log.exists():
            return []
        content = self.log.read_bytes()
        was_trimmed = len(content) < self._log_start
        return content[0 if was_trimmed else self._log_start :].decode(errors="replace").splitlines()


def trim_log(log: Path) -> None:
    """Copy a long log aside and empty it in place: its writer keeps the file open in append mode."""
    if log.exists() and log.stat().st_size > LOG_LIMIT:
        previous = log.with_name(f"{log.name}.1")
        previous.unlink(missing_ok=True)
        previous.touch(mode=0o600)
        previous.write_bytes(log.read_bytes())
        os.truncate(log, 0)


def until(condition: Callable[[], bool], seconds: float, *, step: float = 0.02) -> bool:
    """Wait for the condition; return False after `seconds`."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(step)
    return True
