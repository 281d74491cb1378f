"""No text keeps the guard busy: every pattern of its modules against texts made for that pattern, 64 kB each.

The walk finds the patterns, so that a new one cannot be forgotten. CPU time, with room for a busy machine: what takes
the square of a text's length takes minutes here.
"""

import re
import time
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from pkgutil import walk_packages
from typing import Any

import pytest

from memoryweb.learning import extraction
from memoryweb.rules import sensitive
from memoryweb.rules.lazy_pattern import Beginning, LazyPattern
from memoryweb.rules.sensitive import check_digits, digit_runs, health, keys, named_numbers, passwords
from memoryweb.rules.sensitive.finances import amounts
from tests import attacks

SIZE = 65_536  # characters
SCREENED = SIZE // 64  # each text is tried this long, and the slowest of them in full
ATTACKS_MOST, FULL = 12, 1  # attacks tried on one pattern, and in full
CEILING, WHOLE_CEILING = 0.25, 1.0  # seconds; 0.02 and 0.05 on a quiet machine; a slower one has more (check)
ADDITIONS, ADDED_WITHIN = 1_000_000, 0.05  # what tells how fast a machine is, and its seconds on a quiet one
GROWTH_MOST = 8  # times as long for four times the text; a square is 16
ATTEMPTS = 5
APART = 8  # characters from one place where a beginning is read to the next: "pin 1234"


def patterns() -> Iterator[tuple[str, Beginning]]:
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


PATTERNS = sorted(patterns())


def seconds(do: Callable[[], object]) -> float:
    began = time.process_time()
    do()
    return time.process_time() - began


def slowness() -> float:
    """Return how many times as long this machine takes now as a quiet one, at least 1."""
    return max(1, seconds(lambda: sum(number for number in range(ADDITIONS))) / ADDED_WITHIN)


def of_size(text: str, size: int) -> str:
    return (text * (size // len(text) + 1))[:size]


def check(read: Callable[[str], object], make: Callable[[int], str], ceiling: float) -> None:
    text = make(SIZE)
    took = seconds(lambda: read(text))
    if took < ceiling / 10:  # below that, the clock's own steps show
        return
    if took >= ceiling:
        took = min(took, seconds(lambda: read(text)))
        ceiling *= slowness()
    assert took < ceiling, text[:80]
    quarter = make(SIZE // 4)
    for _ in range(ATTEMPTS):  # another process may slow one of the two; a square grows in every attempt
        before = min(seconds(lambda: read(quarter)) for _ in range(2))
        if took < max(before * GROWTH_MOST, ceiling / 10):
            return
        took = min(took, seconds(lambda: read(text)))
    pytest.fail(f"{took:.3f} s, and {before:.3f} s for a quarter of the text: {text[:80]}")


def test_the_walk_finds_the_patterns() -> None:
    found: set[Beginning] = {pattern for _, pattern in PATTERNS}
    assert {pattern for _, pattern in named_numbers.PATTERNS} < found
    assert {
        check_digits.CARD_FIRST_DIGITS[0][0], digit_runs.RUN, health.PHRASES, keys.LONG_WORD, amounts.VALUED[0],
        passwords.LABEL,
    } < found  # fmt: skip


@pytest.mark.parametrize(("name", "pattern"), PATTERNS, ids=[name for name, _ in PATTERNS])
def test_a_pattern_takes_time_in_proportion_to_the_text(name: str, pattern: Beginning) -> None:
    def read(text: str) -> int:
        if isinstance(pattern, LazyPattern):
            return sum(1 for _ in pattern.finditer(text))
        places = range(0, len(text), APART)
        return sum(1 for place in places if pattern.match(text[place : place + passwords.AHEAD]))

    tried = attacks.against(pattern.compiled, ATTACKS_MOST)
    slowest = sorted(tried, key=lambda attack: seconds(lambda: read(attack.text(SCREENED))), reverse=True)
    for attack in slowest[:FULL]:
        check(read, attack.text, CEILING)


def repeated(text: str) -> Callable[[int], str]:
    return lambda size: of_size(text, size)


def ended(start: str, text: str, end: str = "") -> Callable[[int], str]:
    return lambda size: start + of_size(text, size - len(start) - len(end)) + end


HARD: list[Callable[[int], str]] = [
    ended("sk-", "a-"),  # the emergency
    *map(
        repeated,
        (
            "sk-", "eyJ-", "token:'-", "apikey:x", "bearer ", "password for ", "口令 to 1 ", "pin ", "owe=1=",
            "earn 1 ", "ssn ", "passport ", "account no ", "a://b:", "a.", "visa card 1 ", "卡号 1 ", "vitamin ", "d ",
            "$1", "的 ", "1", "1 ", "1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1a", "4112 ", "4112411241124112 ",
            "4112411241124113,", "9999999999999995 ", "110101199003077474,", "aa11 ", "GB82WEST12345698765431 ",
            "GB82", "078-05-1120 ",
            "000-00-0000 ", "aaaaaaaaaA1", "a\u0301\u0316", "\u04301", "口令1", "|a|b|\n|-|-|\n|1|2|\n",
            "1 debt left schulden in stocks ", "0123 1456 ", "12345678a", "GB82WEST12345698765432 ",
            "a room at 1234 ", "with Abcd_Efgh12 ", "answer to a security question ", "owe a mil ", "слов ",
        ),
    ),
    ended("password is", " ", "!"), ended("password for", " ", "!"), ended("earn 1", " ", "!"), ended("owe ", "1"),
    ended("a", "\u0301\u0316"), lambda size: "a" + "\u0301" * (size // 2) + "\u0316" * (size // 2),
]  # fmt: skip


@pytest.mark.parametrize("make", HARD, ids=lambda make: ascii(make(60)[:24]))
def test_the_whole_guard_takes_time_in_proportion_to_the_text(make: Callable[[int], str]) -> None:
    check(sensitive.inspect, make, WHOLE_CEILING)


MESSAGE = 100_000  # characters
MESSAGE_CEILING = 1.6  # seconds of the processor; a quiet machine takes less than 0.2, a slow, busy one up to 1


@pytest.mark.parametrize("make", HARD, ids=lambda make: ascii(make(60)[:24]))
def test_a_message_of_100000_hostile_characters_is_read_quickly(make: Callable[[int], str]) -> None:
    def read(text: str) -> None:
        sensitive.inspect(text)
        extraction.find(text)

    read(make(MESSAGE // 100))  # compiles the patterns
    text = make(MESSAGE)
    assert any(seconds(lambda: read(text)) < MESSAGE_CEILING for _ in range(ATTEMPTS))


@pytest.mark.parametrize("pattern", [r"(?:a+-)*b", r"\w+\s*:", r"x\s*\s*y", r"(?=\S*\d)\S{9}"])
def test_the_texts_do_find_a_pattern_that_is_slow(pattern: str) -> None:
    slow = re.compile(pattern)

    def longest(size: int) -> float:
        return max(seconds(partial(slow.findall, text)) for text in attacks.texts(slow, size))

    assert any(longest(1200) > 8 * longest(300) for _ in range(ATTEMPTS))  # the small one may be slowed by others
