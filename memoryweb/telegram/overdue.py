"""Finds messages whose task was lost or whose worker was killed. The rows are the truth, tasks only a bell.

The clock's role reads when they were written and claimed, and whose they are: never a word of them.
"""

from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db import connection

from memoryweb.rls import scope
from memoryweb.telegram import outbox
from memoryweb.telegram.answering import reading

SOON = timedelta(seconds=30)  # until then its own task is on its way
BATCH = 500  # of one run
# Each person's oldest, because messages are sent in order. What is tried again later stays claimed until then.
UNSENT = """
SELECT person_id FROM (
    SELECT DISTINCT ON (person_id) person_id, at, claimed_at FROM telegram_outgoingmessage
    ORDER BY person_id, at, id
) AS oldest
WHERE (claimed_at IS NULL AND at < %(now)s - %(soon)s) OR claimed_at < %(now)s - %(takes)s
ORDER BY at LIMIT %(batch)s
"""
UNREAD = """
SELECT person_id, id FROM telegram_unreadmessage
WHERE at < %(now)s - %(soon)s AND (claimed_at IS NULL OR claimed_at < %(now)s - %(takes)s)
ORDER BY at LIMIT %(batch)s
"""


def unsent(*, now: datetime) -> list[UUID]:
    """Return people with unclaimed messages to send."""
    return [person_id for (person_id,) in _find(UNSENT, now, outbox.TAKES)]


def unread(*, now: datetime) -> list[tuple[UUID, UUID]]:
    """Return unclaimed messages for the language model, with their people."""
    return [(person_id, pk) for person_id, pk in _find(UNREAD, now, reading.READING_TAKES)]


def _find(query: str, now: datetime, takes: timedelta) -> list[tuple[UUID, ...]]:
    values: dict[str, Any] = {"now": now, "soon": SOON, "takes": takes, "batch": BATCH}
    with scope.acting_as_clock(), connection.cursor() as cursor:
        cursor.execute(query, values)
        return list(cursor.fetchall())
