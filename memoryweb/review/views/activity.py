"""Activity: S0's change log with date, change and trigger, up to any day, also as CSV; and Undo."""

import csv
from collections.abc import Iterator
from dataclasses import replace
from io import StringIO
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from memoryweb.agents.models import Agent
from memoryweb.memories import history, recording
from memoryweb.memories.models import Act, ChangedBy
from memoryweb.memories.undo import undo_act
from memoryweb.review import paging
from memoryweb.review.http import PersonRequest, get_own_or_404, signed_in
from memoryweb.review.notices import actor, answer_undo
from memoryweb.review.templatetags.memory import change, trigger, who

PAGE = 50
CHUNK = 1000  # rows of the CSV read at once
COLUMNS = ("Date", "Change", "Trigger", "By", "Memory", "Number", "Version")
BOM = "\ufeff"  # without it a spreadsheet guesses the wrong encoding
FORMULA = ("=", "+", "-", "@", "\t", "\r")  # a spreadsheet would run a cell that starts with one of these


def _filters(request: PersonRequest) -> tuple[history.Filters, paging.AsOf]:
    """Return the filters in the URL, and its day if there is one. Unknown values are dropped."""
    by = request.GET.get("by", "") if request.GET.get("by") in ChangedBy.values else ""
    day = paging.AsOf.from_text(request.GET.get("on", ""))
    before = paging.parse_cursor(request.GET.get("before", ""), paging.parse_version)
    agent = paging.parse_id(request.GET.get("agent", ""))
    return history.Filters(by=by, agent=str(agent or ""), before=before, until=day.until), day


@require_GET
@signed_in
def activity(request: PersonRequest) -> HttpResponse:
    filters, day = _filters(request)
    steps = history.changes(request.user, filters, PAGE + 1)
    chosen = {"by": filters.by, "agent": filters.agent, "on": day.text}
    query = {name: value for name, value in chosen.items() if value}
    older = ""
    if len(steps) > PAGE:
        last = steps[PAGE - 1]
        older = "?" + urlencode(query | {"before": paging.format_cursor(last.at, last.version)})
    return render(
        request,
        "review/activity.html",
        {
            "steps": _with_acts(steps[:PAGE]),
            "older": older,
            "by": filters.by,
            "agent": filters.agent,
            "on": day,
            "query": urlencode(query),
            "actors": [choice for choice in ChangedBy.choices if choice[0] != ChangedBy.MODERATOR],
            "agents": Agent.objects.of(request.user).order_by("name"),
        },
    )


def _with_acts(steps: list[history.Step]) -> list[history.Step]:
    """Set the act of each step that Undo can take back: once, at the newest version on the page that the act wrote.

    A version that is no longer its memory's newest was built on, so it offers nothing.
    """
    newest = [step.version for step in steps if step.newest and not step.erased]
    by_version = recording.undoable_by_version(newest, now=timezone.now())
    shown_at = {by_version[version]: version for version in sorted(by_version)}
    acts = {version: act for act, version in shown_at.items()}
    return [replace(step, act=acts.get(step.version)) for step in steps]


@require_POST
@signed_in
def undo(request: PersonRequest, pk: UUID) -> HttpResponse:
    """Take back all that one press or one call did."""
    act = get_own_or_404(request, Act, pk)
    outcome = undo_act(act.pk, by=actor(request), now=timezone.now())
    return answer_undo(request, outcome, then=reverse("review:activity"))


@require_GET
@signed_in
def activity_csv(request: PersonRequest) -> HttpResponse:
    """Return the change log for a spreadsheet, with the page's filters and without its paging."""
    filters, day = _filters(request)
    text = StringIO()
    sheet = csv.writer(text)
    sheet.writerow(COLUMNS)
    counted = set(history.ever_in_use(request.user).values_list("pk", flat=True))
    for step in _all_steps(request, replace(filters, before=None)):
        at = timezone.localtime(step.at).isoformat(timespec="seconds")
        line = f"{change(step)}: {_memory(step, counted)}"
        row = (at, line, trigger(step), who(step), str(step.memory_id), step.obs_id, step.version)
        sheet.writerow([f"'{cell}" if str(cell).startswith(FORMULA) else cell for cell in row])
    name = f"activity-{day.text}.csv" if day.text else "activity.csv"
    return HttpResponse(
        BOM + text.getvalue(),
        content_type="text/csv; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"},
    )


def _memory(step: history.Step, counted: set[UUID]) -> str:
    """Return the words of the memory, unless it was erased or never in use: a file holds no other words (SPEC §13)."""
    if step.erased:
        return _("erased")
    if step.memory_id not in counted:
        return _("a memory that is not in use")
    return f"{step.label}: {step.value}" if step.value else step.label


def _all_steps(request: PersonRequest, filters: history.Filters) -> Iterator[Any]:
    while steps := history.changes(request.user, filters, CHUNK):
        yield from steps
        filters = replace(filters, before=(steps[-1].at, steps[-1].version))
