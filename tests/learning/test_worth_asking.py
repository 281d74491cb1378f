"""Which statements are worth asking the person about, on sentences of our own: no database."""

from collections.abc import Iterator
from pathlib import Path

from memoryweb.learning.extraction import find
from tests.cases import for_each
from tests.corpora import Tally

FOLDER = Path(__file__).parent


def cases(language: str) -> Iterator[tuple[str, bool]]:
    """Yield the sentences of a language, and whether each is worth asking about."""
    for line in (FOLDER / f"worth_asking_{language}.txt").read_text().splitlines():
        if line.startswith(("+ ", "- ")):
            yield line[2:], line.startswith("+")


@for_each([("en", 0.93), ("zh", 0.80)])
def test_what_is_worth_asking_is_told_from_what_is_not(language: str, recall: float) -> None:
    tally = Tally(f"worth_asking_{language}")
    for text, is_wanted in cases(language):
        tally.add(text, wanted=is_wanted, found=bool(find(text)))
    assert tally.count >= 150
    tally.check(recall=recall, refusal=0.95)


def test_what_holds_in_general_is_told_from_one_event_in_chinese() -> None:
    """Every third sentence was set aside while the forms were made."""
    rows = [line for line in (FOLDER / "chinese_general.txt").read_text().splitlines() if line.startswith(("+ ", "- "))]
    aside, tried = Tally("chinese_general aside"), Tally("chinese_general")
    for place, row in enumerate(rows):
        tally = aside if place % 3 == 2 else tried
        tally.add(row[2:], wanted=row.startswith("+"), found=bool(find(row[2:])))
    for tally in (aside, tried):
        tally.check()
        assert len(tally.missed) + len(tally.wrong) <= 0.08 * tally.count
