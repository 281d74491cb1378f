"""Agents: connect one, see what it asked for, pause it, end it."""

from datetime import timedelta
from uuid import UUID

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from memoryweb.agents.models import AccessLog, Agent
from memoryweb.review import forms, notices
from memoryweb.review.http import PersonRequest, signed_in

NEWEST = 50


@require_GET
@signed_in
def agents(request: PersonRequest) -> HttpResponse:
    return render(
        request, "review/agents.html", {"agents": Agent.objects.of(request.user).order_by("revoked_at", "name")}
    )


@signed_in
def connect(request: PersonRequest) -> HttpResponse:
    """The token is in this one answer and nowhere else: no redirect, no session, no log."""
    form = forms.ConnectForm(request.POST or None, person=request.user)
    if request.method != "POST":
        return render(request, "review/connect.html", {"form": form})
    if not form.is_valid():
        return render(request, "review/connect.html", {"form": form}, status=422)
    agent, token = form.connect()
    response = render(request, "review/connected.html", {"agent": agent, "token": token, "base_url": settings.BASE_URL})
    response["Cache-Control"] = "no-store"
    return response


def mine(request: PersonRequest, pk: UUID) -> Agent:
    return get_object_or_404(Agent.objects.of(request.user), pk=pk)


@require_GET
@signed_in
def agent(request: PersonRequest, pk: UUID) -> HttpResponse:
    found = mine(request, pk)
    return render(
        request,
        "review/agent.html",
        {
            "agent": found,
            "paused": found.is_paused(timezone.now()),
            "usable": found.is_usable(timezone.now()),
            "form": forms.PauseForm(person=request.user),
            "calls": AccessLog.objects.filter(agent=found)[:NEWEST],
            "base_url": settings.BASE_URL,
        },
    )


@require_POST
@signed_in
def pause(request: PersonRequest, pk: UUID) -> HttpResponse:
    found = mine(request, pk)
    form = forms.PauseForm(request.POST, person=request.user)
    if form.is_valid():
        hours = int(form.cleaned_data["hours"] or 0)
        now = timezone.now()
        found.pause(now=now, until=now + timedelta(hours=hours) if hours else None)
        notices.leave(request, _("Paused. It is given nothing and writes nothing until then."))
    else:
        notices.leave(request, _("Choose how long to pause."), warning=True)
    return redirect("review:agent", pk)


@require_POST
@signed_in
def resume(request: PersonRequest, pk: UUID) -> HttpResponse:
    mine(request, pk).resume()
    notices.leave(request, _("Resumed."))
    return redirect("review:agent", pk)


@require_POST
@signed_in
def revoke(request: PersonRequest, pk: UUID) -> HttpResponse:
    mine(request, pk).revoke(now=timezone.now())
    notices.leave(request, _("Revoked. Its token no longer works; connect it again for a new one."))
    return redirect("review:agent", pk)
