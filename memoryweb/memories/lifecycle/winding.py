"""Winding a memory's clocks: the next sweep undoes nothing that the person has just decided (SPEC §5)."""

from datetime import date, datetime

from django.utils import timezone

from memoryweb.memories import policy
from memoryweb.memories.lifecycle.heard import ONLY_ON, fingerprint_of, is_for_one_day, only_on
from memoryweb.memories.models import Memory
from memoryweb.people.models import MemorySettings


def wind(memory: Memory, *, now: datetime) -> None:
    """It lives on from today, whatever had run out: its time, its last day, its importance. Makes no room."""
    memory.ttl_from = max(memory.ttl_from, now.date())
    past_its_last_day(memory, now=now)
    strength = strength_of(memory, memory.kind, now.date())
    if strength != memory.importance_on(now.date()):
        memory.importance_base, memory.importance_as_of = strength, now.date()


def past_its_last_day(memory: Memory, *, now: datetime) -> None:
    """A last day that is over is taken off; what was for one day only is for today."""
    today = timezone.localdate(now, MemorySettings.of(memory.person_id).zone)
    if memory.valid_until is None or memory.valid_until >= today:
        return
    if is_for_one_day(memory):
        memory.valid_until, memory.condition = today, only_on(today, ONLY_ON.sub("", memory.condition))
        memory.fingerprint = fingerprint_of(memory, condition=memory.condition)
    else:
        memory.valid_until = None


def strength_of(memory: Memory, kind: str, today: date) -> float:
    """The importance it still has; what was dormant counts as on its first day, as this kind: somebody cares for it."""
    left = memory.importance_on(today)
    return left if left >= policy.DORMANT_BELOW else max(left, policy.first_importance(memory.source, kind))
