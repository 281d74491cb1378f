"""promote: asks whether to keep a short memory that came up three times or held for two weeks.

A memory that was asked about stays ripe until the answer, so a batch begins where the one before it ended.
"""

from functools import cache
from typing import Any

from memoryweb.language import locales
from memoryweb.memories import named_sql
from memoryweb.memories.models import Memory
from memoryweb.memories.upkeep import proposals
from memoryweb.memories.upkeep.runner import IN_SHARD, MEMORY_IS_ON, BatchResult, BatchScope, count_due
from memoryweb.rules import policy

UNANSWERED = f"interval '{policy.PROPOSAL_DAYS} days'"


@cache
def _condition() -> tuple[str, dict[str, Any]]:
    return named_sql.condition(Memory.objects.ripe(), alias="m", name="ripe")


def ripe(batch_scope: BatchScope) -> tuple[str, dict[str, Any]]:
    """Return the statement that selects the memories to ask about, and its values.

    A memory whose promotion was declined stays short. If nobody answered, it takes new evidence to ask again.
    """
    is_ripe, values = _condition()
    statement = f"""
        SELECT m.id, m.person_id, m.kind, m.language,
            CASE WHEN m.repeats >= {policy.PROMOTE_REPEATS}
                 THEN 'It came up {policy.PROMOTE_REPEATS} times or more.'
                 ELSE 'It came up over more than {policy.PROMOTE_DAYS} days.' END AS reason
        FROM memories_memory m
        WHERE {is_ripe} AND {IN_SHARD.format(of="m")} AND {MEMORY_IS_ON.format(of="m")}
          AND (%(after)s::uuid IS NULL OR m.id > %(after)s)
          AND NOT EXISTS (SELECT FROM memories_proposal p WHERE p.person_id = m.person_id AND p.memory_id = m.id AND (
              p.status = 'open' OR p.kind = 'promote' AND (
                  p.status = 'declined'
                  OR p.created_at >= m.evidence_to AND p.decided_at >= p.created_at + {UNANSWERED})))
        ORDER BY m.id
    """
    return statement, batch_scope.values(**values)


def batch(batch_scope: BatchScope) -> BatchResult:
    return proposals.ask(
        *ripe(batch_scope),
        batch_scope=batch_scope,
        kind="promote",
        question=locales.PROMOTE_QUESTION,
        counted="asked",
    )


def due(batch_scope: BatchScope) -> BatchResult:
    """Count what a batch would ask."""
    statement, values = ripe(batch_scope)
    return count_due({"asked": statement}, values)
