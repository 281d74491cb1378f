"""Teaches the cut: how likely a request needs a memory, of what recall's search finds of it. Prints what it does.

make heads

The accounts of corpora/needs.jsonl are filled into a database and every request is searched there. What is learned
from requests themselves (the matrix, and whether a request needs anything) knows those that it was taught better than
new ones. So each third of the taught accounts is searched with what was learned from the other two, and the cut sees
everything as it is for a new account. The same rows give the same bytes on the same machine.
"""

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from unittest import mock

import numpy as np
from numpy.typing import NDArray
from sklearn.linear_model import LogisticRegression

from memoryweb.language.heads import needs, requests
from memoryweb.language.heads.heads import Head
from memoryweb.recall.encoders.multilingual import MultilingualEncoder
from tests.benchmarks.house import house
from tools import accounts, train_heads, train_requests
from tools.rows import is_kept_aside, lines

STRENGTH = 0.3  # C of the regression
PARTS = 3
CUTS = (0.05, 0.08, 0.1, 0.12, 0.15, 0.2, 0.3)  # that are reported
Bits = NDArray[np.bool_]


@dataclass(frozen=True)
class Found:
    """What a request found: the facts of each memory, and which of them it needs or may be given."""

    table: needs.Table
    needed: Bits
    may: Bits
    needed_of_all: int
    language: str


def found_in(account: dict[str, Any], odds: Sequence[float]) -> list[Found]:
    """Return what each request of an account finds, with the log odds that it needs nothing."""
    from memoryweb.recall import candidates, needed, recall
    from memoryweb.recall.request import RecallContext, RecallRequest

    results = []
    with accounts.filled(account) as (agent, settings, places):
        for request, each in zip(account["requests"], odds, strict=True):
            asked = RecallRequest(query=request["text"])
            context = RecallContext(agent=agent, settings=settings, request=asked, now=accounts.NOW)
            hits = candidates.find_hits(context)
            known = {hit.memory_id for hit in hits} & places.keys()
            rows = [row for row in candidates.fetch_candidates(context, context.judged_hits(hits)) if row.pk in known]
            points = {row.pk: recall.task_points(row, context) for row in rows}
            numbers = [places[row.pk] for row in rows]
            results.append(
                Found(
                    needed.facts(hits, rows, points, each).round(4),
                    np.isin(numbers, request["needs"]),
                    np.isin(numbers, request.get("may", [])),
                    len(request["needs"]),
                    account["language"],
                )
            )
    return results


def fit(taught: Sequence[Found]) -> dict[str, Any]:
    """Return the weight of each fact and a constant. What may be given counts neither way."""
    table = np.concatenate([each.table[~each.may] for each in taught])
    answers = np.concatenate([each.needed[~each.may] for each in taught])
    mean, deviation = table.mean(axis=0), table.std(axis=0) + 1e-9
    model = LogisticRegression(C=STRENGTH, max_iter=3_000).fit((table - mean) / deviation, answers)
    weights = model.coef_[0] / deviation
    return {"weights": weights.round(4), "constant": round(float(model.intercept_[0] - weights @ mean), 4)}


def report(name: str, aside: Sequence[Found]) -> None:
    judged = [needs.chances(each.table) for each in aside]
    for cut in CUTS:
        given = [chances >= cut for chances in judged]
        right = sum(int((g & each.needed).sum()) for g, each in zip(given, aside, strict=True))
        beside = [int((g & ~each.needed & ~each.may).sum()) for g, each in zip(given, aside, strict=True)]
        quiet = [n == 0 for n, each in zip(beside, aside, strict=True) if not each.needed_of_all]
        share = right / max(1, sum(each.needed_of_all for each in aside))
        silent = sum(quiet) / max(1, len(quiet))
        print(
            f"  {name}, from {cut}: {share:.3f} of what is needed, {np.mean(beside):.2f} beside it a request,"
            f" nothing in {silent:.2f} of those that need nothing"
        )


def train() -> None:
    encoder = MultilingualEncoder()
    every = [account for account in lines("needs") if account["source"] == "account"]
    aside = [account for account in every if is_kept_aside(account["memories"][0])]
    taught = [account for account in every if not is_kept_aside(account["memories"][0])]
    read = [train_requests.read(account, encoder) for account in taught]
    pairs = [
        train_requests.read(account, encoder)
        for account in lines("needs")
        if account["source"] != "account" and not is_kept_aside(account["memories"][0])
    ]
    examples: list[Found] = []
    with house():
        for part in range(PARTS):
            mine = taught[part::PARTS]
            others = [each for place, each in enumerate(read) if place % PARTS != part]
            odds = _odds_without(mine)
            learned = train_requests.fit([*others, *pairs])
            with mock.patch.object(requests, "taught", lambda _, learned=learned: learned):
                examples += [found for account in mine for found in found_in(account, odds(account))]
        stored = fit(examples)
        np.savez_compressed(needs.STORED, **stored)
        needs.taught.cache_clear()
        print(f"cut: {len(taught)} accounts taught, {len(aside)} kept aside")
        for name, weight in zip(needs.FACTS, stored["weights"], strict=True):
            print(f"  {name}: {weight:.3f}")
        known = [
            found
            for account in aside
            for found in found_in(account, [needs.odds_of_nothing(each["text"]) for each in account["requests"]])
        ]
    report("all", known)
    for language in sorted({each.language for each in known}):
        report(language, [each for each in known if each.language == language])


def _odds_without(accounts_aside: Sequence[dict[str, Any]]) -> Any:
    """Return a function for the log odds that an account's requests need nothing, as learned without these accounts."""
    task = next(each for each in train_heads.TASKS if each.name == "nothing")
    texts = {request["text"] for account in accounts_aside for request in account["requests"]}
    rows = [row for row in task.rows() if not row.is_kept_aside and row.read not in texts]
    head = Head.from_stored(train_heads.fit(task, rows))

    def odds(account: dict[str, Any]) -> list[float]:
        read = task.features([request["text"] for request in account["requests"]])
        return [needs.log_odds(float(likely)) for likely in head.judge(read)[:, 0]]

    return odds


if __name__ == "__main__":
    logging.basicConfig(level=logging.WARNING)
    train()
