"""Whether the kind, the category and the label of third-party statements are as a person would put them.

python -m tests.benchmarks.kinds DATA_FOLDER

Each row of kinds_labels.jsonl names a statement by set, row and sha256, and tells the kinds and categories that are
right for it. They were chosen by reading the statement, before any answer was seen. `readable` has the sha256 of each
label that was read afterwards and found clear to a stranger; a label that changed since then counts as not clear.
"""

import json
import re
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

from memoryweb.language.extraction import Find, find
from memoryweb.language.filing import classifier
from memoryweb.language.locales.en import singular
from tests.benchmarks.extraction import as_said, rows
from tests.benchmarks.house import report

LABELS = Path(__file__).with_name("kinds_labels.jsonl")
BARS = {"kind": 0.90, "category": 0.85, "label": 0.95}
IRREGULAR = {"does": "do", "is": "am", "has": "have"}
THIRD_PERSON = re.compile(r"^(?P<adverb>(?:\w+ly )?)(?P<verb>\w+)", re.IGNORECASE)


def digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()


def statements(data: Path) -> Iterator[tuple[dict[str, Any], str]]:
    """Yield each labeled row with its statement as the person would say it. Raises ValueError for a changed set."""
    sets: dict[str, list[dict[str, Any]]] = {}
    for label in rows(LABELS):
        name = label["set"]
        text, said = _find_row(sets.setdefault(name, rows(data / name)), name, label["row"])
        if digest(text) != label["sha256"]:
            raise ValueError(f"{name}, row {label['row']}: the text has changed.")
        yield label, said


def _find_row(lines: list[dict[str, Any]], name: str, row: str | int) -> tuple[str, str]:
    """Return the text of a row, and how a person would say it of themselves."""
    match name.partition("/")[0]:
        case "prefdetect":
            text = next(line["text"] for line in lines if line["id"] == row)
            return text, text
        case "pahf":
            text = lines[int(row)]["text"]
            return text, as_said(text)
        case "personamem":
            number, which = str(row).split(":")
            text = lines[int(number)][which]
            return text, f"I {THIRD_PERSON.sub(_first_person, text[0].lower() + text[1:], count=1)}"
    user, day, turn = str(row).split(":")
    text = next(line["query"] for line in lines if (line["user"], line["date"], str(line["turn"])) == (user, day, turn))
    return text, text


def _first_person(match: re.Match[str]) -> str:
    verb = match["verb"]
    return match["adverb"] + IRREGULAR.get(verb, singular(verb) if verb.endswith("s") else verb)


def is_right(label: dict[str, Any], each: Find) -> tuple[bool, bool, bool]:
    """Return whether the kind and the category are among the right ones, and the label is one that reads well."""
    result = classifier.classify(
        category=each.category,
        name=each.label,
        details=each.details,
        value=each.value,
        key=each.key,
        kind=each.kind,
        label=each.label,
        quote=each.quote,
    )
    return (
        result.kind in label["kinds"],
        result.category in label["categories"],
        digest(each.label) in label["readable"],
    )


def main(data: Path) -> bool:
    """Print the shares among the statements that are found. Of several finds in one row, the best counts."""
    labeled = list(statements(data))
    found = [(label, finds) for label, said in labeled if (finds := find(said))]
    print(json.dumps({"name": "statements", "value": len(labeled), "found": len(found)}))
    best = [max((is_right(label, each) for each in finds), key=sum) for label, finds in found]
    good = []
    for place, (name, bar) in enumerate(BARS.items()):
        share = sum(row[place] for row in best) / len(best)
        good.append(share >= bar)
        report(f"{name} is right", round(share, 3), "share", bar, ok=share >= bar)
    return all(good)


if __name__ == "__main__":
    options = ArgumentParser()
    options.add_argument("data", type=Path)
    sys.exit(0 if main(options.parse_args().data) else 1)
