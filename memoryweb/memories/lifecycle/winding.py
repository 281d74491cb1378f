"""Winding a memory's clocks: the next sweep undoes nothing that the person has just decided (SPEC §5).

What is for one day only is left alone: its day is in its condition too, which is its place beside others.
"""

from datetime import date, datetime

from django.utils import timezone

from memoryweb.memories import policy
from memoryweb.memories.lifecycle.heard import ONLY_ON, fingerprint_for, is_for_one_day, one_day_condition
from memoryweb.memories.models import Memory
from memoryweb.people.models import MemorySettings


def local_today(memory: Memory, now: datetime) -> date:
    """The person's day."""
    return timezone.localdate(now, MemorySettings.for_person(memory.person_id).zone)


def is_past_end_date(memory: Memory, now: datetime) -> bool:
    return memory.valid_until is not None and memory.valid_until < local_today(memory, now)


def renew_clocks(memory: Memory, *, now: datetime) -> None:
    """It lives on from today, whatever had run out: its time, its last day, its importance."""
    memory.ttl_from = max(memory.ttl_from, now.date())
    clear_past_end_date(memory, now=now)
    strength = restored_importance(memory, memory.kind, now.date())
    if strength != memory.importance_on(now.date()):
        memory.importance_base, memory.importance_as_of = strength, now.date()


def clear_past_end_date(memory: Memory, *, now: datetime) -> None:
    """Where it is over."""
    if is_past_end_date(memory, now) and not is_for_one_day(memory):
        memory.valid_until = None


def restored_importance(memory: Memory, kind: str, today: date) -> float:
    """The importance it still has; what was dormant counts as on its first day, as this kind: somebody cares for it."""
    left = memory.importance_on(today)
    return left if left >= policy.DORMANT_BELOW else max(left, policy.first_importance(memory.source, kind))


def move_to_today(memory: Memory, *, now: datetime) -> None:
    """What was for one day comes back for this one. Makes no room."""
    memory.valid_until = local_today(memory, now)
    memory.condition = one_day_condition(memory.valid_until, memory.condition)
    memory.fingerprint = fingerprint_for(memory, condition=memory.condition)


def make_permanent(memory: Memory) -> None:
    """What was for one day is true on all others too. Makes no room."""
    memory.valid_until, memory.condition = None, ONLY_ON.sub("", memory.condition)
    memory.fingerprint = fingerprint_for(memory, condition=memory.condition)
