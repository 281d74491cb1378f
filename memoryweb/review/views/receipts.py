"""What agents saw: every receipt, what was in it and what was left out, and what the person makes of it."""

from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.db.models import Exists, OuterRef
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from memoryweb.agents.models import Agent
from memoryweb.learning.models import Feedback
from memoryweb.memories import actions
from memoryweb.memories.actions import Outcome
from memoryweb.memories.models import Memory
from memoryweb.recall import prompt_block
from memoryweb.recall.models import Receipt, ReceiptItem
from memoryweb.recall.receipts import mark_undone, versions_written_by_run
from memoryweb.review import as_id, notices
from memoryweb.review.http import PersonRequest, signed_in
from memoryweb.review.notices import actor, answer, answer_many

PAGE = 50


@require_GET
@signed_in
def receipts(request: PersonRequest) -> HttpResponse:
    """Newest first, of one agent where asked; ids are times, so the id is the cursor."""
    found = Receipt.objects.of(request.user).select_related("agent").order_by("-at", "-id")
    agent, memory, last = (as_id.parse_id(request.GET.get(name, "")) for name in ("agent", "memory", "before"))
    found = found.filter(agent=agent) if agent else found
    if memory:
        given = ReceiptItem.objects.filter(memory=memory, left_out="", receipt=OuterRef("pk"))
        found = found.filter(Exists(given))
    if last and (before := Receipt.objects.of(request.user).filter(pk=last).first()):
        found = found.filter(at__lte=before.at).exclude(at=before.at, pk__gte=before.pk)
    rows = list(found[: PAGE + 1])
    older = {"agent": agent, "memory": memory, "before": rows[PAGE - 1].pk} if len(rows) > PAGE else {}
    return render(
        request,
        "review/receipts.html",
        {
            "receipts": rows[:PAGE],
            "older": "?" + urlencode({name: value for name, value in older.items() if value}) if older else "",
            "agent": str(agent or ""),
            "memory": Memory.objects.of(request.user).filter(pk=memory).first() if memory else None,
            "agents": Agent.objects.of(request.user).order_by("name"),
        },
    )


def _mine(request: PersonRequest, pk: UUID) -> Receipt:
    return get_object_or_404(Receipt.objects.of(request.user).select_related("agent"), pk=pk)


@require_GET
@signed_in
def receipt(request: PersonRequest, pk: UUID) -> HttpResponse:
    found = _mine(request, pk)
    items = list(found.items.select_related("memory"))
    given = [item for item in items if item.why and not item.left_out]
    return render(
        request,
        "review/receipt.html",
        {
            "receipt": found,
            "given": given,
            "near": [item for item in items if item.left_out],
            "words": prompt_block.join_lines([item.line for item in given])
            if not any(item.is_erased for item in given)
            else "",
            "changed": versions_written_by_run(found),
            "feedback": Feedback.objects.filter(agent=found.agent, run=found.run).order_by("at") if found.run else (),
        },
    )


def _item(request: PersonRequest, pk: UUID, item: UUID) -> ReceiptItem:
    """One that is still a memory; what was erased meets 404 like what never was."""
    found = _mine(request, pk).items.filter(memory__isnull=False).select_related("receipt", "memory")
    return get_object_or_404(found, pk=item)


def _view(do: Callable[[ReceiptItem, Any], Outcome]) -> Callable[..., HttpResponse]:
    """POST /receipts/<id>/items/<id>/<verb>/"""

    @require_POST
    @signed_in
    def view(request: PersonRequest, pk: UUID, item: UUID) -> HttpResponse:
        found = _item(request, pk, item)
        done = do(found, {"by": actor(request), "now": timezone.now()})
        return answer(request, done, then=reverse("review:receipt", args=[pk]))

    return view


def _memory(item: ReceiptItem) -> Memory:
    assert item.memory
    return item.memory


wrong = _view(lambda item, how: actions.expire(_memory(item).pk, reason=_("You said it was wrong."), **how))
pin_item = _view(lambda item, how: actions.pin(_memory(item).pk, **how))
never_for_agent = _view(lambda item, how: actions.mute(_memory(item).pk, agent=item.receipt.agent_id, **how))
not_for_task = _view(lambda item, how: actions.mute(_memory(item).pk, task=_task(item.receipt), **how))


def _task(receipt: Receipt) -> str:
    """The task or the skill of the request. Without either there is nothing to mute it for, and mute says so."""
    return receipt.task_type or receipt.skill


@require_POST
@signed_in
def undo_run(request: PersonRequest, pk: UUID) -> HttpResponse:
    """Take back what the agent changed in this run, the newest first; what changed since stays."""
    found = _mine(request, pk)
    by, now = actor(request), timezone.now()
    done = [actions.undo(version, by=by, now=now) for version in versions_written_by_run(found)]
    if not done:
        nothing = notices.notice(_("This run changed nothing that could be taken back."), warning=True)
        return notices.answer_with(request, nothing, then=reverse("review:receipt", args=[pk]))
    mark_undone(found, now=now)
    return answer_many(request, done, done=_("as before this run."), then=reverse("review:receipt", args=[pk]))
