"""What the tests of archiving and retention build: memories of one kind at noon, and sweeps of later days."""

from datetime import UTC, datetime, timedelta
from itertools import count

from memoryweb.memories import upkeep
from memoryweb.memories.models import Memory
from memoryweb.people.models import User
from tests.builders import memory_of, person_types

NUMBERS = count()
NOON = datetime(2026, 2, 22, 12, tzinfo=UTC)


def later(days: int) -> datetime:
    return NOON + timedelta(days=days)


def save(person: User, text: str, kind: str, points: float | None, **more: object) -> Memory:
    """Save a memory at noon, with this kind and importance, under a name of its own."""
    name = f"{kind} {next(NUMBERS)}"
    return memory_of(person_types(person, text, NOON, name=name, category="x", kind=kind, importance=points, **more))


def sweep(name: str, at: datetime, times: int = 1) -> list[dict[str, int]]:
    return [dict(upkeep.run_now(name, now=at).counts) for _ in range(times)]
