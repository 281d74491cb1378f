"""How much of what one agent said may wait for the person: open questions, and notes that nobody is asked about."""

from django.db import connection

from memoryweb.agents.models import Agent
from memoryweb.rules import limits

# A note counts for the agent that wrote it or last said it again. Both counts in one round trip; the second one stops
# at its limit.
WAITING = """
SELECT (SELECT count(*) FROM memories_proposal p
        WHERE p.person_id = %(person)s AND p.status = 'open' AND p.agent_id = %(agent)s),
       (SELECT count(*) FROM (
            SELECT FROM memories_memory m
            WHERE m.person_id = %(person)s AND m.status = 'candidate' AND m.changed_by_agent_id = %(agent)s
              AND NOT EXISTS (SELECT FROM memories_proposal p WHERE p.memory_id = m.id AND p.status = 'open')
            LIMIT %(notes)s) AS notes)
"""


def why_full(agent: Agent) -> str:
    """Return why this agent may not bring more for now; empty if it may. Needs the person's scope."""
    with connection.cursor() as cursor:
        cursor.execute(WAITING, {"person": agent.person_id, "agent": agent.pk, "notes": limits.NOTES_MAX})
        questions, notes = cursor.fetchone()
    if questions >= limits.OPEN_QUESTIONS_MAX:
        return f"{limits.OPEN_QUESTIONS_MAX} of your questions wait for the person."
    if notes >= limits.NOTES_MAX:
        return f"The person has {limits.NOTES_MAX} notes of yours that they have not looked at."
    return ""
