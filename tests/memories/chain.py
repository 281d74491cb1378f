"""What the tests of the history's chain share: a person with a committed history, and SQL as the superuser."""

from typing import Any

import psycopg

from memoryweb.memories import actions
from memoryweb.memories.actions import Person
from memoryweb.memories.history.verification import Verification, verify
from memoryweb.memories.models import history_model
from memoryweb.people.models import User
from memoryweb.rls import scope
from tests.builders import memory_of, person_types
from tests.memories.aging import later


def make_history(person: User) -> list[int]:
    """Save three memories and change two of them, each in a transaction of its own; return the versions' numbers."""
    for day, text in enumerate(("tea", "PDF", "jazz")):
        with scope.acting_as(person.pk):
            memory = memory_of(person_types(person, text, later(day), name=text, category="personal"))
    with scope.acting_as(person.pk):
        actions.pin(memory.pk, by=Person(person), now=later(3))
    with scope.acting_as(person.pk):
        actions.expire(memory.pk, by=Person(person), now=later(4))
    with scope.acting_as(person.pk):
        return list(history_model().objects.order_by("history_id").values_list("history_id", flat=True))


def verified(person: User) -> Verification:
    with scope.acting_as(person.pk):
        return verify(person.pk)


def first_problem(connection: psycopg.Connection[Any], person: User) -> tuple[str | None, int | None]:
    """Return the first problem with a person's chain and the version it is about, as this connection sees it."""
    row = connection.execute("SELECT problem, number FROM memories_verify_history(%s)", [person.pk]).fetchone()
    assert row
    return row[0], row[1]
