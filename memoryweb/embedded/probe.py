"""Asks a local process again and again whether it still answers: one that hangs is alive and serves nobody.

Without a thread and without waiting: the supervisor forks, and must notice meanwhile that something else has died.
"""

import contextlib
import socket
import time

PROBE_EVERY = 10.0  # seconds from one question to the next; each costs a connection to the database
PROBE_TIMEOUT = 5.0  # seconds; /healthz itself waits about 4 for a database and a broker that do not answer
FAILURES_MOST = 3  # in a row: one slow minute of the machine is no reason to cut off everybody's requests
GRACE = 60.0  # seconds from a start; a first answer takes 2 to 10, on a busy machine longer
CONNECT_TIMEOUT = 0.5  # seconds; the kernel of the same machine connects or refuses at once


class Probe:
    """Any HTTP answer counts, 503 too: another process would not mend the database."""

    def __init__(
        self,
        address: tuple[str, int],
        path: str,
        *,
        every: float = PROBE_EVERY,
        timeout: float = PROBE_TIMEOUT,
        grace: float = GRACE,
    ) -> None:
        self._address = address
        host, port = address
        self._request = f"GET {path} HTTP/1.1\r\nHost: {host}:{port}\r\nConnection: close\r\n\r\n".encode()
        self._every, self._timeout, self._grace = every, timeout, grace
        self._waiting: socket.socket | None = None  # asked, and not answered yet
        self.restart()

    def restart(self) -> None:
        """The process was started just now: what was before does not count."""
        self.stop()
        self._failures = 0
        self._asked_at = time.monotonic() + self._grace - self._every  # the first question comes after the grace

    def stop(self) -> None:
        if self._waiting:
            self._waiting.close()
            self._waiting = None

    def has_failed(self) -> bool:
        """Asks when it is time to, looks whether there is an answer, and tells whether too many are missing."""
        now = time.monotonic()
        if self._waiting:
            self._listen(now)
        elif now - self._asked_at >= self._every:
            self._asked_at = now
            self._ask()
        return self._failures >= FAILURES_MOST

    def _ask(self) -> None:
        try:
            self._waiting = socket.create_connection(self._address, CONNECT_TIMEOUT)
            self._waiting.sendall(self._request)
            self._waiting.setblocking(False)
        except OSError:
            self._record_answer(b"")

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
        self._failures = 0 if answer.startswith(b"HTTP/") else self._failures + 1
        with contextlib.suppress(OSError):
            self.stop()
