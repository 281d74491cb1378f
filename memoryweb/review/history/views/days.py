"""Notes by day: the short-term memories of a month by day, with a calendar, and those of one day (S0's daily files)."""

from calendar import Calendar
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import groupby

from django.db.models import Count
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from memoryweb.memories.actions import rivals
from memoryweb.memories.history import first_evidence
from memoryweb.memories.models import Evidence, Horizon, Memory, MemoryQuerySet
from memoryweb.review.http import PersonRequest, signed_in

AT_MOST = 200  # notes on a page


@dataclass(frozen=True)
class Day:
    day: date
    notes: int
    this_month: bool
    today: bool


@dataclass(frozen=True)
class Note:
    """A short-term memory, with the agent or "a file" that said it first; empty for the person."""

    memory: Memory
    said_by: str


def _with_names(memories: Iterable[Memory]) -> list[Note]:
    """Add each memory's first speaker, in one query."""
    rows = list(memories)
    rivals.read_ended(rows)
    first = first_evidence.first_evidence([memory.pk for memory in rows])
    return [Note(memory, _said_by(first.get(memory.pk))) for memory in rows]


def _said_by(evidence: Evidence | None) -> str:
    if evidence is None or evidence.agent:
        return evidence.agent.name if evidence and evidence.agent else ""
    return _("A file") if evidence.kind == Evidence.Kind.IMPORT else ""


def _notes(request: PersonRequest) -> MemoryQuerySet:
    return Memory.objects.of(request.user).filter(horizon=Horizon.SHORT)


@require_GET
@signed_in
def days(request: PersonRequest) -> HttpResponse:
    today = timezone.localdate()
    first = _month(request.GET.get("month", ""), today)
    weeks = Calendar().monthdatescalendar(first.year, first.month)
    on_page = _notes(request).filter(observed_on__range=(weeks[0][0], weeks[-1][-1]))
    notes = dict(on_page.values_list("observed_on").annotate(Count("pk")))
    total = sum(count for d, count in notes.items() if d.month == first.month)
    of_month = on_page.filter(observed_on__year=first.year, observed_on__month=first.month)
    shown = _with_names(of_month.order_by("-observed_on", "status", "-changed_at")[:AT_MOST])
    return render(
        request,
        "history/days.html",
        {
            "first": first,
            "weeks": [[Day(d, notes.get(d, 0), d.month == first.month, d == today) for d in week] for week in weeks],
            "total": total,
            "days": [(d, list(of_day)) for d, of_day in groupby(shown, key=lambda note: note.memory.observed_on)],
            "left_out": total - len(shown),
            "today": _persons_today(request),
            "earlier": (first - timedelta(days=1)).replace(day=1),
            "later": (first + timedelta(days=31)).replace(day=1),
        },
    )


def _persons_today(request: PersonRequest) -> date:
    return timezone.localdate(timezone.now(), request.memory_settings.zone)


def _month(text: str, today: date) -> date:
    """Return the first day of the month in the URL, or of this month."""
    try:
        first = date.fromisoformat(f"{text}-01")
    except ValueError:
        return today.replace(day=1)
    return first if date(1900, 1, 1) <= first <= date(2900, 1, 1) else today.replace(day=1)


@require_GET
@signed_in
def day(request: PersonRequest, day: str) -> HttpResponse:
    try:
        observed_on = date.fromisoformat(day)
    except ValueError:
        raise Http404 from None
    notes = _notes(request).filter(observed_on=observed_on).order_by("status", "-changed_at")
    one_day = timedelta(days=1)
    return render(
        request,
        "history/day.html",
        {
            "day": observed_on,
            "today": _persons_today(request),
            "notes": _with_names(notes[:AT_MOST]),
            "earlier": observed_on - one_day if observed_on > date.min else None,
            "later": observed_on + one_day if observed_on < date.max else None,
        },
    )
