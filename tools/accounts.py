"""Accounts in the form of corpora/needs.jsonl, as people of a database whose memories are in use.

Each memory is filed as ours are filed, and an agent asks without naming a task.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, NamedTuple
from uuid import UUID, uuid4

if TYPE_CHECKING:
    from memoryweb.agents.models import Agent
    from memoryweb.people.models import MemorySettings

NOW = datetime(2026, 2, 22, 12, tzinfo=UTC)


class Filled(NamedTuple):
    """An account's agent and settings, and the place of each memory in the account's list."""

    agent: "Agent"
    settings: "MemorySettings"
    places: dict[UUID, int]


@contextmanager
def filled(account: dict[str, Any]) -> Iterator[Filled]:
    """Fill a new person's account and stay in their scope. Django is ready, and the database has our tables."""
    from memoryweb.agents.models import Agent
    from memoryweb.language.heads import filing
    from memoryweb.people.models import MemorySettings, User
    from memoryweb.rls import scope
    from tests.builders import person_types

    person = User.objects.create_user(f"{uuid4()}@example.org")
    with scope.acting_as(person.pk):
        agent = Agent.connect(person, name="Scribe")[0]
        places = {}
        for place, text in enumerate(account["memories"]):
            memory = person_types(person, text, NOW, name=text[:60], category=filing.category_of(text)).memory
            if memory:
                places[memory.pk] = place
        yield Filled(agent, MemorySettings.for_person(person.pk), places)
