"""Receipts of agents' reads, with given and omitted memories, and the person's answers."""

from collections.abc import Callable, Iterable
from datetime import timedelta
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
from memoryweb.communities.models import SharedMute
from memoryweb.learning.models import Feedback
from memoryweb.memories import actions
from memoryweb.memories.actions import Outcome
from memoryweb.memories.acts import recording, undo
from memoryweb.memories.models import Memory
from memoryweb.recall import prompt_block, wanted_cases
from memoryweb.recall.models import Receipt, ReceiptItem
from memoryweb.review.history import feed, receipt_text
from memoryweb.review.http import PersonRequest, get_own_or_404, shown_version, signed_in
from memoryweb.review.notices import NOTHING_DONE, actor, answer, answer_undo


@require_GET
@signed_in
def receipts(request: PersonRequest) -> HttpResponse:
    """Show by day what agents saw: of everyone or one agent, with any memory or one, on every day or one."""
    filters = feed.Filters.from_query(request.GET)
    memory = Memory.objects.of(request.user).filter(pk=filters.memory).first() if filters.memory else None
    agents = [(each, filters.url(agent=each.pk)) for each in Agent.objects.of(request.user).order_by("name")]
    shown = feed.feed(request.user, filters, now=timezone.now())
    today = timezone.localdate()
    context = {"today": today, "yesterday": today - timedelta(days=1), "agents": agents, "memory": memory}
    return render(request, "history/receipts.html", context | {"feed": shown, "filters": filters})


@require_GET
@signed_in
def receipt(request: PersonRequest, pk: UUID) -> HttpResponse:
    receipt = get_own_or_404(request, Receipt, pk, "agent__community")
    return render(request, "history/receipt.html", _receipt_context(receipt))


def _receipt_context(receipt: Receipt) -> dict[str, Any]:
    items = receipt.items.select_related("memory", "shared__community").annotate(
        is_muted=Exists(SharedMute.objects.filter(person=receipt.person_id, shared=OuterRef("shared")))
    )
    lines = receipt_text.item_lines(wanted_cases.with_cases(items), receipt)
    given = [line for line in lines if line.item.why and not line.item.left_out]
    is_incomplete = any(not line.item.line for line in given)
    return {
        "receipt": receipt,
        "receipt_url": reverse("review:receipt", args=[receipt.pk]),
        "read": receipt_text.reads([receipt])[0],
        "given": given,
        "scored": [("" if line.is_gone else line.name, line.item) for line in given],
        "far": [line for line in lines if line.item.left_out == ReceiptItem.LeftOut.FAR],
        "others": [line for line in lines if line.item.left_out not in ("", ReceiptItem.LeftOut.FAR)],
        "cut": None if receipt.cut is None else round(100 * receipt.cut),
        "cases": wanted_cases.balance(receipt.person_id) if receipt.cut is not None else 0,
        "is_block": receipt.operation in (Receipt.Operation.RECALL, Receipt.Operation.PREVIEW),
        "block_text": "" if is_incomplete else prompt_block.join_lines([line.item.line for line in given]),
        "see_now": _see_now(receipt),
        "acts": recording.undoable_of_run(receipt.agent_id, receipt.run, now=timezone.now()),
        "feedback": _feedback(receipt),
    }


def _see_now(receipt: Receipt) -> str:
    """Return the "See as agent" query for the same request; empty for a disconnected agent."""
    if not receipt.agent.is_usable(timezone.now()):
        return ""
    request = {"query": receipt.query, "task_type": receipt.task_type, "skill": receipt.skill}
    return urlencode({"agent": receipt.agent_id, **request, "project": receipt.project})


def _feedback(receipt: Receipt) -> Iterable[Feedback]:
    """Return the person's feedback on the run this receipt belongs to."""
    if not receipt.run:
        return ()
    return Feedback.objects.filter(agent=receipt.agent, run=receipt.run).order_by("at")


def _item_or_404(request: PersonRequest, pk: UUID, item: UUID) -> ReceiptItem:
    """Return the receipt's item, if its memory still exists. An erased one is as missing as one that never was."""
    receipt = get_own_or_404(request, Receipt, pk)
    return get_object_or_404(receipt.items.filter(memory__isnull=False).select_related("receipt", "memory"), pk=item)


def _view(action: Callable[[ReceiptItem, Any], Outcome], *, is_yes: bool = False) -> Callable[..., HttpResponse]:
    """Build the view of POST /receipts/<id>/items/<id>/<action>/. A yes carries the version of the memory."""

    @require_POST
    @signed_in
    def view(request: PersonRequest, pk: UUID, item: UUID) -> HttpResponse:
        row = _item_or_404(request, pk, item)
        shown = {"version": shown_version(request)} if is_yes else {}
        outcome = action(row, {"by": actor(request), "now": timezone.now(), **shown})
        return answer(request, outcome, then=reverse("review:receipt", args=[pk]))

    return view


def _memory(item: ReceiptItem) -> Memory:
    assert item.memory
    return item.memory


wrong = _view(lambda item, context: actions.expire(_memory(item).pk, reason=_("You said it was wrong."), **context))
pin_item = _view(lambda item, context: actions.pin(_memory(item).pk, **context), is_yes=True)
never_for_agent = _view(lambda item, context: actions.mute(_memory(item).pk, agent=item.receipt.agent_id, **context))


def _mute_for_task(item: ReceiptItem, context: Any) -> Outcome:
    """Mute the memory for the request's task; if it came for being likely to be needed, keep that it was not."""
    outcome = actions.mute(_memory(item).pk, task=_task(item.receipt), **context)
    if outcome.name not in NOTHING_DONE and not receipt_text.is_given_anyway(item, item.receipt.cut):
        wanted_cases.add(item, now=context["now"], is_wanted=False)
    return outcome


not_for_task = _view(_mute_for_task)


def _task(receipt: Receipt) -> str:
    """Return the request's task or skill; empty without either, and then `actions.mute` says why."""
    return receipt.task_type or receipt.skill


@require_POST
@signed_in
def undo_run(request: PersonRequest, pk: UUID) -> HttpResponse:
    """Undo this receipt's run of the agent; other runs stay."""
    receipt = get_own_or_404(request, Receipt, pk)
    outcome = undo.undo_run(receipt.agent_id, receipt.run, by=actor(request), now=timezone.now())
    return answer_undo(request, outcome, then=reverse("review:receipt", args=[pk]))
