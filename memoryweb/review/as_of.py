"""A day of the past that a page is asked to show: "as of the end of 1 November", in the person's own zone."""

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from django.utils import timezone

KEPT_TOGETHER = "|"


@dataclass(frozen=True)
class AsOf:
    """The day as it was asked for, and the moment it ended; both empty for "now"."""

    day: date | None = None
    until: datetime | None = None

    @classmethod
    def from_text(cls, text: str) -> "AsOf":
        """A day that is none, or not over within the calendar, is now: an old link still opens."""
        try:
            day = date.fromisoformat(text)
            midnight = datetime.combine(day + timedelta(days=1), time(), timezone.get_current_timezone())
        except (ValueError, OverflowError):
            return cls()
        return cls(day, midnight)

    @property
    def text(self) -> str:
        return self.day.isoformat() if self.day else ""


def cursor_of(at: datetime, version: int) -> str:
    return f"{at.isoformat()}{KEPT_TOGETHER}{version}"


def cursor(text: str) -> tuple[datetime, int] | None:
    """The version a page ended with; None for a word that is no cursor."""
    at, _, version = text.partition(KEPT_TOGETHER)
    try:
        moment, number = datetime.fromisoformat(at), int(version)
    except ValueError:
        return None
    return (moment, number) if moment.tzinfo and 0 <= number < 2**63 else None
