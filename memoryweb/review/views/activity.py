"""Activity: S0's change log. date, change, trigger; as of any day; as CSV; Undo where nothing happened since."""

import csv
from collections.abc import Iterator
from dataclasses import replace
from io import StringIO
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_GET

from memoryweb.agents.models import Agent
from memoryweb.memories import history
from memoryweb.memories.models import ChangedBy
from memoryweb.review import as_of
from memoryweb.review.http import PersonRequest, signed_in
from memoryweb.review.templatetags.memory import verb, who

PAGE = 50
CHUNK = 1000  # rows of the CSV read at once
COLUMNS = ("Date", "Change", "Trigger", "By", "Memory", "Number", "Version")
BOM = "\ufeff"  # without it a spreadsheet guesses at the encoding, and wrongly
FORMULA = ("=", "+", "-", "@", "\t", "\r")  # a spreadsheet would calculate what starts so


def _filters(request: PersonRequest) -> tuple[history.Filters, as_of.AsOf]:
    by = request.GET.get("by", "") if request.GET.get("by") in ChangedBy.values else ""
    day = as_of.AsOf.from_text(request.GET.get("on", ""))
    before = as_of.cursor(request.GET.get("before", ""))
    return history.Filters(by=by, agent=_id(request.GET.get("agent", "")), before=before, until=day.until), day


@require_GET
@signed_in
def activity(request: PersonRequest) -> HttpResponse:
    filters, day = _filters(request)
    steps = history.changes(request.user, filters, PAGE + 1)
    kept = {name: value for name, value in (("by", filters.by), ("agent", filters.agent), ("on", day.text)) if value}
    older = ""
    if len(steps) > PAGE:
        last = steps[PAGE - 1]
        older = "?" + urlencode(kept | {"before": as_of.cursor_of(last.at, last.version)})
    return render(
        request,
        "review/activity.html",
        {
            "steps": steps[:PAGE],
            "older": older,
            "by": filters.by,
            "agent": filters.agent,
            "on": day,
            "kept": urlencode(kept),
            "actors": [c for c in ChangedBy.choices if c[0] != ChangedBy.MODERATOR],
            "agents": Agent.objects.of(request.user).order_by("name"),
        },
    )


@require_GET
@signed_in
def activity_csv(request: PersonRequest) -> HttpResponse:
    """The same change log, all of it, for a spreadsheet: the page's filters count, its paging does not."""
    filters, day = _filters(request)
    text = StringIO()
    sheet = csv.writer(text)
    sheet.writerow(COLUMNS)
    for step in _all(request, replace(filters, before=None)):
        said = "" if step.erased else f"{step.label}: {step.value}" if step.value else step.label
        row = (timezone.localtime(step.at).isoformat(timespec="seconds"), f"{verb(step.verb)}: {said or 'erased'}",
               step.because, who(step), str(step.memory_id), step.obs_id, step.version)  # fmt: skip
        sheet.writerow([f"'{cell}" if str(cell).startswith(FORMULA) else cell for cell in row])
    name = f"activity-{day.text}.csv" if day.text else "activity.csv"
    return HttpResponse(
        BOM + text.getvalue(),
        content_type="text/csv; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"},
    )


def _all(request: PersonRequest, filters: history.Filters) -> Iterator[Any]:
    while steps := history.changes(request.user, filters, CHUNK):
        yield from steps
        filters = replace(filters, before=(steps[-1].at, steps[-1].version))


def _id(text: str) -> str:
    try:
        return str(UUID(text))
    except ValueError:
        return ""
