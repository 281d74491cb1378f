"""A running memoryweb, a person with an agent whose token the clients use, and what only that person can do."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from django.utils import timezone

from memoryweb.memories import actions
from memoryweb.memories.models import Memory, Proposal
from memoryweb.people.models import User
from memoryweb.recall.models import Receipt
from memoryweb.rls import scope
from memoryweb_client import AsyncClient, Client
from tests.api.web_process import WebProcess, person_with_agent, start_web_process
from tests.builders import person_types, set_settings


@pytest.fixture(scope="session")
def web() -> Iterator[WebProcess]:
    with start_web_process() as web_process:
        yield web_process


@dataclass(frozen=True)
class Connected:
    """An agent of a person, where it reaches memoryweb, and what only the person can do."""

    person: User
    url: str
    token: str

    @property
    def client(self) -> Client:
        return Client(self.url, self.token)

    @property
    def async_client(self) -> AsyncClient:
        return AsyncClient(self.url, self.token)

    def types(self, details: str, **fields: Any) -> None:
        """Remember what the person types in the browser."""
        with scope.acting_as(self.person.pk):
            person_types(self.person, details, **fields)

    def says_yes(self) -> int:
        """Accept every open question, and return how many there were."""
        with scope.acting_as(self.person.pk):
            waiting = list(Proposal.objects.filter(status=Proposal.Status.OPEN).values_list("pk", flat=True))
            for pk in waiting:
                actions.accept(pk, by=actions.Person(self.person), now=timezone.now())
        return len(waiting)

    def sets(self, **settings: Any) -> None:
        with scope.acting_as(self.person.pk):
            set_settings(self.person, **settings)

    def memories(self, status: str = "active") -> list[str]:
        """Return the memories of this status, as one line each."""
        with scope.acting_as(self.person.pk):
            return sorted(memory.details or str(memory) for memory in Memory.objects.filter(status=status))

    def receipts(self) -> list[str]:
        """Return the operations of the receipts, oldest first."""
        with scope.acting_as(self.person.pk):
            return list(Receipt.objects.order_by("at").values_list("operation", flat=True))


@pytest.fixture
def connect(web: WebProcess, committed: None) -> Callable[..., Connected]:
    """Connects an agent of a new person."""

    def do(name: str = "alice", **agent: Any) -> Connected:
        person, _, token = person_with_agent(name, **agent)
        return Connected(person, web.url, token)

    return do


@pytest.fixture
def alices(connect: Callable[..., Connected]) -> Connected:
    """alice's agent, with the default trust: ask."""
    return connect()
