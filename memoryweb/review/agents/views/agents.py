"""Agents: who may see what, connect one, its own page, its trust, pause it, revoke it, delete it."""

from datetime import timedelta
from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from memoryweb.agents.models import AccessLog, Agent, Scope, Trust
from memoryweb.memories.sight import told_and_declined
from memoryweb.oauth import tokens
from memoryweb.oauth.origins import origin_of
from memoryweb.operations import agent_deletion
from memoryweb.people.models import Community
from memoryweb.review.agents import agent_stats, matrix
from memoryweb.review.agents.forms.agents import (
    TRUST_MEANS,
    ConnectForm,
    ConversationsForm,
    DeleteAgentForm,
    PauseForm,
    TrustForm,
)
from memoryweb.review.agents.forms.sight import SightForm, categories_of
from memoryweb.review.history import log
from memoryweb.review.http import PersonRequest, get_own_or_404, signed_in
from memoryweb.review.notices import act_of, actor, answer_with, notice

NEWEST = 50


@require_GET
@signed_in
def agents(request: PersonRequest) -> HttpResponse:
    """Show who may see what: each agent, each category."""
    table = matrix.matrix(request.user, request.memory_settings, now=timezone.now())
    return render(request, "agents/agents.html", {"matrix": table, "trusts": _trusts()})


def _trusts() -> list[tuple[str, Any, Any]]:
    """Return each trust level with label and meaning."""
    return [(trust, trust.label, TRUST_MEANS[trust]) for trust in (Trust.ASK, Trust.TRUSTED, Trust.READ_ONLY)]


@signed_in
def connect(request: PersonRequest) -> HttpResponse:
    """Connect an agent. Its token is in this one response only: in no redirect, session or log."""
    first = {"community": request.GET.get("community", "")}
    form = ConnectForm(request.POST or None, person=request.user, initial=first)
    if request.method != "POST":
        return render(request, "agents/connect.html", {"form": form, "base_url": origin_of(request.get_host())})
    if not form.is_valid():
        return render(
            request, "agents/connect.html", {"form": form, "base_url": origin_of(request.get_host())}, status=422
        )
    agent, token = form.connect()
    context = {"agent": agent, "token": token, "base_url": origin_of(request.get_host()), "tool": form.chosen_tool}
    response = render(request, "agents/connected.html", context)
    response["Cache-Control"] = "no-store"
    return response


@require_GET
@signed_in
def agent(request: PersonRequest, pk: UUID) -> HttpResponse:
    return show_agent(request, get_own_or_404(request, Agent, pk))


def show_agent(request: PersonRequest, agent: Agent, status: int = 200, **filled: Any) -> HttpResponse:
    """Show the agent's page; `filled` are forms that were sent and need a correction."""
    now = timezone.now()
    told, declined = told_and_declined(request.user.pk).get(agent.pk, (0, 0))
    context = {
        "agent": agent,
        "community": Community.objects.filter(pk=agent.community_id).first() if agent.community_id else None,
        "paused": agent.is_paused(now),
        "usable": agent.is_usable(now),
        "ended": agent.pk in tokens.without_tokens(request.user, now=now),
        "undo_seconds": agent.revoke_ends(now),
        "figures": agent_stats.figures(agent, now=now),
        "told": told,
        "declined": declined,
        "form": PauseForm(person=request.user),
        "trust_form": TrustForm(initial={"trust": agent.trust}),
        "trusts": _trusts(),
        "scopes": [Scope(scope).label for scope in agent.scopes],
        "sight_form": SightForm(agent=agent, categories=categories_of(request.user)),
        "conversations_form": ConversationsForm(agent=agent),
        "calls": AccessLog.objects.filter(agent=agent)[:NEWEST],
        "changes": log.setting_lines(request.user, agent=agent.pk),
        "base_url": origin_of(request.get_host()),
    }
    return render(request, "agents/agent.html", context | filled, status=status)


@require_POST
@signed_in
def trust(request: PersonRequest, pk: UUID) -> HttpResponse:
    """Choose what becomes of what this agent says."""
    agent = get_own_or_404(request, Agent, pk)
    form = TrustForm(request.POST)
    if not form.is_valid():
        return show_agent(request, agent, 422, trust_form=form)
    agent.set_trust(form.cleaned_data["trust"])
    return _answer(
        request, agent, _("%(agent)s is now set to “%(trust)s”.") % {"agent": agent, "trust": agent.get_trust_display()}
    )


@require_POST
@signed_in
def pause(request: PersonRequest, pk: UUID) -> HttpResponse:
    agent = get_own_or_404(request, Agent, pk)
    form = PauseForm(request.POST, person=request.user)
    if not form.is_valid():
        return answer_with(request, notice(_("Choose how long to pause."), warning=True), then=_address(agent))
    hours, now = int(form.cleaned_data["hours"] or 0), timezone.now()
    agent.pause(now=now, until=now + timedelta(hours=hours) if hours else None)
    text = _("%(agent)s is paused. It resumes on its own.") if hours else _("%(agent)s is paused until you resume it.")
    return _answer(request, agent, text % {"agent": agent})


@require_POST
@signed_in
def resume(request: PersonRequest, pk: UUID) -> HttpResponse:
    agent = get_own_or_404(request, Agent, pk)
    agent.resume()
    return _answer(request, agent, _("%(agent)s is back.") % {"agent": agent})


@require_POST
@signed_in
def revoke(request: PersonRequest, pk: UUID) -> HttpResponse:
    """Stop the agent's token at once; its page asks once before this, and offers Undo for a minute after it."""
    agent = get_own_or_404(request, Agent, pk)
    agent.revoke(now=timezone.now())
    return _answer(request, agent, _("%(agent)s is revoked. Its token no longer works.") % {"agent": agent})


@require_POST
@signed_in
def undo_revoke(request: PersonRequest, pk: UUID) -> HttpResponse:
    agent = get_own_or_404(request, Agent, pk)
    if agent.undo_revoke(now=timezone.now()):
        return _answer(request, agent, _("Undone. The token of %(agent)s works again.") % {"agent": agent})
    text = _("The minute is over. Connect %(agent)s again to give it a new token.") % {"agent": agent}
    return answer_with(request, notice(text, warning=True), then=_address(agent))


@require_POST
@signed_in
def trust_later(request: PersonRequest, pk: UUID) -> HttpResponse:
    agent = get_own_or_404(request, Agent, pk)
    agent.trust_declined_at = timezone.now()
    agent.save(update_fields=["trust_declined_at"])
    shown = notice(_("%(agent)s keeps asking you first.") % {"agent": agent}, undo=act_of(request))
    return answer_with(request, shown, then=reverse("review:review"))


def _address(agent: Agent) -> str:
    return reverse("review:agent", args=[agent.pk])


def _answer(request: PersonRequest, agent: Agent, text: str) -> HttpResponse:
    """Tell what this press did to the agent, with Undo where it can be taken back."""
    return answer_with(request, notice(text, undo=act_of(request)), then=_address(agent))


@signed_in
def delete_agent(request: PersonRequest, pk: UUID) -> HttpResponse:
    """Say what goes and what stays, in counts; a POST deletes the agent, with what it said or without."""
    agent = get_own_or_404(request, Agent, pk)
    form = DeleteAgentForm(request.POST if request.method == "POST" else None)
    if not form.is_valid():
        context = {"agent": agent, "traces": agent_deletion.traces(agent), "form": form}
        return render(request, "agents/delete_agent.html", context, status=422 if form.is_bound else 200)
    name = agent.name
    with_words = form.cleaned_data["words"] == DeleteAgentForm.GO
    agent_deletion.delete_agent(agent, with_words=with_words, by=actor(request), now=timezone.now())
    return answer_with(request, notice(_("%(agent)s is deleted.") % {"agent": name}), then=reverse("review:agents"))
