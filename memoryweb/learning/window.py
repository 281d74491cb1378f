"""The window of recent conversations: which are due for learning, and which are outside and lose their text (S1)."""

from datetime import datetime, timedelta
from uuid import UUID

from memoryweb.learning import policy
from memoryweb.learning.models import Conversation, ConversationQuerySet
from memoryweb.memories.upkeep.runner import IN_SHARD, BatchResult, BatchScope, count_due, execute_counting
from memoryweb.people.models import MemorySettings

LongTerm = MemorySettings.LongTerm


def due_for_learning(person_id: UUID, settings: MemorySettings, *, now: datetime) -> ConversationQuerySet:
    """The unread ones, the oldest first: as they would have been read one by one."""
    unread = Conversation.objects.of(person_id).unread().order_by("ended_at", "id")
    if not (settings.enable_memory and settings.learning_enabled):
        return unread.none()
    if settings.long_term_update_policy == LongTerm.SCHEDULE:
        return unread.filter(recorded_at__lt=last_night(settings, now))
    if settings.long_term_update_policy == LongTerm.MANUAL or unread.count() < settings.long_term_every:
        return unread.none()
    return unread


def last_night(settings: MemorySettings, now: datetime) -> datetime:
    """The last three o'clock of the person's own time."""
    here = now.astimezone(settings.zone)
    three = here.replace(hour=policy.SCHEDULE_HOUR, minute=0, second=0, microsecond=0)
    return three if three <= here else three - timedelta(days=1)


# What is behind the newest so many is outside since the epoch; the others have their day.
OUTSIDE = f"""
SELECT c.id, CASE c.outside_from WHEN 'epoch' THEN 'count' ELSE 'time' END AS kind FROM learning_conversation c
WHERE c.outside_from < %(now)s AND {IN_SHARD.format(of="c")}
ORDER BY c.outside_from
"""
TRIM = """
WITH due AS MATERIALIZED ({due} LIMIT %(batch)s FOR UPDATE OF c SKIP LOCKED), gone AS (
    UPDATE learning_conversation c SET trimmed_at = %(now)s, outside_from = NULL, topic = '', summary = '',
        excerpts = '{{}}', excerpts_read = 0
    FROM due WHERE c.id = due.id RETURNING due.kind
)
SELECT kind, count(*) FROM gone GROUP BY kind
"""

EMPTIED = {"topic": "", "summary": "", "excerpts": [], "excerpts_read": 0, "outside_from": None}


def trim(person_id: UUID, *, now: datetime) -> int:
    """What is outside of this person's window loses its words, at once. Evidence stays; so does the row."""
    return Conversation.objects.of(person_id).outside(now).update(**EMPTIED, trimmed_at=now)


def batch(share: BatchScope) -> BatchResult:
    return execute_counting(TRIM.format(due=OUTSIDE), share.values(), "trimmed")


def due(share: BatchScope) -> BatchResult:
    return count_due(OUTSIDE, share.values(), "to trim")
