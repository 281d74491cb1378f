"""How likely a request needs a memory, as one number for every request and language.

Learned from corpora/needs.jsonl: accounts with requests and the memories that each needs. A regression over few facts
that recall's ranking knows of each memory, and over one that the request's words tell: whether it needs anything of its
person at all. tools/train_cut.py makes the weights.
"""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from memoryweb.language.heads import heads
from memoryweb.language.heads.features import features_of_texts

STORED = heads.FOLDER / "cut.npz"
# What is known of a memory, in this order. Of the request: how its best five score, and `odds` of it (below).
FACTS = (
    "score",
    "words",
    "place",
    "behind the best",
    "best five",
    "rule",
    "score of a rule",
    "task",
    "odds above even",
    "odds above a twentieth",
)
TWENTIETH = 3.0  # log odds below even that are about one in twenty
LEAST, MOST = 1e-4, 1 - 1e-4
Table = NDArray[np.float64]


def odds_of_nothing(request: str) -> float:
    """Return the log odds that a request needs nothing that is known of its person: a sum, thanks, a pasted error."""
    if not request.strip():
        return 0.0
    likely = float(heads.load("nothing").judge(features_of_texts([request]))[0, 0])
    return log_odds(likely)


def log_odds(chance: float) -> float:
    chance = min(max(chance, LEAST), MOST)
    return float(np.log(chance / (1 - chance)))


def shifted(chance: float, by: float) -> float:
    """Return a chance whose log odds are so much higher."""
    return round(float(1 / (1 + np.exp(-(log_odds(chance) + by)))), 4)


def bent(odds: float) -> tuple[float, float]:
    """Return log odds as the two facts of FACTS: a line that bends twice fits better than a straight one."""
    return max(odds, 0.0), max(odds + TWENTIETH, 0.0)


def chances(table: Table) -> Table:
    """Return how likely each memory is needed, 0 to 1. Shape (memories, FACTS) in, (memories,) out."""
    weights, constant = taught()
    sums = table @ weights + constant
    return np.round(1 / (1 + np.exp(-np.clip(sums, -30, 30))), 4)


@cache
def taught() -> tuple[Table, float]:
    """Return each fact's weight, and the constant."""
    with np.load(STORED, allow_pickle=False) as file:
        return file["weights"], float(file["constant"])
