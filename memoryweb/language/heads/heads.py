"""Heads: small learned models, each of which answers one question about a text with a number for each answer.

A head is linear in its features. tools/train_heads.py makes the weights from corpora/, and docs/learning.md has the
figures.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from memoryweb.language.heads.features import Buckets, Features, Floats

FOLDER = Path(__file__).parent / "weights"


@dataclass(frozen=True)
class Head:
    """Weights of the blocks of features, a column an answer, and a constant for each answer."""

    answers: tuple[str, ...]
    is_one_of: bool  # of its answers one is right; else each may be
    hashed: Mapping[str, Floats]
    vectors: Floats
    constants: Floats

    @classmethod
    def from_stored(cls, stored: Mapping[str, Any]) -> "Head":
        """Return a head of whole numbers of one byte, with the step of each block and answer."""
        names = [str(name) for name in stored["blocks"]]
        blocks = {name: stored[name].astype(np.float32) * stored[f"{name}_step"] for name in names}
        return cls(
            answers=tuple(map(str, stored["answers"])),
            is_one_of=bool(stored["is_one_of"]),
            vectors=blocks.pop("vectors"),
            hashed=blocks,
            constants=np.asarray(stored["constants"], np.float32),
        )

    def judge(self, features: Features) -> Floats:
        """Return how likely each answer is for each text, from 0 to 1. Shape (texts, answers)."""
        sums: Floats = features.vectors @ self.vectors + self.constants
        for name, weights in self.hashed.items():
            sums += _sums(features.hashed[name], weights)
        if not self.is_one_of:
            return (1 / (1 + np.exp(-np.clip(sums, -30, 30)))).astype(np.float32)
        powers = np.exp(sums - sums.max(axis=1, keepdims=True))
        likely: Floats = (powers / powers.sum(axis=1, keepdims=True)).astype(np.float32)
        return likely


def _sums(rows: Sequence[Buckets], weights: Floats) -> Floats:
    """Return the weights of each row's buckets, summed and divided by the row's length."""
    sums = [weights[row].sum(axis=0) / np.sqrt(max(1, len(row))) for row in rows]
    return np.array(sums, np.float32).reshape(-1, weights.shape[1])


@cache
def load(name: str) -> Head:
    with np.load(FOLDER / f"{name}.npz", allow_pickle=False) as file:
        return Head.from_stored(file)
