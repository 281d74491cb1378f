"""The times of day and week in a condition, in a request and on a clock: no database."""

from datetime import UTC, datetime

from memoryweb.language.time import times
from tests.cases import for_each


@for_each(
    [
        ("in the morning", {"morning"}),
        ("on Saturday evenings", {"saturday", "weekend", "evening"}),
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
def test_a_time_that_is_ruled_out_is_not_named(text: str, named: set[str]) -> None:
    assert times.times_in(text) == named


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
        ("on Fridays", "Monday", True),
        ("on Fridays", "Friday evening", False),
        ("on Fridays", "a weekday", False),
        ("on weekdays", "Saturday", True),
        ("not at weekends", "Sunday", True),
        ("not on weekdays", "Monday", True),
        ("not on Mondays", "a weekday", False),
        ("周五", "星期一", True),
        ("除了周一", "星期一", True),
    ],
)
def test_a_condition_excludes_other_times_or_the_one_it_rules_out(condition: str, when: str, is_other: bool) -> None:
    assert times.is_other_time(condition, times.times_in(when)) is is_other


SUNDAY_EVENING, MONDAY_DAWN = datetime(2026, 2, 22, 19, tzinfo=UTC), datetime(2026, 2, 23, 5, tzinfo=UTC)


@for_each(
    [
        ("", SUNDAY_EVENING, {"sunday", "weekend", "evening"}),
        ("", MONDAY_DAWN, {"monday", "weekday", "night", "morning"}),
        ("", datetime(2026, 2, 27, 12, tzinfo=UTC), {"friday", "weekday", "afternoon"}),
        ("", datetime(2026, 2, 27, 3, 59, tzinfo=UTC), {"friday", "weekday", "night"}),
        ("What do I drink in the morning?", SUNDAY_EVENING, {"sunday", "weekend", "morning"}),
        ("Plan my Friday", SUNDAY_EVENING, {"friday", "weekday", "evening"}),
        ("What shall we cook tomorrow?", SUNDAY_EVENING, set()),
        ("Book a table for next Friday evening", SUNDAY_EVENING, {"friday", "weekday", "evening"}),
        ("明天早上喝什么", SUNDAY_EVENING, {"morning"}),
    ],
)
def test_what_a_request_says_of_its_time_goes_before_the_clock(query: str, local: datetime, about: set[str]) -> None:
    assert times.times_of_request(query, local) == about
