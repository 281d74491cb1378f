"""The sweeps of learning: trim conversations outside the window, read unread ones, send digests."""

import logging
from datetime import datetime, timedelta
from traceback import format_tb
from uuid import UUID

from django.db import connection

from memoryweb.learning import digest_mail, highlights, learner, policy, window
from memoryweb.learning.feedback import taking
from memoryweb.learning.models import Conversation, Feedback
from memoryweb.memories import upkeep
from memoryweb.memories.upkeep.runner import IN_SHARD, BatchResult, BatchScope, shards_of
from memoryweb.rls import scope

logger = logging.getLogger(__name__)

# Feedback of which some is not learned, and whose task was lost.
HALF_LEARNED = f"""
SELECT f.person_id, f.id FROM learning_feedback f JOIN people_memorysettings s USING (person_id)
JOIN people_user u ON u.id = f.person_id AND u.deletion_asked_at IS NULL
WHERE f.is_due AND f.at < %(lease)s AND {IN_SHARD.format(of="f")} AND s.enable_memory AND s.learning_enabled
ORDER BY f.person_id, f.id LIMIT %(batch)s
"""


# Conversations that were read, and whose topics are to be compared with those of others.
TO_COMPARE = f"""
SELECT c.person_id, c.id FROM learning_conversation c
JOIN people_user u ON u.id = c.person_id AND u.deletion_asked_at IS NULL
WHERE c.topics_due AND {IN_SHARD.format(of="c")} ORDER BY c.person_id, c.ended_at, c.id LIMIT %(batch)s
"""


def _due(statement: str, batch_scope: BatchScope) -> list[tuple[UUID, UUID]]:
    with connection.cursor() as cursor:
        lease = batch_scope.now - timedelta(minutes=policy.LEASE_MINUTES)
        cursor.execute(statement, batch_scope.values(lease=lease))
        return list(cursor.fetchall())


def read(batch_scope: BatchScope) -> BatchResult:
    """Learn from one batch of conversations and feedback, each in transactions of its own and in its person's scope."""
    with scope.acting_as_clock():
        unread, half_learned = window.due_of_all(batch_scope), _due(HALF_LEARNED, batch_scope)
    learned = sum(_read(person_id, pk, batch_scope.now) for person_id, pk in unread)
    for person_id, pk in half_learned:
        _take_rest(person_id, pk, batch_scope.now)
    with scope.acting_as_clock():
        to_compare = _due(TO_COMPARE, batch_scope)  # also what was read just now
    topics = sum(_compare(person_id, pk, batch_scope.now) for person_id, pk in to_compare)
    counts = {
        "conversations": len(unread),
        "learned": learned,
        "feedback": len(half_learned),
        "compared": len(to_compare),
        "topics": topics,
    }
    counted = {name: count for name, count in counts.items() if count}
    return BatchResult(rows=len(unread) + len(half_learned) + len(to_compare), counts=counted)


def _read(person_id: UUID, conversation_id: UUID, now: datetime) -> int:
    """Return the number of memories learned. An unreadable conversation is marked, and the others continue."""
    try:
        return len(learner.learn_from_conversation(person_id, conversation_id, now=now))
    except Exception as error:
        _log("conversation not read", error)
        learner.mark_failed(person_id, conversation_id, now=now)
        return 0


def _compare(person_id: UUID, conversation_id: UUID, now: datetime) -> int:
    """Return the number of topics asked about; a failure is logged, given up, and counts 0."""
    try:
        return int(highlights.compare(person_id, conversation_id, now=now) is not None)
    except Exception as error:
        _log("topics not compared", error)
        with scope.acting_as(person_id):
            Conversation.objects.filter(pk=conversation_id).update(topics_due=False)
        return 0


def _take_rest(person_id: UUID, feedback_id: UUID, now: datetime) -> None:
    """Learn a feedback's remaining signals. A failing one is given up, and the others continue."""
    try:
        taking.take_rest(person_id, feedback_id, now=now)
    except Exception as error:
        _log("feedback not learned", error)
        with scope.acting_as(person_id):
            Feedback.objects.filter(pk=feedback_id).update(is_due=False)


def _log(what: str, error: Exception) -> None:
    logger.error("%s: %s\n%s", what, type(error).__name__, "".join(format_tb(error.__traceback__)))


def unread(batch_scope: BatchScope) -> BatchResult:
    """Count the conversations and the feedback that are due."""
    conversations, feedback = window.due_of_all(batch_scope), _due(HALF_LEARNED, batch_scope)
    to_compare = _due(TO_COMPARE, batch_scope)
    people = [person_id for person_id, _ in (*conversations, *feedback, *to_compare)]
    counts = {"conversations": len(conversations), "feedback": len(feedback), "compared": len(to_compare)}
    return BatchResult(
        rows=len(people),
        counts={name: count for name, count in counts.items() if count},
        shards=shards_of(people, limit=batch_scope.batch),
    )


def register() -> None:
    upkeep.register(upkeep.Sweep(name="trim_conversations", batch=window.batch, due=window.due))
    upkeep.register(
        upkeep.Sweep(
            name="weekly_letter", batch=digest_mail.batch, due=digest_mail.due, in_transaction=False, comes_again=False
        )
    )
    upkeep.register(upkeep.Sweep(name="update_long_term", batch=read, due=unread, in_transaction=False))
