"""What a reading may cost: seconds of the processor in this process, so that no other program on the machine counts."""

import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Fail what takes more seconds of the processor, and stop it there: regular expressions look for signals, too.

    The bound is many times what is needed. It finds what takes the square of a text's length, and measures nothing.
    """

    def stop(*_: object) -> None:
        raise AssertionError(f"took more than {seconds} seconds of the processor")

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def seconds(do: Callable[[], object]) -> float:
    """Return the seconds of the processor that this thread takes."""
    began = time.thread_time()
    do()
    return time.thread_time() - began
