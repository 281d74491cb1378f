"""Upkeep's next changes to a person's memories, and last night's."""

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from uuid import UUID

from django.db.models import Count, F, Q
from django.db.models.lookups import LessThanOrEqual

from memoryweb.memories.models import Horizon, Memory, MemoryQuerySet, Proposal, history_model
from memoryweb.memories.models.due import fade_day
from memoryweb.memories.models.enums import ARCHIVED_BY_AGE
from memoryweb.people.models import MemorySettings, User
from memoryweb.rules import decay, policy

SHOWN = 5  # memories on each card of Review


@dataclass(frozen=True)
class ArchiveDay:
    """The day upkeep archives a memory if nothing happens until then, and whether because its importance has faded."""

    day: date
    has_faded: bool


def archive_day(memory: Memory, today: date, settings: MemorySettings) -> ArchiveDay | None:
    """Return when upkeep archives this memory; None if never or if something comes first.

    What comes first is a conflict, the question about a goal, or memory that is off.
    """
    return _archive_days([memory], today, settings).get(memory.pk)


def _archive_days(memories: Collection[Memory], today: date, settings: MemorySettings) -> dict[UUID, ArchiveDay]:
    if not settings.enable_memory:
        return {}
    fade_days: dict[UUID, date] = {}
    if settings.archive_below is not None and memories:
        rows = Memory.objects.filter(pk__in=[memory.pk for memory in memories])
        fade_days = rows.fade_days(settings.archive_below)
    days = {}
    for memory in memories:
        aged = None if memory.is_unfinished_goal else memory.archive_on
        faded = max(fade_days[memory.pk], today) if memory.pk in fade_days else None
        day = min((each for each in (aged, faded) if each), default=None)
        if day and memory.is_live and not memory.contested:
            days[memory.pk] = ArchiveDay(day, has_faded=day == faded)
    return days


@dataclass(frozen=True)
class Ending:
    """A memory and the day it is archived or goes dormant."""

    memory: Memory
    day: date
    days: int
    archived: bool

    @property
    def days_on_meter(self) -> int:
        """Return the days left, at most FADING_DAYS, for a meter."""
        return min(self.days, policy.FADING_DAYS)


def _lasting_memories(person: User, today: date, days_before: int) -> MemoryQuerySet:
    """Return the memories that upkeep ages and the person may keep, by a yes that comes so many days before.

    Not one-day memories, nor what the person said is still true today: to say it again changes nothing before tomorrow
    (actions.retention.still_true), though an event fades within five days.
    """
    ends_later = Q(valid_until=None) | Q(valid_until__gt=today + timedelta(days=days_before))
    since = datetime.combine(today, time(), UTC)
    is_said = Q(ends_later, verified_at__gte=since, ttl_from__gte=today, importance_as_of__gte=today)
    return Memory.objects.of(person).active().filter(contested=False, pinned=False, day=None).exclude(is_said)


def _archived(person: User, today: date, days_ahead: int, horizon: str, settings: MemorySettings) -> list[Ending]:
    """Return what upkeep archives within this many days, soonest first.

    The query lists the days, so that the index over (archive_on, shard, person) finds this person's memories alone.
    """
    days = [today + timedelta(days=n) for n in range(days_ahead + 1)]
    memories = _lasting_memories(person, today, days_ahead).filter(horizon=horizon)
    ending = list(memories.filter(ARCHIVED_BY_AGE, archive_on__in=days).order_by("archive_on", "pk")[:SHOWN])
    ending += _faded(memories, days[-1], settings.archive_below)
    due = _archive_days(ending, today, settings)
    by_id = {memory.pk: memory for memory in ending}
    endings = [_ending(by_id[pk], archive.day, today, archived=True) for pk, archive in due.items()]
    return sorted(endings, key=_soonest)[:SHOWN]


def _faded(memories: MemoryQuerySet, until: date, below: float | None) -> list[Memory]:
    """Return the first memories faded by this day; empty if fading is off."""
    if below is None:
        return []
    return list(memories.faded_by(until, below=below)[:SHOWN])


def fading(person: User, today: date, settings: MemorySettings) -> list[Ending]:
    """Return what agents lose within a week, soonest first: short memories archived, and any that go dormant."""
    if not settings.enable_memory:
        return []
    last = today + timedelta(days=policy.FADING_DAYS)
    archived = _archived(person, today, policy.FADING_DAYS, Horizon.SHORT, settings)
    dormant = (
        _lasting_memories(person, today, policy.FADING_DAYS)
        .filter(dormant_on__gt=today, dormant_on__lte=last)
        .exclude(archive_on__lte=F("dormant_on"))
    )
    # Then dormant memories are archived, except those with a last day or no lifetime.
    if settings.archive_below == policy.DORMANT_BELOW:
        dormant = dormant.filter(Q(ttl_days=None) | Q(valid_until__gte=F("dormant_on")))
    endings = {ending.memory.pk: ending for ending in archived}
    for memory in dormant.order_by("dormant_on", "pk")[:SHOWN]:
        endings.setdefault(memory.pk, _ending(memory, memory.dormant_on, today, archived=False))
    return sorted(endings.values(), key=_soonest)[:SHOWN]


@dataclass(frozen=True)
class Week:
    """The week from today on, under a person's settings: which memories agents lose in it, if nothing happens.

    They lose what goes dormant, and what is archived for its age or, if the person wants that, for its importance.
    """

    today: date
    settings: MemorySettings

    @property
    def last(self) -> date:
        return self.today + timedelta(days=policy.FADING_DAYS)

    def fading(self) -> Q:
        """Return the condition for memories in use that agents lose this week."""
        if not self.settings.enable_memory:  # then nothing is archived, and nothing given
            return Q(pk__in=[])
        days = [self.today + timedelta(days=n) for n in range(policy.FADING_DAYS + 1)]
        is_lost = Q(dormant_on__gt=self.today, dormant_on__lte=self.last) | Q(ARCHIVED_BY_AGE, archive_on__in=days)
        if self.settings.archive_below is not None:
            has_faded = Q(LessThanOrEqual(fade_day(self.settings.archive_below), self.last))
            is_lost |= Q(has_faded, ttl_days__isnull=False, dormant_on__lte=self.last)
        return Q(status="active", contested=False, pinned=False, day=None) & is_lost

    def days_left(self, memory: Memory) -> int | None:
        """Return the days until agents lose a memory; None if not this week."""
        is_kept = memory.status != "active" or memory.contested or memory.pinned or memory.day
        if is_kept or not self.settings.enable_memory:
            return None
        due = [day for day in (memory.dormant_on,) if day and self.today < day]
        due += [day for day in (memory.archive_on,) if day and self.today <= day and not memory.is_unfinished_goal]
        if (faded := self._fade_day(memory)) is not None:
            due.append(max(faded, self.today))
        return min(((day - self.today).days for day in due if day <= self.last), default=None)

    def _fade_day(self, memory: Memory) -> date | None:
        """Return the day it is archived for its importance, as the database computes it."""
        if self.settings.archive_below is None or memory.ttl_days is None:
            return None
        day = decay.first_day_below(
            self.settings.archive_below,
            base=memory.importance_base,
            kind=memory.kind,
            as_of=memory.importance_as_of,
            assumed=memory.importance_assumed,
        )
        if day and memory.valid_until:
            return max(day, decay.days_after(memory.valid_until, 1))
        return day


def still_true(person: User, today: date, settings: MemorySettings) -> list[Ending]:
    """Return the long-term memories that are archived within a month unless they are still true, soonest first."""
    if not settings.enable_memory:
        return []
    return _archived(person, today, policy.STILL_TRUE_DAYS, Horizon.LONG, settings)


def _ending(memory: Memory, day: Any, today: date, *, archived: bool) -> Ending:
    return Ending(memory, day, max(0, (day - today).days), archived)


def _soonest(ending: Ending) -> tuple[date, UUID]:
    return ending.day, ending.memory.pk


@dataclass(frozen=True)
class LastNight:
    """What upkeep did with one person's memories since a moment."""

    archived: int
    closed: int  # unanswered questions
    expired: int  # memories that some of those questions were about
    contested: int
    asked: int

    @property
    def nothing(self) -> bool:
        return not (self.archived or self.closed or self.expired or self.contested or self.asked)


def activity_since(person: User, moment: datetime) -> LastNight:
    """Count what upkeep did since this moment, from the versions and the questions themselves."""
    versions: Any = history_model().objects.filter(person=person, history_date__gte=moment)
    counted = versions.filter(changed_by="clock").order_by().values_list("changed_verb").annotate(Count("pk"))
    verbs = Counter(dict(counted))
    # Proposals do not record who closed them, but only upkeep closes one that is this old as stale.
    unanswered = Q(status=Proposal.Status.STALE, created_at__lt=F("decided_at") - timedelta(days=policy.PROPOSAL_DAYS))
    by_clock = Q(kind=Proposal.Kind.PROMOTE) | Q(topic=Proposal.Topic.GOAL)
    questions = Proposal.objects.of(person).aggregate(
        closed=Count("pk", filter=unanswered & Q(decided_at__gte=moment)),
        asked=Count("pk", filter=by_clock & Q(created_at__gte=moment)),
    )
    return LastNight(verbs["archive"], questions["closed"], verbs["expire"], verbs["contest"], questions["asked"])
