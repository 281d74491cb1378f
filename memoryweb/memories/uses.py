"""Counting which agent was given which memory: one statement for a whole answer."""

from collections.abc import Iterable
from datetime import datetime
from uuid import UUID

from django.db import connection

from memoryweb.agents.models import Agent
from memoryweb.people.ids import uuid7

COUNT = """
INSERT INTO memories_use (id, person_id, memory_id, agent_id, times, first_at, last_at)
SELECT given.id, %(person)s, given.memory_id, %(agent)s, 1, %(now)s, %(now)s
FROM unnest(%(ids)s::uuid[], %(memories)s::uuid[]) AS given(id, memory_id)
ON CONFLICT (memory_id, agent_id) DO UPDATE SET times = memories_use.times + 1, last_at = EXCLUDED.last_at
"""


def count(memories: Iterable[UUID], *, agent: Agent, now: datetime) -> None:
    """In the order of ids, so that two answers at once never wait for each other in a circle."""
    given = sorted(memories)
    if not given:
        return
    with connection.cursor() as cursor:
        cursor.execute(
            COUNT,
            {
                "person": agent.person_id,
                "agent": agent.pk,
                "now": now,
                "memories": given,
                "ids": [uuid7() for _ in given],
            },
        )
