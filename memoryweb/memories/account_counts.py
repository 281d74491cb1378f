"""How much there is in one person's account, for staff: counts by state, never words. The person sees who looked."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import connection


@dataclass(frozen=True)
class Count:
    """Number of rows of one sort, such as "memories" that are "active", and the newest change."""

    what: str
    state: str
    number: int
    newest: datetime | None


def open_for_staff(person_id: UUID) -> list[Count]:
    """Return the counts, and log the look for the person. Needs the scope of a member of staff."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT * FROM memories_open_account(%s)", [person_id])
        return [Count(*row) for row in cursor.fetchall()]
