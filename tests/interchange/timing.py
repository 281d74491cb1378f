"""How long a reader takes."""

from collections.abc import Callable
from time import process_time

TRIES = 3


def seconds(step: Callable[[], object], most: float) -> float:
    """Return the processor's seconds that a step takes: the least of three tries, if the first takes too long.

    A machine that stalls counts as much as a slow reader, but not three times.
    """
    took: list[float] = []
    while len(took) < TRIES and min(took, default=most) >= most:
        began = process_time()
        step()
        took.append(process_time() - began)
    return min(took)
