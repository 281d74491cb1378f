"""archive: archives memories whose time is over, and asks about goals whose time is over.

A memory that the person is still asked about waits for the answer; `expire_proposals` ends that wait. A one-day memory
does not wait: it is archived after its day, and its question closes.

The day is a column (archive_on), so a sweep reads only the rows that are due. Running it three times or not at all
changes nothing else: importance is never rewritten, and an archived memory is not due again.
"""

from datetime import date
from functools import lru_cache
from typing import Any

from django.db.models.expressions import RawSQL

from memoryweb.language import locales
from memoryweb.memories import named_sql
from memoryweb.memories.models import Memory, columns
from memoryweb.memories.upkeep import proposals
from memoryweb.memories.upkeep.runner import (
    IN_SHARD,
    MEMORY_IS_ON,
    BatchResult,
    BatchScope,
    count_due,
    execute_counting,
)
from memoryweb.rules import policy

REPEAT_DAYS = policy.LIVES[policy.Kind.GOAL].ttl_days  # until a goal without a lifetime is asked about again
# Materialized, or the planner may look for the due rows again for each part.
ARCHIVE = """
WITH due AS MATERIALIZED ({due} LIMIT %(batch)s FOR UPDATE OF m SKIP LOCKED), archived AS (
    UPDATE memories_memory m SET status = 'archived', expired_on = %(today)s, expire_reason = due.reason,
        changed_by = 'clock', changed_by_agent_id = NULL, changed_verb = 'archive', changed_because = 'lifetime over',
        changed_at = %(now)s
    FROM due WHERE m.person_id = due.person_id AND m.id = due.id RETURNING m.*
), versions AS (
    INSERT INTO memories_historicalmemory ({columns}, history_date, history_type)
    SELECT {columns}, %(now)s, '~' FROM archived
), closed AS (
    {close} FROM due WHERE p.person_id = due.person_id AND p.memory_id = due.id AND p.status = 'open'
)
SELECT kind, count(*) FROM archived GROUP BY kind
"""


@lru_cache(maxsize=2)
def _conditions(today: date) -> dict[str, tuple[str, dict[str, Any]]]:
    """Compile the three conditions of a day, once a day and process: Django takes a millisecond for that."""
    below = RawSQL("round(s.archive_below * 100)::integer", ())
    querysets = {
        "age": Memory.objects.due_for_archive(today),
        "faded": Memory.objects.faded_by(today, below=below),
        "goal": Memory.objects.goals_to_ask_about(today),
    }
    return {name: named_sql.condition(rows, alias="m", name=name) for name, rows in querysets.items()}


def too_old(batch_scope: BatchScope) -> tuple[str, dict[str, Any]]:
    """Return the statement that selects the memories to archive by age, and its values."""
    due, values = _conditions(batch_scope.today)["age"]
    statement = f"""
        SELECT m.id, m.person_id, m.kind,
            CASE WHEN m.valid_until < %(today)s THEN 'valid until ' || m.valid_until
                 ELSE m.kind || ' TTL expired (' || m.ttl_days || ' days)' END AS reason
        FROM memories_memory m
        WHERE {due} AND {IN_SHARD.format(of="m")} AND {MEMORY_IS_ON.format(of="m")}
          AND NOT (m.status = 'candidate' AND m.day IS NULL AND EXISTS (
              SELECT FROM memories_proposal p
              WHERE p.person_id = m.person_id AND p.memory_id = m.id AND p.status = 'open'
                  AND (p.kind = 'remember' OR p.replaces IS NOT NULL)))
        ORDER BY m.archive_on
    """
    return statement, batch_scope.values(**values)


def faded(batch_scope: BatchScope) -> tuple[str, dict[str, Any]]:
    """Return the statement that selects the memories of people who want faded ones archived, and its values."""
    due, values = _conditions(batch_scope.today)["faded"]
    statement = f"""
        SELECT m.id, m.person_id, m.kind, 'importance under ' || s.archive_below AS reason
        FROM people_memorysettings s JOIN memories_memory m ON m.person_id = s.person_id
        WHERE s.archive_below IS NOT NULL AND s.enable_memory AND {due} AND {IN_SHARD.format(of="s")}
    """
    return statement, batch_scope.values(**values)


def goals(batch_scope: BatchScope) -> tuple[str, dict[str, Any]]:
    """Return the statement that selects the goals to ask about, and its values."""
    due, values = _conditions(batch_scope.today)["goal"]
    statement = f"""
        SELECT m.id, m.person_id, m.kind, m.language, '' AS reason
        FROM memories_memory m
        WHERE {due} AND {IN_SHARD.format(of="m")} AND {MEMORY_IS_ON.format(of="m")}
          AND NOT EXISTS (SELECT FROM memories_proposal p
              WHERE p.person_id = m.person_id AND p.memory_id = m.id AND p.kind = 'expire' AND (p.status = 'open'
                   OR p.created_at > %(now)s - coalesce(m.ttl_days, {REPEAT_DAYS}) * interval '1 day'))
        ORDER BY m.archive_on
    """
    return statement, batch_scope.values(**values)


def batch(batch_scope: BatchScope) -> BatchResult:
    by_age, by_importance = (
        execute_counting(ARCHIVE.format(due=due, close=proposals.CLOSE, columns=columns()), values, "archived")
        for due, values in (too_old(batch_scope), faded(batch_scope))
    )
    asked_about = proposals.ask(
        *goals(batch_scope),
        batch_scope=batch_scope,
        kind="expire",
        topic="goal",
        question=locales.GOAL_QUESTION,
        counted="goals asked about",
    )
    return by_age + by_importance + asked_about


def due(batch_scope: BatchScope) -> BatchResult:
    """Count a batch's due rows."""
    (old, old_values), (low, low_values) = too_old(batch_scope), faded(batch_scope)
    about, about_values = goals(batch_scope)
    return count_due(
        {"archived": f"({old}) UNION ALL ({low})", "goals asked about": about}, old_values | low_values | about_values
    )
