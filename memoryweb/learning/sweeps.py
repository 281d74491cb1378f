"""The sweeps of learning: trim conversations outside the window, read unread ones, send digests (SPEC §14)."""

import logging
from datetime import datetime, timedelta
from traceback import format_tb
from uuid import UUID

from django.db import connection

from memoryweb.learning import digest_mail, learner, policy, window
from memoryweb.memories import upkeep
from memoryweb.memories.upkeep.runner import IN_SHARD, BatchResult, BatchScope, shards_of
from memoryweb.rls import scope

logger = logging.getLogger(__name__)

# Unread conversations that are due by their person's policy, in their time zone, and that no worker is reading.
UNREAD = f"""
SELECT c.person_id, c.id FROM learning_conversation c JOIN people_memorysettings s USING (person_id)
JOIN people_user u ON u.id = c.person_id AND u.deletion_asked_at IS NULL
WHERE c.learned_at IS NULL AND c.trimmed_at IS NULL AND {IN_SHARD.format(of="c")}
    AND (c.claimed_at IS NULL OR c.claimed_at < %(lease)s) AND s.enable_memory AND s.learning_enabled
    AND CASE s.long_term_update_policy
        WHEN 'schedule' THEN c.recorded_at < (date_trunc('day', (%(now)s AT TIME ZONE s.time_zone)
            - make_interval(hours => {policy.SCHEDULE_HOUR})) + make_interval(hours => {policy.SCHEDULE_HOUR}))
            AT TIME ZONE s.time_zone
        WHEN 'heuristic' THEN c.claimed_at IS NOT NULL OR s.long_term_every <= (
            SELECT count(*) FROM learning_conversation o
            WHERE o.person_id = c.person_id AND o.learned_at IS NULL AND o.trimmed_at IS NULL)
        ELSE false END
ORDER BY c.person_id, c.ended_at, c.id LIMIT %(batch)s
"""


def _unread(batch_scope: BatchScope) -> list[tuple[UUID, UUID]]:
    with connection.cursor() as cursor:
        lease = batch_scope.now - timedelta(minutes=policy.LEASE_MINUTES)
        cursor.execute(UNREAD, batch_scope.values(lease=lease))
        return list(cursor.fetchall())


def read(batch_scope: BatchScope) -> BatchResult:
    """Learn from one batch of conversations, each in a transaction of its own and in its person's scope."""
    with scope.acting_as_clock():
        unread = _unread(batch_scope)
    learned = sum(_read(person_id, pk, batch_scope.now) for person_id, pk in unread)
    counts = {"conversations": len(unread), "learned": learned}
    return BatchResult(rows=len(unread), counts={name: count for name, count in counts.items() if count})


def _read(person_id: UUID, conversation_id: UUID, now: datetime) -> int:
    """Return how much was learned. A conversation that cannot be read is marked and does not stop the others."""
    try:
        return len(learner.learn_from_conversation(person_id, conversation_id, now=now))
    except Exception as error:
        logger.error("conversation not read: %s\n%s", type(error).__name__, "".join(format_tb(error.__traceback__)))
        learner.mark_failed(person_id, conversation_id, now=now)
        return 0


def unread(batch_scope: BatchScope) -> BatchResult:
    """Count the conversations that are due for reading."""
    people = [person_id for person_id, _ in _unread(batch_scope)]
    waiting, shards = len(people), shards_of(people, limit=batch_scope.batch)
    return BatchResult(rows=waiting, counts={"conversations": waiting} if waiting else {}, shards=shards)


def register() -> None:
    upkeep.register(upkeep.Sweep(name="trim_conversations", batch=window.batch, due=window.due))
    upkeep.register(
        upkeep.Sweep(
            name="weekly_letter", batch=digest_mail.batch, due=digest_mail.due, in_transaction=False, comes_again=False
        )
    )
    upkeep.register(upkeep.Sweep(name="update_long_term", batch=read, due=unread, in_transaction=False))
