"""Who acts: a person, an agent, the clock. Every change carries one."""

from dataclasses import dataclass
from uuid import UUID

from memoryweb.agents.models import Agent
from memoryweb.people.models import User


@dataclass(frozen=True, kw_only=True)
class Actor:
    """`name` is what changed_by says; only an actor that `decides` may accept, restore or erase."""

    name: str
    person_id: UUID
    agent: Agent | None = None
    trust: str = ""
    decides: bool = False


def Person(person: User) -> Actor:  # noqa: N802  reads as the noun it stands for
    """A person in a browser session or at the operator's console, never an agent's credential."""
    return Actor(name="person", person_id=person.pk, trust="person", decides=True)


def AgentOf(agent: Agent) -> Actor:  # noqa: N802
    return Actor(name="agent", person_id=agent.person_id, agent=agent, trust=agent.trust)


def FileOf(person: User) -> Actor:  # noqa: N802
    """A file the person brought: nothing in it has been decided yet, so all of it is asked about."""
    return Actor(name="person", person_id=person.pk, trust="file")


class OnlyThePerson(Exception):  # noqa: N818  reads as what it says
    """An agent or the clock tried what only a person may do."""
