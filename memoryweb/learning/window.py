"""The window of recent conversations: which are due for learning, and which fall outside and lose their text (S1)."""

from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import connection

from memoryweb.learning import policy
from memoryweb.learning.models import Conversation, ConversationQuerySet
from memoryweb.memories import named_sql
from memoryweb.memories.upkeep.runner import IN_SHARD, BatchResult, BatchScope, count_due, execute_counting

# Conversations that nobody reads yet and that their people's settings say to read now. Where one of them was claimed,
# the worker was killed or the conversation has been silent. A person's day begins at SCHEDULE_HOUR.
DAY = f"({{at}} AT TIME ZONE s.time_zone - interval '{policy.SCHEDULE_HOUR} hours')::date"
DUE = f"""
SELECT c.person_id, c.id FROM learning_conversation c JOIN people_memorysettings s USING (person_id)
JOIN people_user u ON u.id = c.person_id AND u.deletion_asked_at IS NULL
WHERE {{unread}} AND s.enable_memory AND s.learning_enabled AND {{whose}}
    AND (c.is_due OR CASE s.long_term_update_policy
        WHEN 'schedule' THEN {DAY.format(at="c.recorded_at")} < {DAY.format(at="%(now)s")}
        WHEN 'heuristic' THEN c.claimed_at IS NOT NULL OR s.long_term_every <= %(coming)s + (
            SELECT count(*) FROM learning_conversation o WHERE o.person_id = {{person}} AND {{others_unread}})
        ELSE false END)
ORDER BY c.person_id, c.ended_at, c.id LIMIT %(batch)s
"""


def due_for_learning(person_id: UUID, *, now: datetime, coming: int = 0) -> ConversationQuerySet:
    """Return this person's conversations that are due now and were not read since, oldest first.

    With `coming`: those that will be once so many more are there.
    """
    found = _find_due("%(person)s", {"now": now, "person": person_id, "batch": None}, coming=coming)
    due = Conversation.objects.of(person_id).unread().unclaimed(now).filter(pk__in=[pk for _, pk in found])
    return due.order_by("ended_at", "id")


def due_of_all(batch_scope: BatchScope) -> list[tuple[UUID, UUID]]:
    """Return one batch of anybody's due conversations, as (person, conversation)."""
    return _find_due("c.person_id", batch_scope.values())


def _find_due(person: str, values: dict[str, Any], *, coming: int = 0) -> list[tuple[UUID, UUID]]:
    unread = Conversation.objects.unread().unclaimed(values["now"])
    own, own_values = named_sql.condition(unread, alias="c", name="own")
    others, others_values = named_sql.condition(unread, alias="o", name="others")
    with connection.cursor() as cursor:
        whose = IN_SHARD.format(of="c") if person == "c.person_id" else f"c.person_id = {person}"
        statement = DUE.format(unread=own, others_unread=others, whose=whose, person=person)
        cursor.execute(statement, values | own_values | others_values | {"coming": coming})
        return list(cursor.fetchall())


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
