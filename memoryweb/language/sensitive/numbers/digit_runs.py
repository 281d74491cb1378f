"""Finds the numbers that a text may hold: digits in one piece, or in groups with one separator between each two.

A separator is up to three characters that are neither letters nor digits, or the same one to three of any kind
between groups of four.
"""

import re
from collections.abc import Iterator
from itertools import accumulate

from memoryweb.language.lazy_pattern import Beginning, LazyPattern

SHORTEST = 12  # digits
RUN = LazyPattern(r"\d+(?:[\W_]{1,3}\d+)*")
GROUP = LazyPattern(r"\d+")
GROUPED = LazyPattern(r"(?<!\d)\d{4}(\D{1,3})\d{4}\1\d{4}\1\d{1,7}(?!\d)")
DIGITS_AT_ALL = LazyPattern(r"(?:\d\D{0,3}){12}")
# Sizes of the groups in which people write long numbers, anywhere in a longer run. Nine stands for nine or more.
USUAL = (
    LazyPattern(r"4(?:(?=(6[45]))|(?=(44[1-4]))(?=(444[1-4])?)|(?=(4[5-8])))"),
    LazyPattern(r"8(?:(?=(8))|(?=(44)))|6(?:(?=(84))|(?=(444)))"),
)
SAME = LazyPattern(r"(.)\1{2,18}")  # groups of one size: 4111 as 4 1 1 1
GROUPS_MOST = 19  # of one number
DECIMAL_FRACTION = Beginning(r"\d+[.,]\d+")
CHECK_LETTER = Beginning(r"[\W_]{0,3}[xX](?![^\W_])")  # the last sign of some Chinese resident ids


def numbers(text: str) -> Iterator[str]:
    """Yield each possible number of 12 digits or more, without its separators."""
    if not DIGITS_AT_ALL.search(text):
        return
    for match in GROUPED.finditer(text):
        yield re.sub(r"\D", "", match[0])
    for run in RUN.finditer(text):
        if run.end() - run.start() < SHORTEST or _is_inside_a_code(text, run):
            continue
        groups = GROUP.findall(run[0])
        digits = sum(map(len, groups))
        if digits == 17 and CHECK_LETTER.match(text, run.end()):
            yield f"{''.join(groups)}X"
        if digits >= SHORTEST and text[run.start() - 1 : run.start()] != "+":  # that would be a telephone number
            yield from _parts(run[0], groups)


def _parts(run: str, groups: list[str]) -> Iterator[str]:
    if len(groups) == 1:
        yield groups[0]
        return
    if DECIMAL_FRACTION.fullmatch(run):
        return
    separators = set(re.split(r"\d+", run)[1:-1]) if len(groups) <= GROUPS_MOST else set()
    if len(separators) == 1 and not separators & {".", ","}:
        yield "".join(groups)
    sizes = [len(group) for group in groups]
    shape = "".join([str(min(size, 9)) for size in sizes])
    digits, places = "".join(groups), [0, *accumulate(sizes)]
    for pattern in USUAL:
        for window in pattern.finditer(shape):
            first = places[window.start()]
            for end in map(window.end, range(1, pattern.compiled.groups + 1)):
                if end > 0:  # -1: this part is not there
                    yield digits[first : places[end]]
    for same in SAME.finditer(shape):
        if SHORTEST <= len(same[0]) * int(same[1]) <= GROUPS_MOST:
            yield digits[places[same.start()] : places[same.end()]]
    yield from (group for group in groups if len(group) >= SHORTEST)


def _is_inside_a_code(text: str, run: re.Match[str]) -> bool:
    """Return whether letters and digits on both sides make it a part of a hash or an id in letters and digits."""
    before, after = text[max(0, run.start() - 3) : run.start()], text[run.end() : run.end() + 3]
    return bool(re.search(r"\d[A-Za-z]+$", before) or re.match(r"[A-Za-z]+\d", after))
