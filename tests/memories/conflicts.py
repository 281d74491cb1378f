"""What the tests of conflicts build and read: open conflicts, and memories found by their value."""

from datetime import UTC, datetime, timedelta

from memoryweb.agents.models import Agent, Trust
from memoryweb.memories.models import Conflict, Memory
from memoryweb.people.models import User
from tests.builders import agent_says

NOON = datetime(2026, 2, 22, 12, tzinfo=UTC)
LATER = NOON + timedelta(days=1)
VALUES = ("PDF", "Word", "Markdown")


def open_conflict(person: User, *values: str) -> Conflict:
    """Open a conflict: an agent states one value after the other."""
    agent = Agent.connect(person, name="Trusty", trust=Trust.TRUSTED)[0]
    agent_says(agent, f"Always {values[0]}", NOON)
    for minutes, value in enumerate(values[1:], 1):
        agent_says(agent, value, NOON + timedelta(minutes=minutes))
    return Conflict.objects.get()


def memory_with(value: str) -> Memory:
    return Memory.objects.get(value=value)


def states_of(*values: str) -> dict[str, tuple[str, bool]]:
    """Return the status of each memory, and whether it is in an open conflict."""
    rows = Memory.objects.filter(value__in=values).values_list("value", "status", "contested")
    return {str(value): (status, contested) for value, status, contested in rows}
