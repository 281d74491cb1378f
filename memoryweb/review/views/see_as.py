"""See as agent: the block one agent would be given now, for any work, with what nearly was in it and why not."""

import json
from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.views.decorators.http import require_GET

from memoryweb.agents.models import Agent
from memoryweb.operations import dispatch
from memoryweb.operations.table import OPERATIONS
from memoryweb.recall import prompt_block, recall
from memoryweb.review import as_id, asking
from memoryweb.review.http import PersonRequest, signed_in


@require_GET
@signed_in
def see_as(request: PersonRequest) -> HttpResponse:
    """A look, not a request: nothing is counted and no receipt is kept. Redrawn as the budget moves."""
    agents = Agent.objects.of(request.user).connected().order_by("name")
    form = asking.SeeAsForm(_with_agent(request, agents.first()), agents=agents, settings=request.memory_settings)
    context: dict[str, Any] = {"form": form, "agents": agents}
    if form.is_bound and form.is_valid():
        agent = form.cleaned_data["agent"]
        seen = recall.preview(agent, form.what_if(), form.wanted(), now=timezone.now()).selection
        context |= {"agent": agent, "seen": seen, "sha256": prompt_block.digest(seen.block)}
    return render(request, "review/see_as.html", context)


def _with_agent(request: PersonRequest, first: Agent | None) -> dict[str, Any] | None:
    """What was asked, or the first agent with nothing in particular."""
    if first is None:
        return None
    sent = {name: request.GET.get(name, "") for name in request.GET}
    if as_id.parse_id(sent.get("agent", "")) is None:
        sent["agent"] = str(first.pk)
    return asking.SeeAsForm.defaults(request.memory_settings) | sent


@signed_in
def try_as(request: PersonRequest, pk: UUID) -> HttpResponse:
    """Run an operation as this agent would: the question, the answer, and the receipt it left."""
    agent = get_object_or_404(Agent.objects.of(request.user), pk=pk)
    form = asking.TryForm(request.POST or None, person=request.user)
    context: dict[str, Any] = {"agent": agent, "form": form, "operations": OPERATIONS}
    status = 200
    if request.method == "POST" and not form.is_valid():
        status = 422
    elif request.method == "POST":
        call = dispatch.Call(
            agent=agent, name=form.cleaned_data["operation"], arguments=form.arguments(), now=timezone.now()
        )
        result = dispatch.run(call)
        data = result.envelope.get("data", {})
        context |= {
            "asked": json.dumps(call.arguments, ensure_ascii=False, indent=2),
            "answer": json.dumps(result.envelope, ensure_ascii=False, indent=2),
            "receipt": as_id.parse_id(data.get("receiptId", "")),
            "status": result.status,
        }
    return render(request, "review/try_as.html", context, status=status)
