"""Dates as people write them, in numbers, in English and in Chinese."""

from memoryweb.language.locales.base import one_of

YEAR, DAY, MONTH_NUMBER = r"(?:19|20)\d\d", r"(?:0?[1-9]|[12]\d|3[01])", r"(?:0?[1-9]|1[0-2])"
MONTH_NAMES = one_of(
    "Jan(?:uary)?, Feb(?:ruary)?, Mar(?:ch)?, Apr(?:il)?, May, June?, July?, Aug(?:ust)?, Sept?(?:ember)?,"
    " Oct(?:ober)?, Nov(?:ember)?, Dec(?:ember)?"
)
MONTH = rf"{MONTH_NAMES}\b\.?"
DAY_NTH = rf"{DAY}(?:st|nd|rd|th)?"
ISO = rf"{YEAR}-\d\d-\d\d"
# A year with dots needs both zeros ("2026.02.22"): 2026.1.3 is a version, and 10.10.2026.1 an address.
NUMBERS = rf"{ISO}|{YEAR}/{MONTH_NUMBER}/{DAY}|(?<!\.)(?:{YEAR}\.[01]\d\.[0-3]\d|{DAY}[./-]{DAY}[./-]{YEAR})(?!\.\d)"
DAY_MONTH_YEAR = rf"{DAY_NTH}(?: of)?[\s-]{{1,3}}{MONTH},?[\s-]{{1,3}}{YEAR}"
MONTH_DAY_YEAR = rf"{MONTH} {DAY_NTH},? {YEAR}"
CHINESE = rf"{YEAR}\s?年\s?{MONTH_NUMBER}\s?月\s?{DAY}\s?[日号]"
DATE = (
    rf"(?:(?<!\d)(?=\d)(?:(?:{NUMBERS}|{DAY_MONTH_YEAR})(?!\d)|{CHINESE})"
    rf"|(?<![a-z])(?=[a-z]){MONTH_DAY_YEAR}(?!\d))"
)
