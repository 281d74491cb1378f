"""Teaches requests which memories they need, from corpora/needs.jsonl, and prints what that does on rows kept aside.

make heads

A request's vector is turned by one matrix, learned by contrast: of all memories of some accounts, those that it needs
are to be nearest. The matrix begins as one that changes nothing, and few rounds keep it near that. The same rows give
the same bytes on the same machine.
"""

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from memoryweb.language.heads import requests
from memoryweb.recall.encoders.multilingual import MultilingualEncoder
from tools.rows import is_kept_aside, lines

ROUNDS, AT_ONCE, RATE = 15, 20, 3e-4  # over all accounts; accounts compared together; of Adam. By cross-validation
TEMPERATURE = 0.05
OWN = 1.0  # how much harder an account's own memories are to tell apart than those of others
TOWARDS_NOTHING = 1e-3  # how strongly the matrix is pulled to one that changes nothing
STEPS = 127  # of a whole number of one byte, on either side of 0
Numbers = NDArray[np.float32]
Bits = NDArray[np.bool_]
Turn = Callable[[Numbers], Numbers]


@dataclass(frozen=True)
class Account:
    """Vectors of requests and memories, which requests need which, and which of the others they may be given."""

    requests: Numbers
    memories: Numbers
    needs: Bits
    may: Bits
    language: str


def read(account: dict[str, Any], encoder: MultilingualEncoder) -> Account:
    shape = len(account["requests"]), len(account["memories"])
    needs, may = np.zeros(shape, bool), np.zeros(shape, bool)
    for place, request in enumerate(account["requests"]):
        needs[place, request["needs"]] = True
        may[place, request.get("may", [])] = True
    texts = [request["text"] for request in account["requests"]]
    return Account(encoder.encode(texts), encoder.encode(account["memories"]), needs, may, account["language"])


def fit(accounts: Sequence[Account]) -> tuple[Numbers, Numbers]:
    """Return the matrix and the shift that are added to a request's vector, by Adam."""
    size = accounts[0].requests.shape[1]
    learned = [np.zeros((size, size), np.float32), np.zeros(size, np.float32)]
    means, squares = [np.zeros_like(each) for each in learned], [np.zeros_like(each) for each in learned]
    random, step = np.random.default_rng(0), 0
    for _ in range(ROUNDS):
        order = random.permutation(len(accounts))
        for start in range(0, len(accounts), AT_ONCE):
            step += 1
            slopes = _slopes([accounts[place] for place in order[start : start + AT_ONCE]], *learned)
            for value, slope, mean, square in zip(learned, slopes, means, squares, strict=True):
                mean[...] += 0.1 * (slope - mean)
                square[...] += 0.001 * (slope * slope - square)
                value[...] -= RATE * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.999**step)) + 1e-8)
    return learned[0], learned[1]


def _slopes(accounts: Sequence[Account], turn: Numbers, shift: Numbers) -> tuple[Numbers, Numbers]:
    """Return how the loss grows with each number: the mean over requests of -log(how likely each needed memory is
    beside all that are not needed), where one that needs several counts by the root of their number."""
    asked, memories = np.concatenate([a.requests for a in accounts]), np.concatenate([a.memories for a in accounts])
    needs, may = _blocks([a.needs for a in accounts]), _blocks([a.may for a in accounts])
    own = _blocks([np.ones_like(a.needs) for a in accounts])
    used = needs.any(axis=1)
    asked, needs, may, own = asked[used], needs[used], may[used], own[used]
    moved = asked + asked @ turn + shift
    lengths = np.linalg.norm(moved, axis=1, keepdims=True)
    turned = moved / lengths
    scores = np.where(may, -1e9, turned @ memories.T / TEMPERATURE + OWN * own)
    powers = np.exp(scores - scores.max(axis=1, keepdims=True))
    others = np.where(needs, 0, powers).sum(axis=1, keepdims=True)
    weights = needs / np.sqrt(needs.sum(axis=1, keepdims=True))
    shares = weights / (powers + others + 1e-30)
    by_score = np.where(needs, (powers / (powers + others + 1e-30) - 1) * weights, powers * shares.sum(axis=1)[:, None])
    by_turned = by_score.astype(np.float32) @ memories / (TEMPERATURE * len(asked))
    by_moved = (by_turned - (by_turned * turned).sum(axis=1, keepdims=True) * turned) / lengths
    return asked.T @ by_moved + TOWARDS_NOTHING * turn, by_moved.sum(axis=0) + TOWARDS_NOTHING * shift


def _blocks(parts: Sequence[Bits]) -> Bits:
    """Return one table with the parts along its diagonal."""
    whole = np.zeros((sum(len(part) for part in parts), sum(part.shape[1] for part in parts)), bool)
    row = column = 0
    for part in parts:
        whole[row : row + len(part), column : column + part.shape[1]] = part
        row, column = row + len(part), column + part.shape[1]
    return whole


def found(accounts: Sequence[Account], turn: Turn) -> float:
    """Return how many of the needed memories are among the nearest five, as a mean over requests that need any."""
    shares = []
    for account in accounts:
        scores = np.where(account.may, -9, turn(account.requests) @ account.memories.T)
        nearest = np.argsort(-scores, axis=1, kind="stable")[:, :5]
        shares += [
            needs[five].sum() / needs.sum() for needs, five in zip(account.needs, nearest, strict=True) if any(needs)
        ]
    return float(np.mean(shares))


def report(name: str, accounts: Sequence[Account], turn: Turn) -> None:
    languages = sorted({account.language for account in accounts})
    figures = {each: found([account for account in accounts if account.language == each], turn) for each in languages}
    by_language = ", ".join(f"{language} {share:.3f}" for language, share in figures.items())
    print(f"  {name}: {found(accounts, turn):.3f} of what is needed among the nearest five ({by_language})")


def train() -> None:
    """Teach the encoder's vectors, and those of the multilingual encoder alone, for where MiniLM is not installed."""
    stored: dict[str, Any] = {}
    for encoder in (MultilingualEncoder(), MultilingualEncoder(has_english=False)):
        rows = [(account, read(account, encoder)) for account in lines("needs")]
        taught = [each for account, each in rows if not is_kept_aside(account["memories"][0])]
        aside = [each for account, each in rows if is_kept_aside(account["memories"][0])]
        print(f"request, {encoder.dimensions} numbers: {len(taught)} accounts taught, {len(aside)} kept aside")
        turn, shift = fit(taught)
        step = np.float32(np.round(np.abs(turn).max() / STEPS, 6))
        stored |= {
            f"turn_{encoder.dimensions}": np.round(turn / step).astype(np.int8),
            f"step_{encoder.dimensions}": step,
            f"shift_{encoder.dimensions}": np.round(shift, 5),
        }
        np.savez_compressed(requests.STORED, **stored)
        requests.taught.cache_clear()
        report("as encoded", aside, lambda vectors: vectors)
        report("taught", aside, requests.turned)


if __name__ == "__main__":
    logging.basicConfig(level=logging.WARNING)
    train()
