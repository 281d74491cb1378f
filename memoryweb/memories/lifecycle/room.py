"""Making room: of one statement, and of one key that holds one value, only one memory is in use."""

from collections.abc import Collection
from datetime import datetime
from uuid import UUID

from django.db.models import Q

from memoryweb.memories.actors import Actor
from memoryweb.memories.lifecycle import conflicts, propose, write
from memoryweb.memories.models import Memory, MemoryQuerySet, Proposal, Status


def rivals(memory: Memory) -> MemoryQuerySet:
    """Who would stand beside this memory if it were active: the same statement, or its one-valued key."""
    same_place = Q(fingerprint=bytes(memory.fingerprint))
    if memory.key and memory.one_valued:
        of_key = Q(
            key=memory.key, project=memory.project, condition=memory.condition, audience=memory.audience,
            community=memory.community_id, one_valued=True, status=Status.ACTIVE,
        )  # fmt: skip
        same_place |= (
            of_key & Q(contested=False) if memory.contested else of_key
        )  # beside its conflict's others it stands
    return Memory.objects.of(memory.person_id).live().filter(same_place).exclude(pk=memory.pk)


def supersede_rivals(memory: Memory, *, by: Actor, now: datetime, beside: Collection[UUID] = ()) -> None:
    """The person has just chosen this one: the others are superseded by it, and no longer asked about.

    Those `beside` it are chosen with it, and about to count elsewhere.
    """
    others = list(rivals(memory).exclude(pk__in=beside).order_by("pk").select_for_update(of=("self",)))
    for other in others:
        conflicts.remove_member(other, by=by, now=now, together=[each.pk for each in others])
        other.status, other.superseded_by, other.contested = Status.SUPERSEDED, memory, False
        write.save(other, by=by, verb="supersede", because="your decision", now=now)
        propose.close_for(other, Proposal.Status.WITHDRAWN, now=now)
