"""Asks a local process again and again whether it still answers: one that hangs is alive and serves nobody.

Without a thread and without waiting: the supervisor forks, and must notice meanwhile that something else has died.
"""

import contextlib
import os
import socket
import time
from pathlib import Path

PROBE_EVERY = 10.0  # seconds from one question to the next; /healthz costs a connection to the database
PROBE_FIRST = 0.1  # seconds until the first question, and from one to the next until one is answered
PROBE_TIMEOUT = 5.0  # seconds; /healthz itself waits about 4 for a database and a broker that do not answer
FAILURES_MOST = 3  # in a row: one slow minute of the machine is no reason to cut off everybody's requests
GRACE = 60.0  # seconds from a start to the first answer; it takes 2 to 10, on a busy machine longer
CONNECT_TIMEOUT = 0.5  # seconds; the kernel of the same machine connects or refuses at once
SILENCE_MOST = 60.0  # seconds without a sign of life; the worker gives one every 2 seconds, beat every 10
SIGN_OF_LIFE = "MEMORYWEB_SIGN_OF_LIFE"  # in the environment of worker and beat: the file they touch

# PostgreSQL's SSLRequest: a new backend answers it with one byte before it asks who is there, and logs nothing.
POSTGRES_QUESTION, POSTGRES_ANSWERS = b"\x00\x00\x00\x08\x04\xd2\x16\x2f", (b"N", b"S")
BROKER_QUESTION, BROKER_ANSWERS = b"PING\r\n", (b"+", b"-")  # "-LOADING" while it reads its file
HTTP_ANSWERS = (b"HTTP/",)  # 503 too: another process would not mend the database
HTTP_OK = b"HTTP/1.1 200"


def http_question(host: str, port: int, path: str) -> bytes:
    return f"GET {path} HTTP/1.1\r\nHost: {host}:{port}\r\nConnection: close\r\n\r\n".encode()


class Probe:
    """Sends a question to a socket. What counts is an answer, whatever it says; `answer` is how the last one begins."""

    def __init__(
        self,
        address: tuple[str, int] | Path,
        question: bytes,
        answers: tuple[bytes, ...],
        *,
        every: float = PROBE_EVERY,
        first: float = PROBE_FIRST,
        timeout: float = PROBE_TIMEOUT,
        grace: float = GRACE,
    ) -> None:
        self._address = address
        self._question, self._answers = question, answers
        self._every, self._first, self._timeout, self._grace = every, min(first, every), timeout, grace
        self._waiting: socket.socket | None = None  # asked, and not answered yet
        self.restart()

    def restart(self) -> None:
        """The process was started just now: what was before does not count, and the first answer may take long."""
        self.stop()
        self.has_answered, self.answer = False, b""
        self._failures = 0
        self._asked_at = time.monotonic()
        self._patient_until = time.monotonic() + self._grace

    def stop(self) -> None:
        if self._waiting:
            self._waiting.close()
            self._waiting = None

    def has_failed(self) -> bool:
        """Asks when it is time to, looks whether there is an answer, and tells whether too many are missing."""
        now = time.monotonic()
        if self._waiting:
            self._listen(now)
        elif now - self._asked_at >= (self._every if self.has_answered else self._first):
            self._asked_at = now
            self._ask()
        return self._failures >= FAILURES_MOST

    def _ask(self) -> None:
        try:
            self._waiting = self._connect()
            self._waiting.sendall(self._question)
            self._waiting.setblocking(False)
        except OSError:
            self._record_answer(b"")

    def _connect(self) -> socket.socket:
        if not isinstance(self._address, Path):
            return socket.create_connection(self._address, CONNECT_TIMEOUT)
        connection = socket.socket(socket.AF_UNIX)
        connection.settimeout(CONNECT_TIMEOUT)
        try:
            connection.connect(str(self._address))
        except OSError:
            connection.close()
            raise
        return connection

    def _listen(self, now: float) -> None:
        assert self._waiting
        try:
            self._record_answer(self._waiting.recv(100))
        except BlockingIOError:
            if now - self._asked_at > self._timeout:
                self._record_answer(b"")
        except OSError:
            self._record_answer(b"")

    def _record_answer(self, answer: bytes) -> None:
        self.answer = answer
        if answer.startswith(self._answers):
            self._failures, self._patient_until, self.has_answered = 0, 0.0, True
        elif time.monotonic() > self._patient_until:
            self._failures += 1
        with contextlib.suppress(OSError):
            self.stop()


class SignsOfLife:
    """Watches a file that a process without a socket touches each time its main loop comes around.

    The file's time is compared with itself and not with the clock, which may jump.
    """

    def __init__(self, file: Path, *, silence_most: float = SILENCE_MOST, grace: float = GRACE) -> None:
        self._file, self._silence_most, self._grace = file, silence_most, grace
        self.restart()

    def restart(self) -> None:
        """The process was started just now, and its first sign may take long."""
        self.has_answered = False
        self._last, self._since = self._touched_at(), time.monotonic() + self._grace

    def stop(self) -> None:
        """Do nothing: the probe holds nothing open."""

    def has_failed(self) -> bool:
        if (touched_at := self._touched_at()) != self._last:
            self._last, self._since, self.has_answered = touched_at, time.monotonic(), True
        return time.monotonic() - self._since > self._silence_most

    def _touched_at(self) -> int:
        try:
            return self._file.stat().st_mtime_ns
        except OSError:
            return 0


def give_sign_of_life() -> None:
    """Touch the file that the supervisor watches. Without a supervisor there is none."""
    if file := os.environ.get(SIGN_OF_LIFE):
        with contextlib.suppress(OSError):  # it may be a full disk that makes a process look as if it hangs
            Path(file).touch(mode=0o600)
