"""The window of recent conversations: so many, or so many days; what falls out of it loses its words (S1).

Which are outside is a column of the row (outside_from), and the database keeps it: whenever somebody tells of a
conversation or decides about their window, in the same transaction (migration 0002). So a sweep reads the rows
that are due and no others, and nothing is due of somebody who switched memory off.
"""

from datetime import datetime
from uuid import UUID

from memoryweb.learning.models import Conversation
from memoryweb.memories.upkeep.sweep import IN_SHARD, BatchResult, BatchScope, count_due, execute_counting

# What is behind the newest so many is outside since the epoch; the others have their day.
OUTSIDE = f"""
SELECT c.id, CASE c.outside_from WHEN 'epoch' THEN 'count' ELSE 'time' END AS kind FROM learning_conversation c
WHERE c.outside_from < %(now)s AND {IN_SHARD.format(of="c")}
ORDER BY c.outside_from
"""
TRIM = """
WITH due AS MATERIALIZED ({due} LIMIT %(batch)s FOR UPDATE OF c SKIP LOCKED), gone AS (
    UPDATE learning_conversation c SET trimmed_at = %(now)s, outside_from = NULL, topic = '', summary = '',
        excerpts = '{{}}', read_to = 0
    FROM due WHERE c.id = due.id RETURNING due.kind
)
SELECT kind, count(*) FROM gone GROUP BY kind
"""

EMPTIED = {"topic": "", "summary": "", "excerpts": [], "read_to": 0, "outside_from": None}


def trim(person_id: UUID, *, now: datetime) -> int:
    """What is outside of this person's window loses its words, at once. Evidence stays; so does the row."""
    return Conversation.objects.of(person_id).outside(now).update(**EMPTIED, trimmed_at=now)


def batch(share: BatchScope) -> BatchResult:
    return execute_counting(TRIM.format(due=OUTSIDE), share.values(), "trimmed")


def due(share: BatchScope) -> BatchResult:
    return count_due(OUTSIDE, share.values(), "to trim")
