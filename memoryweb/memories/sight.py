"""The picture agents × categories: how many memories each agent may be given, by the rules of visibility.

One statement for any number of agents and memories. It contains no rule of its own: where a rule of visibility has a
parameter about the agent, the statement has a column of the agent's row `a`.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import connection

from memoryweb.agents.models import Agent, SightMode
from memoryweb.memories.models import same_places
from memoryweb.memories.visibility import BLOCKED, HIDDEN, IN_COMMUNITY, IS_BLOCKED, person_values
from memoryweb.people.models import MemorySettings

OF_AGENT = {
    "%(agent)s": "a.agent",
    "%(only)s": "a.is_only",
    "%(community)s": "a.community",
    "%(projects)s": "a.projects",
}


def _for_each_agent(condition: str) -> str:
    for parameter, column in OF_AGENT.items():
        condition = condition.replace(parameter, column)
    return condition


def _none_of(rules: Sequence[tuple[str, str]]) -> str:
    return " AND ".join(f"({_for_each_agent(condition)}) IS NOT TRUE" for _, condition in rules)


BY_AGENT = tuple(rule for rule in HIDDEN if rule[1] != _for_each_agent(rule[1]))  # muted, blocked, scope
FOR_ALL = tuple(rule for rule in HIDDEN if rule not in BY_AGENT)
BUT_FOR_BLOCKED = tuple(rule for rule in BY_AGENT if rule[0] != "blocked")
# What is ready for anyone is counted once, by all that the rules about an agent read. So each agent meets a few rows.
PICTURE = f"""
WITH a AS (
    SELECT * FROM jsonb_to_recordset(%(agents)s::jsonb)
        AS a(agent uuid, is_only boolean, community uuid, projects text[])
), ready AS MATERIALIZED (
    SELECT m.category, m.said_category, m.said_under, m.project, m.community_id, m.muted_agents, count(*) AS n
    FROM memories_memory m WHERE m.person_id = %(person)s AND m.status = 'active' AND {_none_of(FOR_ALL)}
    GROUP BY 1, 2, 3, 4, 5, 6
), place AS (
    SELECT category FROM ready
    UNION SELECT category FROM agents_sight
    WHERE person_id = %(person)s AND NOT allowed AND agent_id IN (SELECT agent FROM a)
)
SELECT a.agent, place.category, {_for_each_agent(IS_BLOCKED.format(category="place.category"))} AS is_blocked,
    coalesce(sum(m.n) FILTER (WHERE ({_for_each_agent(BLOCKED)}) IS NOT TRUE), 0), coalesce(sum(m.n), 0)
FROM a CROSS JOIN place LEFT JOIN ready m ON m.category = place.category
    AND (a.community IS NULL OR {_for_each_agent(IN_COMMUNITY)}) AND {_none_of(BUT_FOR_BLOCKED)}
GROUP BY 1, 2, 3
"""


@dataclass(frozen=True)
class CategorySight:
    """What one agent may see of one category: `visible` of the `total` memories that only sight could keep from it."""

    is_blocked: bool
    visible: int
    total: int

    @property
    def kept(self) -> int:
        """Number of memories kept from the agent: all of a blocked category, else those said under a blocked one."""
        return self.total - self.visible


NOTHING = CategorySight(is_blocked=False, visible=0, total=0)


def picture(
    person_id: UUID, agents: Sequence[Agent], settings: MemorySettings, *, now: datetime
) -> dict[tuple[UUID, str], CategorySight]:
    """Return by agent and category how much each agent may see, for categories with memories or blocks.

    It leaves out the switches (memory off, paused), and counts every project for an agent that may name any.
    """
    values = person_values(settings, now=now) | {"agents": json.dumps(_rows(person_id, agents))}
    with connection.cursor() as cursor:
        cursor.execute(PICTURE, values)
        rows = cursor.fetchall()
    return {
        (agent, category): CategorySight(blocked, int(seen), int(total))
        for agent, category, blocked, seen, total in rows
    }


# Memories in use that an agent told of, and its suggestions that the person declined.
TOLD = """
SELECT agent_id, coalesce(sum(told), 0), coalesce(sum(declined), 0) FROM (
    SELECT e.agent_id, count(DISTINCT e.memory_id) AS told, NULL AS declined
    FROM memories_evidence e JOIN memories_memory m ON m.id = e.memory_id AND m.person_id = e.person_id
    WHERE e.person_id = %(person)s AND e.agent_id IS NOT NULL AND e.polarity > 0 AND m.status = 'active' GROUP BY 1
    UNION ALL
    SELECT agent_id, NULL, count(*) FROM memories_proposal
    WHERE person_id = %(person)s AND agent_id IS NOT NULL AND status = 'declined' GROUP BY 1
) AS counted GROUP BY 1
"""


def told_and_declined(person_id: UUID) -> dict[UUID, tuple[int, int]]:
    """Return counts by agent: memories in use from its statements, and its declined suggestions."""
    with connection.cursor() as cursor:
        cursor.execute(TOLD, {"person": person_id})
        return {agent: (int(told), int(declined)) for agent, told, declined in cursor.fetchall()}


def _rows(person_id: UUID, agents: Sequence[Agent]) -> list[dict[str, Any]]:
    own = {agent.project for agent in agents if agent.project}
    places = same_places(person_id, "project", own)
    return [
        {
            "agent": str(agent.pk),
            "is_only": agent.sight == SightMode.ONLY,
            "community": agent.community_id and str(agent.community_id),
            # without a project of its own it may name any: <> ALL(NULL) is never true
            "projects": places.get(agent.project),
        }
        for agent in agents
    ]
