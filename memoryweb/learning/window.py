"""The window of recent conversations: so many, or so many days; what falls out of it loses its words (S1)."""

from datetime import datetime, timedelta
from uuid import UUID

from memoryweb.learning.models import Conversation
from memoryweb.memories.upkeep.sweep import IN_SHARD, Done, Share, count, tally
from memoryweb.people.models import MemorySettings

# What is outside of its person's window now: by age, or behind the newest so many.
OUTSIDE = f"""
SELECT c.id, s.recent_window_type AS kind FROM learning_conversation c JOIN people_memorysettings s USING (person_id)
WHERE c.trimmed_at IS NULL AND s.enable_memory AND {IN_SHARD.format(of="c")} AND CASE s.recent_window_type
    WHEN 'time' THEN c.ended_at < %(now)s - make_interval(days => s.recent_max_age_days)
    ELSE c.id = ANY(ARRAY(SELECT o.id FROM learning_conversation o
                          WHERE o.person_id = c.person_id AND o.trimmed_at IS NULL
                          ORDER BY o.ended_at DESC, o.id DESC OFFSET s.recent_max_items)) END
"""
TRIM = """
WITH due AS MATERIALIZED (
    SELECT c.id, due.kind FROM ({due} LIMIT %(batch)s) AS due JOIN learning_conversation c USING (id)
    FOR UPDATE OF c SKIP LOCKED
), gone AS (
    UPDATE learning_conversation c SET trimmed_at = %(now)s, topic = '', summary = '', excerpts = '{{}}',
        read_to = 0
    FROM due WHERE c.id = due.id RETURNING due.kind
)
SELECT kind, count(*) FROM gone GROUP BY kind
"""

EMPTIED = {"topic": "", "summary": "", "excerpts": [], "read_to": 0}


def trim(person_id: UUID, settings: MemorySettings, *, now: datetime) -> int:
    """What is outside of this person's window loses its words, at once. Evidence stays; so does the row."""
    recent = Conversation.objects.of(person_id).recent().order_by("-ended_at", "-id")
    if settings.recent_window_type == MemorySettings.Window.TIME:
        outside = recent.filter(ended_at__lt=now - timedelta(days=settings.recent_max_age_days))
    else:
        outside = Conversation.objects.filter(
            pk__in=list(recent.values_list("pk", flat=True)[settings.recent_max_items :])
        )
    return outside.order_by().update(**EMPTIED, trimmed_at=now)


def batch(share: Share) -> Done:
    return tally(TRIM.format(due=OUTSIDE), share.values(), "trimmed")


def due(share: Share) -> Done:
    return count(OUTSIDE, share.values(), "to trim")
