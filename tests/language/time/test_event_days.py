"""The coming day that the words of an event name."""

from datetime import date
from itertools import product

from memoryweb.language.time.event_days import coming_day
from tests import effort
from tests.cases import for_each

TODAY = date(2026, 11, 26)  # a Thursday


@for_each(
    [
        ("I'm flying to Lisbon on 14 June", "2027-06-14"),
        ("We're getting married on 12 May 2027", "2027-05-12"),
        ("We meet on May 12, 2027", "2027-05-12"),
        ("Flight to Nairobi leaves on February 2nd", "2027-02-02"),
        ("On 2026-12-24 we eat carp", "2026-12-24"),
        ("Exam on 24.12.2026", "2026-12-24"),
        ("The user's nephew graduates in July", "2027-07-31"),
        ("Tickets for the opera on the 22nd, finally!", "2026-12-22"),
        ("Rent is due on the 31st", "2026-12-31"),
        ("The puppy arrives on Monday", "2026-11-30"),
        ("Meeting on Thursday", "2026-12-03"),
        ("Exam on Friday", "2026-11-27"),
        ("Exam next Friday", "2026-12-04"),
        ("My driving test is next Wednesday", "2026-12-02"),
        ("My half marathon is three weeks from Sunday", "2026-12-24"),
        ("Our holiday starts in two weeks", "2026-12-10"),
        ("We are seeing a play this weekend", "2026-11-29"),
        ("Moving house next month", "2027-01-26"),
        ("My parents come over for Christmas", "2026-12-26"),
        ("The plumber comes tomorrow", "2026-11-27"),
        ("On 3 December I leave, and I return on 10 December", "2026-12-10"),
        ("下周三我要去新公司报到", "2026-12-02"),
        ("周六下午三点和老同学聚会", "2026-11-28"),
        ("国庆我们要去敦煌，票已经买好了", "2027-10-08"),
        ("五月二十号我们领证", "2027-05-20"),
        ("6月7号儿子高考", "2027-06-07"),
        ("下个月五号考科目三", "2026-12-05"),
        ("三天后出发", "2026-11-29"),
        ("明天开会", "2026-11-27"),
        ("2026年12月24日出发", "2026-12-24"),
        ("8月5日去上海出差", "2027-08-05"),
        # over, too far away, or no day
        ("I ran my first 10k in April", None),
        ("My old phone broke on Sunday", None),
        ("Started a new job on Monday", None),
        ("Adopted a greyhound in October", None),
        ("Met Chen on 2026-02-22", None),
        ("We bought the flat on 12 November", None),
        ("On 22 February 2028 we meet", None),
        ("The 31st of June", None),
        ("Today", None),
        ("我上个月换了新手机", None),
        ("", None),
    ],
)
def test_an_event_to_come_has_a_day(text: str, day: str | None) -> None:
    assert coming_day(text, TODAY) == (day and date.fromisoformat(day))


DAYS = [date(2028, 2, 29), date(2027, 12, 31), date(2027, 1, 1), date(2027, 1, 31)]
ALWAYS = [
    "on 29 February",
    "on the 31st",
    "next month",
    "next year",
    "over the winter",
    "in twelve months",
    "二月二十九号",
]


@for_each(lambda: product(ALWAYS, DAYS))
def test_every_day_of_the_calendar_can_be_today(text: str, today: date) -> None:
    day = coming_day(text, today)
    assert day is None or day > today


@for_each(["in a ", "1 ", "on the ", "5 May ", "月", "一", "next ", "下", "2027-", "a few "])
def test_no_text_takes_long(part: str) -> None:
    with effort.at_most(1):
        coming_day(part * 30_000, TODAY)
