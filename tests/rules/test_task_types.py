"""The kinds of work that a request tells of, and to whom it says that something is written: no database."""

import json
from pathlib import Path

from memoryweb.rules import addressees, task_types
from tests import effort
from tests.cases import for_each
from tests.corpora import Tally

TEXTS = Path(__file__).with_name("task_texts.jsonl")


@for_each([False, True])
def test_the_words_of_a_request_tell_the_kinds_of_work(aside: bool) -> None:
    tally = Tally("tasks aside" if aside else "tasks")
    for row in map(json.loads, TEXTS.read_text().splitlines()):
        if row.get("aside", False) is aside:
            found = {task.name for task in task_types.tasks_in(row["text"])}
            for name in sorted(found | set(row["tasks"])):
                tally.add(f"{row['text']} → {name}", wanted=name in row["tasks"], found=name in found)
    tally.check(precision=0.9, recall=0.6 if aside else 0.9)


@for_each(["email " * 20_000, "find me " * 20_000, "write a " * 20_000, "a.py " * 20_000, "/" * 100_000])
def test_a_hostile_request_is_read_fast(text: str) -> None:
    task_types.tasks_in("")  # the patterns are compiled once
    with effort.at_most(2):
        task_types.tasks_in(text)


@for_each(
    [
        ("Write a letter to my sister", {"family"}),
        ("Formal when writing to the trustees", {"superiors"}),
        ("给奶奶写信", {"family"}),
        ("Answer the customer", {"customers"}),
        ("Fix the failing test", set()),
    ],
)
def test_a_text_names_the_circles_that_it_is_written_to(text: str, circles: set[str]) -> None:
    assert addressees.circles_in(text) == circles
