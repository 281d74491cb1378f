"""What a request needs, as learned from requests and the memories that each needs, in five languages."""

from functools import cache

import numpy as np

from memoryweb.language.heads.encoder import Vectors
from memoryweb.language.heads.heads import FOLDER

STORED = FOLDER / "request.npz"


def turned(vectors: Vectors) -> Vectors:
    """Return requests' vectors turned towards those of the memories that they need, of length 1. Shape as given."""
    turn, shift = taught(vectors.shape[1])
    moved = vectors + vectors @ turn + shift
    lengths = np.linalg.norm(moved, axis=1, keepdims=True)
    return np.round(moved / np.where(lengths > 0, lengths, 1), 5).astype(np.float32)


@cache
def taught(dimensions: int) -> tuple[Vectors, Vectors]:
    """Return the trained matrix and shift for vectors of this size."""
    with np.load(STORED, allow_pickle=False) as file:
        turn = file[f"turn_{dimensions}"].astype(np.float32) * file[f"step_{dimensions}"]
        return turn, file[f"shift_{dimensions}"]
