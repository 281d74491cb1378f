"""Scores the best memories of a question again, by how near they are to each other.

A memory whose nearest neighbors answer the question too is the better answer. One that is close to everything that was
found only speaks of what all of them speak of.
"""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from memoryweb.recall.ranking import Hit

if TYPE_CHECKING:
    from memoryweb.recall.encoders.vectors import Vectors

NEAREST = 6
NEAREST_SHARE = 0.3  # of the average score of a memory's nearest neighbors, added to its own
CLOSENESS_SHARE = 0.4  # of the average cosine between a memory and the others, taken from its score
ROWS_AT_ONCE = 8
HEADER = 4  # bytes before the numbers in halfvec's binary form


def rescored(hits: Iterable[Hit]) -> list[Hit]:
    """Return the hits, sorted, with what their neighbors add and their closeness to all of them takes away.

    Those with a vector are compared. One without has none yet, and gets what the others gain on average.
    """
    hits = list(hits)
    compared = [hit for hit in hits if hit.vector]
    if len(compared) > 1:
        gains = _gains([hit.own_score - hit.identified for hit in compared], [hit.vector or b"" for hit in compared])
        average = sum(gains) / len(gains)
        gained = {hit.memory_id: gain for hit, gain in zip(compared, gains, strict=True)}
        hits = [
            hit._replace(neighbors=gained.get(hit.memory_id, average if hit.own_score > 0 else 0.0)) for hit in hits
        ]
    return sorted(hits, key=lambda hit: -hit.score)


def _gains(scores: Sequence[float], vectors: Sequence[bytes]) -> list[float]:
    """Return for each memory what is added to its score, of their scores and their vectors as halfvec_send gives them:
    a header, then 16-bit numbers."""
    import numpy as np  # most commands need none

    own = np.array(scores)
    cosines = _cosines(vectors)
    nearest = np.argsort(-cosines, axis=1, kind="stable")[:, 1 : NEAREST + 1]  # the first is the memory itself
    closeness = (cosines.sum(axis=1) - cosines.diagonal()) / (len(scores) - 1)
    gains: list[float] = (NEAREST_SHARE * own[nearest].mean(axis=1) - CLOSENESS_SHARE * closeness).round(6).tolist()
    return gains


def _cosines(vectors: Sequence[bytes]) -> "Vectors":
    """Return the cosine of each two; rounded, so that equal texts are equally near on every processor.

    A few rows at a time: numpy would share a larger product among threads, which take longer to start than this takes.
    """
    import numpy as np

    numbers = b"".join(vector[HEADER:] for vector in vectors)
    rows = np.frombuffer(numbers, ">f2").astype(np.float32).reshape(len(vectors), -1)
    parts = [rows[first : first + ROWS_AT_ONCE] @ rows.T for first in range(0, len(rows), ROWS_AT_ONCE)]
    cosines: Vectors = np.concatenate(parts).round(4)
    np.fill_diagonal(cosines, 2)  # above all others, so that each is its own nearest
    return cosines
