"""No text keeps the guard busy: every pattern of its modules against texts made for that pattern, 64 kB each.

The walk finds the patterns, so that a new one cannot be forgotten. With each commit a ninth of them is read within a
bound that only the square of a text's length exceeds; how the time grows is measured with all of them in
`make test-all`, in seconds of the processor.
"""

import re
from collections.abc import Callable, Iterator
from functools import cache, partial
from importlib import import_module
from pkgutil import walk_packages
from typing import Any

import pytest

from memoryweb.language import extraction, sensitive
from memoryweb.language.lazy_pattern import Beginning, LazyPattern
from memoryweb.language.sensitive import health
from memoryweb.language.sensitive.finances import amounts
from memoryweb.language.sensitive.numbers import check_digits, digit_runs, named_numbers
from memoryweb.language.sensitive.secrets import keys, passwords
from tests import attacks, effort, rings
from tests.cases import for_each
from tests.effort import seconds

SIZE = 65_536  # characters
SCREENED = SIZE // 64  # each text is tried this long, and the slowest of them in full
ATTACKS_MOST, FULL = 12, 1  # attacks tried on one pattern, and in full
BOUND = 2  # seconds of the processor; a quiet machine needs a hundredth of it, and a square of the length a minute
CEILING, WHOLE_CEILING = 0.25, 1.0  # seconds; 0.02 and 0.05 on a quiet machine
GROWTH_MOST = 8  # times as long for four times the text; a square is 16
ATTEMPTS = 5
APART = 8  # characters from one place where a beginning is read to the next: "pin 1234"


@cache
def patterns() -> list[tuple[str, Beginning]]:
    return sorted(_walk(), key=lambda named: named[0])


def _walk() -> Iterator[tuple[str, Beginning]]:
    modules = [import_module(each.name) for each in walk_packages(sensitive.__path__, f"{sensitive.__name__}.")]
    waiting: list[tuple[str, Any]] = [
        (f"{module.__name__.rpartition('.')[2]}.{name}", value)
        for module in modules
        for name, value in vars(module).items()
    ]
    found: set[Beginning] = set()
    while waiting:
        name, value = waiting.pop()
        assert not isinstance(value, re.Pattern), f"{name} would be compiled with the module"
        if isinstance(value, Beginning) and value not in found:
            found.add(value)
            yield name, value
        elif isinstance(value, tuple | list):
            waiting += [(f"{name}[{number}]", each) for number, each in enumerate(value)]
        elif isinstance(value, dict):
            waiting += [(f"{name}[{key!r}]", each) for key, each in value.items()]


def of_size(text: str, size: int) -> str:
    return (text * (size // len(text) + 1))[:size]


def check_growth(read: Callable[[str], object], make: Callable[[int], str], ceiling: float) -> None:
    text = make(SIZE)
    took = seconds(lambda: read(text))
    if took < ceiling / 10:  # below that, the clock's own steps show
        return
    quarter = make(SIZE // 4)
    for _ in range(ATTEMPTS):  # another process may slow one of the two; a square grows in every attempt
        took = min(took, seconds(lambda: read(text)))
        before = min(seconds(lambda: read(quarter)) for _ in range(2))
        if took < ceiling and took < max(before * GROWTH_MOST, ceiling / 10):
            return
    raise AssertionError(f"{took:.3f} s, and {before:.3f} s for a quarter of the text: {text[:80]!a}")


def test_the_walk_finds_the_patterns() -> None:
    found: set[Beginning] = {pattern for _, pattern in patterns()}
    assert {pattern for _, pattern in named_numbers.PATTERNS} < found
    assert {
        check_digits.CARD_FIRST_DIGITS[0][0],
        digit_runs.RUN,
        health.PHRASES,
        keys.LONG_WORD,
        amounts.VALUED[0],
        passwords.LABEL,
    } < found


def reader(pattern: Beginning) -> Callable[[str], int]:
    """Return what reads a text as the guard does: a search through it, or a look at one place after another."""
    if isinstance(pattern, LazyPattern):
        return lambda text: sum(1 for _ in pattern.finditer(text))
    return lambda text: sum(
        1 for place in range(0, len(text), APART) if pattern.match(text[place : place + passwords.AHEAD])
    )


def slowest(pattern: Beginning) -> list[attacks.Attack]:
    read = reader(pattern)
    tried = attacks.against(pattern.compiled, ATTACKS_MOST)
    return sorted(tried, key=lambda attack: seconds(lambda: read(attack.text(SCREENED))), reverse=True)[:FULL]


@for_each(lambda: rings.ninth(patterns()))
def test_no_pattern_takes_long(name: str, pattern: Beginning) -> None:
    read = reader(pattern)
    with effort.at_most(BOUND * 2):
        worst = slowest(pattern)
    for attack in worst:
        text = attack.text(SIZE)
        with effort.at_most(BOUND):
            read(text)


@rings.thorough
@for_each(patterns)
def test_a_pattern_takes_time_in_proportion_to_the_text(name: str, pattern: Beginning) -> None:
    for attack in slowest(pattern):
        check_growth(reader(pattern), attack.text, CEILING)


def repeated(text: str) -> Callable[[int], str]:
    return lambda size: of_size(text, size)


def ended(start: str, text: str, end: str = "") -> Callable[[int], str]:
    return lambda size: start + of_size(text, size - len(start) - len(end)) + end


HARD: list[Callable[[int], str]] = [
    ended("sk-", "a-"),  # the emergency
    *map(
        repeated,
        (
            "sk-",
            "eyJ-",
            "token:'-",
            "apikey:x",
            "bearer ",
            "password for ",
            "口令 to 1 ",
            "pin ",
            "owe=1=",
            "earn 1 ",
            "ssn ",
            "passport ",
            "account no ",
            "a://b:",
            "a.",
            "visa card 1 ",
            "卡号 1 ",
            "vitamin ",
            "d ",
            "$1",
            "的 ",
            "1",
            "1 ",
            "1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1a",
            "4112 ",
            "4112411241124112 ",
            "4112411241124113,",
            "9999999999999995 ",
            "110101199003077474,",
            "aa11 ",
            "GB82WEST12345698765431 ",
            "GB82",
            "078-05-1120 ",
            "000-00-0000 ",
            "aaaaaaaaaA1",
            "a\u0301\u0316",
            "\u04301",
            "口令1",
            "|a|b|\n|-|-|\n|1|2|\n",
            "1 debt left schulden in stocks ",
            "0123 1456 ",
            "12345678a",
            "GB82WEST12345698765432 ",
            "a-",
            "pass ",
            "eyJ",
            "4111 ",
            "password is ",
            "a room at 1234 ",
            "with Abcd_Efgh12 ",
            "answer to a security question ",
            "owe a mil ",
            "слов ",
        ),
    ),
    ended("password is", " ", "!"),
    ended("password for", " ", "!"),
    ended("earn 1", " ", "!"),
    ended("owe ", "1"),
    ended("a", "\u0301\u0316"),
    lambda size: "a" + "\u0301" * (size // 2) + "\u0316" * (size // 2),
]


MESSAGE = 100_000  # characters
MESSAGE_CEILING = 1.6  # seconds of the processor; a quiet machine takes less than 0.2, a slow one up to 1


def read_message(text: str) -> None:
    sensitive.inspect(text)
    extraction.find(text)


@for_each(lambda: rings.ninth([make(MESSAGE // 2) for make in HARD]))
def test_no_message_takes_long(text: str) -> None:
    read_message(text[:1000])  # compiles the patterns
    with effort.at_most(BOUND):
        read_message(text)


@rings.thorough
@for_each(lambda: [make(MESSAGE) for make in HARD])
def test_a_message_of_100000_hostile_characters_is_read_quickly(text: str) -> None:
    read_message(text[:1000])
    assert any(seconds(lambda: read_message(text)) < MESSAGE_CEILING for _ in range(ATTEMPTS))


@rings.thorough
@for_each(HARD)
def test_the_whole_guard_takes_time_in_proportion_to_the_text(make: Callable[[int], str]) -> None:
    check_growth(sensitive.inspect, make, WHOLE_CEILING)


SLOW = [r"(?:a+-)*b", r"\w+\s*:", r"x\s*\s*y", r"(?=\S*\d)\S{9}"]


@for_each(SLOW)
def test_what_is_slow_exceeds_the_bound(pattern: str) -> None:
    """A text of an eighth of the size takes one of it a 64th of the time, which is enough here."""
    slow = LazyPattern(pattern)
    text = slowest(slow)[0].text(SIZE // 8)
    with pytest.raises(AssertionError, match="seconds of the processor"), effort.at_most(BOUND / 64):
        reader(slow)(text)


@rings.thorough
@for_each(SLOW)
def test_the_texts_do_find_a_pattern_that_is_slow(pattern: str) -> None:
    slow = re.compile(pattern)

    def longest(size: int) -> float:
        return max(seconds(partial(slow.findall, text)) for text in attacks.texts(slow, size))

    assert any(longest(1200) > 8 * longest(300) for _ in range(ATTEMPTS))  # the small one may be slowed by others
