"""What the clock is about to do with a person's memories, and what it did: for the person to see it coming."""

from collections import Counter
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from memoryweb.memories import policy
from memoryweb.memories.models import UNFINISHED_GOAL, Horizon, Memory, MemoryQuerySet, Proposal, history_model
from memoryweb.people.models import User

SHOWN = 5  # memories on one card of Review


@dataclass(frozen=True)
class Ending:
    """A memory, and the day it goes: dormant, or into the archive."""

    memory: Memory
    day: date
    days: int
    archived: bool

    @property
    def share(self) -> int:
        """What is left of the days in which it is shown at all, for a bar: 0 to FADING_DAYS."""
        return min(self.days, policy.FADING_DAYS)


def _of(person: User) -> MemoryQuerySet:
    return Memory.objects.of(person).active().filter(contested=False, pinned=False)


def _days(today: date, many: int) -> list[date]:
    return [today + timedelta(days=n) for n in range(many + 1)]


def fading(person: User, today: date, limit: int = SHOWN) -> list[Ending]:
    """What agents lose within a week: short memories that are archived, and any that go dormant; soonest first.

    Days are named one by one, so that the index over (archive_on, person) is asked about mine alone.
    """
    soon = _days(today, policy.FADING_DAYS)
    ending = _of(person).filter(archive_on__in=soon, horizon=Horizon.SHORT).exclude(UNFINISHED_GOAL)
    dimming = _of(person).filter(dormant_on__gt=today, dormant_on__lte=soon[-1])
    found = {m.pk: _ending(m, m.archive_on, today, archived=True) for m in ending.order_by("archive_on", "pk")[:limit]}
    for memory in dimming.order_by("dormant_on", "pk")[:limit]:
        found.setdefault(memory.pk, _ending(memory, memory.dormant_on, today, archived=False))
    return sorted(found.values(), key=lambda each: (each.day, each.memory.pk))[:limit]


def still_true(person: User, today: date, limit: int = SHOWN) -> list[Ending]:
    """What was meant to last and is archived within a month: is it still true? Soonest first."""
    month = _days(today, policy.STILL_TRUE_DAYS)
    found = _of(person).filter(archive_on__in=month, horizon=Horizon.LONG).exclude(UNFINISHED_GOAL)
    return [_ending(m, m.archive_on, today, archived=True) for m in found.order_by("archive_on", "pk")[:limit]]


def _ending(memory: Memory, day: Any, today: date, *, archived: bool) -> Ending:
    return Ending(memory, day, max(0, (day - today).days), archived)


@dataclass(frozen=True)
class LastNight:
    """What the clock did with one person's memories since a moment."""

    archived: int
    expired: int
    contested: int
    asked: int

    @property
    def nothing(self) -> bool:
        return not (self.archived or self.expired or self.contested or self.asked)


def since(person: User, moment: datetime) -> LastNight:
    """Read off history, so it is what happened and not what somebody counted."""
    versions: Any = history_model().objects.filter(person=person, history_date__gte=moment)
    verbs = Counter(versions.filter(changed_by="clock").values_list("changed_verb", flat=True))
    asked = Proposal.objects.of(person).filter(created_at__gte=moment, agent=None, kind__in=["promote", "expire"])
    return LastNight(verbs["archive"], verbs["expire"], verbs["contest"], asked.count())
