"""Finds what reads private in a text that a person is about to share: addresses, links, long numbers, names.

It decides nothing. The person is asked whether to leave each of these out. Each pattern is linear.
"""

from memoryweb.language.lazy_pattern import LazyPattern
from memoryweb.language.sharing import red_flags

MOST = 12  # suggestions at once
EMAIL = LazyPattern(r"[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}")
NUMBER = LazyPattern(r"(?<![\w.])\+?\d(?:[ ./-]?\d){4,18}(?!\w)")
# A capital in the middle of a sentence, one or two words: "Anna", "Project Harbour".
NAME = LazyPattern(r"(?<=[\w,] )[A-Z][a-zà-ÿ]{1,30}(?: [A-Z][a-zà-ÿ]{1,30})?\b")
DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)
NO_NAMES = {*DAYS, *MONTHS, "English", "German", "French", "Spanish", "Chinese"}


def private_parts(*texts: str, also: tuple[str, ...] = ()) -> list[str]:
    """Return the different parts that read private, in their order; `also` are words to look for, such as a project."""
    found: list[str] = []
    for text in texts:
        parts = [match for pattern in (EMAIL, red_flags.LINK, NUMBER) for match in pattern.finditer(text)]
        spans = [match.span() for match in parts]
        names = [name for name in NAME.finditer(text) if not _is_calendar(name[0])]
        parts += [name for name in names if not any(start <= name.start() < end for start, end in spans)]
        found += [match[0] for match in sorted(parts, key=lambda match: match.start())]
        found += [word for word in also if word and word in text]
    return list(dict.fromkeys(found))[:MOST]


def leave_out(part: str, text: str) -> str:
    """Return a text with three dots in the place of a part."""
    return text.replace(part, "…") if part else text


def _is_calendar(name: str) -> bool:
    """Return whether it is a day, a month or a language: "Monday", "Mondays"."""
    return all(word in NO_NAMES or word.removesuffix("s") in NO_NAMES for word in name.split())
