"""Finds government ids that need no label: their shape and their check digits or dates tell what they are.

A shape lists what stands between two separators: "8n" is eight digits, "1a" a letter, "1x" either. Ids whose shape is
shared with telephone numbers and the like are found by their names only (named_numbers).
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from stdnum.be import nn
from stdnum.br import cpf
from stdnum.ch import ssn as ahv
from stdnum.cl import rut
from stdnum.cz import rc
from stdnum.es import dni, nie
from stdnum.fi import hetu
from stdnum.fr import nir
from stdnum.ie import pps
from stdnum.in_ import aadhaar, pan
from stdnum.it import codicefiscale
from stdnum.kr import rrn
from stdnum.mx import curp
from stdnum.my import nric as mykad
from stdnum.se import personnummer
from stdnum.th import pin

from memoryweb.language.lazy_pattern import Beginning, LazyPattern
from memoryweb.language.sensitive.numbers.digit_runs import DECIMAL_FRACTION

DIGITS_LEAST = 4
SIGNS = {"n": r"\d", "a": "[a-z]", "x": "[a-z0-9]"}
SEPARATOR = r"[\W_]{0,3}"


@dataclass(frozen=True)
class NationalId:
    shape: str
    is_valid: Callable[[str], bool]
    between: str = SEPARATOR  # what must stand between the parts
    within: str = ""  # what may stand inside a part

    @cached_property
    def together(self) -> int:
        """Return how many digits stand together in every such id."""
        return 1 if self.within else max(int(size) for size in re.findall(r"(\d+)n", self.shape) or [0])

    def pattern(self) -> LazyPattern:
        """Return the pattern in lower case. Letters glued to an end that is a digit do not hide it."""
        parts = re.findall(r"(\d+)([nax])", self.shape)
        whole = self.between.join(self.within.join([SIGNS[kind]] * int(size)) for size, kind in parts)
        first = SIGNS[parts[0][1]]
        # The first sign comes before the look behind it, so that a search skips to the first one.
        start = rf"{first}(?<!{first}{first})" if first == r"\d" else rf"{first}(?<![^\W_]{first})"
        end = r"(?!\d)" if self.shape.endswith("n") else r"(?![^\W_])"
        return LazyPattern(whole.replace(first, start, 1) + end)


def _is_nino(number: str) -> bool:
    """Return whether it is a British national insurance number; it has no check digit, but few first letters."""
    return bool(re.fullmatch(r"(?!BG|GB|NK|KN|TN|NT|ZZ)[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z]\d{6}[A-D]", number))


def _is_taiwanese(number: str) -> bool:
    """Return whether the check digit of a Taiwanese identity number is right."""
    first = "ABCDEFGHJKLMNPQRSTUVXYWZIO".index(number[0]) + 10
    digits = [first // 10, first % 10, *map(int, number[1:])]
    return sum(map(int.__mul__, digits, (1, 9, 8, 7, 6, 5, 4, 3, 2, 1, 1))) % 10 == 0


def _is_singaporean(number: str) -> bool:
    """Return whether the check letter of a Singaporean identity number is right."""
    total = sum(int(digit) * weight for digit, weight in zip(number[1:8], (2, 7, 6, 5, 4, 3, 2), strict=True))
    letters = {"S": "JZIHGFEDCBA", "T": "GFEDCBAJZIH", "F": "XWUTRQPNMLK", "G": "RQPNMLKXWUT"}.get(number[0], "")
    return bool(letters) and number[8] == letters[total % 11]


def _is_snils(number: str) -> bool:
    """Return whether the check digits of a Russian insurance number are right."""
    total = sum(int(digit) * (9 - place) for place, digit in enumerate(number[:9]))
    return total % 101 % 100 == int(number[9:])


DASH, DOT = r"[-–/ ]{1,3}", r"[.\-–/ ]{1,3}"
IDS = (
    NationalId("2a2n2n2n1a", _is_nino),
    NationalId("8n1a", dni.is_valid, within=r"[.\- ]?"),
    NationalId("1a7n1a", lambda number: bool(nie.is_valid(number)) or _is_singaporean(number)),
    NationalId("1a9n", lambda number: number[1] in "12" and _is_taiwanese(number)),
    NationalId("6a2x1a2x1a3x1a", codicefiscale.is_valid),
    NationalId("4a6n6a2x", curp.is_valid),
    NationalId("5a4n1a", pan.is_valid),
    NationalId("7n1a", pps.is_valid),
    NationalId("7n2a", pps.is_valid),
    NationalId("3n3n3n2n", cpf.is_valid, between=DOT),
    NationalId("3n3n3n2n", _is_snils, between=DASH),
    NationalId("2n3n3n1x", rut.is_valid, between=DOT),
    NationalId("4n4n4n", aadhaar.is_valid, between=DOT),
    NationalId("3n4n4n2n", ahv.is_valid, between=DOT),
    NationalId("2n2n2n3n2n", nn.is_valid, between=DOT),
    NationalId("1n4n5n2n1n", pin.is_valid, between=DASH),
    NationalId("1n2n2n2x3n3n2n", nir.is_valid),
    NationalId("6n7n", rrn.is_valid, between=DASH),
    NationalId("6n2n4n", mykad.is_valid, between=DASH),
    NationalId("6n4n", personnummer.is_valid, between="[-+]"),
    NationalId("6n4n", lambda number: bool(rc.is_valid(number)), between="/"),
    NationalId("6n3n1x", hetu.is_valid, between=r"[-+a]"),
)
PATTERNS = tuple((each.pattern(), each) for each in IDS)
DIGITS = LazyPattern(r"\d+")
AFTER_A_POINT = Beginning(r"\d[.,]\d")
TOO_LONG = LazyPattern(r"\d{17,}")  # digits together that no id has
FOUR_DIGITS = LazyPattern(r"\d(?:[\W_]{0,3}\d){3}")


def has_national_id(lower: str) -> bool:
    """Return whether a plain text in lower case holds a government id that its shape proves."""
    if sum(map(lower.count, "0123456789")) < DIGITS_LEAST:
        return False
    together = max(map(len, DIGITS.findall(lower)))
    if together > 16:
        lower = TOO_LONG.sub("é", lower)  # a letter that no id has: it parts the others as digits do
        together = max(map(len, DIGITS.findall(lower)), default=0)
    joined = FOUR_DIGITS.search(lower)
    return any(
        _has_valid(pattern, each, lower)
        for pattern, each in PATTERNS
        if each.together <= together and (joined or not each.together)
    )


def _has_valid(pattern: LazyPattern, each: NationalId, lower: str) -> bool:
    # A text may repeat one that is not valid.
    found = {match[0]: None for match in pattern.finditer(lower) if not _is_decimal_fraction(lower, match)}
    return any(_is_valid(each, number) for number in found)


def _is_decimal_fraction(lower: str, match: re.Match[str]) -> bool:
    """Return whether the number is a decimal fraction such as 0.586082869893301, or its digits after the point."""
    if match[0].isdigit():
        return AFTER_A_POINT.match(lower, max(0, match.start() - 2)) is not None
    return DECIMAL_FRACTION.fullmatch(match[0]) is not None


def _is_valid(each: NationalId, found: str) -> bool:
    number = re.sub(r"[\W_]", "", found).upper()
    if each.is_valid in (hetu.is_valid, personnummer.is_valid):  # the sign in the middle tells the century
        number = found.upper()
    return bool(each.is_valid(number))
