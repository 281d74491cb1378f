"""What was read of texts, kept while one call lasts: it is read before the person is held, and found again then.

Reading takes time in proportion to a text, and nobody has to wait for it: the same text always reads the same. A call
reads all its texts first, and under the lock `once` finds what was read. What was not read before is read there.
"""

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from time import thread_time
from typing import Any, TypeVar, cast

T = TypeVar("T")
_KEPT: ContextVar[dict[Hashable, Any] | None] = ContextVar("kept_readings", default=None)


@contextmanager
def kept() -> Iterator[None]:
    """Keep what is read until the block or the decorated function ends; inside another one, until that ends."""
    if _KEPT.get() is not None:
        yield
        return
    token = _KEPT.set({})
    try:
        yield
    finally:
        _KEPT.reset(token)


def once(key: Hashable, read: Callable[[], T]) -> T:
    """Return a reading, made now unless it is kept. Nobody may change what is returned."""
    kept = _KEPT.get()
    if kept is None:
        return read()
    if key not in kept:
        kept[key] = read()
    return cast(T, kept[key])


def is_ready(key: Hashable) -> bool:
    """Return whether a reading is kept, or may be made now because nobody reads ahead here."""
    kept = _KEPT.get()
    return kept is None or key in kept


class NotRead(Exception):  # noqa: N818  reads as what it says
    """A call met something under the lock that it had not read before: it begins again."""


class ProcessorTime:
    """How much time of the processor this thread may still use; waiting, or other threads, take none of it."""

    def __init__(self, seconds: float) -> None:
        self._ends_at = thread_time() + seconds

    @property
    def is_spent(self) -> bool:
        return thread_time() >= self._ends_at
