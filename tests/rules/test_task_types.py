"""The times of day and week in a condition: no database."""

from memoryweb.rules import task_types
from tests.cases import for_each


@for_each(
    [
        ("in the morning", {"morning"}),
        ("on Saturday evenings", {"weekend", "evening"}),
        ("not in the morning", set()),
        ("never on Sundays", set()),
        ("except on Mondays and in the evening", set()),
        ("in the evening, not in the morning", {"evening"}),
        ("when not at work in the evening", {"evening"}),
        ("不在早上", set()),
        ("除了周末", set()),
        ("早上", {"morning"}),
        ("", set()),
    ],
)
def test_a_time_that_is_ruled_out_is_not_named(text: str, times: set[str]) -> None:
    assert task_types.times_in(text) == times


@for_each(
    [
        ("in the morning", "this evening", True),
        ("in the morning", "tomorrow morning", False),
        ("in the morning", "Saturday", False),
        ("not in the morning", "tomorrow morning", True),
        ("not in the morning", "this evening", False),
        ("except on Mondays", "on Monday", True),
        ("except on Mondays", "on Tuesday", False),
        ("not at weekends", "this weekend", True),
        ("不在早上", "早上", True),
        ("不在早上", "晚上", False),
        ("在早上", "晚上", True),
    ],
)
def test_a_condition_excludes_other_times_or_the_one_it_rules_out(condition: str, when: str, is_other: bool) -> None:
    assert task_types.is_other_time(condition, when) is is_other
