"""Texts made to keep a regular expression busy: every repeat of its parse tree pumped, and failed at the end."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import Any

from re import _constants as op, _parser  # type: ignore[attr-defined]  # isort: skip  # no public way to the tree

ALPHABET = "a1A-_ .,:=/'\"\n\t$@#+x的我，号"  # one of each sort that patterns tell apart
ENDS = ("", "!", "\n", "\u00e9", " a", "1")
MANY = (op.MAX_REPEAT, op.MIN_REPEAT, op.POSSESSIVE_REPEAT)
TEXTS_MOST = 700  # kept of the texts of one pattern
CHOICES_MOST = 2  # branches in a row whose combinations are tried


@dataclass(frozen=True)
class Part:
    """What comes before a repeat, and one turn of it."""

    before: str
    pump: str


@dataclass(frozen=True)
class Attack:
    """A text that repeats one piece for as long as it is asked to."""

    before: str
    pump: str
    end: str

    def text(self, size: int) -> str:
        turns = max(0, size - len(self.before) - len(self.end)) // max(1, len(self.pump))
        return self.before + self.pump * turns + self.end


def texts(pattern: re.Pattern[str], size: int) -> Iterator[str]:
    """Adversarial texts for one pattern, of about that many characters each."""
    return (attack.text(size) for attack in against(pattern))


def against(pattern: re.Pattern[str], most: int = TEXTS_MOST) -> list[Attack]:
    """Return about as many attacks on one pattern, evenly from all that its parse tree gives."""
    tree = _parser.parse(pattern.pattern, pattern.flags & ~re.DEBUG)
    made: dict[Attack, None] = {}
    for part in dict.fromkeys(_parts(list(tree), "", pattern.flags)):
        for end in ENDS:
            made[Attack(part.before, part.pump, end)] = None
        for sep in ("", " ", "-", "\n"):
            made[Attack("", part.before + part.pump + sep, "!")] = None  # starts again and again
            made[Attack("", part.before + sep, "!")] = None
            made[Attack("", part.before + part.pump * 12 + sep, "!")] = None
            made[Attack((part.before + sep) * 5, part.pump, "!")] = None
    for letter, separator in product("ac1s", " -:"):
        made[Attack("", letter + separator, "!")] = None
    everything = list(made)
    return everything[:: max(1, len(everything) // most)]


def _parts(items: list[Any], before: str, flags: int, choices: int = 0) -> Iterator[Part]:
    """Every repeat that can go on for long, with an example of all that must come before it.

    `choices` is how many branches were chosen before: all combinations of more than a few would be too many.
    """
    for position, (kind, value) in enumerate(items):
        rest = items[position + 1 :]
        if kind in MANY:
            _, most, inner = value
            if most > 4:
                pumps = [_example(list(inner), flags, prefer) for prefer in _sorts(list(inner), flags)]
                yield from (Part(before, pump) for pump in pumps if pump)
            yield from _parts(list(inner), before, flags, choices)
        elif kind is op.SUBPATTERN:
            yield from _parts(list(value[3]), before, flags, choices)
        elif kind is op.ATOMIC_GROUP:
            yield from _parts(list(value), before, flags, choices)
        elif kind in (op.ASSERT,):
            yield from _parts(list(value[1]), before, flags, choices)
        elif kind is op.BRANCH:
            goes_on = len(value[1]) < 9 and choices < CHOICES_MOST
            for branch in value[1]:
                chosen = before + _example(list(branch), flags, "")
                yield from _parts(list(branch), before, flags, choices)
                yield Part(chosen, " ")
                if goes_on:
                    yield from _parts(rest[:6], chosen, flags, choices + 1)
        before += _example([(kind, value)], flags, "")


def _sorts(items: list[Any], flags: int) -> list[str]:
    """The characters worth trying in a repeat of one character class, or of a sequence with one in it."""
    found = [c for c in ALPHABET if len(items) == 1 and _holds(items[0], c, flags)]
    return [*found, ""] if found else ["", *ALPHABET[:6]]


def _holds(item: Any, c: str, flags: int) -> bool:
    kind, value = item
    match kind:
        case op.ANY:
            return c != "\n" or bool(flags & re.DOTALL)
        case op.LITERAL:
            return bool(c == chr(value))
        case op.NOT_LITERAL:
            return bool(c != chr(value))
        case op.IN:
            negated = value[0][0] is op.NEGATE
            return any(_in_class(each, c, flags) for each in value[negated:]) != negated
    return False


@cache
def _in_class(item: Any, c: str, flags: int) -> bool:
    kind, value = item
    tries = {c, c.lower(), c.upper()} if flags & re.IGNORECASE else {c}
    if kind is op.LITERAL:
        return chr(value) in tries
    if kind is op.RANGE:
        return any(len(each) == 1 and value[0] <= ord(each) <= value[1] for each in tries)
    classes = {
        op.CATEGORY_DIGIT: r"\d",
        op.CATEGORY_NOT_DIGIT: r"\D",
        op.CATEGORY_SPACE: r"\s",
        op.CATEGORY_NOT_SPACE: r"\S",
        op.CATEGORY_WORD: r"\w",
        op.CATEGORY_NOT_WORD: r"\W",
    }
    return re.match(classes[value], c) is not None


def _example(items: list[Any], flags: int, prefer: str) -> str:
    """A short text that these items match, with `prefer` where a class holds it; assertions are passed over."""
    return "".join(_one(item, flags, prefer) for item in items)


def _one(item: Any, flags: int, prefer: str) -> str:  # noqa: PLR0911  one answer a sort of item
    kind, value = item
    match kind:
        case op.LITERAL:
            return chr(value)
        case op.ANY | op.NOT_LITERAL | op.IN:
            choice = prefer + ALPHABET + "".join(map(chr, _listed(value)) if kind is op.IN else ())
            return next((c for c in choice if _holds(item, c, flags)), "")
        case op.SUBPATTERN:
            return _example(list(value[3]), flags, prefer)
        case op.ATOMIC_GROUP:
            return _example(list(value), flags, prefer)
        case op.BRANCH:
            return _example(list(value[1][0]), flags, prefer)
        case op.MAX_REPEAT | op.MIN_REPEAT | op.POSSESSIVE_REPEAT:
            return _example(list(value[2]), flags, prefer) * min(int(value[0]), 40)
    return ""


def _listed(items: Any) -> Iterator[int]:
    for kind, value in items:
        if kind is op.LITERAL:
            yield value
        elif kind is op.RANGE:
            yield value[0]
