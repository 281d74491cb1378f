"""The first page: how much is remembered, what waits, what changed, which agents are connected."""

from datetime import timedelta

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from memoryweb.agents.models import Agent
from memoryweb.demo import load
from memoryweb.memories import forecast, history
from memoryweb.memories.models import Proposal, Refusal
from memoryweb.review import listing, notices, questions
from memoryweb.review.http import PersonRequest, signed_in

NEWEST = 6


@require_GET
@signed_in
def overview(request: PersonRequest) -> HttpResponse:
    today = timezone.localdate()
    waiting = Proposal.objects.of(request.user).open().select_related("memory", "agent")
    return render(
        request,
        "review/overview.html",
        {
            "totals": listing.totals(request.user),
            "questions": questions.question_cards(waiting.order_by("created_at")[:3]),
            "changes": history.changes(request.user, history.Filters(), NEWEST),
            "last_night": forecast.activity_since(request.user, timezone.now() - timedelta(days=1)),
            "agents": Agent.objects.of(request.user).connected().order_by("-last_used_at", "name")[:5],
            "refusals": Refusal.objects.filter(person=request.user, day__gt=today - timedelta(days=7)).order_by(
                "category"
            ),
        },
    )


@require_POST
@signed_in
def load_example(request: PersonRequest) -> HttpResponse:
    """Load an example month into an account that is still empty."""
    if not listing.totals(request.user).empty:
        notices.leave(request, _("There are memories here already, so the example was not loaded."), warning=True)
        return redirect("review:overview")
    load.load(request.user, now=timezone.now())
    notices.leave(request, _("The example month is loaded. Erase what you do not want to keep."))
    return redirect("review:overview")
