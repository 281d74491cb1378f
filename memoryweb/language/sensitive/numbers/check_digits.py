"""Proves numbers by their check digits: payment cards, IBANs, Chinese resident ids, US social security numbers."""

import re
from functools import cache
from string import ascii_lowercase

from stdnum import ean, iban, numdb
from stdnum.cn import ric
from stdnum.us import ssn

from memoryweb.language.lazy_pattern import Beginning, LazyPattern
from memoryweb.language.sensitive.categories import Sensitive
from memoryweb.language.sensitive.look_alikes import DIGIT_LETTERS
from memoryweb.language.sensitive.numbers.digit_runs import numbers

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
IBANS = LazyPattern(rf"(?=(?:{IBAN_COUNTRIES})[\doli]{{2}}[a-z0-9]{{11}})")
IBAN_LEAST = 15  # characters
PART_END = LazyPattern(r"[\W_]{4}|[^\W_a-z0-9]")
SEPARATORS = LazyPattern(r"[\W_]+")
LETTER_VALUES = str.maketrans({letter: str(value) for value, letter in enumerate(ascii_lowercase, 10)})
SSNS = LazyPattern(
    r"(?<!\d)(?<!\d[-.,:/])(?<!\d, )(?!000|666|9)\d{3}([\W_]{1,3})(?!00)\d{2}\1(?!0000)\d{4}(?!\d)(?!\1\d)"
)
RESIDENT_ID_DATE = Beginning(r"\d{6}(?:18|19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])")


def category(text: str, lower: str) -> Sensitive | None:
    """Return the category of the first number in a plain text that its check digits prove."""
    seen: set[str] = set()
    for number in numbers(text):
        if number in seen:
            continue
        seen.add(number)
        if _is_resident_id(number):
            return Sensitive.GOVERNMENT_ID
        if _is_card(number):
            return Sensitive.CARD
    if _has_iban(lower):
        return Sensitive.BANK
    return Sensitive.GOVERNMENT_ID if _has_ssn(text) else None


def _has_iban(lower: str) -> bool:
    for part in PART_END.split(lower):
        if len(part) < IBAN_LEAST:
            continue
        glued = SEPARATORS.sub("", part)
        if any(_is_iban_at(glued, match.start()) for match in IBANS.finditer(glued)):
            return True
    return False


def _has_ssn(text: str) -> bool:
    return any(ssn.is_valid(re.sub(r"\D+", "-", match[0])) for match in SSNS.finditer(text))


def _is_resident_id(number: str) -> bool:
    return len(number) == 18 and RESIDENT_ID_DATE.match(number) is not None and bool(ric.is_valid(number))


def _is_iban_at(glued: str, start: int) -> bool:
    """Return whether a valid IBAN begins at this place of letters and digits without separators.

    People write IBANs with spaces, so it may go on into the next words. Each country has one length. Letters that look
    like digits count as digits where only digits can be, and once more where both can be.
    """
    structure = _iban_structure(glued[start : start + 2])
    found = structure.match(glued, start) if structure else None
    return found is not None and any(map(_is_iban, {_with_digits(found, "n"), _with_digits(found, "nc")}))


def _with_digits(found: re.Match[str], kinds: str) -> str:
    """Return an IBAN with digits for the letters that look like them, in its parts of these kinds."""
    return "".join(
        part.translate(DIGIT_LETTERS) if name[0] in kinds else part for name, part in found.groupdict().items()
    )


def _is_iban(number: str) -> bool:
    return _is_mod_97(number) and bool(iban.is_valid(number.upper(), check_country=False))


def _is_mod_97(number: str) -> bool:
    """Return whether the two check digits of an IBAN are right: stdnum takes ten times as long to say so."""
    return int((number[4:] + number[:4]).translate(LETTER_VALUES)) % 97 == 1


@cache
def _iban_structure(country: str) -> re.Pattern[str] | None:
    """Return a country's IBAN pattern; None for a country without IBANs."""
    ((_, properties),) = numdb.get("iban").info(country.upper())[:1]
    if not properties:
        return None
    kinds = {"n": r"[\doli]", "a": "[a-z]", "c": "[a-z0-9]"}
    parts = enumerate(re.findall(r"(\d+)!([nac])", properties["bban"]))
    groups = (f"(?P<{kind}{number}>{kinds[kind]}{{{size}}})" for number, (size, kind) in parts)
    return re.compile("".join((rf"(?P<land>{country})(?P<numbers>[\doli]{{2}})", *groups)))


def _is_card(number: str) -> bool:
    """Return whether a card network uses these first digits and this length, and the check digit is right."""
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
