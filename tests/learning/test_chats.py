"""What is found in chats as people write them: messages that were written before the forms, and labelled then.

Every third message was never looked at while the forms were made (`is_kept_aside`).
"""

import json
from pathlib import Path
from typing import Any

from memoryweb.learning.extraction import find
from tests.cases import for_each
from tests.corpora import Tally

FOLDER = Path(__file__).parent
UNSEEN_PRECISION, UNSEEN_RECALL = 0.92, 0.90


def tally_of(language: str, *, is_kept_aside: bool) -> Tally:
    """Compare what is found with the labelled statements of each message. What is in no label is not wanted."""
    tally = Tally(f"chats_{language}{' aside' * is_kept_aside}")
    for line in (FOLDER / f"chats_{language}.jsonl").read_text().splitlines():
        row = json.loads(line)
        if (row["n"] % 3 == 0) is is_kept_aside:
            _add_message(row, tally)
    return tally


def _add_message(row: dict[str, Any], tally: Tally) -> None:
    found = {_letters(each.details): each.details for each in find(row["message"])}
    labelled: set[str] = set()
    for statement in row["statements"]:
        letters = _letters(statement["text"])
        matching = [each for each in found if each in letters or letters in each]
        labelled.update(matching)
        tally.add(statement["text"], wanted=statement["wanted"], found=bool(matching))
    for each in found.keys() - labelled:
        tally.add(found[each], wanted=False, found=True)


def _letters(text: str) -> str:
    return "".join(character for character in text.casefold() if character.isalnum()).removeprefix("i")


@for_each(
    [("en", False, 0.85, 0.80), ("en", True, 0.80, 0.58), ("zh", False, 0.90, 0.90), ("zh", True, 0.78, 0.65)],
)
def test_most_of_what_is_found_in_chats_is_wanted(
    language: str, is_kept_aside: bool, precision: float, recall: float
) -> None:
    tally_of(language, is_kept_aside=is_kept_aside).check(precision=precision, recall=recall)


def test_messages_of_somebody_who_saw_no_form_are_read_too() -> None:
    """Four times 150, each measured once and then tuned to (precision, recall: .85 .75, .96 .66, .91 .75, .94 .82).

    `wanted` holds the sentences of a message worth proposing."""
    tally = Tally("chats_unseen")
    for line in (FOLDER / "chats_unseen.jsonl").read_text().splitlines():
        row = json.loads(line)
        found = {_letters(each.details): each.details for each in find(row["message"])}
        wanted = {_letters(text): text for text in row["wanted"]}
        for letters, text in wanted.items():
            tally.add(text, wanted=True, found=any(each in letters or letters in each for each in found))
        for each, details in found.items():
            if not any(each in letters or letters in each for letters in wanted):
                tally.add(details, wanted=False, found=True)
    tally.check(precision=UNSEEN_PRECISION, recall=UNSEEN_RECALL)
