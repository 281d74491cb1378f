"""The weekly letter: what was learned, what faded, what contradicts itself, what was used and what never was."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from django.db.models import Count, Exists, OuterRef, Q

from memoryweb.learning.models import Feedback
from memoryweb.memories.models import Conflict, Memory, MemoryQuerySet, Proposal, Status, Use
from memoryweb.people.models import User
from memoryweb.recall.models import Receipt, ReceiptItem
from memoryweb.recall.models.receipt import ReceiptQuerySet

A_DAY = timedelta(days=1)
SHOWN = 8  # of each sort
NEVER_USED_DAYS = 30  # in use so long, and given to nobody


@dataclass(frozen=True)
class UsedMemory:
    memory: Memory
    times: int


@dataclass(frozen=True, kw_only=True)
class WeeklyDigest:
    """One week of one person, from Monday; every list at most SHOWN long."""

    monday: date
    learned: Sequence[Memory]
    faded: Sequence[Memory]
    conflicts: Sequence[Conflict]
    most_used: Sequence[UsedMemory]
    never_used: Sequence[Memory]
    questions: int
    recalls: int
    accepted: int
    rejected: int

    @property
    def sunday(self) -> date:
        return self.monday + timedelta(days=6)

    @property
    def is_quiet(self) -> bool:
        """Nothing to do and nothing new."""
        return not (self.learned or self.faded or self.conflicts or self.questions or self.recalls)


def monday_of(day: date) -> date:
    return day - timedelta(days=day.weekday())


def build_digest(person: User, monday: date, zone: ZoneInfo) -> WeeklyDigest:
    """Computed whenever it is looked at: what was erased since is not in it."""
    start, end = (datetime.combine(day, time(), zone).astimezone(UTC) for day in (monday, monday + timedelta(days=7)))
    receipts = Receipt.objects.of(person).filter(at__gte=start, at__lt=end)
    feedback = Feedback.objects.of(person).filter(at__gte=start, at__lt=end)
    said = feedback.aggregate(accepted=Count("id", Q(action="accept")), rejected=Count("id", Q(action="reject")))
    return WeeklyDigest(
        monday=monday,
        learned=list(_learned(Memory.objects.of(person), monday)[:SHOWN]),
        faded=list(_faded(Memory.objects.of(person), monday)[:SHOWN]),
        conflicts=list(Conflict.objects.of(person).open().order_by("created_at", "pk")[:SHOWN]),
        most_used=_most_used(receipts),
        never_used=list(_never_used(Memory.objects.of(person), end)[:SHOWN]),
        questions=Proposal.objects.of(person).open().count(),
        recalls=receipts.count(),
        accepted=said["accepted"],
        rejected=said["rejected"],
    )


def _learned(mine: MemoryQuerySet, monday: date) -> MemoryQuerySet:
    """In use, and learned in these seven days."""
    return mine.active().filter(learned_on__gte=monday, learned_on__lt=monday + timedelta(days=7)).order_by("-id")


def _faded(mine: MemoryQuerySet, monday: date) -> MemoryQuerySet:
    """Archived in these seven days, or dormant since one of them."""
    week = {"gte": monday, "lt": monday + timedelta(days=7)}
    archived = Q(status=Status.ARCHIVED, **{f"expired_on__{name}": day for name, day in week.items()})
    dormant = Q(status=Status.ACTIVE, pinned=False, **{f"dormant_on__{name}": day for name, day in week.items()})
    return mine.filter(archived | dormant).order_by("-changed_at", "-id")


def _most_used(receipts: ReceiptQuerySet) -> list[UsedMemory]:
    given = ReceiptItem.objects.filter(receipt__in=receipts, left_out="", memory__isnull=False)
    counted = given.values_list("memory").annotate(times=Count("id")).order_by("-times", "memory")[:SHOWN]
    times = dict(counted)
    found = Memory.objects.filter(status=Status.ACTIVE).in_bulk(times)
    return [UsedMemory(found[pk], many) for pk, many in times.items() if pk in found]


def _never_used(mine: MemoryQuerySet, end: datetime) -> MemoryQuerySet:
    """In use for a month and more, and no agent was ever given it; the oldest first."""
    old = mine.active().filter(learned_on__lt=(end - timedelta(days=NEVER_USED_DAYS)).date())
    return old.filter(~Exists(Use.objects.filter(memory=OuterRef("pk")))).order_by("learned_on", "id")
