"""promote: a short memory that came up three times, or held for two weeks, earns a question (SPEC §6).

What was asked about stays ripe until the answer, so that a batch begins where the one before it ended.
"""

from memoryweb.memories.upkeep import proposals
from memoryweb.memories.upkeep.runner import IN_SHARD, MEMORY_IS_ON, BatchResult, BatchScope, count_due
from memoryweb.rules import policy

UNANSWERED = f"interval '{policy.PROPOSAL_DAYS} days'"
NEVER = ", ".join(f"'{kind}'" for kind in policy.NEVER_PROMOTED)
# Word for word the condition of the index memories_to_promote. What was declined stays short; silence is no no,
# but it takes new evidence to ask again.
RIPE = f"""
SELECT m.id, m.person_id, m.kind, m.language,
       CASE WHEN m.repeats >= {policy.PROMOTE_REPEATS} THEN 'It came up {policy.PROMOTE_REPEATS} times or more.'
            ELSE 'It has held for more than {policy.PROMOTE_DAYS} days.' END AS reason
FROM memories_memory m
WHERE m.status = 'active' AND m.horizon = 'short' AND NOT m.contested AND NOT m.kind IN ({NEVER})
  AND (m.repeats >= {policy.PROMOTE_REPEATS} OR m.evidence_to > m.evidence_from + {policy.PROMOTE_DAYS})
  AND m.day IS NULL
  AND {IN_SHARD.format(of="m")} AND {MEMORY_IS_ON.format(of="m")} AND (%(after)s::uuid IS NULL OR m.id > %(after)s)
  AND NOT EXISTS (SELECT FROM memories_proposal p WHERE p.memory_id = m.id AND (
      p.status = 'open' OR p.kind = 'promote' AND (
          p.status = 'declined' OR p.created_at >= m.evidence_to AND p.decided_at >= p.created_at + {UNANSWERED})))
ORDER BY m.id
"""


def batch(share: BatchScope) -> BatchResult:
    return proposals.ask(RIPE, share, kind="promote", question=policy.PROMOTE_QUESTION, counted="asked")


def due(share: BatchScope) -> BatchResult:
    return count_due(RIPE, share.values(), "asked")
