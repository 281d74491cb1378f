"""Vectors as numpy arrays, and a question's own vector."""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from memoryweb.recall.encoders import Encoder
from memoryweb.rules import fields

Vector = NDArray[np.float32]
Vectors = NDArray[np.float32]  # one row per text, each of length 1, or all zeros for a text without content


def normalize_rows(vectors: Vectors) -> Vectors:
    """Scale every row to length 1; a row of zeros stays as it is."""
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    return (vectors / np.where(lengths > 0, lengths, 1)).astype(np.float32)


@cache
def _average_memory(encoder: Encoder) -> Vector:
    """Return the mean vector of the registry's fields and options: what any two memories have in common."""
    texts = [f"{field.category.replace('_', ' ')}: {field.label}" for field in fields.FIELDS]
    texts += [
        f"{field.category.replace('_', ' ')}: {field.label}. {option.label}"
        for field in fields.FIELDS
        for option in field.options
    ]
    mean: Vector = np.mean(encoder.encode(texts), axis=0, dtype=np.float32)
    return mean


def encode_question(encoder: Encoder, text: str) -> Vector:
    """Return a question's vector, without the part that would bring it equally close to every memory."""
    difference = encoder.encode([text]) - np.float32(encoder.shared_part) * _average_memory(encoder)
    vector: Vector = normalize_rows(difference)[0]
    return vector
