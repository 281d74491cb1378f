"""What agents saw, newest first and by day: every read, and the reads that were refused."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from itertools import groupby
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.db.models import Count, Exists, OuterRef, Q
from django.db.models.functions import TruncDate
from django.http import QueryDict
from django.utils import timezone
from django.utils.safestring import SafeString

from memoryweb.agents.models import AccessLog, Agent
from memoryweb.memories.models import Memory
from memoryweb.people.models import User
from memoryweb.recall import search
from memoryweb.recall.models import Receipt, ReceiptItem
from memoryweb.review import paging
from memoryweb.review.history.receipt_text import Read, reads, refusal_sentence
from memoryweb.rules import limits

PAGE = 40
MEMORIES_MAX = 200  # that a search among the memories given looks for


@dataclass(frozen=True)
class Filters:
    """The filters in the URL. Unknown values are dropped, so that an old link still opens."""

    agent: UUID | None
    memory: UUID | None
    words: str
    day: paging.AsOf
    before: str

    @classmethod
    def from_query(cls, query: QueryDict) -> "Filters":
        return cls(
            agent=paging.parse_id(query.get("agent", "")),
            memory=paging.parse_id(query.get("memory", "")),
            words=query.get("q", "").replace("\x00", "").strip()[: limits.SEARCH_MAX],
            day=paging.AsOf.from_text(query.get("on", "")),
            before=query.get("before", ""),
        )

    def url(self, **changes: Any) -> str:
        """Return the query of the page with some filters changed, starting with the newest."""
        filters = {"agent": self.agent, "memory": self.memory, "q": self.words, "on": self.day.text} | changes
        return "?" + urlencode({name: value for name, value in filters.items() if value})

    @property
    def everyone(self) -> str:
        return self.url(agent=None)

    @property
    def is_about_memories(self) -> bool:
        return bool(self.memory or self.words)

    @property
    def is_narrowed(self) -> bool:
        return bool(self.agent or self.is_about_memories or self.day.day)


@dataclass(frozen=True)
class Refused:
    """Consecutive refused reads of one agent; `at` is the latest."""

    agent: Agent
    at: datetime
    sentence: SafeString


@dataclass(frozen=True)
class Day:
    """What happened on one day. The totals are of the whole day, also where the page shows a part of it."""

    day: date
    entries: list[Read | Refused]
    reads: int
    memories: int


@dataclass(frozen=True)
class Feed:
    days: list[Day]
    older: str  # the query of the next page; empty on the last one


def feed(person: User, filters: Filters, *, now: datetime) -> Feed:
    """Return one page, in a constant number of statements."""
    receipts = _receipts(person, filters)
    pages = [paging.paginate(receipts.select_related("agent"), filters.before, by="at", size=PAGE)]
    if not filters.is_about_memories:
        pages.append(paging.paginate(_refusals(person, filters), filters.before, by="at", size=PAGE))
    everything = sorted([row for page in pages for row in page.rows], key=lambda row: (row.at, row.pk), reverse=True)
    rows = everything[:PAGE]
    is_last = len(everything) <= PAGE and not any(page.next_cursor for page in pages)
    older = "" if is_last else filters.url(before=paging.format_cursor(rows[-1].at, rows[-1].pk))
    return Feed(_days(rows, receipts, now), older)


def _receipts(person: User, filters: Filters) -> Any:
    rows = _of_time(Receipt.objects.of(person), filters)
    given = ReceiptItem.objects.filter(left_out="", receipt=OuterRef("pk"))
    if filters.memory:
        rows = rows.filter(Exists(given.filter(memory=filters.memory)))
    if filters.words:
        found = search.matching(Memory.objects.of(person), filters.words).values_list("pk", flat=True)[:MEMORIES_MAX]
        rows = rows.filter(Exists(given.filter(memory__in=list(found))))
    return rows


def _refusals(person: User, filters: Filters) -> Any:
    refused = AccessLog.objects.filter(person=person, outcome="PERMISSION_DENIED", writes=False)
    return _of_time(refused, filters).select_related("agent")


def _of_time(rows: Any, filters: Filters) -> Any:
    if filters.agent:
        rows = rows.filter(agent=filters.agent)
    if filters.day.until:
        rows = rows.filter(at__lt=filters.day.until, at__gte=filters.day.until - timedelta(days=1))
    return rows


def _days(rows: Sequence[Any], receipts: Any, now: datetime) -> list[Day]:
    by_receipt = {read.receipt.pk: read for read in reads([row for row in rows if isinstance(row, Receipt)])}
    days = [(day, list(of_day)) for day, of_day in groupby(rows, lambda row: timezone.localdate(row.at))]
    totals = _totals(receipts, [day for day, _ in days])
    return [Day(day, _entries(of_day, by_receipt, now), *totals.get(day, (0, 0))) for day, of_day in days]


def _entries(rows: Sequence[Any], by_receipt: dict[UUID, Read], now: datetime) -> list[Read | Refused]:
    """Return a day's entries, with consecutive refusals of an agent merged."""
    entries: list[Read | Refused] = []
    for agent, group in groupby(rows, lambda row: row.agent if isinstance(row, AccessLog) else None):
        of_group = list(group)
        if agent is None:
            entries += [by_receipt[receipt.pk] for receipt in of_group]
            continue
        at = of_group[0].at
        entries.append(Refused(agent, at, refusal_sentence(agent, at=at, now=now, times=len(of_group))))
    return entries


def _totals(receipts: Any, days: Sequence[date]) -> dict[date, tuple[int, int]]:
    """Return by day the number of reads and of memories given."""
    if not days:
        return {}
    zone = timezone.get_current_timezone()
    first, last = (datetime.combine(day, time(), zone) for day in (days[-1], days[0] + timedelta(days=1)))
    rows = receipts.filter(at__gte=first, at__lt=last).order_by().annotate(day=TruncDate("at")).values_list("day")
    counted = rows.annotate(reads=Count("pk", distinct=True), given=Count("items", filter=Q(items__left_out="")))
    return {day: (count, given) for day, count, given in counted}
