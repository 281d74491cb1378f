"""Review: the questions that wait, and the person's answers."""

from datetime import timedelta
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from memoryweb.memories import actions, forecast
from memoryweb.memories.models import Conflict, Proposal, Refusal
from memoryweb.recall import receipts
from memoryweb.review import cards, paging
from memoryweb.review.http import PersonRequest, get_own_or_404, signed_in
from memoryweb.review.notices import actor, answer, answer_many

AT_ONCE = 50  # questions on one page; the next ones appear as these are answered


@require_GET
@signed_in
def review(request: PersonRequest) -> HttpResponse:
    waiting = Proposal.objects.of(request.user).open().select_related("memory", "agent")
    questions = list(waiting.prefetch_related("memory__evidence").order_by("created_at", "id")[:AT_ONCE])
    today = timezone.now().date()  # the clock counts UTC days
    conflicts = Conflict.objects.of(request.user).waiting(today)
    return render(
        request,
        "review/review.html",
        {
            "proposals": questions,
            "new": [question for question in questions if question.kind == Proposal.Kind.REMEMBER],
            "conflicts": cards.conflict_cards(
                conflicts.prefetch_related("members__memory").order_by("created_at", "pk")[:AT_ONCE]
            ),
            "put_off": Conflict.objects.of(request.user).open().filter(later_until__gt=today).count(),
            "overflow": receipts.must_haves_left_out(request.user, timezone.now() - timedelta(days=1)),
            "fading": forecast.fading(request.user, today, request.memory_settings),
            "still_true": forecast.still_true(request.user, today, request.memory_settings),
            "refusals": Refusal.objects.filter(person=request.user, day=timezone.localdate()).order_by("category"),
        },
    )


@require_POST
@signed_in
def accept(request: PersonRequest, pk: UUID) -> HttpResponse:
    proposal = get_own_or_404(request, Proposal, pk)
    outcome = actions.accept(proposal.pk, by=actor(request), now=timezone.now())
    return answer(request, outcome, then=reverse("review:review"))


@require_POST
@signed_in
def reject(request: PersonRequest, pk: UUID) -> HttpResponse:
    proposal = get_own_or_404(request, Proposal, pk)
    outcome = actions.reject(proposal.pk, by=actor(request), now=timezone.now())
    return answer(request, outcome, then=reverse("review:review"))


@require_POST
@signed_in
def only_this_time(request: PersonRequest, pk: UUID) -> HttpResponse:
    proposal = get_own_or_404(request, Proposal, pk)
    outcome = actions.only_this_time(proposal.memory_id, by=actor(request), now=timezone.now())
    return answer(request, outcome, then=reverse("review:review"))


@require_POST
@signed_in
def accept_all(request: PersonRequest) -> HttpResponse:
    """Accept exactly the questions the page showed, so that none that arrived since is accepted unread.

    Only questions whether to remember something: yes to any other kind does something else.
    """
    ids = paging.parse_ids(request.POST.getlist("proposal"))
    proposals = Proposal.objects.of(request.user).open().filter(pk__in=ids, kind=Proposal.Kind.REMEMBER)
    by, now = actor(request), timezone.now()
    outcomes = [actions.accept(proposal.pk, by=by, now=now) for proposal in proposals.order_by("created_at")]
    if not outcomes:
        return redirect("review:review")
    return answer_many(request, outcomes, done=_("saved."), then=reverse("review:review"))
