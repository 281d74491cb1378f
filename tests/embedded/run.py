"""Runs `manage.py up` as a person at the terminal does."""

import json
import os
import signal
import socket
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import pytest

from memoryweb.embedded.data_folder import ROOT
from memoryweb.embedded.leftovers import MARK
from tests.waiting import PATIENCE, wait_for

OUTSIDE = {"DATABASE_URL", "CELERY_BROKER_URL", "CACHE_URL", "SECRET_KEY", "BASE_URL", "DJANGO_SETTINGS_MODULE"}


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Up:
    """One run of `manage.py up`, and what it has printed."""

    def __init__(self, data: Path, port: int, *, prefix: Sequence[str] = ()) -> None:
        """Start it. The prefix is a command line that runs the command line behind it."""
        self.data, self.port = data, port
        environ = {name: value for name, value in os.environ.items() if name not in OUTSIDE}
        self.environ = {**environ, "MEMORYWEB_DATA": str(data), "PORT": str(port)}
        self.process = subprocess.Popen(
            [*prefix, sys.executable, "manage.py", "up"],
            cwd=ROOT,
            env=self.environ,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.lines: list[str] = []
        self._read = 0  # lines that a test has read or skipped
        self._printing = threading.Thread(target=self._take_lines, daemon=True)
        self._printing.start()

    def _take_lines(self) -> None:
        assert self.process.stdout
        with self.process.stdout as printed:
            for line in printed:
                self.lines.append(line.rstrip())

    def read_until(self, word: str) -> None:
        """Read on until a line has the word."""

        def is_printed() -> bool:
            while self._read < len(self.lines):
                self._read += 1
                if word in self.lines[self._read - 1]:
                    return True
            return False

        def is_over() -> bool:
            has_ended = not self._printing.is_alive()  # before looking, so that its last line is not missed
            return is_printed() or has_ended

        before = self._read
        wait_for(is_over, lambda: (word, self.lines))
        if not any(word in line for line in self.lines[before : self._read]):
            pytest.fail(f"never printed {word!r}: {self.lines}")

    def skip_lines(self) -> None:
        """Leave out what was printed until now: read_until looks at later lines only."""
        self._read = len(self.lines)

    def finish(self) -> tuple[int, list[str]]:
        try:
            status = self.process.wait(PATIENCE)
        finally:
            self.process.kill()  # for one that never ends
        self._printing.join()
        return status, self.lines

    def stop(self) -> None:
        """Press Ctrl-C if it runs. Nothing of it is left."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        self.finish()
        wait_for(lambda: not running_processes(self.data), lambda: running_processes(self.data))

    def get(self, path: str) -> tuple[int, Any]:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=PATIENCE) as response:
                return response.status, json.load(response)
        except urllib.error.HTTPError as error:
            with error:
                return error.code, json.load(error)
        except OSError as error:
            log = self.data / "logs" / "web.log"
            error.add_note("\n".join([*self.lines[-10:], log.name, *log.read_text().splitlines()[-20:]]))
            raise

    def connect_agent(self, name: str, *, prefix: Sequence[str] = ()) -> str:
        """Connect a trusted agent of the first person and return its token."""
        options = ["--person", "me@example.org", "--name", name, "--trust", "trusted"]
        command = [*prefix, sys.executable, "manage.py", "create_agent", *options]
        run = subprocess.run(command, cwd=ROOT, env=self.environ, capture_output=True, text=True, check=True)
        return next(word for word in run.stdout.split() if word.startswith("mweb_"))

    def main_pid(self, part: str) -> int:
        """Return the direct child with this name in its command line. The pages answer before the worker has its."""
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        found: list[int] = []

        def is_found() -> bool:
            found[:] = [pid for pid in map(int, children.read_text().split()) if part in command_line(pid)]
            return bool(found)

        wait_for(is_found, lambda: part)
        return found[0]


def command_line(pid: int) -> str:
    """Return it with spaces between the words, empty if the process has ended."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()
    except (FileNotFoundError, ProcessLookupError):
        return ""


def running_processes(data: Path) -> list[str]:
    """Return the command lines of the processes of a data folder, found by their mark or working folder."""
    command_lines = []
    for process in Path("/proc").iterdir():
        if process.name.isdigit() and int(process.name) != os.getpid():
            try:
                marked = f"{MARK}={data}".encode() in (process / "environ").read_bytes().split(b"\0")
                inside = (process / "cwd").readlink().is_relative_to(data)
                if marked or inside:
                    command_lines.append(command_line(int(process.name)))
            except OSError:
                continue
    return command_lines


Start = Callable[..., AbstractContextManager[Up]]  # with a data folder, and a port if it matters


class Shared:
    """A data folder whose memoryweb all tests use that can. A test may end it: the next one that asks starts it."""

    def __init__(self, data: Path, *, prefix: Sequence[str]) -> None:
        self.data, self._prefix = data, prefix
        self._port = free_port()
        self._up: Up | None = None

    def up(self) -> Up:
        """Return the run, started if there is none, with all that it has printed before skipped."""
        if self._up and self._up.process.poll() is not None:
            self.stop()
        if not self._up:
            self._up = Up(self.data, self._port, prefix=self._prefix)
            self._up.read_until("Ctrl-C")
        self._up.skip_lines()
        return self._up

    def stop(self) -> None:
        up, self._up = self._up, None  # also if something of it is left: that is one test's failure, not the next one's
        if up:
            up.stop()
