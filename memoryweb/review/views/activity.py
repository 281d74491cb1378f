"""Activity: S0's change log. Date, change, trigger; newest first; Undo where nothing happened since."""

from datetime import datetime
from urllib.parse import urlencode
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from memoryweb.agents.models import Agent
from memoryweb.memories import history
from memoryweb.memories.models import ChangedBy
from memoryweb.review.request import PersonRequest, signed_in

PAGE = 50


@require_GET
@signed_in
def activity(request: PersonRequest) -> HttpResponse:
    by = request.GET.get("by", "") if request.GET.get("by") in ChangedBy.values else ""
    agent = _id(request.GET.get("agent", ""))
    filters = history.Filters(by=by, agent=agent, before=_before(request.GET.get("before", "")))
    steps = history.changes(request.user, filters, PAGE + 1)
    older = ""
    if len(steps) > PAGE:
        last = steps[PAGE - 1]
        kept = {"by": by, "agent": agent, "before": f"{last.at.isoformat()}|{last.version}"}
        older = "?" + urlencode({name: value for name, value in kept.items() if value})
    return render(
        request,
        "review/activity.html",
        {
            "steps": steps[:PAGE],
            "older": older,
            "by": by,
            "agent": agent,
            "actors": [c for c in ChangedBy.choices if c[0] != ChangedBy.MODERATOR],
            "agents": Agent.objects.of(request.user).order_by("name"),
        },
    )


def _id(text: str) -> str:
    try:
        return str(UUID(text))
    except ValueError:
        return ""


def _before(text: str) -> tuple[datetime, int] | None:
    at, _, version = text.partition("|")
    try:
        return datetime.fromisoformat(at), int(version)
    except ValueError:
        return None
