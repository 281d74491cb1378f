"""Vectors as numpy arrays, and a question's own vector."""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from memoryweb.recall.encoders import Encoder

Vector = NDArray[np.float32]
Vectors = NDArray[np.float32]  # one row per text, each of length 1, or all zeros for a text without content


def normalize_rows(vectors: Vectors) -> Vectors:
    """Scale every row to length 1; a row of zeros stays as it is."""
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    return (vectors / np.where(lengths > 0, lengths, 1)).astype(np.float32)


# What is asked for and what happened, without a thing: every question resembles them.
QUESTIONS_ABOUT_NOTHING = (
    "Can you recommend something?",
    "What should I do?",
    "Do you have any suggestions?",
    "Which one should I choose?",
    "What are some good options?",
    "How should I do it?",
    "Can you help me with this?",
    "Please bring me something.",
    "What do you think?",
    "When did it happen?",
    "Who is it?",
    "Where is it?",
)


NOISE_LEVEL = 0.2  # of encoders that are not ours: models differ, this suits the usual ones
SHARED_PART = np.float32(0.5)  # of the average question's vector, subtracted from a question's


@cache
def _average_question(encoder: Encoder) -> Vector:
    """Return the mean vector of questions about nothing."""
    mean: Vector = np.mean(encoder.encode(QUESTIONS_ABOUT_NOTHING), axis=0, dtype=np.float32)
    return mean


def without_average(encoder: Encoder, text: str) -> Vector:
    """Return a question's vector, without the part that only says that something is asked."""
    difference = encoder.encode([text]) - SHARED_PART * _average_question(encoder)
    vector: Vector = normalize_rows(difference)[0]
    return vector
