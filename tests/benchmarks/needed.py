"""How much of what requests need is given, and how much beside it: recall's own selection on real tables.

python -m tests.benchmarks.needed [FILE in the form of corpora/needs.jsonl]

Without a file, the accounts of the corpus that are kept aside from training. Each is a person whose memories are in
use, filed as ours are filed; an agent asks each request once, without naming a task. `may` counts as neither.
"""

import json
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any

from tests.benchmarks.house import house, report
from tools import accounts
from tools.rows import is_kept_aside, lines

LEAST, MOST = 0.6, 3.0  # of what is needed; beside it, a request


def main(labelled: list[dict[str, Any]]) -> bool:
    given: defaultdict[str, list[tuple[int, int, int, int]]] = defaultdict(list)
    with house():
        for account in labelled:
            for request, found in _given(account):
                needs, may = set(request["needs"]), set(request.get("may", ()))
                forbidden = set(request.get("not", ()))
                counts = len(found & needs), len(needs), len(found - needs - may), len(found & forbidden)
                given[account["language"]].append(counts)
                given["all"].append(counts)
    results = [_report(language, counts) for language, counts in sorted(given.items())]
    return all(results)


def _given(account: dict[str, Any]) -> list[tuple[dict[str, Any], set[int]]]:
    from memoryweb.recall.recall import select
    from memoryweb.recall.request import RecallRequest

    found = []
    with accounts.filled(account) as (agent, settings, places):
        for request in account["requests"]:
            items = select(agent, settings, RecallRequest(query=request["text"]), now=accounts.NOW).items
            found.append((request, {places[item.row.pk] for item in items if item.row.pk in places}))
    return found


def _report(language: str, counts: list[tuple[int, int, int, int]]) -> bool:
    right, needed, beside, forbidden = (sum(each) for each in zip(*counts, strict=True))
    quiet = [each for each in counts if not each[1]]
    share = right / max(1, needed)
    report(f"{language}: out of place", forbidden / len(counts), "a request", 0, ok=True)
    if quiet:
        silent = sum(not beside for _, _, beside, _ in quiet) / len(quiet)
        report(f"{language}: nothing where nothing is needed", silent, "share", 0, ok=True)
    is_few = beside / len(counts) <= MOST
    report(f"{language}: beside what is needed", beside / len(counts), "a request", MOST, ok=is_few)
    is_held = language != "all" or share >= LEAST
    return report(f"{language}: of what is needed", share, "share", LEAST, ok=is_held) and is_few


if __name__ == "__main__":
    if sys.argv[1:]:
        rows = [json.loads(line) for line in Path(sys.argv[1]).read_text().splitlines()]
    else:
        rows = [row for row in lines("needs") if row["source"] == "account" and is_kept_aside(row["memories"][0])]
    sys.exit(0 if main(rows) else 1)
