"""One memory: what it says, why it is remembered, its history, which agents got it, and the actions on it."""

from typing import Any
from uuid import UUID

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST

from memoryweb.agents.models import Agent
from memoryweb.communities.membership import memberships_of
from memoryweb.learning.feedback import ledger
from memoryweb.memories import actions
from memoryweb.memories.actions import rivals
from memoryweb.memories.erasing import erasure
from memoryweb.memories.history import history
from memoryweb.memories.models import Conflict, Memory, Proposal, Status
from memoryweb.review.communities import shared_pages
from memoryweb.review.http import PersonRequest, get_own_or_404, shown_version, signed_in
from memoryweb.review.memories import clock, memory_page
from memoryweb.review.memories.forms.memory import ReasonForm
from memoryweb.review.notices import actor, answer
from memoryweb.review.queue import cards, questions


@signed_in
def memory(request: PersonRequest, pk: UUID) -> HttpResponse:
    memory = get_own_or_404(request, Memory, pk, "superseded_by")
    rivals.read_ended([memory])
    return render(request, "memories/memory.html", {"memory": memory} | _context(request, memory))


def _context(request: PersonRequest, memory: Memory) -> dict[str, Any]:
    evidence = list(memory.evidence.select_related("agent")[: memory_page.EVIDENCE_SHOWN])
    asked = list(memory.proposals.select_related("agent").order_by("created_at", "pk"))
    waiting = [question for question in asked if question.status == Proposal.Status.OPEN]
    settings, now = request.memory_settings, timezone.now()
    is_asked = any(question.kind == Proposal.Kind.REMEMBER for question in waiting)
    waits = memory.status == Status.CANDIDATE and is_asked
    versions = history.chain_versions(memory)
    own_versions = [version for version in versions if version.id == memory.pk]
    shown_clock = clock.build_clock(memory, own_versions, now.date(), settings, waits=waits)
    card = next(iter(questions.question_cards(waiting[:1])), None)
    sayings = memory_page.sayings(evidence)
    memberships = list(memberships_of(request.user))
    quote = memory_page.says_more(sayings[0].quote, memory) if sayings else ""
    return {
        "sayings": sayings,
        "quote": quote,
        "details": memory_page.says_more(memory.own_details, memory, quote),
        "adds": memory_page.adds(memory),
        "said_under": memory_page.said_under(memory, evidence),
        "clock": shown_clock,
        "card": card,
        "verbs": memory_page.verbs(
            memory, card, shown_clock, timezone.localdate(now, settings.zone), can_share=bool(memberships)
        ),
        "goes": memory_page.goes(memory, card),
        "copies": shared_pages.copies(memory, memberships),
        "recipients": memory_page.recipients(memory, settings, now=now),
        "kind_reason": cards.kind_reason(memory, evidence[-1].quote if evidence else ""),
        "progress": cards.promotion_progress(memory, asked, settings),
        "ledger": ledger.ledger_page(memory),
        "mutes": _mutes(memory),
        "conflict": _conflict(memory),
        "history": memory_page.past(versions, memory, whole=request.GET.get("history") == "all"),
        "replaced": Memory.objects.of(request.user).filter(superseded_by=memory).order_by("-changed_at"),
    }


def _mutes(memory: Memory) -> list[tuple[str, str, str]]:
    """Return what the memory is muted for, as (form field, its value, its name for people)."""
    agents = Agent.objects.filter(pk__in=memory.muted_agents).values_list("pk", "name")
    tasks = [("task", task, task.replace("_", " ")) for task in memory.muted_tasks]
    return [("agent", str(pk), name) for pk, name in agents] + tasks


def _conflict(memory: Memory) -> cards.ConflictCard | None:
    if not memory.contested:
        return None
    conflicts = Conflict.objects.of(memory.person_id).open().filter(members__memory=memory)
    return next(iter(cards.conflict_cards(conflicts.prefetch_related("members__memory__evidence__agent"))), None)


def _page_url(pk: UUID) -> str:
    return reverse("review:memory", args=[pk])


@require_POST
@signed_in
def confirm(request: PersonRequest, pk: UUID) -> HttpResponse:
    memory = get_own_or_404(request, Memory, pk)
    outcome = actions.confirm(memory.pk, by=actor(request), now=timezone.now(), version=shown_version(request))
    return answer(request, outcome, then=_page_url(pk))


@require_POST
@signed_in
def use_today(request: PersonRequest, pk: UUID) -> HttpResponse:
    """Use what an agent noted for today until the day ends."""
    memory = get_own_or_404(request, Memory, pk)
    version = shown_version(request)
    outcome = actions.only_this_time(memory.pk, by=actor(request), now=timezone.now(), version=version)
    return answer(request, outcome, then=_page_url(pk))


@require_POST
@signed_in
def decline(request: PersonRequest, pk: UUID) -> HttpResponse:
    memory = get_own_or_404(request, Memory, pk)
    return answer(request, actions.decline(memory.pk, by=actor(request), now=timezone.now()), then=_page_url(pk))


@require_POST
@signed_in
def expire(request: PersonRequest, pk: UUID) -> HttpResponse:
    memory = get_own_or_404(request, Memory, pk)
    form = ReasonForm(request.POST, person=request.user)
    if not form.is_valid():
        return render(request, "memories/expire.html", {"memory": memory, "form": form}, status=422)
    reason = form.cleaned_data["reason"]
    return answer(
        request, actions.expire(memory.pk, by=actor(request), now=timezone.now(), reason=reason), then=_page_url(pk)
    )


@require_POST
@signed_in
def restore(request: PersonRequest, pk: UUID, version: int) -> HttpResponse:
    memory = get_own_or_404(request, Memory, pk)
    try:
        outcome = actions.restore(version, by=actor(request), now=timezone.now(), shown=shown_version(request))
    except Memory.DoesNotExist:
        raise Http404 from None
    return answer(request, outcome, then=_page_url(outcome.memory.pk if outcome.memory else memory.pk))


@signed_in
def erase(request: PersonRequest, pk: UUID) -> HttpResponse:
    memory = get_own_or_404(request, Memory, pk)
    if request.method != "POST":
        action = reverse("review:erase", args=[pk])
        return render(request, "memories/erase.html", {"memories": [memory], "action": action})
    receipt = erasure.erase(memory.pk, by=actor(request), now=timezone.now())
    return redirect("review:erasure", receipt.pk)
