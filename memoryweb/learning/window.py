"""The window of recent conversations: which are due for learning, and which fall outside and lose their text (S1)."""

from datetime import datetime, timedelta
from uuid import UUID

from memoryweb.learning import policy
from memoryweb.learning.models import Conversation, ConversationQuerySet
from memoryweb.memories.upkeep.runner import IN_SHARD, BatchResult, BatchScope, count_due, execute_counting
from memoryweb.people.models import MemorySettings

LongTerm = MemorySettings.LongTerm


def due_for_learning(
    person_id: UUID, settings: MemorySettings, *, now: datetime, coming: int = 0
) -> ConversationQuerySet:
    """Return the unread conversations that this person's settings say to read now, oldest first.

    With `coming`: those that it says once so many more are there.
    """
    unread = Conversation.objects.of(person_id).unread().unclaimed(now).order_by("ended_at", "id")
    if not (settings.enable_memory and settings.learning_enabled):
        return unread.none()
    if settings.long_term_update_policy == LongTerm.SCHEDULE:
        return unread.filter(recorded_at__lt=last_night(settings, now))
    if settings.long_term_update_policy == LongTerm.MANUAL or unread.count() + coming < settings.long_term_every:
        return unread.none()
    return unread


def last_night(settings: MemorySettings, now: datetime) -> datetime:
    """Return the last SCHEDULE_HOUR o'clock in the person's time zone."""
    local_now = now.astimezone(settings.zone)
    scheduled = local_now.replace(hour=policy.SCHEDULE_HOUR, minute=0, second=0, microsecond=0)
    return scheduled if scheduled <= local_now else scheduled - timedelta(days=1)


# A conversation outside by number has the epoch as outside_from; one outside by age has a real date.
OUTSIDE = f"""
SELECT c.id, c.person_id, CASE c.outside_from WHEN 'epoch' THEN 'count' ELSE 'time' END AS kind
FROM learning_conversation c WHERE c.outside_from < %(now)s AND {IN_SHARD.format(of="c")}
ORDER BY c.outside_from
"""
TRIM = """
WITH due AS MATERIALIZED ({due} LIMIT %(batch)s FOR UPDATE OF c SKIP LOCKED), trimmed AS (
    UPDATE learning_conversation c SET trimmed_at = %(now)s, outside_from = NULL, topic = '', summary = '',
        excerpts = '{{}}', excerpts_read = 0, is_due = false
    FROM due WHERE c.person_id = due.person_id AND c.id = due.id RETURNING due.kind
)
SELECT kind, count(*) FROM trimmed GROUP BY kind
"""

EMPTY_TEXT = {"topic": "", "summary": "", "excerpts": [], "excerpts_read": 0, "outside_from": None, "is_due": False}


def trim(person_id: UUID, *, now: datetime) -> int:
    """Empty this person's conversations outside the window; return how many. The rows and their evidence stay."""
    return Conversation.objects.of(person_id).outside(now).update(**EMPTY_TEXT, trimmed_at=now)


def batch(batch_scope: BatchScope) -> BatchResult:
    """Trim at most one batch, of anybody's conversations."""
    return execute_counting(TRIM.format(due=OUTSIDE), batch_scope.values(), "trimmed")


def due(batch_scope: BatchScope) -> BatchResult:
    """Count the conversations to trim."""
    return count_due({"to trim": OUTSIDE}, batch_scope.values())
