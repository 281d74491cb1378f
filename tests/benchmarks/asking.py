"""What share of the questions drawn from other people's chats is wanted, and how many wanted ones are lost.

python -m tests.benchmarks.asking DATA_FOLDER

The labels beside this file name a proposal by its set, its row and the SHA-256 of its words (the first 16 digits); they
hold no text. Labelled one by one by readers who saw the message, the one before it and the proposal, and neither the
patterns nor each other's labels: once for the part that the first patterns were made with, twice for the rest. Of that
rest, the chats of eight people were read later, when patterns were corrected; the others are still kept aside. "Wanted"
means that every reader of a proposal wants it. What is in no label is counted and named.
"""

import hashlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.benchmarks.house import at_most, report

LABELS = Path(__file__).with_name("asking_labels.jsonl")
WANTED, LOST = 0.80, 0.05  # shares: of the questions, and of the wanted ones that the first patterns found
ASIDE = frozenset(
    {
        "conv-49",
        "Henry",
        "郝明",
        "jasper",
        "kai",
        "lucia",
        "marina",
        "nolan",
        "orion",
        "parker",
        "phoenix",
        "raven",
        "reese",
    }
)
Key = tuple[str, str, str]


def rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines() if line.strip()]


def messages(data: Path) -> Iterator[tuple[str, str, str, str]]:
    """Yield the set, the row's id, whose chat it is, and the message."""
    for row in rows(data / "locomo" / "turns.jsonl"):
        yield "locomo/turns", f"{row['sample_id']} {row['dia_id']}", row["sample_id"], row["text"]
    for name in ("history_en", "history_zh"):
        for row in rows(data / "memorybank" / f"{name}.jsonl"):
            yield f"memorybank/{name}", f"{row['user']} {row['date']} {row['turn']}", row["user"], row["query"]
    for row in rows(data / "prefeval" / "inter_turns.jsonl"):
        if row["role"] == "user":
            identity = row["conversation_id"]
            yield "prefeval/inter_turns", f"{identity} {row['turn']}", identity, row["content"]
    for row in rows(data / "prefeval" / "implicit_choice.jsonl"):
        yield "prefeval/implicit_choice", row["id"], row["topic"], row["implicit_query"]
    for row in rows(data / "pahf" / "embodied_silver_queries.jsonl"):
        yield "pahf/embodied_silver_queries", row["id"], row["user"], row["task"]


def is_aside(name: str, whose: str) -> bool:
    """Return whether a chat was kept aside. Of PrefEval's chats, half were, by the parity of a hash."""
    if name == "prefeval/inter_turns":
        return int(hashlib.sha256(whose.encode()).hexdigest(), 16) % 2 == 1
    return whose in ASIDE


def found(data: Path) -> dict[bool, set[Key]]:
    """Return what is proposed now, of the part kept aside (True) and of the other."""
    from memoryweb.language.extraction import find

    proposals: dict[bool, set[Key]] = {True: set(), False: set()}
    for name, row, whose, message in messages(data):
        for each in find(message):
            digest = hashlib.sha256(each.details.encode()).hexdigest()[:16]
            proposals[is_aside(name, whose)].add((name, row, digest))
    return proposals


def main(data: Path) -> bool:
    labels = {(row["set"], row["row"], row["sha256"]): row for row in rows(LABELS)}
    proposals, good = found(data), []
    parts = {"all": (True, False), "kept aside": (True,), "read while the patterns were made": (False,)}
    for name, of_parts in parts.items():
        asked = set().union(*(proposals[aside] for aside in of_parts))
        known = [labels[key] for key in asked if key in labels]
        wanted = sum(all(row["wanted"]) for row in known) / len(known)
        report(f"{name}: questions", len(asked), "", 0, ok=True)
        report(f"{name}: without a label", len(asked) - len(known), "", 0, ok=True)
        good.append(report(f"{name}: wanted", wanted, "share", WANTED, ok=wanted >= WANTED))
        before = [
            key
            for key, row in labels.items()
            if row["kept_aside"] in of_parts and row["found_before"] and all(row["wanted"])
        ]
        of_messages = {key[:2] for key in asked}
        lost = sum(key[:2] not in of_messages for key in before) / len(before)
        good.append(at_most(f"{name}: wanted before and lost", lost, "share", LOST))
    return all(good)


if __name__ == "__main__":
    sys.exit(0 if main(Path(sys.argv[1])) else 1)
