"""The clock's part in learning: trimming what is outside of its window, reading what nobody read (SPEC §14)."""

import logging
from datetime import datetime, timedelta
from traceback import format_tb
from uuid import UUID

from django.db import connection

from memoryweb.learning import digest_mail, learner, policy, window
from memoryweb.memories import upkeep
from memoryweb.memories.upkeep.runner import IN_SHARD, BatchResult, BatchScope
from memoryweb.rls import scope

logger = logging.getLogger(__name__)

# What is due by its person's policy and not in anybody's hands. Three o'clock is the person's own.
UNREAD = f"""
SELECT c.person_id, c.id FROM learning_conversation c JOIN people_memorysettings s USING (person_id)
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


def _unread(share: BatchScope) -> list[tuple[UUID, UUID]]:
    with connection.cursor() as cursor:
        cursor.execute(UNREAD, share.values(lease=_lease(share.now)))
        return list(cursor.fetchall())


def _lease(now: datetime) -> datetime:
    return now - timedelta(minutes=policy.LEASE_MINUTES)


def read(share: BatchScope) -> BatchResult:
    """Each in a transaction of its own, in its person's scope: a person's words are read as theirs, not as the
    clock's."""
    with scope.acting_as_clock():
        unread = _unread(share)
    learned = sum(_read(person, pk, share.now) for person, pk in unread)
    counts = {"conversations": len(unread), "learned": learned}
    return BatchResult(rows=len(unread), counts={name: many for name, many in counts.items() if many})


def _read(person_id: UUID, conversation_id: UUID, now: datetime) -> int:
    """One that cannot be read is set aside with its trouble: it holds up nobody else's."""
    try:
        return len(learner.learn_from_conversation(person_id, conversation_id, now=now))
    except Exception as error:
        logger.error("conversation not read: %s\n%s", type(error).__name__, "".join(format_tb(error.__traceback__)))
        learner.set_aside(person_id, conversation_id, now=now)
        return 0


def unread(share: BatchScope) -> BatchResult:
    waiting = len(_unread(share))
    return BatchResult(rows=waiting, counts={"conversations": waiting} if waiting else {})


def register() -> None:
    upkeep.register(upkeep.Sweep(name="trim_conversations", batch=window.batch, due=window.due))
    upkeep.register(
        upkeep.Sweep(name="weekly_letter", batch=digest_mail.batch, due=digest_mail.due, in_transaction=False)
    )
    upkeep.register(upkeep.Sweep(name="update_long_term", batch=read, due=unread, in_transaction=False))
