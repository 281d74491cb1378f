"""What the head finds worth asking about, on messages kept aside, which no training has seen."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from memoryweb.language.extraction import find
from memoryweb.language.heads import heads, worth_asking
from memoryweb.language.heads.features import Part, features_of
from memoryweb.language.text.clauses import clauses, without_joining_word
from tests.cases import for_each
from tests.rings import same_part
from tools import train_heads
from tools.rows import is_kept_aside

CORPORA = Path(__file__).parents[3] / "corpora"
# Precision and recall at least; docs/learning.md has those of all.
KINDS_OF_ROWS = {"messages": (0.77, 0.80), "sentences": (0.67, 0.90)}


@dataclass
class Count:
    right: int = 0
    missed: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    def add(self, message: dict[str, Any]) -> None:
        """Compare what is found in a message with its labels. A part counts as found if one contains the other."""
        found = {letters(each.details): each.details for each in find(message["message"])}
        wanted = {letters(part["text"]): part["text"] for part in message["parts"] if part["wanted"]}
        for each, text in wanted.items():
            is_found = any(each in other or other in each for other in found)
            self.right += is_found
            self.missed += [] if is_found else [text]
        self.wrong += [
            text for each, text in found.items() if not any(each in other or other in each for other in wanted)
        ]


def letters(text: str) -> str:
    return "".join(character for character in text.casefold() if character.isalnum()).removeprefix("i")


def kept_aside(name: str) -> Iterator[dict[str, Any]]:
    for line in (CORPORA / f"{name}.jsonl").read_text().splitlines():
        message = json.loads(line)
        if is_kept_aside(message["message"]):
            yield message


@for_each(KINDS_OF_ROWS)
def test_most_of_what_is_worth_asking_is_found_and_little_else(name: str) -> None:
    count, (precision, recall) = Count(), KINDS_OF_ROWS[name]
    for message in same_part(list(kept_aside(name)), 9 if name == "messages" else 3):
        count.add(message)
    figures = (
        count.right / (count.right + len(count.wrong)),
        count.right / (count.right + len(count.missed)),
    )
    report = f"{name}: precision {figures[0]:.3f}, recall {figures[1]:.3f}"
    print(report)
    assert figures[0] >= precision, f"{report}, wrong: {count.wrong[:40]}"
    assert figures[1] >= recall, f"{report}, missed: {count.missed[:40]}"


@for_each(
    [
        ("I keep bees on our roof, can you find me a recipe with honey?", "I keep bees on our roof"),
        ("民宿不住，只住连锁酒店，苏州有啥推荐", "民宿不住，只住连锁酒店"),
        ("租的房子不让打孔，窗帘怎么挂", "租的房子不让打孔"),
        ("No meetings after 15:00", "No meetings after 15:00"),
        ("make it shorter", ""),
        ("option 2 please", ""),
    ]
)
def test_of_a_sentence_only_the_clauses_that_hold_are_taken(message: str, part: str) -> None:
    found = worth_asking.find([message])
    assert [message[each.start : each.end] for each in found] == [part] * bool(part)


@for_each(
    [
        ("I like tea", ["I like tea"]),
        (
            "my twins are four years old, and we live by the sea",
            ["my twins are four years old", "we live by the sea"],
        ),
        ("the van costs 10,000 a year, so find a cheaper one", ["the van costs 10,000 a year", "find a cheaper one"]),
        ("不吃辣，周末不开会议，帮我想个菜单", ["不吃辣，周末不开会议", "帮我想个菜单"]),
    ]
)
def test_a_sentence_is_cut_where_clauses_meet_and_no_short_piece_stands_alone(text: str, pieces: list[str]) -> None:
    assert [text[start:end] for start, end in clauses(text)] == pieces


@for_each(
    [("and we live there", "we live there"), ("但是我不吃辣", "我不吃辣"), ("andy lives there", "andy lives there")]
)
def test_a_clause_is_read_without_the_word_that_joins_it(text: str, read: str) -> None:
    assert without_joining_word(text) == read


def test_a_part_has_the_same_score_alone_and_among_others() -> None:
    head = heads.load("worth_asking")
    parts = [Part("I work nights", "", ", so keep it short"), Part("keep it short", "I work nights, so "), Part("")]
    together, alone = (
        head.judge(features_of(parts)),
        np.concatenate([head.judge(features_of([part])) for part in parts]),
    )
    assert np.allclose(together, alone, atol=1e-3)


@pytest.mark.thorough
def test_the_same_rows_train_the_same_bytes() -> None:
    task = train_heads.TASKS[0]
    some = [row for row in task.rows() if not row.is_kept_aside][:400]
    one, other = train_heads.fit(task, some), train_heads.fit(task, some)
    assert {name: np.asarray(value).tobytes() for name, value in one.items()} == {
        name: np.asarray(value).tobytes() for name, value in other.items()
    }


def test_no_message_is_both_taught_and_kept_aside_and_every_part_is_in_its_message() -> None:
    seen: set[str] = set()
    for name in KINDS_OF_ROWS:
        for line in (CORPORA / f"{name}.jsonl").read_text().splitlines():
            message = json.loads(line)
            place = 0
            for part in message["parts"]:
                place = message["message"].index(part["text"], place) + len(part["text"])
            seen.add(message["message"])
    assert len(seen) > 12_000
