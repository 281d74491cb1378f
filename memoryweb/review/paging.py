"""Pages of a list in order of time, newest first. A cursor in the URL names the last row of the page before."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Generic, TypeVar
from uuid import UUID

from django.db.models import Model, QuerySet
from django.utils import timezone

SEPARATOR = "|"
M = TypeVar("M", bound=Model)
Key = TypeVar("Key", bound=UUID | int)


@dataclass(frozen=True)
class Page(Generic[M]):
    rows: Sequence[M]
    next_cursor: str  # empty on the last page


def paginate(rows: "QuerySet[M]", cursor: str, *, by: str, size: int) -> Page[M]:
    """Return the page after `cursor`, sorted by the time in field `by`, then by id. A bad cursor starts over."""
    if after := parse_cursor(cursor, UUID):
        at, pk = after
        rows = rows.filter(**{f"{by}__lte": at}).exclude(**{by: at, "pk__gte": pk})
    newest = list(rows.order_by(f"-{by}", "-id")[: size + 1])
    last = newest[size - 1] if len(newest) > size else None
    return Page(newest[:size], format_cursor(getattr(last, by), last.pk) if last else "")


def format_cursor(at: datetime, key: UUID | int) -> str:
    return f"{at.isoformat()}{SEPARATOR}{key}"


def parse_cursor(text: str, parse_key: Callable[[str], Key]) -> tuple[datetime, Key] | None:
    """Return a row's time and its key: UUID for a row, `parse_version` for a version. None if it is no cursor."""
    at, _, key = text.partition(SEPARATOR)
    try:
        moment, last = datetime.fromisoformat(at), parse_key(key)
    except ValueError:
        return None
    return (moment, last) if moment.tzinfo else None


def parse_version(text: str) -> int:
    """Return a version's number. Raises ValueError for what no database column could hold."""
    number = int(text)
    if not 0 <= number < 2**63:
        raise ValueError("not a version")
    return number


def parse_id(text: str) -> UUID | None:
    """Return the id in a URL's query, or None where there is none, so that an old link still opens."""
    try:
        return UUID(text)
    except ValueError:
        return None


def parse_ids(texts: Sequence[str]) -> list[UUID]:
    """Return the well-formed ids among those a form sent."""
    return [pk for pk in map(parse_id, texts) if pk]


@dataclass(frozen=True)
class AsOf:
    """A past day whose state a page shows, and the moment that day ended; both None for today."""

    day: date | None = None
    until: datetime | None = None

    @classmethod
    def from_text(cls, text: str) -> "AsOf":
        """Parse an ISO date in the person's own time zone. Anything else means today, so that an old link opens."""
        try:
            day = date.fromisoformat(text)
            midnight = datetime.combine(day + timedelta(days=1), time(), timezone.get_current_timezone())
        except (ValueError, OverflowError):
            return cls()
        return cls(day, midnight)

    @property
    def text(self) -> str:
        return self.day.isoformat() if self.day else ""
