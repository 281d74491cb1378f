"""Scores the best memories of a question again, by how near they are to each other.

A memory whose nearest neighbors answer the question too is the better answer. One that is close to everything that was
found only speaks of what all of them speak of.
"""

from collections.abc import Sequence

import numpy as np

from memoryweb.recall.encoders.vectors import Vectors

NEAREST = 6
NEAREST_SHARE = 0.25  # of the average score of a memory's nearest neighbors, added to its own
CLOSENESS_SHARE = 0.1  # of the average cosine between a memory and the others, taken from its score
HEADER = 4  # bytes before the numbers in halfvec's binary form


def rescore(scores: Sequence[float], vectors: Sequence[bytes | None]) -> list[float]:
    """Return the scores of the best memories with what their neighbors add and their closeness to all takes away.

    `vectors` are as halfvec_send gives them: a header, then 16-bit numbers. A memory without one keeps its score.
    """
    rescored = list(scores)
    places = [place for place, vector in enumerate(vectors) if vector]
    if len(places) < 2:
        return rescored
    own = np.array([scores[place] for place in places])
    cosines = _cosines([vector for vector in vectors if vector])
    others = len(places) - 1
    nearest = np.argsort(-cosines, axis=1, kind="stable")[:, 1 : NEAREST + 1]  # the first is the memory itself
    closeness = (cosines.sum(axis=1) - cosines.diagonal()) / others
    gained = NEAREST_SHARE * own[nearest].mean(axis=1) - CLOSENESS_SHARE * closeness
    for place, score in zip(places, np.round(own + gained, 6).tolist(), strict=True):
        rescored[place] = score
    return rescored


def _cosines(vectors: Sequence[bytes]) -> Vectors:
    """Return the cosine of each two; rounded, so that equal texts are equally near on every processor.

    Not as a product of matrices: for these few numbers its threads would take longer to start than the sums take.
    """
    numbers = b"".join(vector[HEADER:] for vector in vectors)
    rows = np.frombuffer(numbers, ">f2").astype(np.float32).reshape(len(vectors), -1)
    cosines: Vectors = np.round(np.einsum("ik,jk->ij", rows, rows), 4)
    np.fill_diagonal(cosines, 2)  # above all others, so that each is its own nearest
    return cosines
