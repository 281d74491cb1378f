"""The clock's verbs: whole batches, rows and versions in one statement, safe to run twice at once (SPEC §14)."""

from datetime import datetime, timedelta
from time import monotonic

from django.db import connection

from memoryweb.memories import policy
from memoryweb.memories.models import Memory, UpkeepRun
from memoryweb.people import scope

BATCH = 500  # rows a transaction: short locks, and a killed worker loses little


def _columns() -> str:
    """The columns a memory and its versions share."""
    return ", ".join(f'"{field.column}"' for field in Memory._meta.concrete_fields)


EXPIRE_PROPOSALS = """
WITH due AS (
    SELECT p.id, p.memory_id, p.kind FROM memories_proposal p JOIN memories_memory m ON m.id = p.memory_id
    WHERE p.status = 'open' AND p.created_at < %(before)s
    ORDER BY p.id LIMIT %(batch)s FOR UPDATE OF m, p SKIP LOCKED
), closed AS (
    UPDATE memories_proposal p SET status = 'stale', decided_at = %(now)s,
        question = CASE p.kind WHEN 'update' THEN '' ELSE p.question END,
        change = CASE p.kind WHEN 'update' THEN '{{}}' ELSE p.change END
    FROM due WHERE p.id = due.id RETURNING p.id
), gone AS (
    UPDATE memories_memory m SET status = 'expired', expired_on = %(now)s::date,
        expire_reason = %(reason)s, changed_by = 'clock', changed_by_agent_id = NULL,
        changed_verb = 'expire', changed_because = %(because)s, changed_at = %(now)s
    FROM due WHERE m.id = due.memory_id AND due.kind = 'remember' AND m.status = 'candidate' AND NOT m.contested
    RETURNING m.*
), versions AS (
    INSERT INTO memories_historicalmemory ({columns}, history_date, history_type)
    SELECT {columns}, %(now)s, '~' FROM gone
)
SELECT (SELECT count(*) FROM closed), (SELECT count(*) FROM gone)
"""


def expire_proposals(*, now: datetime, batch: int = BATCH) -> UpkeepRun:
    """Questions nobody answered for 30 days become stale, and what they asked about expires.

    No tombstone: silence is not a no. Idempotent: progress is the proposal's own status. It waits for nobody:
    a verb locks a memory and then its questions, so both are taken at once or left for the next sweep.
    A member of an open conflict stays; that is a question of its own.
    """
    started, closed, expired = monotonic(), 0, 0
    while True:
        with scope.acting_as_clock(), connection.cursor() as cursor:
            cursor.execute(
                EXPIRE_PROPOSALS.format(columns=_columns()),
                {
                    "before": now - timedelta(days=policy.PROPOSAL_DAYS),
                    "now": now,
                    "batch": batch,
                    "reason": f"Nobody answered for {policy.PROPOSAL_DAYS} days.",
                    "because": "not answered",
                },
            )
            done, gone = cursor.fetchone()
        closed, expired = closed + done, expired + gone
        if done < batch:
            break
    return _record("expire_proposals", {"proposals": closed, "memories": expired}, now=now, started=started)


def _record(name: str, counts: dict[str, int], *, now: datetime, started: float) -> UpkeepRun:
    """Every sweep leaves a row, also one that found nothing."""
    spent = int((monotonic() - started) * 1000)
    with scope.acting_as_clock():
        return UpkeepRun.objects.create(name=name, started_at=now, milliseconds=spent, counts=counts)
