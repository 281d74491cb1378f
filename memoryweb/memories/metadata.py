"""Metadata, what an agent leaves for itself with a statement: returned to that agent only, and copied by nobody."""

import json
from collections.abc import Sequence
from typing import Any
from uuid import UUID

from memoryweb.agents.models import Agent
from memoryweb.rls import rows

# It stays with the agent's evidence, so it is also looked for at the memories that the listed ones replaced. Few agents
# leave any: for the others nothing but the first condition is looked up.
LEFT_BY = """
WITH RECURSIVE replaced AS (
    SELECT m.id AS listed, m.id, 0 AS depth FROM memories_memory m
    WHERE m.person_id = %(person)s AND m.id = ANY(%(memories)s) AND EXISTS (
        SELECT FROM memories_evidence
        WHERE person_id = %(person)s AND agent_id = %(agent)s AND statement ? 'metadata')
    UNION ALL
    SELECT r.listed, m.id, r.depth + 1 FROM replaced r JOIN memories_memory m ON m.superseded_by_id = r.id
    WHERE m.person_id = %(person)s AND r.depth < %(depth)s
)
SELECT DISTINCT ON (listed) listed, (statement -> 'metadata')::text
FROM replaced r JOIN memories_evidence e ON e.memory_id = r.id
WHERE e.person_id = %(person)s AND e.agent_id = %(agent)s AND e.statement ? 'metadata'
ORDER BY listed, depth, e.occurred_at DESC, e.id DESC
"""
DEPTH_MAX = 50  # memories that one memory replaced, one after the other


def left_by(agent: Agent, memory_ids: Sequence[UUID]) -> dict[UUID, dict[str, Any]]:
    """Return the metadata this agent last left with each memory or a predecessor, by memory id."""
    if not memory_ids:
        return {}
    with rows.prepared_cursor() as cursor:
        values = {"person": agent.person_id, "agent": agent.pk, "memories": list(memory_ids), "depth": DEPTH_MAX}
        cursor.execute(LEFT_BY, values)
        return {listed: json.loads(text) for listed, text in cursor.fetchall()}
