"""Finds the coming day that an event is on: "on the 28th", "next Friday", "12 May", 下周三, 国庆.

An event ages from that day on, so that it is neither forgotten nor archived before it happens. Where a day may be one
of two, the later one counts; what is over, or too far away to be sure of, counts as no day.
"""

import re
from calendar import monthrange
from collections.abc import Iterator
from datetime import date, timedelta

from memoryweb.language.lazy_pattern import LazyPattern
from memoryweb.language.locales.en.imperatives import PASTS

READ_MAX = 600  # characters
AHEAD_MAX = 400  # days
JUST_NOW = 45  # days: "12 May", said a week later, is not next year's
MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
WEEKDAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
CHINESE_WEEKDAYS = "一二三四五六日"
NUMBER_WORDS = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
NUMBERS = {word: number for number, word in enumerate(NUMBER_WORDS, 1)}
NUMBERS |= {character: number for number, character in enumerate("一二三四五六七八九十", 1)}
NUMBERS |= {"a": 1, "an": 1, "a couple of": 2, "a few": 3, "several": 5, "两": 2, "兩": 2, "几": 3, "半": 1}
# The last day of what has no day of its own, as month and day.
SEASONS = {
    "spring": (5, 31),
    "summer": (8, 31),
    "autumn": (11, 30),
    "fall": (11, 30),
    "winter": (2, 28),
    "easter": (4, 26),
    "christmas": (12, 26),
    "new year": (1, 2),
    "春节": (2, 20),
    "寒假": (2, 28),
    "五一": (5, 5),
    "暑假": (8, 31),
    "中秋": (10, 8),
    "国庆": (10, 8),
    "元旦": (1, 3),
    "圣诞": (12, 26),
    "年底": (12, 31),
}
RELATIVE = {"tomorrow": 1, "day after tomorrow": 2, "明天": 1, "明早": 1, "明晚": 1, "后天": 2, "大后天": 3}
MONTH = r"(?P<month>jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]{0,6}\b\.?"
DAY = r"(?P<day>0?[1-9]|[12]\d|3[01])"
NUMBER = rf"(?P<number>a couple of|a few|several|an?|{'|'.join(NUMBER_WORDS)}|\d{{1,3}})"
MORE_PASTS = "ran|broke|sold|fell|flew|grew|rode|woke|threw|brought|built|spent|sent|hit"
# Over already, unless something is still to come.
PAST = LazyPattern(
    r"(?<!getting )(?<!get )(?<!be )(?<!is )(?<!are )(?<!being )(?<!will )"
    rf"\b(?:{PASTS}|{MORE_PASTS})\b|\b(?:last|ago|yesterday)\b|上(?:个|周|月|星期|礼拜|次)|去年|昨|前天|刚|了(?!解)|过(?=$|[，。了])",
    re.IGNORECASE,
)
TO_COME = LazyPattern(
    r"\b(?:will|going to|about to|next|tomorrow|tonight|upcoming|coming|booked for|planned for|scheduled for|due"
    r"|starts?|leaves?|arrives?|flying|deadline)\b|['’]ll\b|[要将会]|准备|打算|明|后天|下",
    re.IGNORECASE,
)


def coming_day(text: str, today: date) -> date | None:
    """Return the last day from tomorrow on that an event's words name, or None."""
    text = text[:READ_MAX]
    is_over = PAST.search(text) and not TO_COME.search(text)
    named = [*_dates(text), *(() if is_over else _days(text, today))]
    return max((day for day in named if today < day <= today + timedelta(AHEAD_MAX)), default=None)


def _dates(text: str) -> Iterator[date]:
    """Yield each day whose year is named."""
    for match in (match for pattern in DATES for match in pattern.finditer(text)):
        month = match["month"].lower()
        number = int(month) if month.isdigit() else MONTHS.index(month[:3]) + 1
        if day := _date(int(match["year"]), number, int(match["day"])):
            yield day


def _days(text: str, today: date) -> Iterator[date]:
    """Yield dates named without a year."""
    for pattern, to_day in READERS:
        for match in pattern.finditer(text):
            if day := to_day(match, today):
                yield day


def _date(year: int, month: int, day: int) -> date | None:
    return date(year, month, day) if 1 <= month <= 12 and 1 <= day <= monthrange(year, month)[1] else None


def _without_year(match: re.Match[str], today: date) -> date | None:
    """Return the next such day, unless one was just now; of a month without a day, its last day."""
    month = match["month"].lower()
    number = MONTHS.index(month[:3]) + 1 if month[:3] in MONTHS else _number(month)
    years = range(today.year - 1, today.year + 5)  # 29 February may take four years
    if not 1 <= number <= 12:
        return None
    day = _number(match["day"]) if "day" in match.re.groupindex and match["day"] else 0
    days = (_date(year, number, day or monthrange(year, number)[1]) for year in years)
    return next((each for each in days if each and each > today - timedelta(JUST_NOW)), None)


def _season(match: re.Match[str], today: date) -> date | None:
    month, day = SEASONS[match["season"].lower()]
    return next(each for year in (today.year, today.year + 1) if (each := date(year, month, day)) >= today)


def _of_month(match: re.Match[str], today: date) -> date | None:
    """Return the next day with this number."""
    day, is_next = _number(match["day"]), match.re.groupindex.get("later") and match["later"]
    months = [
        (today.year + (today.month + add - 1) // 12, (today.month + add - 1) % 12 + 1)
        for add in range(bool(is_next), 4)
    ]
    return next((each for year, month in months if (each := _date(year, month, day)) and each >= today), None)


def _weekday(match: re.Match[str], today: date) -> date | None:
    name = match["weekday"].lower()
    number = WEEKDAYS.index(name[:3]) if name[:3] in WEEKDAYS else CHINESE_WEEKDAYS.index(name.replace("天", "日"))
    day = today + timedelta((number - today.weekday() - 1) % 7 + 1)
    return day + timedelta(7) if match["next"] and day.isocalendar().week == today.isocalendar().week else day


def _after(match: re.Match[str], today: date) -> date | None:
    count = _number(match["number"].lower())
    unit = match["unit"].lower()
    days = 31 if unit[:5] == "month" or "月" in unit else 7 if unit[:4] == "week" or unit[-1:] in "周期" else 1
    return today + timedelta(count * days + (7 if "from" in match[0].lower() else 0))


def _next(match: re.Match[str], today: date) -> date | None:
    """Return the last day of the next week, month or year."""
    unit = (match["unit"] or "year").lower()
    end_of_week = today + timedelta(6 - today.weekday())
    if unit in ("weekend", "week", "fortnight", "周", "星期", "礼拜", "周末"):
        return end_of_week + timedelta(7 * ("this" not in match[0].lower() and match[0][0] not in "这本"))
    if unit in ("month", "月"):
        return today + timedelta(61)
    return date(today.year + 1, 12, 31)


def _relative(match: re.Match[str], today: date) -> date | None:
    return today + timedelta(RELATIVE[match[0].lower()])


def _number(text: str) -> int:
    """Return a number in figures or words; in Chinese up to 39."""
    if text.isdigit():
        return int(text)
    if text in NUMBERS:
        return NUMBERS[text]
    tens, _, units = text.partition("十")
    return (NUMBERS.get(tens, 1) * 10 if "十" in text else 0) + NUMBERS.get(units, 0)


YEAR = r"(?P<year>20\d\d)"
NTH = rf"(?<!\d){DAY}(?:st|nd|rd|th)?(?!\d)"
HAN = r"(?P<{}>\d{{1,2}}|[一二三四五六七八九十]{{1,3}})"
NO_PLACE = "(?!线|楼|院|码)"  # number 5 of something else
WITH_YEAR = (
    rf"(?<!\d){YEAR}[-/.年]\s?(?P<month>\d\d?)[-/.月]\s?(?P<day>\d\d?)(?!\d)",
    rf"(?<![\d.])(?P<day>\d\d?)[./](?P<month>\d\d?)[./]{YEAR}(?!\d)",
    rf"{NTH}(?: of)? {MONTH},? {YEAR}(?!\d)",
    rf"\b{MONTH} {NTH},? {YEAR}(?!\d)",
)
READERS = tuple(
    (LazyPattern(pattern, re.IGNORECASE), to_day)
    for to_day, patterns in (
        (
            _without_year,
            (
                rf"{NTH}(?: of)? {MONTH}(?!,? 20\d\d)",
                rf"\b{MONTH} {NTH}(?!,? 20\d\d)",
                rf"\b(?:in|this|next|early|late|mid) {MONTH}(?! \d)",
                rf"(?<![年\d]){HAN.format('month')}\s?月\s?{HAN.format('day')}\s?[日号]",
                r"(?<![年\d])(?P<month>[一二三四五六七八九十]{1,2})月(?:底|初|中)",
            ),
        ),
        (
            _of_month,
            (
                rf"\bon the {NTH}(?! of)",
                rf"(?P<later>下个?月)?(?<![\d一二三四五六七八九十]月)(?<!\d){HAN.format('day')}[号日]{NO_PLACE}",
            ),
        ),
        (
            _weekday,
            (
                r"\b(?:on|this|by|until|(?P<next>next|coming)) "
                r"(?P<weekday>(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b",
                rf"(?P<next>下)?(?:个)?(?:周|星期|礼拜)(?P<weekday>[{CHINESE_WEEKDAYS}天])",
            ),
        ),
        (
            _after,
            (
                rf"\b{NUMBER} (?P<unit>days?|weeks?|months?)(?:['’] time| from\b)?(?! ago)",
                r"(?P<number>\d{1,3}|[一二两兩三四五六七八九十几半]{1,2})\s?(?P<unit>天|周|个星期|个月)(?:后|之后|以后)",
            ),
        ),
        (
            _next,
            (
                r"\b(?:next|this|coming) (?P<unit>weekend|week|fortnight|month|year|term)\b",
                r"(?:下个?|这个?|本)(?P<unit>周末|周|星期|礼拜|月)(?![一二三四五六日天])|明年",
            ),
        ),
        (
            _season,
            (
                r"\b(?:in|this|next|over|at|for|before)(?: the)? "
                r"(?P<season>spring|summer|autumn|fall|winter|christmas|easter|new year)\b",
                "(?P<season>春节|寒假|五一|暑假|中秋|国庆|元旦|圣诞|年底)",
            ),
        ),
        (_relative, ("day after tomorrow|tomorrow|大后天|后天|明天|明早|明晚",)),
    )
    for pattern in patterns
)
DATES = tuple(LazyPattern(pattern, re.IGNORECASE) for pattern in WITH_YEAR)
