"""See as agent: the block an agent would get now for any task, what was left out and why; and a real trial call."""

import json
from dataclasses import dataclass
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
from memoryweb.recall.prompt_block import Candidate, LeftOut, Selection
from memoryweb.recall.request import FAR_MAX
from memoryweb.review import paging
from memoryweb.review.agents.forms.see_as import SeeAsForm, TryForm
from memoryweb.review.history import receipt_text
from memoryweb.review.history.closeness import Closeness, closeness
from memoryweb.review.http import PersonRequest, get_own_or_404, signed_in


@require_GET
@signed_in
def see_as(request: PersonRequest) -> HttpResponse:
    """Preview a recall without counting it or keeping a receipt. The page redraws as the budget changes."""
    agents = Agent.objects.of(request.user).connected().order_by("name")
    form = SeeAsForm(_form_data(request, agents.first()), agents=agents, settings=request.memory_settings)
    context: dict[str, Any] = {"form": form, "agents": agents}
    if form.is_bound and form.is_valid():
        context |= _preview(request, form)
    return render(request, "agents/see_as.html", context)


def _preview(request: PersonRequest, form: SeeAsForm) -> dict[str, Any]:
    """Return the agent's recall and, for a memory in the URL, the changes without it."""
    agent, without, now = form.cleaned_data["agent"], form.cleaned_data["without"], timezone.now()
    selection = recall.select(agent, form.trial_settings(), form.recall_request(), now=now)
    query = request.GET.copy()
    query.pop("without", None)
    shown: dict[str, Any] = {"agent": agent, "query": query.urlencode(), "what_if": None}
    if left := next((item for item in selection.items if item.row.pk == without), None):
        trial = recall.select(agent, form.trial_settings(), form.recall_request(without=without), now=now)
        shown["what_if"] = WhatIf.compare(left, selection, trial)
        selection = trial
    return shown | {"selection": selection, "sha256": prompt_block.digest(selection.block), **_words(form, selection)}


def _words(form: SeeAsForm, selection: Selection) -> dict[str, Any]:
    """Return each memory with the reason in words."""
    data = form.cleaned_data
    work = receipt_text.work_name(data["task_type"], data["skill"])
    given = [(item, _reason(item, data, work), _closeness(item, selection)) for item in selection.items]
    near = [(item, receipt_text.left_out_words(item.left_out), _closeness(item, selection)) for item in selection.near]
    scored = [(str(item.row), item) for item in selection.items]
    far = sum(item.left_out == LeftOut.FAR for item in selection.near)
    is_all = far < FAR_MAX and len(near) - far < recall.NEAR_MAX
    return {"given": given, "near": near, "near_is_all": is_all, "scored": scored}


def _reason(item: Candidate, data: dict[str, Any], work: str) -> str:
    name, category = str(item.row), item.row.category
    return receipt_text.why_words(item.why, item.parts, query=data["query"], work=work, name=name, category=category)


def _closeness(item: Candidate, selection: Selection) -> Closeness | None:
    return None if receipt_text.is_given_anyway(item, selection.cut) else closeness(item.parts, selection.cut)


@dataclass(frozen=True)
class WhatIf:
    """Changes in a recall if one memory was left out."""

    left_out: Candidate
    come_in: list[Candidate]  # given only without it
    fall_out: list[Candidate]  # given only with it
    tokens: int  # by how many the block gets longer

    @classmethod
    def compare(cls, left_out: Candidate, before: Selection, after: Selection) -> "WhatIf":
        """Compare the two selections; the memory itself is in the first one only."""
        old, new = {item.row.pk for item in before.items}, {item.row.pk for item in after.items}
        come_in = [item for item in after.items if item.row.pk not in old]
        fall_out = [item for item in before.items if item.row.pk not in new and item is not left_out]
        return cls(left_out, come_in, fall_out, after.tokens - before.tokens)

    @property
    def new_ids(self) -> set[UUID]:
        return {item.row.pk for item in self.come_in}

    @property
    def shorter_by(self) -> int:
        return -self.tokens


def _form_data(request: PersonRequest, first: Agent | None) -> dict[str, Any] | None:
    """Return the form's data from the URL, with the person's limits and their first agent as defaults."""
    if first is None:
        return None
    data = {name: request.GET.get(name, "") for name in request.GET}
    if paging.parse_id(data.get("agent", "")) is None:
        data["agent"] = str(first.pk)
    return SeeAsForm.defaults(request.memory_settings) | data


@signed_in
def try_as(request: PersonRequest, pk: UUID) -> HttpResponse:
    """Run an operation as this agent would, and show the answer and its receipt."""
    agent = get_own_or_404(request, Agent, pk)
    form = TryForm(request.POST or None, person=request.user)
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
    return render(request, "agents/try_as.html", context, status=status)
