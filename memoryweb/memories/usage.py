"""Counts which agent received which memory, in one statement for a whole answer."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import Max, Sum

from memoryweb.memories.models import Use

# `received`: rows of a new id and a memory. Ordered by memory, so that two answers at once cannot deadlock.
RECORD_USE = """
INSERT INTO memories_use (id, person_id, memory_id, agent_id, times, first_at, last_at)
SELECT id, %(person)s, memory, %(agent)s, 1, %(now)s, %(now)s FROM {received} ORDER BY memory
ON CONFLICT (person_id, memory_id, agent_id) DO UPDATE SET times = memories_use.times + 1, last_at = EXCLUDED.last_at
"""


@dataclass(frozen=True)
class Given:
    """How often agents were given one memory, and when last."""

    times: int
    last_at: datetime


def given(memory_ids: Iterable[UUID]) -> dict[UUID, Given]:
    """Return how often each of these memories was given, in one query; those never given are missing."""
    uses = Use.objects.filter(memory__in=list(memory_ids)).order_by()
    counted = uses.values_list("memory").annotate(Sum("times"), Max("last_at"))
    return {memory: Given(times, last_at) for memory, times, last_at in counted}
