"""Finds numbers that their check digits prove: payment cards, IBANs, Chinese resident ids, US social security numbers.

Every search takes time in proportion to the text, as the patterns in sensitive.py do.
"""

import re
from collections.abc import Iterator
from functools import cache

from stdnum import iban, numdb
from stdnum.cn import ric
from stdnum.us import ssn

DIGIT_RUN = re.compile(r"(?<![0-9A-Za-z_.+])\d++(?![A-Za-z_])(?:[\s-]{1,2}\d++(?![A-Za-z_]))*+")
CARD_DIGITS_MIN = 12
GROUPED_CARD = re.compile(r"(?<!\d)\d{4}([._/·•])\d{4}\1\d{4}\1\d{4}(?!\d)")
CARD_FIRST_DIGITS: tuple[tuple[re.Pattern[str], frozenset[int]], ...] = tuple(
    (re.compile(first), frozenset(lengths))
    for first, lengths in (
        (r"4", (13, 16, 19)),
        (r"5[1-5]|2(?:22[1-9]|2[3-9]|[3-6]|7[01]|720)", (16,)),
        (r"3[47]", (15,)),
        (r"3(?:0[0-5]|[689])", (14, 16, 19)),
        (r"35(?:2[89]|[3-8])", (16, 17, 18, 19)),
        (r"6(?:011|4[4-9]|5|2)", (16, 17, 18, 19)),
        (r"5(?:0|[6-8])|6(?:3|7)", (16, 18, 19)),
    )
)
# Matches the sizes of a run's groups of digits: where a card number may begin, and where it may end.
CARD_GROUPS = re.compile(r"4(?:(?=(6[45]))|(?=(44[1-4]))(?=(444[1-4])?))")
DOUBLED = bytes.maketrans(b"0123456789", bytes((0, 2, 4, 6, 8, 1, 3, 5, 7, 9)))
IBANS = re.compile(r"(?<![a-z0-9])[a-z]{2}\d{2}(?:[ -]?[a-z0-9]){11,30}")
SSNS = re.compile(r"(?<![\d-])(?!000|666|9)\d{3}[- ](?!00)\d{2}[- ](?!0000)\d{4}(?![\d-])")
RESIDENT_IDS = re.compile(r"(?<!\d)(?:\d[ -]?){17}[\dXx](?![0-9A-Za-z])")
RESIDENT_ID_DATE = re.compile(r"\d{10}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])")


def has_card(text: str) -> bool:
    """Return whether the text contains a payment card number, in one piece or in groups of digits."""
    return any(map(_is_card, _possible_cards(text)))


def has_iban(lower: str) -> bool:
    """Return whether a lower-case text contains an international bank account number."""
    return any(_starts_with_iban(_joined(m.group()).upper()) for m in IBANS.finditer(lower))


def has_resident_id(text: str) -> bool:
    """Return whether the text contains a Chinese resident identity number."""
    return any(_is_resident_id(_joined(m.group())) for m in RESIDENT_IDS.finditer(text))


def has_ssn(text: str) -> bool:
    """Return whether the text contains a US social security number with its hyphens or spaces."""
    return any(ssn.is_valid(m.group().replace(" ", "-")) for m in SSNS.finditer(text))


def _joined(number: str) -> str:
    return number.replace(" ", "").replace("-", "")


def _is_resident_id(number: str) -> bool:
    return RESIDENT_ID_DATE.match(number) is not None and bool(ric.is_valid(number))


def _starts_with_iban(run: str) -> bool:
    """Return whether a run of letters and digits begins with a valid IBAN.

    People write IBANs with spaces, so the run may go on into the next words. Each country has one length.
    """
    length = _iban_length(run[:2])
    return 0 < length <= len(run) and bool(iban.is_valid(run[:length], check_country=False))


@cache
def _iban_length(country: str) -> int:
    """Return how many characters a country's IBANs have; 0 for an unknown country."""
    ((_, properties),) = numdb.get("iban").info(country)[:1]
    return 4 + sum(map(int, re.findall(r"(\d+)!", properties["bban"]))) if properties else 0


def _possible_cards(text: str) -> Iterator[str]:
    """Yield whole runs of digits, and the parts of longer runs that are grouped like a card number."""
    for match in GROUPED_CARD.finditer(text):
        yield re.sub(r"\D", "", match.group())
    for match in DIGIT_RUN.finditer(text):
        groups = match.group().replace("-", " ").split()
        if len(run := "".join(groups)) < CARD_DIGITS_MIN:
            continue
        yield run
        if len(groups) > 1:
            shape = "".join([str(min(len(group), 9)) for group in groups])
            for window in CARD_GROUPS.finditer(shape):
                yield from ("".join(groups[window.start() : end]) for end in _ends(window))
            yield from groups


def _ends(window: re.Match[str]) -> Iterator[int]:
    return (window.end(part) for part in (1, 2, 3) if window[part])


def _is_card(number: str) -> bool:
    """Return whether the first digits belong to a card network that uses this length, and the check digit is right."""
    return len(number) in _card_lengths(number[:4]) and len(set(number)) > 1 and _is_luhn(number)


@cache
def _card_lengths(first: str) -> frozenset[int]:
    """Return the lengths that card numbers with these first four digits have."""
    return frozenset().union(*(lengths for start, lengths in CARD_FIRST_DIGITS if start.match(first)))


def _is_luhn(number: str) -> bool:
    """Return whether the Luhn check digit is right.

    stdnum takes a step in Python for each digit; one text may hold 15,000 candidates, so this uses bytes instead.
    """
    reverse = number.encode()[::-1]
    return (sum(reverse[::2]) - ord("0") * len(reverse[::2]) + sum(reverse[1::2].translate(DOUBLED))) % 10 == 0
