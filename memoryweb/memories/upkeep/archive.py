"""archive: what is past its time goes to the archive; a goal past its time is asked about (SPEC §5).

What the person is still being asked about waits for the answer: expire_proposals is its clock. What was for one day
only does not: it goes with its day, and its question with it.

The day is a column of the row (archive_on), so a sweep reads the rows that are due and no others. Running
three times or not at all changes nothing: importance is never rewritten, and what is archived is due no more.
"""

from memoryweb.memories.models import columns
from memoryweb.memories.upkeep import proposals
from memoryweb.memories.upkeep.runner import (
    IN_SHARD,
    MEMORY_IS_ON,
    BatchResult,
    BatchScope,
    count_due,
    execute_counting,
)
from memoryweb.rules import decay, policy

BY_AGE = f"""
SELECT m.id, m.kind, CASE WHEN m.valid_until < %(today)s THEN 'valid until ' || m.valid_until
                          ELSE m.kind || ' TTL expired (' || m.ttl_days || ' days)' END AS reason
FROM memories_memory m
WHERE m.status IN ('candidate', 'active') AND NOT m.contested AND NOT (m.kind = 'goal' AND m.completed_at IS NULL)
  AND m.archive_on <= %(today)s AND {IN_SHARD.format(of="m")} AND {MEMORY_IS_ON.format(of="m")}
  AND NOT (m.status = 'candidate' AND m.day IS NULL AND EXISTS (
      SELECT FROM memories_proposal p WHERE p.memory_id = m.id AND p.status = 'open' AND p.kind = 'remember'))
ORDER BY m.archive_on
"""
# Only people who asked for it, and only what is dormant already (archive_below lies under that line) and not kept.
FADED = f"""
SELECT m.id, m.kind, 'importance under ' || s.archive_below AS reason
FROM people_memorysettings s JOIN memories_memory m ON m.person_id = s.person_id
WHERE s.archive_below IS NOT NULL AND s.enable_memory AND m.status = 'active' AND NOT m.contested AND NOT m.pinned
  AND m.dormant_on <= %(today)s AND m.ttl_days IS NOT NULL AND (m.valid_until IS NULL OR m.valid_until < %(today)s)
  AND {decay.importance_sql("%(today)s")} < s.archive_below AND {IN_SHARD.format(of="s")}
"""
ASKED_AGAIN = policy.LIVES[policy.Kind.GOAL].ttl_days  # days after which a goal that is kept is asked about again
GOALS = f"""
SELECT m.id, m.person_id, m.kind, m.language, '' AS reason
FROM memories_memory m
WHERE m.status IN ('candidate', 'active') AND NOT m.contested AND m.kind = 'goal' AND m.completed_at IS NULL
  AND m.archive_on <= %(today)s AND {IN_SHARD.format(of="m")} AND {MEMORY_IS_ON.format(of="m")}
  AND NOT EXISTS (SELECT FROM memories_proposal p WHERE p.memory_id = m.id AND p.kind = 'expire'
      AND (p.status = 'open' OR p.created_at > %(now)s - coalesce(m.ttl_days, {ASKED_AGAIN}) * interval '1 day'))
ORDER BY m.archive_on
"""
# Materialized, or the planner may look for the due rows again for each part.
ARCHIVE = """
WITH due AS MATERIALIZED ({due} LIMIT %(batch)s FOR UPDATE OF m SKIP LOCKED), ended AS (
    UPDATE memories_memory m SET status = 'archived', expired_on = %(today)s, expire_reason = due.reason,
        changed_by = 'clock', changed_by_agent_id = NULL, changed_verb = 'archive', changed_because = 'lifetime over',
        changed_at = %(now)s
    FROM due WHERE m.id = due.id RETURNING m.*
), versions AS (
    INSERT INTO memories_historicalmemory ({columns}, history_date, history_type)
    SELECT {columns}, %(now)s, '~' FROM ended
), closed AS (
    {close} FROM due WHERE p.memory_id = due.id AND p.status = 'open'
)
SELECT kind, count(*) FROM ended GROUP BY kind
"""


def batch(share: BatchScope) -> BatchResult:
    values = share.values()
    aged, faded = (
        execute_counting(ARCHIVE.format(due=due, close=proposals.CLOSE, columns=columns()), values, "archived")
        for due in (BY_AGE, FADED)
    )
    asked = proposals.ask(
        GOALS, share, kind="expire", topic="goal", question=policy.GOAL_QUESTION, counted="goals asked about"
    )
    return aged + faded + asked


def due(share: BatchScope) -> BatchResult:
    over = count_due(f"({BY_AGE}) UNION ALL ({FADED})", share.values(), "archived")
    return over + count_due(GOALS, share.values(), "goals asked about")
