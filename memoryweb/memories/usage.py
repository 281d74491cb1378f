"""Counting which agent was given which memory: one statement for a whole answer."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import connection

from memoryweb.agents.models import Agent
from memoryweb.people.ids import uuid7

# `given`: rows of memory and an id for its line here. In the order of memories, so that two answers at once never wait
# for each other in a circle.
RECORD_USE = """
INSERT INTO memories_use (id, person_id, memory_id, agent_id, times, first_at, last_at)
SELECT id, %(person)s, memory, %(agent)s, 1, %(now)s, %(now)s FROM {given} ORDER BY memory
ON CONFLICT (memory_id, agent_id) DO UPDATE SET times = memories_use.times + 1, last_at = EXCLUDED.last_at
"""


def record_use(memories: Iterable[UUID], *, agent: Agent, now: datetime) -> None:
    given = list(memories)
    if not given:
        return
    values: dict[str, Any] = {"person": agent.person_id, "agent": agent.pk, "now": now}
    with connection.cursor() as cursor:
        cursor.execute(
            RECORD_USE.format(given="unnest(%(ids)s::uuid[], %(memories)s::uuid[]) AS given(id, memory)"),
            values | {"memories": given, "ids": [uuid7() for _ in given]},
        )
