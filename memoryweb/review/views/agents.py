"""Agents: connect one, see what it asked for, pause it, revoke it."""

from datetime import timedelta
from typing import Any
from uuid import UUID

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from memoryweb.agents.models import AccessLog, Agent, Trust
from memoryweb.memories.models import Memory
from memoryweb.review import forms, notices
from memoryweb.review.http import PersonRequest, get_own_or_404, signed_in

NEWEST = 50


@require_GET
@signed_in
def agents(request: PersonRequest) -> HttpResponse:
    return render(
        request, "review/agents.html", {"agents": Agent.objects.of(request.user).order_by("revoked_at", "name")}
    )


@signed_in
def connect(request: PersonRequest) -> HttpResponse:
    """Connect an agent. Its token is in this one response only: in no redirect, session or log."""
    form = forms.ConnectForm(request.POST or None, person=request.user)
    if request.method != "POST":
        return render(request, "review/connect.html", {"form": form})
    if not form.is_valid():
        return render(request, "review/connect.html", {"form": form}, status=422)
    agent, token = form.connect()
    context = {"agent": agent, "token": token, "base_url": settings.BASE_URL, "tool": form.chosen_tool}
    response = render(request, "review/connected.html", context)
    response["Cache-Control"] = "no-store"
    return response


@require_GET
@signed_in
def agent(request: PersonRequest, pk: UUID) -> HttpResponse:
    return _show_agent(request, get_own_or_404(request, Agent, pk))


def _show_agent(request: PersonRequest, agent: Agent, status: int = 200, **filled: Any) -> HttpResponse:
    """Show the agent's page; `filled` are forms that were sent and need a correction."""
    now = timezone.now()
    context = {
        "agent": agent,
        "paused": agent.is_paused(now),
        "usable": agent.is_usable(now),
        "form": forms.PauseForm(person=request.user),
        "sight_form": _sight_form(request, agent),
        "conversations_form": forms.ConversationsForm(agent=agent),
        "calls": AccessLog.objects.filter(agent=agent)[:NEWEST],
        "base_url": settings.BASE_URL,
    }
    return render(request, "review/agent.html", context | filled, status=status)


def _sight_form(request: PersonRequest, agent: Agent, data: Any = None) -> forms.SightForm:
    """Return the form with every category that the person's memories were said under or are filed under."""
    live = Memory.objects.of(request.user).live()
    categories = live.values_list("category").union(live.exclude(said_category="").values_list("said_category"))
    return forms.SightForm(data, agent=agent, categories=[category for (category,) in categories])


@require_POST
@signed_in
def sight(request: PersonRequest, pk: UUID) -> HttpResponse:
    """Choose which categories of memories this agent may read."""
    agent = get_own_or_404(request, Agent, pk)
    form = _sight_form(request, agent, request.POST)
    if not form.is_valid():
        return _show_agent(request, agent, 422, sight_form=form)
    form.save()
    notices.leave(request, _("Saved. It counts from its next request on."))
    return redirect("review:agent", pk)


@require_POST
@signed_in
def read_conversations(request: PersonRequest, pk: UUID) -> HttpResponse:
    """Choose whose recorded conversations this agent may read."""
    agent = get_own_or_404(request, Agent, pk)
    form = forms.ConversationsForm(request.POST, agent=agent)
    if not form.is_valid():
        return _show_agent(request, agent, 422, conversations_form=form)
    form.save()
    notices.leave(request, _("Saved. It counts from its next request on."))
    return redirect("review:agent", pk)


@require_POST
@signed_in
def pause(request: PersonRequest, pk: UUID) -> HttpResponse:
    agent = get_own_or_404(request, Agent, pk)
    form = forms.PauseForm(request.POST, person=request.user)
    if form.is_valid():
        hours, now = int(form.cleaned_data["hours"] or 0), timezone.now()
        agent.pause(now=now, until=now + timedelta(hours=hours) if hours else None)
        text = _("Paused. It resumes on its own.") if hours else _("Paused until you resume it.")
        notices.leave(request, text, undo=notices.act_of(request))
    else:
        notices.leave(request, _("Choose how long to pause."), warning=True)
    return redirect("review:agent", pk)


@require_POST
@signed_in
def resume(request: PersonRequest, pk: UUID) -> HttpResponse:
    get_own_or_404(request, Agent, pk).resume()
    notices.leave(request, _("Resumed."), undo=notices.act_of(request))
    return redirect("review:agent", pk)


@require_POST
@signed_in
def revoke(request: PersonRequest, pk: UUID) -> HttpResponse:
    get_own_or_404(request, Agent, pk).revoke(now=timezone.now())
    notices.leave(request, _("Revoked. Its token no longer works."))
    return redirect("review:agent", pk)


@require_POST
@signed_in
def trust(request: PersonRequest, pk: UUID) -> HttpResponse:
    """Say how far this agent is trusted: what it says is asked about, or used at once with Undo."""
    agent, chosen = get_own_or_404(request, Agent, pk), request.POST.get("trust", "")
    if chosen not in Trust.values:
        shown = notices.notice(_("Choose how far you trust it."), warning=True)
        return notices.answer_with(request, shown, then=reverse("review:agent", args=[pk]))
    agent.trust = chosen
    agent.save(update_fields=["trust"])
    words = {"agent": agent.name, "trust": agent.get_trust_display()}
    shown = notices.notice(_("%(agent)s is now set to “%(trust)s”.") % words, undo=notices.act_of(request))
    return notices.answer_with(request, shown, then=reverse("review:agent", args=[pk]))


@require_POST
@signed_in
def trust_later(request: PersonRequest, pk: UUID) -> HttpResponse:
    agent = get_own_or_404(request, Agent, pk)
    agent.trust_declined_at = timezone.now()
    agent.save(update_fields=["trust_declined_at"])
    shown = notices.notice(_("%(agent)s keeps asking you first.") % {"agent": agent.name}, undo=notices.act_of(request))
    return notices.answer_with(request, shown, then=reverse("review:review"))
