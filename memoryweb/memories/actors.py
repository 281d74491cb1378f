"""Who acts: a person, an agent, the clock. Every change carries one."""

from dataclasses import dataclass
from uuid import UUID

from memoryweb.agents.models import Agent
from memoryweb.people.models import User

TRUST_OF_A_PERSON = "person"


@dataclass(frozen=True)
class Actor:
    """`name` is what changed_by says; only an actor with `decides` may accept, restore or erase."""

    name: str
    person_id: UUID
    agent: Agent | None = None

    @property
    def decides(self) -> bool:
        return self.name == "person"

    @property
    def trust(self) -> str:
        return self.agent.trust if self.agent else TRUST_OF_A_PERSON


def Person(person: User) -> Actor:  # noqa: N802  reads as the noun it stands for
    """A person in a browser session or at the operator's console, never an agent's credential."""
    return Actor("person", person.pk)


def AgentOf(agent: Agent) -> Actor:  # noqa: N802
    return Actor("agent", agent.person_id, agent)


class OnlyThePerson(Exception):
    """An agent or the clock tried what only a person may do."""
