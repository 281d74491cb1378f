"""Reads JSON that somebody brought: never raises, and finds the line of a text again."""

import json
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, date, datetime
from typing import Any

from memoryweb.interchange.entry import Document, Entry
from memoryweb.interchange.parsing import days

MEMORY_NAMES = {"memory", "content", "fact", "full_text", "value"}
LINE_SHOWN_MAX = 2000  # characters of a row that is reported
ROWS_LOOKED_AT = 20  # of a list, to recognise it
ROWS_MAX = 200_000  # of one list
MISSED_MAX = 1000  # texts that stand nowhere as they are: each is searched for in the whole rest of the file
MILLISECONDS_FROM = 100_000_000_000  # a larger number is a time in milliseconds


class TooLongError(ValueError):
    """A list is longer than memoryweb reads at once."""


def may_be(text: str) -> bool:
    """Return whether a text starts like JSON or JSON lines."""
    start = text.lstrip("\ufeff \t\r\n")[:40]
    return start[:1] == "{" or (start[:1] == "[" and start[1:].lstrip()[:1] in tuple('{["]'))


def load(text: str) -> Any:
    """Parse JSON; None if the text is no object or list."""
    if text.lstrip("\ufeff \t\r\n")[:1] not in ("{", "["):
        return None
    try:
        return json.loads(text.lstrip("\ufeff"))
    except (ValueError, RecursionError):
        return None


def load_lines(text: str) -> Iterator[tuple[int, str, Any]]:
    """Yield number, text and content of each line of JSON lines; None for one that is none."""
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip():
            yield number, line, load(line)


def rows(data: Any, *names: str) -> list[dict[str, Any]] | None:
    """Return the list of objects under the first matching name, or the data itself; None if no such list.

    Raises TooLongError.
    """
    found = (
        next((data[name] for name in names if isinstance(data.get(name), list)), None)
        if isinstance(data, dict)
        else data
    )
    if not isinstance(found, list) or not all(isinstance(each, dict) for each in found):
        return None
    if len(found) > ROWS_MAX:
        raise TooLongError
    return found


def text_of(row: dict[str, Any], *names: str) -> str:
    """Return the first text under these names."""
    return next((value for name in names if isinstance(value := row.get(name), str) and value.strip()), "").strip()


def texts_of(row: dict[str, Any], name: str) -> tuple[str, ...]:
    """Return the texts of the list under this name. Raises TooLongError."""
    value = row.get(name)
    if not isinstance(value, list):
        return ()
    if len(value) > ROWS_MAX:
        raise TooLongError
    return tuple(each for each in value if isinstance(each, str) and each.strip())


def number_of(row: dict[str, Any], name: str, most: float) -> float | None:
    value = row.get(name)
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return float(value) if is_number and 0 <= value <= most else None  # type: ignore[operator,arg-type]


def day_of(row: dict[str, Any], *names: str) -> date | None:
    """Return the day of the first time under these names: ISO, or seconds or milliseconds since 1970."""
    for name in names:
        value = row.get(name)
        try:
            if isinstance(value, str) and (said := value.strip()):
                return _day_of_text(said)
            if isinstance(value, int | float) and not isinstance(value, bool) and value > 0:
                seconds = value / 1000 if value > MILLISECONDS_FROM else value
                return datetime.fromtimestamp(seconds, UTC).date()
        except (ValueError, OverflowError, OSError):
            continue
    return None


def _day_of_text(said: str) -> date | None:
    """Return a timestamp's day, in UTC if a zone is given: one moment is one day."""
    try:
        at = datetime.fromisoformat(said)
    except ValueError:
        return days.find_day(said)
    return at.astimezone(UTC).date() if at.tzinfo else at.date()


class Places:
    """Finds the line on which a text stands, in the order of the file."""

    def __init__(self, text: str) -> None:
        self._text, self._at, self._line, self._missed = text, 0, 1, 0

    def line_of(self, said: str) -> int:
        """Return the line of the next place where these words stand; the last line found if they stand nowhere."""
        start = said[:40]
        if not start or self._missed == MISSED_MAX:
            return self._line
        spellings = (json.dumps(start, ensure_ascii=False)[1:-1], json.dumps(start)[1:-1])
        at = next((at for each in spellings if (at := self._text.find(each, self._at)) >= 0), -1)
        if at < 0:
            self._missed += 1
        else:
            self._line += self._text.count("\n", self._at, at)
            self._at = at
        return self._line


def read_rows(
    text: str, found: list[dict[str, Any]] | None, to_entry: Callable[[dict[str, Any]], Entry | None]
) -> Document:
    """Read a list of objects; one that says nothing is reported by its line."""
    document, places = Document(), Places(text)
    for row in found or []:
        entry = to_entry(row)
        first = next((value for value in row.values() if isinstance(value, str) and value.strip()), "")
        if entry is None:
            shown = json.dumps(row, ensure_ascii=False)[:LINE_SHOWN_MAX]
            document.add_unknown(places.line_of(first), shown, "It has no text.")
            continue
        document.entries.append(replace(entry, line=places.line_of(" ".join(entry.details) or entry.value)))
    return document


def has_rows(text: str, *names: str, each: tuple[str, ...]) -> bool:
    """Return whether the JSON has a list of objects with all fields of `each`, at the top or under a name."""
    if not all(f'"{name}"' in text for name in each):
        return False
    found = rows(load(text), *names)
    return bool(found) and all(name in row for row in (found or [])[:ROWS_LOOKED_AT] for name in each)


def memories_in(data: Any) -> Iterator[str]:
    """Yield every text under a name that holds memories, in any of the formats, however deep."""
    waiting = deque([data])
    while waiting:
        each = waiting.popleft()
        if isinstance(each, dict):
            yield from (value for name, value in each.items() if name in MEMORY_NAMES and isinstance(value, str))
            waiting += [value for value in each.values() if isinstance(value, dict | list)]
        elif isinstance(each, list):
            waiting += [value for value in each if isinstance(value, dict | list)]
