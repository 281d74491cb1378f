"""One memory: what it says, why, its whole past, who was given it."""

from typing import Any
from uuid import UUID

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from memoryweb.agents.models import Agent
from memoryweb.learning import ledger
from memoryweb.memories import actions, erasure, history
from memoryweb.memories.models import Conflict, Memory, Proposal, Status, Use
from memoryweb.review import clock, conflict_card, forms, kind, notices, progress
from memoryweb.review.http import PersonRequest, signed_in
from memoryweb.review.notices import actor, answer
from memoryweb.rules import fields


def mine(request: PersonRequest, pk: UUID) -> Memory:
    """A stranger meets 404, the same as for an id that never was."""
    return get_object_or_404(Memory.objects.of(request.user).select_related("superseded_by"), pk=pk)


@signed_in
def memory(request: PersonRequest, pk: UUID) -> HttpResponse:
    found = mine(request, pk)
    evidence = list(found.evidence.select_related("agent"))
    questions = list(found.proposals.select_related("agent").order_by("created_at", "pk"))
    waiting = [each for each in questions if each.status == Proposal.Status.OPEN]
    decided, today = request.memory_settings, timezone.now().date()
    waits = found.status == Status.CANDIDATE and any(each.kind == Proposal.Kind.REMEMBER for each in waiting)
    return render(
        request,
        "review/memory.html",
        {
            "memory": found,
            "evidence": evidence,
            "clock": clock.build_clock(found, history.versions(found), today, decided, waits=waits),
            "kind_reason": kind.why(found, evidence[-1].quote if evidence else ""),
            "progress": progress.of(found, questions, decided),
            "ledger": ledger.ledger_page(found),
            "mutes": _mutes(found),
            "conflict": _conflict(found),
            "timeline": history.timeline(found),
            "replaced": Memory.objects.of(request.user).filter(superseded_by=found).order_by("-changed_at"),
            "uses": Use.objects.filter(memory=found).select_related("agent").order_by("-last_at"),
            "proposal": waiting[0] if waiting else None,
        },
    )


def _mutes(memory: Memory) -> list[tuple[str, str, str]]:
    """The agents and tasks a memory is muted for, as (form field, its value, what a person calls it)."""
    agents = Agent.objects.filter(pk__in=memory.muted_agents).values_list("pk", "name")
    tasks = [("task", task, task.replace("_", " ")) for task in memory.muted_tasks]
    return [("agent", str(pk), name) for pk, name in agents] + tasks


def _conflict(found: Memory) -> conflict_card.Card | None:
    if not found.contested:
        return None
    opened = Conflict.objects.of(found.person_id).open().filter(members__memory=found)
    return next(iter(conflict_card.cards(opened.prefetch_related("members__memory"))), None)


@signed_in
def edit(request: PersonRequest, pk: UUID) -> HttpResponse:
    found = mine(request, pk)
    field = fields.fields_by_key().get(found.key)
    form = forms.MemoryForm(
        request.POST or None,
        field=field,
        person=request.user,
        initial=forms.MemoryForm.initial_of(found, _offered(request, found)),
    )
    if request.method != "POST":
        return render(request, "review/edit.html", {"form": form, "memory": found})
    if not form.is_valid():
        return render(request, "review/edit.html", {"form": form, "memory": found}, status=422)
    try:
        done = actions.edit(found.pk, form.edit(found), by=actor(request), now=timezone.now())
    except actions.Invalid as error:
        form.add_error(error.field if error.field in form.fields else None, error.reason)
        return render(request, "review/edit.html", {"form": form, "memory": found}, status=422)
    notices.leave(request, _(done.reason), undo=[done.version] if done.version else [])
    return redirect("review:memory", done.memory.pk if done.memory else found.pk)


def _offered(request: PersonRequest, found: Memory) -> dict[str, Any]:
    """What an open update question would change, when the person came from it to edit first."""
    asked = found.proposals.open().filter(kind=Proposal.Kind.UPDATE).first() if "offered" in request.GET else None
    return asked.change if asked else {}


def _page(pk: UUID) -> str:
    return reverse("review:memory", args=[pk])


@require_POST
@signed_in
def confirm(request: PersonRequest, pk: UUID) -> HttpResponse:
    found = mine(request, pk)
    return answer(request, actions.confirm(found.pk, by=actor(request), now=timezone.now()), then=_page(pk))


@require_POST
@signed_in
def decline(request: PersonRequest, pk: UUID) -> HttpResponse:
    found = mine(request, pk)
    return answer(request, actions.decline(found.pk, by=actor(request), now=timezone.now()), then=_page(pk))


@require_POST
@signed_in
def expire(request: PersonRequest, pk: UUID) -> HttpResponse:
    found = mine(request, pk)
    form = forms.ReasonForm(request.POST, person=request.user)
    if not form.is_valid():
        return render(request, "review/expire.html", {"memory": found, "form": form}, status=422)
    reason = form.cleaned_data["reason"]
    return answer(
        request, actions.expire(found.pk, by=actor(request), now=timezone.now(), reason=reason), then=_page(pk)
    )


@require_POST
@signed_in
def restore(request: PersonRequest, pk: UUID, version: int) -> HttpResponse:
    found = mine(request, pk)
    try:
        done = actions.restore(version, by=actor(request), now=timezone.now())
    except Memory.DoesNotExist:
        raise Http404 from None
    return answer(request, done, then=_page(done.memory.pk if done.memory else found.pk))


@signed_in
def erase(request: PersonRequest, pk: UUID) -> HttpResponse:
    found = mine(request, pk)
    if request.method != "POST":
        action = reverse("review:erase", args=[pk])
        return render(request, "review/erase.html", {"memories": [found], "action": action})
    receipt = erasure.erase(found.pk, by=actor(request), now=timezone.now())
    return redirect("review:erasure", receipt.pk)
