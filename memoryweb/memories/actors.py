"""Who acts: a person, an agent, a file. Every change carries one; the clock writes its own name in SQL."""

from contextvars import ContextVar
from dataclasses import dataclass
from uuid import UUID

from memoryweb.agents.models import Agent
from memoryweb.people.models import MemorySettings, User
from memoryweb.rules.policy import Role

# The settings row of the person whose action is running here; store.action sets it while it holds the row.
LOCKED_SETTINGS: ContextVar[MemorySettings | None] = ContextVar("locked_settings", default=None)


@dataclass(frozen=True, kw_only=True)
class Actor:
    """`name` is what changed_by says; `role` is what policy.MAY goes by; `trust` is the agent's."""

    name: str
    role: Role
    person_id: UUID
    agent: Agent | None = None
    trust: str = ""

    @property
    def decides(self) -> bool:
        """Whether this is the person, who alone may accept, restore or erase."""
        return self.role == Role.PERSON

    @property
    def settings(self) -> MemorySettings:
        """The settings of the person acted for: inside an action the locked row, read once."""
        locked = LOCKED_SETTINGS.get()
        return locked if locked and locked.person_id == self.person_id else MemorySettings.for_person(self.person_id)

    @property
    def because(self) -> str:
        """Why something changed, in the change log's words, unless an action says more."""
        return "your decision" if self.decides else "user feedback"


def Person(person: User) -> Actor:  # noqa: N802  reads as the noun it stands for
    """A person in a browser session or at the operator's console, never an agent's credential."""
    return Actor(name="person", role=Role.PERSON, person_id=person.pk, trust="person")


def AgentOf(agent: Agent) -> Actor:  # noqa: N802
    return Actor(name="agent", role=Role.AGENT, person_id=agent.person_id, agent=agent, trust=agent.trust)


def FileOf(person: User) -> Actor:  # noqa: N802
    """A file that the person brought: nothing in it has been decided yet, so all of it is asked about."""
    return Actor(name="person", role=Role.FILE, person_id=person.pk, trust="file")


class OnlyThePerson(Exception):  # noqa: N818  reads as what it says
    """An agent or a file tried what only a person may do."""
