"""What the clock is about to do with a person's memories, and what it did: for the person to see it coming."""

from collections import Counter
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any
from uuid import UUID

from django.db.models import Count, F, Q

from memoryweb.memories.models import Horizon, Memory, MemoryQuerySet, Proposal, Status, history_model
from memoryweb.memories.models.enums import ARCHIVED_BY_AGE
from memoryweb.memories.models.memory import fades_on
from memoryweb.people.models import MemorySettings, User
from memoryweb.rules import decay, policy

SHOWN = 5  # memories on one card of Review


def archived_on(memory: Memory, today: date, decided: MemorySettings) -> date | None:
    """The day the clock archives it if nothing happens until then: by age, or because it has faded.

    None: never, or something else comes first: a conflict, the question about a goal, memory that is switched off.
    """
    if not memory.is_live or memory.contested or not decided.enable_memory:
        return None
    aged = None if memory.is_unfinished_goal else memory.archive_on
    return min((day for day in (aged, faded_on(memory, today, decided)) if day), default=None)


def faded_on(memory: Memory, today: date, decided: MemorySettings) -> date | None:
    """The day it is archived for its importance, where the person wants that (archive_below); not before today.

    What upkeep.archive's FADED says of one memory.
    """
    below = decided.archive_below
    if below is None or memory.status != Status.ACTIVE or memory.pinned or memory.ttl_days is None:
        return None
    falls = decay.first_day_below(
        below, base=memory.importance_base, kind=memory.kind, as_of=memory.importance_as_of,
        assumed=memory.importance_assumed,
    )  # fmt: skip
    stays = memory.valid_until + timedelta(days=1) if memory.valid_until else today
    return max(falls, stays, today) if falls else None


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


def _lasting_memories(person: User) -> MemoryQuerySet:
    """What the clock ages, and the person may hold on to: not what is for one day only."""
    lasting = Memory.objects.of(person).active().filter(contested=False, pinned=False)
    return lasting.filter(day=None)


def _archived(person: User, today: date, many: int, horizon: str, decided: MemorySettings) -> list[Ending]:
    """What the clock archives within so many days; soonest first.

    Days are named one by one, so that the index over (archive_on, person) is asked about mine alone.
    """
    days = [today + timedelta(days=n) for n in range(many + 1)]
    mine = _lasting_memories(person).filter(horizon=horizon)
    found = list(mine.filter(ARCHIVED_BY_AGE, archive_on__in=days).order_by("archive_on", "pk")[:SHOWN])
    found += _faded(mine, days[-1], decided.archive_below)
    due = {memory: archived_on(memory, today, decided) for memory in found}
    endings = [_ending(memory, day, today, archived=True) for memory, day in due.items() if day]
    return sorted(endings, key=_soonest)[:SHOWN]


def _faded(mine: MemoryQuerySet, until: date, below: float | None) -> list[Memory]:
    """What faded_on puts before or on a day, by the index over dormant_on: archive_below lies under that line."""
    if below is None:
        return []
    return list(mine.faded_by(until, below=below).order_by(fades_on(below), "pk")[:SHOWN])


def fading(person: User, today: date, decided: MemorySettings) -> list[Ending]:
    """What agents lose within a week: short memories that are archived, and any that go dormant; soonest first."""
    if not decided.enable_memory:
        return []
    last = today + timedelta(days=policy.FADING_DAYS)
    ending = _archived(person, today, policy.FADING_DAYS, Horizon.SHORT, decided)
    dimming = (
        _lasting_memories(person)
        .filter(dormant_on__gt=today, dormant_on__lte=last)
        .exclude(archive_on__lte=F("dormant_on"))
    )
    if decided.archive_below == policy.DORMANT_BELOW:  # then what goes dormant is archived, but for what stays
        dimming = dimming.filter(Q(ttl_days=None) | Q(valid_until__gte=F("dormant_on")))
    found = {each.memory.pk: each for each in ending}
    for memory in dimming.order_by("dormant_on", "pk")[:SHOWN]:
        found.setdefault(memory.pk, _ending(memory, memory.dormant_on, today, archived=False))
    return sorted(found.values(), key=_soonest)[:SHOWN]


def still_true(person: User, today: date, decided: MemorySettings) -> list[Ending]:
    """What was meant to last and is archived within a month: is it still true? Soonest first."""
    if not decided.enable_memory:
        return []
    return _archived(person, today, policy.STILL_TRUE_DAYS, Horizon.LONG, decided)


def _ending(memory: Memory, day: Any, today: date, *, archived: bool) -> Ending:
    return Ending(memory, day, max(0, (day - today).days), archived)


def _soonest(each: Ending) -> tuple[date, UUID]:
    return each.day, each.memory.pk


@dataclass(frozen=True)
class LastNight:
    """What the clock did with one person's memories since a moment."""

    archived: int
    closed: int  # questions nobody answered
    expired: int  # what some of those were about
    contested: int
    asked: int

    @property
    def nothing(self) -> bool:
        return not (self.archived or self.closed or self.expired or self.contested or self.asked)


def activity_since(person: User, moment: datetime) -> LastNight:
    """Read off history and the questions themselves, so it is what happened and not what somebody counted."""
    versions: Any = history_model().objects.filter(person=person, history_date__gte=moment)
    verbs = Counter(versions.filter(changed_by="clock").values_list("changed_verb", flat=True))
    # So long nothing but the clock lets a question wait; who closed it is not kept.
    unanswered = Q(status=Proposal.Status.STALE, created_at__lt=F("decided_at") - timedelta(days=policy.PROPOSAL_DAYS))
    questions = Proposal.objects.of(person).aggregate(
        closed=Count("pk", filter=unanswered & Q(decided_at__gte=moment)),
        asked=Count("pk", filter=Q(created_at__gte=moment, agent=None, kind__in=["promote", "expire"])),
    )
    return LastNight(verbs["archive"], questions["closed"], verbs["expire"], verbs["contest"], questions["asked"])
