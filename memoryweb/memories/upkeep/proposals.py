"""The clock's questions: asking about many memories at once, and expire_proposals, which closes unanswered ones."""

from datetime import timedelta
from typing import Any

from django.db import connection

from memoryweb.language import locales
from memoryweb.memories.models import columns
from memoryweb.memories.upkeep.runner import (
    IN_SHARD,
    MEMORY_IS_ON,
    BatchResult,
    BatchScope,
    count_due,
    execute_counting,
)
from memoryweb.people.ids import uuid7
from memoryweb.rules import policy

ASK = """
WITH due AS MATERIALIZED ({due} LIMIT %(batch)s FOR UPDATE OF m SKIP LOCKED), proposed AS (
    INSERT INTO memories_proposal
        (id, person_id, kind, topic, memory_id, based_on, question, reason, created_at, change)
    SELECT (%(ids)s::uuid[])[row_number() OVER (ORDER BY due.id)], due.person_id, %(kind)s, %(topic)s, due.id,
           (SELECT max(h.history_id) FROM memories_historicalmemory h
            WHERE h.person_id = due.person_id AND h.id = due.id),
           {question}, due.reason, %(now)s, '{{}}'
    FROM due
    ON CONFLICT (person_id, memory_id, kind) WHERE status = 'open' DO NOTHING
    RETURNING memory_id
)
-- FULL, or the planner, who expects one row, compares each with each
SELECT due.kind, count(proposed.memory_id), (array_agg(due.id ORDER BY due.id DESC))[1]
FROM due FULL JOIN proposed ON proposed.memory_id = due.id GROUP BY due.kind
"""


def ask(
    due: str,
    values: dict[str, Any],
    *,
    batch_scope: BatchScope,
    kind: str,
    question: dict[str, str],
    counted: str,
    topic: str = "",
) -> BatchResult:
    """Open one question about each due memory; `due` selects id, person_id, kind, language and reason of `m`."""
    values = values | question | {"kind": kind, "topic": topic, "ids": [uuid7() for _ in range(batch_scope.batch)]}
    with connection.cursor() as cursor:
        cursor.execute(ASK.format(due=due, question=locales.sql_by_language("due.language")), values)
        rows = cursor.fetchall()
    kinds = {kind: count for kind, count, _ in rows if count}
    total, last = sum(kinds.values()), max((pk for _, _, pk in rows), default=None)
    return BatchResult(rows=total, last=last, counts={counted: total} if total else {}, kinds=kinds)


# An update's question and offered change are emptied when it closes, as in actions.proposals.close_questions.
CLOSE = """UPDATE memories_proposal p SET status = 'stale', decided_at = %(now)s,
        question = CASE p.kind WHEN 'update' THEN '' ELSE p.question END,
        change = CASE p.kind WHEN 'update' THEN '{}' ELSE p.change END"""
UNANSWERED = f"""
SELECT p.id, p.person_id, p.memory_id, p.kind AS proposal_kind, m.kind AS kind
FROM memories_proposal p JOIN memories_memory m ON m.person_id = p.person_id AND m.id = p.memory_id
WHERE p.status = 'open' AND p.created_at < %(before)s AND {IN_SHARD.format(of="p")}
  AND {MEMORY_IS_ON.format(of="p")}
"""
EXPIRES_ITS_MEMORY = " AND p.kind = 'remember' AND m.status = 'candidate' AND NOT m.contested"
# A member of an open conflict stays, because the conflict is a question of its own.
EXPIRE = """
WITH due AS MATERIALIZED ({due} ORDER BY p.id LIMIT %(batch)s FOR UPDATE OF m, p SKIP LOCKED), closed AS (
    {close} FROM due WHERE p.person_id = due.person_id AND p.id = due.id RETURNING due.kind, p.memory_id
), expired AS (
    UPDATE memories_memory m SET status = 'expired', expired_on = %(today)s,
        expire_reason = %(reason)s, changed_by = 'clock', changed_by_agent_id = NULL,
        changed_verb = 'expire', changed_because = 'not answered', changed_at = %(now)s
    FROM due
    WHERE m.person_id = due.person_id AND m.id = due.memory_id AND due.proposal_kind = 'remember'
        AND m.status = 'candidate' AND NOT m.contested
    RETURNING m.*
), versions AS (
    INSERT INTO memories_historicalmemory ({columns}, history_date, history_type)
    SELECT {columns}, %(now)s, '~' FROM expired
)
SELECT '', count(*) FROM closed UNION ALL SELECT kind, count(*) FROM expired GROUP BY kind
"""


def batch(batch_scope: BatchScope) -> BatchResult:
    """Close questions that nobody answered for 30 days, and expire the candidates they were about.

    It leaves no tombstone, because silence is not a no. It never waits for a lock: an action locks a memory and then
    its questions, so this takes both at once or leaves them for the next sweep.
    """
    reason = f"Nobody answered for {policy.PROPOSAL_DAYS} days."
    statement = EXPIRE.format(due=UNANSWERED, close=CLOSE, columns=columns())
    kinds = execute_counting(statement, _values(batch_scope) | {"reason": reason}, "").kinds
    closed = kinds.pop("", 0)
    return BatchResult(rows=closed, counts=_counts(closed, kinds), kinds=kinds)


def due(batch_scope: BatchScope) -> BatchResult:
    """Count what a batch would close and expire."""
    values = _values(batch_scope)
    closed = count_due({"proposals": UNANSWERED}, values)
    kinds = count_due({"memories": UNANSWERED + EXPIRES_ITS_MEMORY}, values).kinds if closed.rows else {}
    return BatchResult(rows=closed.rows, shards=closed.shards, counts=_counts(closed.rows, kinds), kinds=kinds)


def _counts(closed: int, kinds: dict[str, int]) -> dict[str, int]:
    counts = {"proposals": closed, "memories": sum(kinds.values())}
    return {name: count for name, count in counts.items() if count}


def _values(batch_scope: BatchScope) -> dict[str, Any]:
    return batch_scope.values(before=batch_scope.now - timedelta(days=policy.PROPOSAL_DAYS))
