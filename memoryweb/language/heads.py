"""Heads: small learned models, each of which answers one question about a part of a message with a number.

A head is linear in its features. tools/train_heads.py makes the weights from corpora/, and docs/learning.md has the
figures.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from memoryweb.language.features import Buckets, Features, Floats, Part, features_of

FOLDER = Path(__file__).parent / "weights"


@dataclass(frozen=True)
class Head:
    """Weights of the blocks of features, and a constant."""

    grams: Floats
    around: Floats
    vectors: Floats
    constant: float

    @classmethod
    def from_stored(cls, stored: Mapping[str, Any]) -> "Head":
        """Return a head of whole numbers of one byte, with the step of each block."""
        grams, around, vectors = (
            stored[name].astype(np.float32) * np.float32(stored[f"{name}_step"])
            for name in ("grams", "around", "vectors")
        )
        return cls(grams, around, vectors, float(stored["constant"]))

    def score(self, parts: Sequence[Part]) -> Floats:
        """Return how likely the answer is yes for each part, from 0 to 1."""
        return self.judge(features_of(parts))

    def judge(self, features: Features) -> Floats:
        sums = features.vectors @ self.vectors + self.constant
        sums += _sums(features.grams, self.grams) + _sums(features.around, self.around)
        likely: Floats = (1 / (1 + np.exp(-np.clip(sums, -30, 30)))).astype(np.float32)
        return likely


def _sums(rows: Sequence[Buckets], weights: Floats) -> Floats:
    """Return the weights of each row's buckets, summed and divided by the row's length."""
    return np.array([weights[row].sum() / np.sqrt(max(1, len(row))) for row in rows], np.float32)


@cache
def load(name: str) -> Head:
    with np.load(FOLDER / f"{name}.npz", allow_pickle=False) as file:
        return Head.from_stored(file)
