"""Making room: of one statement, and of one key that holds one value, only one memory is in use."""

from datetime import datetime

from django.db.models import Q

from memoryweb.memories.actors import Actor
from memoryweb.memories.lifecycle import conflicts, propose, write
from memoryweb.memories.models import Memory, MemoryQuerySet, Proposal, Status


def taken_by(memory: Memory) -> MemoryQuerySet:
    """Who would stand beside this memory if it were active: the same statement, or its one-valued key."""
    rivals = Q(fingerprint=bytes(memory.fingerprint))
    if memory.key and memory.one_valued and not memory.contested:
        rivals |= Q(
            key=memory.key, project=memory.project, condition=memory.condition, audience=memory.audience,
            community=memory.community_id, one_valued=True, contested=False, status=Status.ACTIVE,
        )  # fmt: skip
    return Memory.objects.of(memory.person_id).live().filter(rivals).exclude(pk=memory.pk)


def make(memory: Memory, *, by: Actor, now: datetime) -> None:
    """The person has just chosen this one: the others are superseded by it, and no longer asked about."""
    for other in taken_by(memory).order_by("pk").select_for_update(of=("self",)):
        conflicts.leave(other, by=by, now=now)
        other.status, other.superseded_by, other.contested = Status.SUPERSEDED, memory, False
        write.save(other, by=by, verb="supersede", because="your decision", now=now)
        propose.close(other, Proposal.Status.WITHDRAWN, now=now)
