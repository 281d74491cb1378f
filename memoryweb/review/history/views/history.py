"""History: twelve months as a picture, a past day beside today, the change log (also as CSV), and Undo."""

import csv
import heapq
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, datetime, timedelta
from io import StringIO
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET, require_POST

from memoryweb.agents.models import Agent
from memoryweb.learning import weekly_digest
from memoryweb.memories.acts.undo import undo_act, undo_run
from memoryweb.memories.history import change_log, comparison, months
from memoryweb.memories.history import history as versions
from memoryweb.memories.models import Act, ChangedBy
from memoryweb.review import paging
from memoryweb.review.history import year_chart
from memoryweb.review.history.log import parse_key, read_log
from memoryweb.review.history.sentences import of_act
from memoryweb.review.history.setting_sentences import Sentence, Subjects
from memoryweb.review.http import PersonRequest, get_own_or_404, signed_in
from memoryweb.review.notices import actor, answer_undo
from memoryweb.review.templatetags.memory import change, trigger, who
from memoryweb.rules import limits

CHUNK = 1000  # rows of the CSV read at once
COLUMNS = ("Date", "Change", "Trigger", "By", "Memory", "Number", "Version")
BOM = "\ufeff"  # without it a spreadsheet guesses the wrong encoding
FORMULA = ("=", "+", "-", "@", "\t", "\r")  # a spreadsheet would run a cell that starts with one of these
SEGMENTS = (
    ("", gettext_lazy("All")),
    ("learned", gettext_lazy("Learned")),
    ("replaced", gettext_lazy("Replaced")),
    ("faded", gettext_lazy("Faded")),
    ("erased", gettext_lazy("Erased")),
)
LEGEND = (
    ("learned", gettext_lazy("learned")),
    ("replaced", gettext_lazy("replaced or fixed")),
    ("faded", gettext_lazy("faded or stopped")),
    ("erased", gettext_lazy("erased")),
)


def _filters(request: PersonRequest) -> tuple[change_log.Filters, paging.AsOf]:
    """Return the filters in the URL, and its day if there is one. Unknown values are dropped."""
    day = paging.AsOf.from_text(request.GET.get("on", ""))
    chosen = {
        "by": request.GET.get("by", "") if request.GET.get("by") in ChangedBy.values else "",
        "agent": str(paging.parse_id(request.GET.get("agent", "")) or ""),
        "mark": request.GET.get("mark", "") if request.GET.get("mark") in change_log.IS_MARKED else "",
        "category": request.GET.get("category", "").replace("\x00", "")[: limits.CATEGORY_MAX],
    }
    before = paging.parse_cursor(request.GET.get("before", ""), parse_key)
    return change_log.Filters(**chosen, before=before, until=day.until), day


def _query(filters: change_log.Filters, day: paging.AsOf, **changed: str) -> str:
    """Return the query string of these filters, some of them changed, at the first page."""
    names = ("by", "agent", "mark", "category")
    query = {name: getattr(filters, name) for name in names} | {"on": day.text} | changed
    return urlencode({name: value for name, value in query.items() if value})


@require_GET
@signed_in
def history(request: PersonRequest) -> HttpResponse:
    """Show the picture and the log; with ?on= also what differs between that day and now."""
    filters, day = _filters(request)
    if moved := _moved_handle(request):
        return redirect(f"{reverse('review:history')}?{_query(filters, day, on=moved.isoformat())}")
    log = read_log(request.user, filters, now=timezone.now())
    older = _query(filters, day, before=log.next_cursor) if log.next_cursor else ""
    context = _filter_context(request, filters, day) | _picture_context(request, day)
    return render(request, "history/history.html", context | {"log": log, "older": older, "letter": _letter(request)})


def _moved_handle(request: PersonRequest) -> date | None:
    """Return the day at which the handle under the picture was let go, by the number of days from its left edge."""
    today = timezone.localdate()
    try:
        days = int(request.GET.get("day", ""))
    except ValueError:
        return None
    return min(today, months.month_starts(today)[0] + timedelta(days=max(0, min(days, 400))))


def _filter_context(request: PersonRequest, filters: change_log.Filters, day: paging.AsOf) -> dict[str, Any]:
    return {
        "filters": filters,
        "query": _query(filters, day),
        "segments": [(label, "?" + _query(filters, day, mark=mark), mark == filters.mark) for mark, label in SEGMENTS],
        "actors": [choice for choice in ChangedBy.choices if choice[0] != ChangedBy.MODERATOR],
        "agents": Agent.objects.of(request.user).order_by("name"),
    }


def _picture_context(request: PersonRequest, day: paging.AsOf) -> dict[str, Any]:
    """Return the twelve months, drawn for wide and narrow windows, and what differs between the chosen day and now."""
    today = timezone.localdate()
    year = months.read_year(request.user, today, request.memory_settings.zone)
    since = comparison.compare(request.user, day.until) if day.until else None
    first = year.starts[0]
    chosen = day.day if day.day and first <= day.day <= today else None
    drawings = [
        year_chart.draw(year, width=width, today=today, chosen=chosen, in_use=since.in_use_then if since else 0)
        for width in (year_chart.WIDE, year_chart.NARROW)
    ]
    categories = sorted({lane.category for lane in year.lanes if not lane.joins_others and lane.category})
    return {
        "on": day,
        "today": today,
        "since": since,
        "year": year,
        "drawings": drawings,
        "in_words": year_chart.describe(year),
        "rows": _month_rows(year),
        "handle": ((chosen or today) - first).days,
        "last_day": (year_chart.last_day(year) - first).days,
        "chosen": chosen or today,
        "legend": LEGEND,
        "categories": [(name, year_chart.category_label(name)) for name in categories],
    }


def _month_rows(year: months.Year) -> list[dict[str, Any]]:
    """Return the numbers of the picture as a table, the newest month first."""
    rows = [
        {"month": start, "in_use": year.in_use[n], "counts": [year.marks(n)[mark] for mark in change_log.IS_MARKED]}
        for n, start in enumerate(year.starts)
    ]
    return rows[::-1]


def _letter(request: PersonRequest) -> weekly_digest.WeeklyDigest:
    zone = request.memory_settings.zone
    return weekly_digest.build_digest(request.user, weekly_digest.monday_of(timezone.localdate()), zone)


@require_POST
@signed_in
def undo(request: PersonRequest, pk: UUID) -> HttpResponse:
    """Take back all that one press or one call did."""
    act = get_own_or_404(request, Act, pk)
    outcome = undo_act(act.pk, by=actor(request), now=timezone.now())
    return answer_undo(request, outcome, then=reverse("review:history"))


@require_POST
@signed_in
def undo_agent_run(request: PersonRequest, pk: UUID) -> HttpResponse:
    """Undo one run of this agent; other runs stay."""
    agent, run = get_own_or_404(request, Agent, pk), request.POST.get("run", "").replace("\x00", "")
    outcome = undo_run(agent.pk, run, by=actor(request), now=timezone.now())
    return answer_undo(request, outcome, then=reverse("review:history"))


@require_GET
@signed_in
def history_csv(request: PersonRequest) -> HttpResponse:
    """Return the change log for a spreadsheet, with the page's filters and without its paging."""
    filters, day = _filters(request)
    text = StringIO()
    sheet = csv.writer(text)
    sheet.writerow(COLUMNS)
    counted = set(versions.ever_in_use(request.user).values_list("pk", flat=True))
    for at, row in _all_rows(request, replace(filters, before=None), counted):
        cells = (timezone.localtime(at).isoformat(timespec="seconds"), *row)
        sheet.writerow([f"'{cell}" if str(cell).startswith(FORMULA) else cell for cell in cells])
    name = f"history-{day.text}.csv" if day.text else "history.csv"
    return HttpResponse(
        BOM + text.getvalue(),
        content_type="text/csv; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"},
    )


def _memory(step: versions.Step, counted: set[UUID]) -> str:
    """Return the words of the memory, unless it was erased or never in use: a file holds no other words."""
    if step.erased:
        return _("erased")
    if step.memory_id not in counted:
        return _("a memory that is not in use")
    return f"{step.label}: {step.value}" if step.value else step.label


def _all_rows(
    request: PersonRequest, filters: change_log.Filters, counted: set[UUID]
) -> Iterator[tuple[datetime, tuple[Any, ...]]]:
    """Return the cells after the date, the newest first: of versions, and of settings and agents."""
    of_memories = (
        (
            step.at,
            (
                f"{change(step)}: {_memory(step, counted)}",
                trigger(step),
                who(step),
                str(step.memory_id),
                step.obs_id,
                step.version,
            ),
        )
        for step in _all_steps(request, filters)
    )
    of_settings = (
        (
            step.act.at,
            (str(sentence), _("your decision") if by else _("on the server"), by or _("the server"), "", "", ""),
        )
        for step, sentence in _all_setting_changes(request, filters)
        for by in [str(step.act.get_changed_by_display())]
    )
    return heapq.merge(of_memories, of_settings, key=lambda row: row[0], reverse=True)


def _all_steps(request: PersonRequest, filters: change_log.Filters) -> Iterator[versions.Step]:
    while steps := change_log.changes(request.user, filters, CHUNK):
        yield from steps
        filters = replace(filters, before=(steps[-1].at, steps[-1].version))


def _all_setting_changes(
    request: PersonRequest, filters: change_log.Filters
) -> Iterator[tuple[change_log.ActStep, Sentence]]:
    while filters.includes_acts and (steps := change_log.setting_changes(request.user, filters, CHUNK)):
        subjects = Subjects.from_steps(steps)
        yield from ((step, of_act(step, subjects)) for step in steps)
        filters = replace(filters, before=(steps[-1].act.at, steps[-1].key))
