"""Changes that several actions make to a row, not saved here.

What the person has just decided must survive the next sweep, so its clocks start anew.
"""

from datetime import date, datetime
from typing import Any

from django.utils import timezone

from memoryweb.language.filing import classifier
from memoryweb.memories.actions.interpretation import fingerprint_for, known_spelling
from memoryweb.memories.models import ChangedBy, Evidence, Memory, Status, places
from memoryweb.people.models import MemorySettings
from memoryweb.rules import decay, policy

# What a version does not bring back: who it is, how often it was evidenced, and who changed it.
NOT_RESTORED = frozenset(
    {
        "id",
        "person",
        "obs_id",
        "evidence_count",
        "repeats",
        "evidence_from",
        "evidence_to",
        "contested",
        "superseded_by",
        "changed_by",
        "changed_by_agent",
        "changed_verb",
        "changed_because",
        "changed_at",
    }
)


def local_today(memory: Memory, now: datetime) -> date:
    """Return the person's current date."""
    return timezone.localdate(now, MemorySettings.for_person(memory.person_id).zone)


def is_past_end_date(memory: Memory, now: datetime) -> bool:
    return memory.valid_until is not None and memory.valid_until < local_today(memory, now)


def renew_clocks(memory: Memory, *, now: datetime) -> None:
    """Start the clocks anew today where they had run out: the time to live, the last day, the importance.

    Here and below a clock that begins on a coming day, that of an event, is not moved back to today.
    """
    memory.ttl_from = max(memory.ttl_from, now.date())
    clear_past_end_date(memory, now=now)
    importance = restored_importance(memory, memory.kind, now.date())
    if importance != memory.importance_on(now.date()):
        memory.importance_base, memory.importance_as_of = importance, max(memory.importance_as_of, now.date())


def clear_past_end_date(memory: Memory, *, now: datetime) -> None:
    """Remove a last day that is over, unless the memory is for that one day."""
    if is_past_end_date(memory, now) and memory.day is None:
        memory.valid_until = None


def renew_if_due(memory: Memory, *, counts_anew: bool, now: datetime) -> None:
    """Start its clock today if its time is over, as the next upkeep would archive it again.

    What had ended and `counts_anew` gets at least the importance it started with.
    """
    today = now.date()
    clear_past_end_date(memory, now=now)
    archive_day = decay.archive_day(
        kind=memory.kind,
        pinned=memory.pinned,
        base=memory.importance_base,
        as_of=memory.importance_as_of,
        assumed=memory.importance_assumed,
        ttl_from=memory.ttl_from,
        ttl_days=memory.ttl_days,
        valid_until=memory.valid_until,
    )
    if archive_day and archive_day <= today:
        memory.ttl_from = today
    if counts_anew:
        first = policy.first_importance(memory.source, memory.kind)
        memory.importance_base = max(memory.importance_on(today), first)
        memory.ttl_from = memory.importance_as_of = today


def restored_importance(memory: Memory, kind: str, today: date) -> float:
    """Return today's importance or, if dormant, a new memory's initial importance."""
    current = memory.importance_on(today)
    return current if current >= policy.DORMANT_BELOW else max(current, policy.first_importance(memory.source, kind))


def move_to_today(memory: Memory, *, now: datetime) -> None:
    """Make what was for one day be for today. Its rivals are the caller's to supersede."""
    memory.valid_until = local_today(memory, now)
    memory.day = memory.valid_until
    memory.fingerprint = fingerprint_for(memory, day=memory.day)


def make_permanent(memory: Memory) -> None:
    """Make what was for one day true on all others too. Its rivals are the caller's to supersede."""
    memory.valid_until = memory.day = None
    memory.fingerprint = fingerprint_for(memory, day=None)


def mark_confirmed(memory: Memory, *, now: datetime) -> None:
    """Apply the person's yes: in use, confirmed, sure and important enough to be given, its clocks anew.

    It is meant to last, unless its kind is short or it is for one day. Its rivals are the caller's to supersede.
    """
    clear_past_end_date(memory, now=now)
    has_clock = _has_own_clock(memory, now)
    if memory.status == Status.CANDIDATE:
        memory.horizon = classifier.horizon_for(memory.kind, explicit=True, temporary=memory.valid_until is not None)
        memory.section = classifier.section_for(memory.kind, memory.category, memory.key, memory.tags, memory.horizon)
    memory.status, memory.confirmed_at, memory.unasked_at = Status.ACTIVE, memory.confirmed_at or now, None
    memory.confidence = max(memory.confidence, policy.CONFIRMED_CONFIDENCE)
    if not has_clock:
        importance = max(restored_importance(memory, memory.kind, now.date()), policy.CONFIRMED_IMPORTANCE)
        memory.importance_base, memory.importance_as_of = importance, max(memory.importance_as_of, now.date())
    memory.importance_assumed = False
    memory.ttl_from = max(memory.ttl_from, now.date())


def _has_own_clock(memory: Memory, now: datetime) -> bool:
    """Return whether the person's own file says since when it is as important as a yes makes it.

    It goes on fading from that day: they said yes to it before. What is dormant by now begins anew.
    """
    if memory.status != Status.CANDIDATE or memory.changed_by != ChangedBy.PERSON:
        return False
    if memory.importance_base < policy.CONFIRMED_IMPORTANCE or memory.importance_on(now.date()) < policy.DORMANT_BELOW:
        return False
    return memory.evidence.filter(kind=Evidence.Kind.IMPORT, ref__as_of=memory.importance_as_of.isoformat()).exists()


def copy_version(memory: Memory, version: Any) -> None:
    """Set the row to what a version says, except NOT_RESTORED."""
    for field in Memory._meta.concrete_fields:
        if field.name not in NOT_RESTORED and not field.generated:
            setattr(memory, field.attname, getattr(version, field.attname))
    for name in places.NAMES:
        spelling = known_spelling(memory.person_id, name, getattr(memory, name), without=memory.pk)
        setattr(memory, name, spelling)
