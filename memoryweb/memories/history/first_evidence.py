"""Who said a memory first: the oldest evidence for it, which no later change of the memory moves."""

from collections.abc import Iterable
from uuid import UUID

from django.db.models import OuterRef, Subquery

from memoryweb.memories.models import Evidence, MemoryQuerySet

OLDEST = ("occurred_at", "pk")


def first_evidence(memory_ids: Iterable[UUID]) -> dict[UUID, Evidence]:
    """Return each memory's oldest evidence, with its agent, in one query."""
    evidence = Evidence.objects.filter(memory__in=list(memory_ids), polarity=1).select_related("agent")
    return {each.memory_id: each for each in evidence.order_by("memory", *OLDEST).distinct("memory")}


def first_said_by(memories: MemoryQuerySet, agent: UUID | None) -> MemoryQuerySet:
    """Filter to the memories that this agent said first; None means the person."""
    evidence = Evidence.objects.filter(memory=OuterRef("pk"), polarity=1).order_by(*OLDEST)
    if agent:  # the index by agent finds the few that it said at all
        memories = memories.filter(pk__in=Evidence.objects.filter(agent=agent).values("memory"))
    first = memories.annotate(first_said_by=Subquery(evidence.values("agent")[:1]))
    return first.filter(first_said_by=agent) if agent else first.filter(first_said_by__isnull=True)
