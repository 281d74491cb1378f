"""Which statements are worth asking the person about, on sentences of our own: no database."""

from collections.abc import Iterator
from pathlib import Path

from memoryweb.learning.extraction import find
from tests.cases import for_each

FOLDER = Path(__file__).parent


def cases(language: str) -> Iterator[tuple[str, bool]]:
    """Yield the sentences of a language, and whether each is worth asking about."""
    for line in (FOLDER / f"worth_asking_{language}.txt").read_text().splitlines():
        if line.startswith(("+ ", "- ")):
            yield line[2:], line.startswith("+")


@for_each([("en", 0.93), ("zh", 0.80)])
def test_what_is_worth_asking_is_told_from_what_is_not(language: str, recall: float) -> None:
    wanted = [bool(find(text)) for text, is_wanted in cases(language) if is_wanted]
    refused = [not find(text) for text, is_wanted in cases(language) if not is_wanted]
    assert len(wanted) + len(refused) >= 150
    assert sum(wanted) / len(wanted) >= recall
    assert sum(refused) / len(refused) >= 0.95


def test_what_holds_in_general_is_told_from_one_event_in_chinese() -> None:
    """Every third sentence was set aside while the forms were made."""
    rows = [line for line in (FOLDER / "chinese_general.txt").read_text().splitlines() if line.startswith(("+ ", "- "))]
    for part in (rows[2::3], [row for place, row in enumerate(rows) if place % 3 != 2]):
        right = [bool(find(row[2:])) == row.startswith("+") for row in part]
        assert sum(right) / len(right) >= 0.92
