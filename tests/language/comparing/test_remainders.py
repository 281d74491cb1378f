"""A change leaves what it does not speak of, and where nobody can tell, that is what is said."""

import tomllib
from pathlib import Path
from typing import Any

from memoryweb.language.comparing import remainders
from memoryweb.language.compounds.parts import READ_MAX, parts
from tests import effort
from tests.cases import for_each

CASES: dict[str, list[dict[str, Any]]] = tomllib.loads(Path(__file__).with_name("part_cases.toml").read_text())


@for_each(CASES["parts"])
def test_a_memory_is_taken_apart_where_each_part_stands_alone(case: dict[str, Any]) -> None:
    assert parts(case["text"]) == case["parts"]


@for_each(
    [
        "Never do these:\n- Force-push to main\n- Delete branches",
        "For Go code:\n- Use tabs\n- Prefer short names",
        "None of this is true. I live in Lund. I work at Stripe.",
    ]
)
def test_what_hangs_on_its_first_line_is_not_taken_apart(text: str) -> None:
    assert parts(text) == [text]


@for_each(CASES["left"])
def test_what_a_change_does_not_speak_of_is_left(case: dict[str, Any]) -> None:
    assert remainders.left_over(case["old"], case["new"]) == case.get("left")


@for_each(
    [
        ("Lives in Lund and works at Stripe", "Lives in Lund", True),
        ("I sing", "I dance", False),
        ("Lives in Lund and works at Stripe", "Lives in Ghent", False),
    ]
)
def test_to_leave_a_part_out_is_no_change_of_another_one(old: str, new: str, is_cut: bool) -> None:
    assert remainders.is_cut(old, new) == is_cut


@for_each(["a ", "and ", "I use a and ", "Lives in a, ", "She ", "my a ", "用", "，", ". ", "\n", "Ada: "])
def test_hostile_texts_cost_no_time(unit: str) -> None:
    for text in (unit * (100_000 // len(unit)), unit * (READ_MAX // len(unit))):
        with effort.at_most(2):
            remainders.left_over(text, text[: READ_MAX // 2])
