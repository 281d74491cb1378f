"""Derives from a pattern the words of which every text that it matches has one, so that most texts need no search."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from re import _constants as codes  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any

EXACT_MAX = 24  # texts that a part of a pattern is spelled out as; a part with more is taken for any text
OPTIONS_MAX = 6  # characters of a class that are spelled out
CUT_AT = 5  # characters of a word: where all are longer, the fewest words win
REPEATS = (codes.MAX_REPEAT, codes.MIN_REPEAT, codes.POSSESSIVE_REPEAT)
Words = frozenset[str]


@dataclass(frozen=True)
class Part:
    """A part of a pattern: all texts it matches, if few, and words of which each match contains one."""

    exact: Words | None = None
    needed: Words | None = None


EMPTY, ANY_TEXT = Part(exact=frozenset({""})), Part()


def needed_words(pattern: str, flags: int = 0) -> tuple[str, ...]:
    """Return lower-case words of which each match contains one; empty if unknown."""
    part = _sequence(parser.parse(pattern, flags))
    words = _better(part.needed, part.exact) or frozenset()
    # Many words that begin or end alike are one shorter word.
    beginnings, ends = {word[:CUT_AT] for word in words}, {word[-CUT_AT:] for word in words}
    few = min((words, beginnings, ends), key=len)
    return tuple(sorted(word for word in few if not any(other != word and other in word for other in few)))


def _sequence(items: Iterable[tuple[Any, Any]]) -> Part:
    """Join the texts of neighbours as long as they are few, and keep the best list met on the way."""
    best: Words | None = None
    whole: Words | None = frozenset({""})
    run: Words = frozenset({""})
    for item in items:
        part = _part(*item)
        best = _better(best, part.needed)
        whole = _joined(whole, part.exact)
        joined = _joined(run, part.exact)
        if joined is None:
            best = _better(best, run)
            joined = part.exact or frozenset({""})
        run = joined
    return Part(whole, _better(best, run))


def _joined(before: Words | None, after: Words | None) -> Words | None:
    if before is None or after is None or len(before) * len(after) > EXACT_MAX:
        return None
    return frozenset(one + other for one in before for other in after)


def _better(one: Words | None, other: Words | None) -> Words | None:
    """Return the list whose shortest word is longer, or that has fewer words; one with an empty word tells nothing."""
    lists = [words for words in (one, other) if words and all(words)]
    return min(lists, key=lambda words: (-min(CUT_AT, *map(len, words)), len(words))) if lists else None


def _part(code: Any, value: Any) -> Part:
    read = READERS.get(code)
    return read(value) if read else ANY_TEXT


def _class(options: list[tuple[Any, Any]]) -> Part:
    if len(options) > OPTIONS_MAX or any(code is not codes.LITERAL for code, _ in options):
        return ANY_TEXT
    return Part(frozenset(chr(value).lower() for _, value in options))


def _branch(parts: list[Part]) -> Part:
    exact: set[str] | None = set()
    needed: set[str] | None = set()
    for part in parts:
        exact = exact | part.exact if exact is not None and part.exact is not None else None
        words = _better(part.needed, part.exact)
        needed = needed | words if needed is not None and words is not None else None
    return Part(
        frozenset(exact) if exact is not None and len(exact) <= EXACT_MAX else None,
        frozenset(needed) if needed is not None else None,
    )


def _repeated(least: int, most: int, items: Iterable[tuple[Any, Any]]) -> Part:
    part = _sequence(items)
    if (least, most) == (1, 1):
        return part
    if least:
        return Part(None, _better(part.needed, part.exact))
    return Part(part.exact | {""}) if most == 1 and part.exact is not None else ANY_TEXT


READERS: dict[Any, Callable[[Any], Part]] = {
    codes.LITERAL: lambda value: Part(frozenset({chr(value).lower()})),
    codes.IN: _class,
    codes.SUBPATTERN: lambda value: _sequence(value[3]),
    codes.ATOMIC_GROUP: _sequence,
    codes.BRANCH: lambda value: _branch([_sequence(each) for each in value[1]]),
    **dict.fromkeys(REPEATS, lambda value: _repeated(*value)),
    # What stands around a place is no part of what is matched.
    **dict.fromkeys((codes.ASSERT, codes.ASSERT_NOT, codes.AT), lambda _: EMPTY),
}
