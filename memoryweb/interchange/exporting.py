"""A person's long-term memories as S0's entries."""

from django.utils import timezone

from memoryweb.interchange.memory_md import Entry, write
from memoryweb.memories.models import Horizon, Memory, Status
from memoryweb.memories.policy import Source
from memoryweb.people.models import User

EXPORTED = (Status.ACTIVE, Status.EXPIRED, Status.SUPERSEDED)


def memory_md(person: User) -> str:
    """What lasts and what lasted; candidates are not memories yet, and short notes are not long-term."""
    memories = Memory.objects.of(person).filter(horizon=Horizon.LONG, status__in=EXPORTED)
    return write(entry(memory) for memory in memories.select_related("superseded_by"))


def entry(memory: Memory) -> Entry:
    unsaid = memory.source_assumed and memory.source == Source.UNCERTAIN
    ended = memory.status != Status.ACTIVE
    return Entry(
        label=memory.label,
        value=memory.shown_value,
        details=tuple(memory.own_details.splitlines()),
        category=memory.category,
        learned=memory.learned_on,
        source="" if unsaid else memory.s0_source,
        updated=memory.updated_on,
        expired=(memory.expired_on or timezone.localdate(memory.changed_at)) if ended else None,
        reason=memory.expire_reason,
        replaced_by=str(memory.superseded_by) if memory.superseded_by else str(memory.metadata.get("replaced_by", "")),
    )
