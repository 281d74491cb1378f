"""What an encoder answers: numbers of length 1, and how they are told to PostgreSQL."""

import numpy as np
from numpy.typing import NDArray

Vector = NDArray[np.float32]
Vectors = NDArray[np.float32]  # one row a text, each of length 1, or all 0 where a text says nothing


class UnreachableError(Exception):
    """This encoder cannot answer now. Nothing fails of it: reembed fills what is missing, search goes by words."""


def vector_literal(vector: Vector) -> str:
    """Six decimals are more than half precision holds."""
    return "[" + ",".join([f"{number:.6f}" for number in vector.tolist()]) + "]"


def normalize_rows(vectors: Vectors) -> Vectors:
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    return (vectors / np.where(lengths > 0, lengths, 1)).astype(np.float32)
