"""See as agent: the block an agent would get now for any task, what was left out and why; and a real trial call."""

import json
from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_GET

from memoryweb.agents.models import Agent
from memoryweb.operations import dispatch
from memoryweb.operations.table import OPERATIONS
from memoryweb.recall import prompt_block, recall
from memoryweb.review import forms, paging
from memoryweb.review.http import PersonRequest, get_own_or_404, signed_in


@require_GET
@signed_in
def see_as(request: PersonRequest) -> HttpResponse:
    """Preview a recall without counting it or keeping a receipt. The page redraws as the budget changes."""
    agents = Agent.objects.of(request.user).connected().order_by("name")
    form = forms.SeeAsForm(_form_data(request, agents.first()), agents=agents, settings=request.memory_settings)
    context: dict[str, Any] = {"form": form, "agents": agents}
    if form.is_bound and form.is_valid():
        agent = form.cleaned_data["agent"]
        preview = recall.select(agent, form.trial_settings(), form.recall_request(), now=timezone.now())
        context |= {"agent": agent, "selection": preview, "sha256": prompt_block.digest(preview.block)}
    return render(request, "review/see_as.html", context)


def _form_data(request: PersonRequest, first: Agent | None) -> dict[str, Any] | None:
    """Return the form's data from the URL, with the person's limits and their first agent as defaults."""
    if first is None:
        return None
    data = {name: request.GET.get(name, "") for name in request.GET}
    if paging.parse_id(data.get("agent", "")) is None:
        data["agent"] = str(first.pk)
    return forms.SeeAsForm.defaults(request.memory_settings) | data


@signed_in
def try_as(request: PersonRequest, pk: UUID) -> HttpResponse:
    """Run an operation as this agent would, and show the answer and its receipt."""
    agent = get_own_or_404(request, Agent, pk)
    form = forms.TryForm(request.POST or None, person=request.user)
    context: dict[str, Any] = {"agent": agent, "form": form, "operations": OPERATIONS}
    status = 200
    if request.method == "POST" and not form.is_valid():
        status = 422
    elif request.method == "POST":
        name, arguments = form.cleaned_data["operation"], form.cleaned_data["arguments"]
        result = dispatch.run(dispatch.Call(agent=agent, name=name, arguments=arguments, now=timezone.now()))
        data = result.envelope.get("data", {})
        context |= {
            "answer": json.dumps(result.envelope, ensure_ascii=False, indent=2),
            "receipt": paging.parse_id(data.get("receiptId", "")),
            "status": result.status,
        }
    return render(request, "review/try_as.html", context, status=status)
