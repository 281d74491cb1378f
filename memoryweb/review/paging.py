"""Pages of a list in order of time, newest first. A cursor in the URL names the last row of the page before."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Any, Generic, TypeVar
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


@dataclass(frozen=True)
class Order:
    """What a list is sorted by, then by id: a field or an annotation, and how a cursor's text becomes its value."""

    by: str
    parse: Callable[[str], Any] | None = None  # None for a time
    descending: bool = True


def paginate(rows: "QuerySet[M]", cursor: str, *, by: str | Order, size: int) -> Page[M]:
    """Return the page after `cursor`, sorted by `by`: a field that is a time, newest first, or an order.

    A bad cursor starts over.
    """
    order = by if isinstance(by, Order) else Order(by)
    if after := _parse(cursor, order.parse or _parse_time, UUID):
        value, pk = after
        beyond = "lte" if order.descending else "gte"
        rows = rows.filter(**{f"{order.by}__{beyond}": value}).exclude(**{order.by: value, "pk__gte": pk})
    found = list(rows.order_by(f"{'-' if order.descending else ''}{order.by}", "-id")[: size + 1])
    last = found[size - 1] if len(found) > size else None
    return Page(found[:size], format_cursor(getattr(last, order.by), last.pk) if last else "")


def format_cursor(value: Any, key: UUID | int) -> str:
    return f"{value.isoformat() if isinstance(value, datetime) else value}{SEPARATOR}{key}"


def _parse_time(text: str) -> datetime:
    """Return a time with its zone. Raises ValueError for anything else."""
    moment = datetime.fromisoformat(text)
    if not moment.tzinfo:
        raise ValueError("no time zone")
    return moment


def parse_cursor(text: str, parse_key: Callable[[str], Key]) -> tuple[datetime, Key] | None:
    """Return a row's time and its key: UUID for a row, `parse_version` for a version. None if it is no cursor."""
    return _parse(text, _parse_time, parse_key)


def _parse(text: str, parse_value: Callable[[str], Any], parse_key: Callable[[str], Key]) -> tuple[Any, Key] | None:
    value, _, key = text.rpartition(SEPARATOR)
    try:
        return parse_value(value), parse_key(key)
    except ValueError:
        return None


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


def parse_versions(texts: Sequence[str]) -> dict[UUID, str]:
    """Return the versions that a page showed, by the well-formed ids among "id:version"; empty where there is none."""
    shown = (text.partition(":") for text in texts)
    return {pk: version for text, _, version in shown if (pk := parse_id(text))}


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
