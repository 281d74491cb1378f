"""One child process: a session of its own, a log of its own, and gone when we are."""

import contextlib
import ctypes
import os
import signal
import subprocess
import time
from collections.abc import Callable, Mapping
from pathlib import Path

LOG_LIMIT = 10_000_000  # bytes; the log before that is kept as .1
_PR_SET_PDEATHSIG = 1
_libc = ctypes.CDLL(None)


def die_with_us(signum: int) -> Callable[[], None]:
    """For `preexec_fn`: the kernel sends `signum` when this *thread* ends, kill -9 included."""
    parent = os.getpid()

    def before_exec() -> None:
        _libc.prctl(_PR_SET_PDEATHSIG, signum)
        if os.getppid() != parent:  # it ended before we could ask
            os._exit(1)

    return before_exec


class Child:
    def __init__(
        self,
        name: str,
        command: list[str],
        *,
        log: Path,
        env: Mapping[str, str] | None = None,
        cwd: Path | None = None,
        stop: signal.Signals = signal.SIGTERM,
        orphaned: signal.Signals | None = None,
        patience: float = 10,
    ) -> None:
        self.name = name
        self.log = log
        self._command = command
        self._env = env
        self._cwd = cwd
        self._stop = stop
        self._orphaned = orphaned or stop
        self._patience = patience
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int:
        return self._process.pid if self._process else 0

    def start(self) -> None:
        self.kill()  # a dead main process may have left others of its group
        trim(self.log)
        with os.fdopen(os.open(self.log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600), "ab") as log:
            self._process = subprocess.Popen(
                self._command,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd=self._cwd,
                env=self._env,
                start_new_session=True,  # the terminal's Ctrl-C is for the supervisor alone
                preexec_fn=die_with_us(self._orphaned),  # noqa: PLW1509 - no threads here
            )

    def alive(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def stop(self) -> None:
        self.ask(self._stop)
        self.wait(self._patience)
        self.kill()

    def ask(self, signum: signal.Signals) -> None:
        if self._process and self.alive():
            self._process.send_signal(signum)

    def wait(self, seconds: float) -> bool:
        with contextlib.suppress(subprocess.TimeoutExpired):
            if self._process:
                self._process.wait(seconds)
        return not self.alive()

    def kill(self) -> None:
        """The process and whatever it left in its group."""
        if self._process:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()

    def last_words(self) -> str:
        """The last line that may tell why; granian's farewell after it does not."""
        lines = self.log.read_text(errors="replace").splitlines() if self.log.exists() else []
        telling = [line for line in lines if line.strip() and not line.startswith("[")]
        return telling[-1] if telling else "nothing was logged"


def trim(log: Path) -> None:
    """Copied aside and emptied in place, since its writer keeps it open (in append mode)."""
    if log.exists() and log.stat().st_size > LOG_LIMIT:
        kept = log.with_name(f"{log.name}.1")
        kept.unlink(missing_ok=True)
        kept.touch(mode=0o600)
        kept.write_bytes(log.read_bytes())
        os.truncate(log, 0)


def until(condition: Callable[[], bool], seconds: float, *, step: float = 0.02) -> bool:
    """Whether it came true in time."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(step)
    return True
