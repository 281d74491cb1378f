"""The days that texts name: ISO or English words, and the one day of a moment."""

import re
from datetime import UTC, date, datetime

ISO_DAY = re.compile(r"(?<!\d)((?:19|2[01])\d\d-\d\d-\d\d)(?!\d)")
ISO_TIME = re.compile(  # behind its day: with a zone it is a moment
    r"(?:[Tt]|[ ]+)(\d\d:\d\d)(?::\d\d(?:[.,]\d{1,9})?)?[ ]?(?:UTC|GMT|[Zz]|([+-]\d\d):?(\d\d)?)(?![\d:])"
)
MONTHS = "january february march april may june july august september october november december".split()  # noqa: SIM905
LONG_DAY = re.compile(
    rf"\b({'|'.join(MONTHS)})\s+(\d{{1,2}})(?:st|nd|rd|th)?,?\s+((?:19|20)\d\d)\b|"
    rf"\b(\d{{1,2}})(?:st|nd|rd|th)?\s+({'|'.join(MONTHS)})\s+((?:19|20)\d\d)\b",
    re.IGNORECASE,
)


def find_day(text: str) -> date | None:
    """Return a text's first valid date, ISO or in English words; None without one.

    A time with a zone is a moment, whose day is that of UTC: so one moment is one day, whichever zone wrote it.
    """
    for match in ISO_DAY.finditer(text):
        time = ISO_TIME.match(text, match.end())
        at = f"{match[1]}T{time[1]}{time[2] or '+00'}:{time[3] or '00'}" if time else match[1]
        try:
            found = datetime.fromisoformat(at)
            return found.astimezone(UTC).date() if time else found.date()
        except (ValueError, OverflowError):
            continue
    if named := LONG_DAY.search(text):
        month, number, year = (named[1], named[2], named[3]) if named[1] else (named[5], named[4], named[6])
        return _day(int(year), MONTHS.index(month.lower()) + 1, int(number))
    return None


def _day(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None
