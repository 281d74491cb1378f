"""Verbs of one person take turns: what one of them decides by stays true until it has written."""

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar, cast
from uuid import UUID

from django.db import transaction

from memoryweb.memories.actors import Actor
from memoryweb.people.models import MemorySettings

P = ParamSpec("P")
T = TypeVar("T")


def action(do: Callable[P, T]) -> Callable[P, T]:
    """One transaction that holds the person's settings row.

    A verb may touch several memories (a conflict, a predecessor, what holds the key), and two of them
    at once would lock those in two orders, or each decide by what the other is about to change. The
    constraints still stand behind it. The clock does not wait here: it skips rows that are held.
    """

    @wraps(do)
    def in_turn(*args: P.args, **kwargs: P.kwargs) -> T:
        by = cast(Actor, kwargs["by"])
        with transaction.atomic():
            lock_person(by.person_id)
            return do(*args, **kwargs)

    return in_turn


def lock_person(person_id: UUID) -> None:
    """Hold the person's settings row until the transaction ends: what is read from here on stays true."""
    MemorySettings.objects.select_for_update(no_key=True).get_or_create(person_id=person_id)
