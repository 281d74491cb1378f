"""What one agent may see: a category allowed or blocked, its memories, all categories at once, conversations."""

from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from memoryweb.agents.models import Agent
from memoryweb.memories import visibility
from memoryweb.memories.sight import NOTHING, picture
from memoryweb.review import paging
from memoryweb.review.agents.forms.agents import ConversationsForm
from memoryweb.review.agents.forms.sight import CategoryForm, SightForm, categories_of, category_code
from memoryweb.review.agents.views.agents import show_agent
from memoryweb.review.http import PersonRequest, get_own_or_404, signed_in
from memoryweb.review.notices import answer_with, notice
from memoryweb.review.words.category_names import category_name

PAGE = 50
SAMPLES = 3  # that a square of the table shows when it opens


@require_GET
@signed_in
def sees(request: PersonRequest, pk: UUID) -> HttpResponse:
    """Show the memories of one category that the agent may see, or would if the category was not blocked."""
    agent = get_own_or_404(request, Agent, pk)
    category = request.GET.get("category", "").replace("\x00", "")
    settings, now = request.memory_settings, timezone.now()
    memories: Any = visibility.in_sight_of(agent, settings, now=now, but_for=["blocked"]).filter(category=category)
    page = paging.paginate(memories, request.GET.get("before", ""), by="changed_at", size=PAGE)
    seen = picture(request.user.pk, [agent], settings, now=now).get((agent.pk, category), NOTHING)
    samples = memories.filter(is_blocked=seen.is_blocked).order_by("-changed_at", "-id")[:SAMPLES]
    about = {"agent": agent, "category": category, "name": category_name(category), "code": category_code(category)}
    return render(request, "agents/sees.html", about | {"sight": seen, "samples": samples, "page": page})


@require_POST
@signed_in
def allow(request: PersonRequest, pk: UUID) -> HttpResponse:
    return _decide(request, pk, may=True, done=_("%(agent)s may see %(category)s, from its next request on."))


@require_POST
@signed_in
def block(request: PersonRequest, pk: UUID) -> HttpResponse:
    return _decide(request, pk, may=False, done=_("%(agent)s won’t see %(category)s any more."))


def _decide(request: PersonRequest, pk: UUID, *, may: bool, done: str) -> HttpResponse:
    """Allow or block one category for this agent."""
    agent = get_own_or_404(request, Agent, pk)
    form = CategoryForm(request.POST, agent=agent)
    if not form.is_valid():
        return _answer(request, agent, _("You have no such category."), warning=True)
    agent.set_sight({form.name: may})
    return _answer(request, agent, done % {"agent": agent, "category": category_name(form.name)})


@require_POST
@signed_in
def sight(request: PersonRequest, pk: UUID) -> HttpResponse:
    """Choose which categories of memories this agent may see."""
    agent = get_own_or_404(request, Agent, pk)
    form = SightForm(request.POST, agent=agent, categories=categories_of(request.user))
    if not form.is_valid():
        return show_agent(request, agent, 422, sight_form=form)
    form.save()
    return _answer(request, agent, _("Saved. It counts from its next request on."))


@require_POST
@signed_in
def read_conversations(request: PersonRequest, pk: UUID) -> HttpResponse:
    """Choose whose recorded conversations this agent may read."""
    agent = get_own_or_404(request, Agent, pk)
    form = ConversationsForm(request.POST, agent=agent)
    if not form.is_valid():
        return show_agent(request, agent, 422, conversations_form=form)
    form.save()
    return _answer(request, agent, _("Saved. It counts from its next request on."))


def _answer(request: PersonRequest, agent: Agent, text: str, *, warning: bool = False) -> HttpResponse:
    shown = notice(text, undo=request.act.if_changed if request.act else None, warning=warning)
    return answer_with(request, shown, then=reverse("review:agent", args=[agent.pk]))
