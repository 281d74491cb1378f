"""Daily notes: a calendar of the short-term memories of a month, and the list of one day (S0's memory/YYYY-MM-DD)."""

from calendar import Calendar
from dataclasses import dataclass
from datetime import date, timedelta

from django.db.models import Count
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_GET

from memoryweb.memories.models import Horizon, Memory, MemoryQuerySet
from memoryweb.review.http import PersonRequest, signed_in

AT_MOST = 200  # notes on the page of a day


@dataclass(frozen=True)
class Day:
    day: date
    notes: int
    this_month: bool
    today: bool


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
    return render(
        request,
        "review/days.html",
        {
            "first": first,
            "weeks": [[Day(d, notes.get(d, 0), d.month == first.month, d == today) for d in week] for week in weeks],
            "total": sum(count for d, count in notes.items() if d.month == first.month),
            "earlier": (first - timedelta(days=1)).replace(day=1),
            "later": (first + timedelta(days=31)).replace(day=1),
        },
    )


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
    notes = _notes(request).filter(observed_on=observed_on).select_related("changed_by_agent")
    one_day = timedelta(days=1)
    return render(
        request,
        "review/day.html",
        {
            "day": observed_on,
            "today": timezone.localdate(timezone.now(), request.memory_settings.zone),
            "notes": notes.order_by("status", "-changed_at")[:AT_MOST],
            "earlier": observed_on - one_day if observed_on > date.min else None,
            "later": observed_on + one_day if observed_on < date.max else None,
        },
    )
