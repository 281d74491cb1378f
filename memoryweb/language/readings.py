"""What was read of texts, kept while one call lasts: it is read before the person is held, and found again then.

Reading takes time in proportion to a text, and nobody has to wait for it: the same text always reads the same. A call
reads all its texts first, and under the lock `once` finds what was read. What was not read before is read there.

Python runs one thread of a process at a time, so a page that is made beside a reading takes as long again, or longer.
A reading that nobody waits for gives way to it.
"""

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from threading import Event, Lock
from time import monotonic, thread_time
from typing import Any, TypeVar, cast

from memoryweb.rules import cancellation

T = TypeVar("T")
_KEPT: ContextVar[dict[Hashable, Any] | None] = ContextVar("kept_readings", default=None)
PATIENCE = 2.0  # seconds that the readings of one call wait for pages


class Pages:
    """The pages that are made in this process now."""

    def __init__(self) -> None:
        self._count, self._lock, self._none = 0, Lock(), Event()

    @property
    def are_made(self) -> bool:
        return self._count > 0

    @contextmanager
    def making(self) -> Iterator[None]:
        """Count a page until the block ends."""
        with self._lock:
            self._count += 1
            self._none.clear()
        try:
            yield
        finally:
            with self._lock:
                self._count -= 1
                if self._count == 0:
                    self._none.set()

    def wait(self, seconds: float) -> None:
        """Wait until no page is made, or for so long."""
        self._none.wait(seconds)


pages = Pages()
_patience: ContextVar[float] = ContextVar("patience_of_readings", default=0)


@contextmanager
def kept() -> Iterator[None]:
    """Keep what is read until the block or the decorated function ends; inside another one, until that ends."""
    if _KEPT.get() is not None:
        yield
        return
    token, patience = _KEPT.set({}), _patience.set(PATIENCE)
    try:
        yield
    finally:
        _KEPT.reset(token)
        _patience.reset(patience)


@contextmanager
def at_once() -> Iterator[None]:
    """Let readings in the block wait for no page, since others may wait for the block."""
    token = _patience.set(0)
    try:
        yield
    finally:
        _patience.reset(token)


def give_way() -> None:
    """Wait while pages are made, as long as this call still has patience. Long readings call it now and then."""
    if pages.are_made and (left := _patience.get()) > 0:
        started = monotonic()
        pages.wait(left)
        _patience.set(left - (monotonic() - started))


def once(key: Hashable, read: Callable[[], T]) -> T:
    """Return a reading, made now unless it is kept. Nobody may change what is returned."""
    kept = _KEPT.get()
    if kept is None:
        return read()
    if key not in kept:
        cancellation.check()
        give_way()
        kept[key] = read()
    return cast(T, kept[key])


def is_ready(key: Hashable) -> bool:
    """Return whether a reading is kept, or may be made now because nobody reads ahead here."""
    kept = _KEPT.get()
    return kept is None or key in kept


class NotRead(Exception):  # noqa: N818  reads as what it says
    """A call met a text under the lock that was not read ahead: it starts over."""


class ProcessorTime:
    """How much time of the processor this thread may still use; waiting, or other threads, take none of it."""

    def __init__(self, seconds: float) -> None:
        self._ends_at = thread_time() + seconds

    @property
    def is_spent(self) -> bool:
        return thread_time() >= self._ends_at
