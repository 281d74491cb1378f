"""Trains the heads of memoryweb/language/weights from corpora/, and prints what they do on rows kept aside.

make heads

A message whose hash is divisible by three is kept aside: no training has seen it. The same
rows give the same bytes on the same machine. docs/learning.md says how to mend a wrong answer and add a language.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix, hstack
from sklearn.linear_model import LogisticRegression

from memoryweb.language.clauses import clauses
from memoryweb.language.features import (
    AROUND_BITS,
    GRAM_BITS,
    Buckets,
    Features,
    Part,
    features_of,
)
from memoryweb.language.heads import FOLDER, Head

ROOT = Path(__file__).resolve().parents[1]
BLOCKS = {"grams": 2.0, "around": 2.0, "vectors": 2.0}  # how much each may say: found by cross-validation
STRENGTH = 1.0  # C of the regression: the weight of the rows against that of small weights
STEPS = 127  # of a whole number of one byte, on either side of 0
# Rows in the plainest words count more: few of the many rows are like them, and most of what people say is.
PLAIN_SOURCES, PLAIN_WEIGHT = ("plain", "tasks"), 3.0
AT_ONCE = 256  # parts whose features are computed together


@dataclass(frozen=True)
class Row:
    """A part of a message with its label, and the source and language of the message."""

    part: Part
    wanted: bool
    source: str
    language: str
    is_kept_aside: bool

    @property
    def weight(self) -> float:
        return PLAIN_WEIGHT if self.source.endswith(PLAIN_SOURCES) else 1.0


def is_kept_aside(message: str) -> bool:
    return int(sha256(message.encode("utf-8", "surrogatepass")).hexdigest(), 16) % 3 == 0


def rows(*names: str) -> Iterator[Row]:
    """Yield the labelled parts of the messages of these files of corpora/."""
    for name in names:
        for line in (ROOT / "corpora" / f"{name}.jsonl").read_text().splitlines():
            yield from rows_of(json.loads(line))


def rows_of(message: dict[str, Any]) -> Iterator[Row]:
    text, place = message["message"], 0
    for part in message["parts"]:
        start = text.index(part["text"], place)
        place = start + len(part["text"])
        spans = clauses(part["text"])
        for first, last in {*spans, (0, len(part["text"]))}:  # a part of several clauses is also taught by clause
            yield Row(
                Part(part["text"][first:last], text[: start + first], text[start + last :]),
                part["wanted"],
                message["source"],
                message["language"],
                is_kept_aside(text),
            )


def in_batches(parts: Sequence[Part]) -> Iterator[Features]:
    for start in range(0, len(parts), AT_ONCE):
        yield features_of(parts[start : start + AT_ONCE])


def matrix(parts: Sequence[Part]) -> csr_matrix:
    """Return the features of parts as the regression reads them: one row a part."""
    batches = list(in_batches(parts))
    blocks = [
        _sparse([row for each in batches for row in each.grams], GRAM_BITS) * BLOCKS["grams"],
        _sparse([row for each in batches for row in each.around], AROUND_BITS) * BLOCKS["around"],
        csr_matrix(np.concatenate([each.vectors for each in batches]) * BLOCKS["vectors"]),
    ]
    return hstack(blocks).tocsr()


def _sparse(buckets: Sequence[Buckets], bits: int) -> csr_matrix:
    lengths = np.array([len(row) for row in buckets])
    values = np.repeat(1 / np.sqrt(np.maximum(1, lengths)), lengths)
    ends = np.concatenate([[0], np.cumsum(lengths)])
    return csr_matrix((values, np.concatenate(buckets), ends), shape=(len(buckets), 1 << bits))


def fit(taught: Sequence[Row]) -> dict[str, Any]:
    """Return the weights of a head as whole numbers of one byte with the step of each block, and its constant."""
    model = LogisticRegression(C=STRENGTH, max_iter=1_000, tol=1e-5)
    model.fit(
        matrix([row.part for row in taught]),
        np.array([row.wanted for row in taught]),
        sample_weight=np.array([row.weight for row in taught]),
    )
    weights: NDArray[np.float64] = model.coef_[0]
    ends = np.cumsum([1 << GRAM_BITS, 1 << AROUND_BITS])
    stored: dict[str, Any] = {"constant": np.round(model.intercept_[0], 3)}
    for (name, scale), block in zip(BLOCKS.items(), np.split(weights, ends), strict=True):
        step = np.float32(np.round(np.abs(block).max() * scale / STEPS, 6))
        stored[name], stored[f"{name}_step"] = np.round(block * scale / step).astype(np.int8), step
    return stored


def figures(answers: NDArray[np.bool_], scores: NDArray[np.float32], threshold: float) -> str:
    found = scores >= threshold
    right = int((found & answers).sum())
    precision, recall = right / max(1, int(found.sum())), right / max(1, int(answers.sum()))
    return f"precision {precision:.3f}  recall {recall:.3f}"


def train_worth_asking() -> None:
    every, single = list(rows("messages")), [row for row in rows("sentences") if not row.is_kept_aside]
    seen = [row for row in every if not row.is_kept_aside]
    aside = [row for row in every if row.is_kept_aside]
    taught = [*seen, *single]
    stored = fit(taught)
    np.savez_compressed(FOLDER / "worth_asking.npz", **stored)
    head = Head.from_stored(stored)
    scores = np.concatenate([head.judge(each) for each in in_batches([row.part for row in aside])])
    answers = np.array([row.wanted for row in aside])
    print(f"worth_asking: {len(taught)} parts taught, {len(aside)} kept aside")
    for threshold in (0.4, 0.5, 0.6, 0.7):
        print(f"  from {threshold}: {figures(answers, scores, threshold)}")
    for language in sorted({row.language for row in aside}):
        mine = np.array([row.language == language for row in aside])
        print(f"  {language}, {int(mine.sum())} parts, from 0.5: {figures(answers[mine], scores[mine], 0.5)}")


if __name__ == "__main__":
    train_worth_asking()
