"""The clock's questions: asking about many memories at once, and closing what nobody answered."""

from datetime import timedelta

from django.db import connection

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
WITH due AS MATERIALIZED ({due} LIMIT %(batch)s FOR UPDATE OF m SKIP LOCKED), asked AS (
    INSERT INTO memories_proposal
        (id, person_id, kind, topic, memory_id, based_on, question, reason, created_at, change)
    SELECT (%(ids)s::uuid[])[row_number() OVER (ORDER BY due.id)], due.person_id, %(kind)s, %(topic)s, due.id,
           (SELECT max(h.history_id) FROM memories_historicalmemory h WHERE h.id = due.id),
           CASE due.language WHEN 'zh' THEN %(zh)s ELSE %(en)s END, due.reason, %(now)s, '{{}}'
    FROM due
    ON CONFLICT (person_id, memory_id, kind) WHERE status = 'open' DO NOTHING
    RETURNING memory_id
)
-- FULL, or the planner, who expects one row, compares each with each
SELECT due.kind, count(asked.memory_id), (array_agg(due.id ORDER BY due.id DESC))[1]
FROM due FULL JOIN asked ON asked.memory_id = due.id GROUP BY due.kind
"""


def ask(
    due: str, share: BatchScope, *, kind: str, question: dict[str, str], counted: str, topic: str = ""
) -> BatchResult:
    """One open question about each due memory; `due` selects id, person_id, kind, language, reason of m."""
    values = share.values(kind=kind, topic=topic, ids=[uuid7() for _ in range(share.batch)], **question)
    with connection.cursor() as cursor:
        cursor.execute(ASK.format(due=due), values)
        found = cursor.fetchall()
    kinds = {kind: many for kind, many, _ in found if many}
    rows, last = sum(kinds.values()), max((pk for _, _, pk in found), default=None)
    return BatchResult(rows=rows, last=last, counts={counted: rows} if rows else {}, kinds=kinds)


# The words an update offered go with its question (actions.proposals.close_questions).
CLOSE = """UPDATE memories_proposal p SET status = 'stale', decided_at = %(now)s,
        question = CASE p.kind WHEN 'update' THEN '' ELSE p.question END,
        change = CASE p.kind WHEN 'update' THEN '{}' ELSE p.change END"""
UNANSWERED = f"""
SELECT p.id, p.memory_id, p.kind AS asked, m.kind AS kind
FROM memories_proposal p JOIN memories_memory m ON m.id = p.memory_id
WHERE p.status = 'open' AND p.created_at < %(before)s AND {IN_SHARD.format(of="p")}
  AND {MEMORY_IS_ON.format(of="p")}
"""
GOES_WITH_IT = " AND p.kind = 'remember' AND m.status = 'candidate' AND NOT m.contested"
# A member of an open conflict stays: that is a question of its own.
EXPIRE = """
WITH due AS MATERIALIZED ({due} ORDER BY p.id LIMIT %(batch)s FOR UPDATE OF m, p SKIP LOCKED), closed AS (
    {close} FROM due WHERE p.id = due.id RETURNING due.kind, p.memory_id
), gone AS (
    UPDATE memories_memory m SET status = 'expired', expired_on = %(today)s,
        expire_reason = %(reason)s, changed_by = 'clock', changed_by_agent_id = NULL,
        changed_verb = 'expire', changed_because = 'not answered', changed_at = %(now)s
    FROM due WHERE m.id = due.memory_id AND due.asked = 'remember' AND m.status = 'candidate' AND NOT m.contested
    RETURNING m.*
), versions AS (
    INSERT INTO memories_historicalmemory ({columns}, history_date, history_type)
    SELECT {columns}, %(now)s, '~' FROM gone
)
SELECT '', count(*) FROM closed UNION ALL SELECT kind, count(*) FROM gone GROUP BY kind
"""


def batch(share: BatchScope) -> BatchResult:
    """Questions nobody answered for 30 days become stale, and what they asked about expires.

    No tombstone: silence is not a no. It waits for nobody: a verb locks a memory and then its questions,
    so both are taken at once or left for the next sweep.
    """
    reason = f"Nobody answered for {policy.PROPOSAL_DAYS} days."
    statement = EXPIRE.format(due=UNANSWERED, close=CLOSE, columns=columns())
    found = execute_counting(statement, _values(share, reason=reason), "").kinds
    return _both(found.pop("", 0), found)


def due(share: BatchScope) -> BatchResult:
    questions = count_due(UNANSWERED, _values(share), "proposals")
    return _both(questions.rows, count_due(UNANSWERED + GOES_WITH_IT, _values(share), "memories").kinds)


def _both(questions: int, kinds: dict[str, int]) -> BatchResult:
    """Questions closed, and the memories that went with them."""
    counts = {"proposals": questions, "memories": sum(kinds.values())}
    return BatchResult(rows=questions, counts={name: many for name, many in counts.items() if many}, kinds=kinds)


def _values(share: BatchScope, **more: str) -> dict[str, object]:
    return share.values(before=share.now - timedelta(days=policy.PROPOSAL_DAYS), **more)
