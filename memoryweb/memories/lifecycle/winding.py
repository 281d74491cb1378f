"""Winding a memory's clocks: the next sweep undoes nothing that the person has just decided (SPEC §5).

What is for one day only is left alone: its day is in its condition too, which is its place beside others.
"""

from datetime import date, datetime

from django.utils import timezone

from memoryweb.memories import policy
from memoryweb.memories.lifecycle.heard import ONLY_ON, fingerprint_of, is_for_one_day, only_on
from memoryweb.memories.models import Memory
from memoryweb.people.models import MemorySettings


def today_of(memory: Memory, now: datetime) -> date:
    """The person's day."""
    return timezone.localdate(now, MemorySettings.of(memory.person_id).zone)


def is_over(memory: Memory, now: datetime) -> bool:
    return memory.valid_until is not None and memory.valid_until < today_of(memory, now)


def wind(memory: Memory, *, now: datetime) -> None:
    """It lives on from today, whatever had run out: its time, its last day, its importance."""
    memory.ttl_from = max(memory.ttl_from, now.date())
    take_off_last_day(memory, now=now)
    strength = strength_of(memory, memory.kind, now.date())
    if strength != memory.importance_on(now.date()):
        memory.importance_base, memory.importance_as_of = strength, now.date()


def take_off_last_day(memory: Memory, *, now: datetime) -> None:
    """Where it is over."""
    if is_over(memory, now) and not is_for_one_day(memory):
        memory.valid_until = None


def strength_of(memory: Memory, kind: str, today: date) -> float:
    """The importance it still has; what was dormant counts as on its first day, as this kind: somebody cares for it."""
    left = memory.importance_on(today)
    return left if left >= policy.DORMANT_BELOW else max(left, policy.first_importance(memory.source, kind))


def for_today(memory: Memory, *, now: datetime) -> None:
    """What was for one day comes back for this one. Makes no room."""
    memory.valid_until = today_of(memory, now)
    memory.condition = only_on(memory.valid_until, memory.condition)
    memory.fingerprint = fingerprint_of(memory, condition=memory.condition)


def make_last(memory: Memory) -> None:
    """What was for one day is true on all others too. Makes no room."""
    memory.valid_until, memory.condition = None, ONLY_ON.sub("", memory.condition)
    memory.fingerprint = fingerprint_of(memory, condition=memory.condition)
