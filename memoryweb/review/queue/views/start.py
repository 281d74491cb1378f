"""The first minutes: the first steps, and the example month."""

from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_POST

from memoryweb.agents.models import Agent
from memoryweb.demo import load, remove
from memoryweb.review import notices
from memoryweb.review.http import PersonRequest, get_own_or_404, signed_in
from memoryweb.review.queue import onboarding

MOVED = "first-steps-changed"  # the event for which the page shows the steps again


@require_GET
@signed_in
def start(request: PersonRequest) -> HttpResponse:
    """Show the first steps. A page that waits names its step, and is told when that is done."""
    steps = onboarding.steps(request.user, now=timezone.now())
    response = render(request, "queue/start.html", {"start": steps})
    if request.GET.get("waiting", steps.waiting_for) != steps.waiting_for:
        response["HX-Trigger"] = MOVED
    return response


@require_GET
@signed_in
def first_call(request: PersonRequest, pk: UUID) -> HttpResponse:
    """Show whether the agent has called. Pages that wait for it ask every few seconds."""
    agent = get_own_or_404(request, Agent, pk)
    response = render(request, "queue/first_call.html", {"agent": agent})
    if agent.last_used_at:
        response["HX-Trigger"] = MOVED
    return response


@require_POST
@signed_in
def load_example(request: PersonRequest) -> HttpResponse:
    """Load an example month into an account that is still empty."""
    try:
        if load.load(request.user, now=timezone.now()):
            notices.queue_notice(request, _("The example month is loaded. “Remove the example month” erases it again."))
        else:
            notices.queue_notice(
                request, _("There are memories here already, so the example was not loaded."), warning=True
            )
    except load.SwitchedOffError:
        text = _("The example month needs memory and all its sections to be on. Turn them on in Settings first.")
        notices.queue_notice(request, text, warning=True)
    return redirect("review:review")


@require_POST
@signed_in
def remove_example(request: PersonRequest) -> HttpResponse:
    """Erase what the example month brought, and nothing that came since."""
    removed = remove.remove(request.user, now=timezone.now())
    text = _("The example month is removed.") if removed else _("There is no example month here.")
    if removed and removed.kept:
        text += (
            " "
            + ngettext(
                "%d memory stays, because you or an agent of yours changed it.",
                "%d memories stay, because you or an agent of yours changed them.",
                removed.kept,
            )
            % removed.kept
        )
    notices.queue_notice(request, text, warning=removed is None)
    return redirect("review:review")
