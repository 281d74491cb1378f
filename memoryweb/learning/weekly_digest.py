"""The weekly digest: memories learned, faded, in conflict, used most and never used."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from django.db.models import Count, Exists, OuterRef, Q
from django.db.models.functions import TruncDate
from django.utils import timezone

from memoryweb.learning.models import Feedback
from memoryweb.memories.models import Conflict, Memory, MemoryQuerySet, Proposal, Status, Use
from memoryweb.people.models import User
from memoryweb.recall.models import Receipt, ReceiptItem
from memoryweb.recall.models.receipt import ReceiptQuerySet

A_DAY = timedelta(days=1)
LIST_MAX = 8
NEVER_USED_DAYS = 30  # active for so long without being given to an agent


@dataclass(frozen=True)
class UsedMemory:
    memory: Memory
    times: int


@dataclass(frozen=True, kw_only=True)
class WeeklyDigest:
    """One week of one person, from Monday. Lists have at most LIST_MAX entries."""

    monday: date
    learned: Sequence[Memory]
    faded: Sequence[Memory]
    conflicts: Sequence[Conflict]
    most_used: Sequence[UsedMemory]
    never_used: Sequence[Memory]
    questions: int
    recalls_by_day: Sequence[int]  # from Monday to Sunday
    learned_count: int
    faded_count: int
    accepted: int
    rejected: int

    @property
    def memories(self) -> list[Memory]:
        """All memories that it lists. One may be in two of its lists."""
        return [*self.learned, *self.faded, *self.never_used, *(used.memory for used in self.most_used)]

    @property
    def sunday(self) -> date:
        return self.monday + timedelta(days=6)

    @property
    def week_before(self) -> date:
        return self.monday - timedelta(days=7)

    @property
    def recalls(self) -> int:
        return sum(self.recalls_by_day)

    @property
    def is_quiet(self) -> bool:
        """Whether the week brought nothing new and leaves nothing to decide."""
        return not (self.learned or self.faded or self.conflicts or self.questions or self.recalls)


def monday_of(day: date) -> date:
    return day - timedelta(days=day.weekday())


def build_digest(person: User, monday: date, zone: ZoneInfo) -> WeeklyDigest:
    """Build the digest from the current rows, so that nothing erased since is in it."""
    start, end = (datetime.combine(day, time(), zone).astimezone(UTC) for day in (monday, monday + timedelta(days=7)))
    receipts = Receipt.objects.of(person).filter(at__gte=start, at__lt=end)
    feedback = Feedback.objects.of(person).filter(at__gte=start, at__lt=end)
    outcomes = feedback.aggregate(accepted=Count("id", Q(action="accept")), rejected=Count("id", Q(action="reject")))
    learned = _learned(Memory.objects.of(person), monday)
    faded = _faded(Memory.objects.of(person), monday, today=timezone.localdate(timezone.now(), zone))
    return WeeklyDigest(
        monday=monday,
        learned=list(learned[:LIST_MAX]),
        learned_count=learned.count(),
        faded=list(faded[:LIST_MAX]),
        faded_count=faded.count(),
        conflicts=list(Conflict.objects.of(person).open().order_by("created_at", "pk")[:LIST_MAX]),
        most_used=_most_used(receipts),
        never_used=list(_never_used(Memory.objects.of(person), end)[:LIST_MAX]),
        questions=Proposal.objects.of(person).open().count_questions(),
        recalls_by_day=_count_by_day(receipts, monday, zone),
        accepted=outcomes["accepted"],
        rejected=outcomes["rejected"],
    )


def _count_by_day(receipts: ReceiptQuerySet, monday: date, zone: ZoneInfo) -> list[int]:
    counts = dict(receipts.order_by().values_list(TruncDate("at", tzinfo=zone)).annotate(Count("pk")))
    return [counts.get(monday + timedelta(days=day), 0) for day in range(7)]


def _learned(memories: MemoryQuerySet, monday: date) -> MemoryQuerySet:
    """Return the active memories learned in these seven days."""
    return memories.active().filter(learned_on__gte=monday, learned_on__lt=monday + timedelta(days=7)).order_by("-id")


def _faded(memories: MemoryQuerySet, monday: date, *, today: date) -> MemoryQuerySet:
    """Return the memories that were archived or became dormant in these seven days, up to today."""
    days = (monday, min(monday + timedelta(days=6), today))
    archived = Q(status=Status.ARCHIVED, expired_on__range=days)
    dormant = Q(status=Status.ACTIVE, pinned=False, dormant_on__range=days)
    return memories.filter(archived | dormant).order_by("-changed_at", "-id")


def _most_used(receipts: ReceiptQuerySet) -> list[UsedMemory]:
    items = ReceiptItem.objects.filter(receipt__in=receipts, left_out="", memory__isnull=False)
    counts = dict(items.values_list("memory").annotate(times=Count("id")).order_by("-times", "memory")[:LIST_MAX])
    memories = Memory.objects.filter(status=Status.ACTIVE).in_bulk(counts)
    return [UsedMemory(memories[pk], times) for pk, times in counts.items() if pk in memories]


def _never_used(memories: MemoryQuerySet, end: datetime) -> MemoryQuerySet:
    """Return memories active for NEVER_USED_DAYS that no agent was ever given, oldest first."""
    old = memories.active().filter(learned_on__lt=(end - timedelta(days=NEVER_USED_DAYS)).date())
    return old.filter(~Exists(Use.objects.filter(memory=OuterRef("pk")))).order_by("learned_on", "id")
