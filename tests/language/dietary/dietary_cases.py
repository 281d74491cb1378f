"""The sentences of dietary_cases.txt and dietary_more.txt, with what is to be read from each."""

from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

ALLERGIES, DIET = "allergies: ", "diet: "


@dataclass(frozen=True)
class Case:
    sentence: str
    key: str  # empty where nothing certain is said
    value: object
    is_kept_aside: bool  # the rules were written without it


def _case(line: str) -> Case:
    sentence, told = line.split(" => ")
    aside = sha256(line.encode()).digest()[0] % 3 == 0
    if told.startswith(ALLERGIES):
        allergens = told.removeprefix(ALLERGIES).split("; ")
        return Case(sentence, "dietary.allergies", allergens[0] if len(allergens) == 1 else allergens, aside)
    if told.startswith(DIET):
        return Case(sentence, "dietary.diet", told.removeprefix(DIET), aside)
    return Case(sentence, "", None, aside)


def _read(name: str) -> list[Case]:
    lines = Path(__file__).with_name(name).read_text().splitlines()
    return [_case(line) for line in lines if line and not line.startswith("#")]


CASES = _read("dietary_cases.txt")
UNSEEN = _read("dietary_texts.txt")  # sentences of somebody who saw no rule
MORE = _read("dietary_more.txt")  # sentences that were read after the grammar was made
