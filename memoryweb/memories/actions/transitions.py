"""Winding a memory's clocks: the next sweep undoes nothing that the person has just decided (SPEC §5).

What is for one day only is left alone: its day is in its condition too, which is its place beside others.
"""

# ruff: noqa: SIM905  a list of words is easier to read as one

from datetime import date, datetime
from typing import Any

from django.utils import timezone

from memoryweb.memories.actions.interpretation import fingerprint_for
from memoryweb.memories.models import Memory, Status
from memoryweb.people.models import MemorySettings
from memoryweb.rules import classifier, policy
from memoryweb.rules.policy import Source

# What a version does not bring back: who it is, how often it was evidenced, and who changed it.
KEPT = frozenset(
    "id person obs_id evidence_count repeats evidence_from evidence_to contested superseded_by "
    "changed_by changed_by_agent changed_verb changed_because changed_at".split()
)


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
    if is_past_end_date(memory, now) and memory.day is None:
        memory.valid_until = None


def restored_importance(memory: Memory, kind: str, today: date) -> float:
    """The importance it still has; what was dormant counts as on its first day, as this kind: somebody cares for it."""
    left = memory.importance_on(today)
    return left if left >= policy.DORMANT_BELOW else max(left, policy.first_importance(memory.source, kind))


def move_to_today(memory: Memory, *, now: datetime) -> None:
    """What was for one day comes back for this one. Makes no room."""
    memory.valid_until = local_today(memory, now)
    memory.day = memory.valid_until
    memory.fingerprint = fingerprint_for(memory, day=memory.day)


def make_permanent(memory: Memory) -> None:
    """What was for one day is true on all others too. Makes no room."""
    memory.valid_until = memory.day = None
    memory.fingerprint = fingerprint_for(memory, day=None)


def mark_confirmed(memory: Memory, *, now: datetime) -> None:
    """The person stands behind it: in use from today, and meant to last unless its kind is short or it is for today.

    Makes no room.
    """
    renew_clocks(memory, now=now)
    if memory.status == Status.CANDIDATE:
        memory.horizon = classifier.horizon_for(memory.kind, explicit=True, temporary=memory.valid_until is not None)
        memory.section = classifier.section_for(memory.kind, memory.category, memory.key, memory.tags, memory.horizon)
    memory.status, memory.confirmed_at = Status.ACTIVE, memory.confirmed_at or now
    memory.confidence = max(memory.confidence, policy.CONFIDENCES[Source.CORRECTION])  # their yes is their word


def copy_version(memory: Memory, version: Any) -> None:
    """Everything a version brings back, in the row; not saved."""
    for field in Memory._meta.concrete_fields:
        if field.name not in KEPT and not field.generated:
            setattr(memory, field.attname, getattr(version, field.attname))
