"""Whether whoever made the call that runs here has canceled it: set from outside, asked where nothing is half done."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from threading import Lock


class Canceled(Exception):  # noqa: N818  what happened to the call, not a bug of ours
    """The call was canceled, and its transaction rolls back."""


class Cancellation:
    """The cancellation of one call, from any thread, until it decides to commit."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._interrupt: Callable[[], None] | None = None
        self._is_decided = False
        self.is_canceled = False

    def cancel(self) -> None:
        """Cancel the call, and interrupt what it waits for. Too late, it does nothing. It may wait for the database."""
        with self._lock:
            if not self._is_decided:
                self.is_canceled = True
                if self._interrupt:
                    self._interrupt()

    def check(self) -> None:
        if self.is_canceled:
            raise Canceled

    def decide(self) -> None:
        """Let the call end as it is now: raise Canceled, or make sure that nobody cancels it any more."""
        with self._lock:
            self.check()
            self._is_decided = True

    @contextmanager
    def interrupted_by(self, interrupt: Callable[[], None]) -> Iterator[None]:
        """Let a cancel interrupt the block, and nothing after it."""
        with self._lock:
            self.check()
            self._interrupt = interrupt
        try:
            yield
        finally:
            with self._lock:
                self._interrupt = None


CURRENT: ContextVar[Cancellation | None] = ContextVar("cancellation", default=None)  # None: nobody can cancel it


def current() -> Cancellation:
    """Return the running call's cancellation."""
    return CURRENT.get() or Cancellation()


def check() -> None:
    """Raise Canceled if the call that runs here was canceled."""
    if cancellation := CURRENT.get():
        cancellation.check()
