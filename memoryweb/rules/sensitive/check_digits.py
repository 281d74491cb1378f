"""Proves numbers by their check digits: payment cards, IBANs, Chinese resident ids, US social security numbers."""

import re
from functools import cache

from stdnum import ean, iban, numdb
from stdnum.cn import ric
from stdnum.us import ssn

from memoryweb.rules.lazy_pattern import Beginning, LazyPattern
from memoryweb.rules.sensitive.categories import Sensitive
from memoryweb.rules.sensitive.digit_runs import numbers

CARD_FIRST_DIGITS: tuple[tuple[Beginning, frozenset[int]], ...] = tuple(
    (Beginning(first), frozenset(lengths))
    for first, lengths in (
        (r"4", (13, 16, 19)),
        (r"5[1-5]|2(?:22[1-9]|2[3-9]|[3-6]|7[01]|720)", (16,)),
        (r"3[47]", (15,)),
        (r"3(?:0[0-5]|[689])", (14, 16, 19)),
        (r"35(?:2[89]|[3-8])", (16, 17, 18, 19)),
        (r"2131|1800", (15,)),
        (r"6(?:011|4[4-9]|5|2)", (16, 17, 18, 19)),
        (r"5(?:0|[6-8])|6(?:3|7)", (16, 18, 19)),
    )
)
DOUBLED = bytes.maketrans(b"0123456789", bytes((0, 2, 4, 6, 8, 1, 3, 5, 7, 9)))
# The countries that have IBANs; a lookahead, so that one that begins inside another candidate is found too.
IBAN_COUNTRIES = (
    "a[deltz]|b[aeghiry]|c[hryz]|d[ejko]|e[egs]|f[ikor]|g[beilrt]|h[nru]|i[elqst]|j[o]|k[wz]|"
    "l[bcituvy]|m[cdeknrtu]|n[ilo]|o[m]|"
    "p[klst]|q[a]|r[osu]|s[acdeikmotv]|t[lnr]|u[a]|v[ag]|x[k]|y[e]"
)
GAP = r"[\W_]{0,3}"
# A lookahead, so that one that begins inside another candidate is found too.
IBANS = LazyPattern(rf"(?=((?:{IBAN_COUNTRIES.replace('[', f'{GAP}[')}){GAP}\d{GAP}\d{f'{GAP}[a-z0-9]' * 11}))")
IBAN_REST = 4 * 19  # characters that may follow these, with separators
PART_END = LazyPattern(r"[\W_]{4}|[^\W_a-z0-9]")
SSNS = LazyPattern(
    r"(?<!\d)(?<!\d[-.,:/])(?<!\d, )(?!000|666|9)\d{3}([\W_]{1,3})(?!00)\d{2}\1(?!0000)\d{4}(?!\d)(?!\1\d)"
)
RESIDENT_ID_DATE = Beginning(r"\d{6}(?:18|19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])")


def category(text: str, lower: str) -> Sensitive | None:
    """Return the category of the first number in a plain text that its check digits prove."""
    for number in numbers(text):
        if _is_resident_id(number):
            return Sensitive.GOVERNMENT_ID
        if _is_card(number):
            return Sensitive.CARD
    if _has_iban(lower):
        return Sensitive.BANK
    return Sensitive.GOVERNMENT_ID if _has_ssn(text) else None


def _has_iban(lower: str) -> bool:
    return any(_starts_with_iban(_iban(lower, match)) for match in IBANS.finditer(lower))


def _iban(lower: str, start: re.Match[str]) -> str:
    """Return the letters and digits of the longest number that begins here."""
    rest = PART_END.split(lower[start.end(1) : start.end(1) + IBAN_REST], maxsplit=1)[0]
    return re.sub(r"[\W_]", "", start[1] + rest).upper()


def _has_ssn(text: str) -> bool:
    return any(ssn.is_valid(re.sub(r"\D+", "-", match[0])) for match in SSNS.finditer(text))


def _is_resident_id(number: str) -> bool:
    return len(number) == 18 and RESIDENT_ID_DATE.match(number) is not None and bool(ric.is_valid(number))


def _starts_with_iban(run: str) -> bool:
    """Return whether a run of letters and digits begins with a valid IBAN.

    People write IBANs with spaces, so the run may go on into the next words. Each country has one length.
    """
    structure = _iban_structure(run[:2])
    found = structure.match(run) if structure else None
    return found is not None and bool(iban.is_valid(found[0], check_country=False))


@cache
def _iban_structure(country: str) -> re.Pattern[str] | None:
    """Return the pattern of a country's IBANs; None for a country without."""
    ((_, properties),) = numdb.get("iban").info(country)[:1]
    if not properties:
        return None
    kinds = {"n": r"\d", "a": "[A-Z]", "c": "[A-Z0-9]"}
    parts = re.findall(r"(\d+)!([nac])", properties["bban"])
    return re.compile("".join((rf"{country}\d\d", *(f"{kinds[kind]}{{{size}}}" for size, kind in parts))))


def _is_card(number: str) -> bool:
    """Return whether the first digits belong to a card network that uses this length, and the check "
    "digit is right."""
    return (
        len(number) in _card_lengths(number[:4])
        and len(set(number)) > 1
        and _is_luhn(number)
        and not (len(number) == 13 and ean.is_valid(number))  # the number of an article in a shop
    )


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
