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
from memoryweb.memories.actions.proposals import others_to_choose
from memoryweb.memories.models import Conflict, Proposal, Refusal
from memoryweb.recall import receipts
from memoryweb.review import cards, paging, questions
from memoryweb.review.http import PersonRequest, get_own_or_404, signed_in
from memoryweb.review.notices import actor, answer, answer_many

NO_VERSION = "none"  # a yes that names no version is never the one that was shown
AT_ONCE = 50  # questions on one page; the next ones appear as these are answered


@require_GET
@signed_in
def review(request: PersonRequest) -> HttpResponse:
    waiting = Proposal.objects.of(request.user).open().select_related("memory", "agent")
    rows = waiting.order_by("created_at", "id")[:AT_ONCE]
    question_cards = questions.question_cards(rows)
    today = timezone.now().date()  # the clock counts UTC days
    conflicts = Conflict.objects.of(request.user).waiting(today)
    return render(
        request,
        "review/review.html",
        {
            "questions": question_cards,
            "new": [
                card for card in question_cards if card.proposal.kind == Proposal.Kind.REMEMBER and not card.is_choice
            ],
            "unasked": questions.unasked(request.user, now=timezone.now()),
            "conflicts": cards.conflict_cards(
                conflicts.prefetch_related("members__memory").order_by("created_at", "pk")[:AT_ONCE]
            ),
            "last_night": forecast.activity_since(request.user, timezone.now() - timedelta(days=1)),
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
    """Say yes to the question as the page showed it: its version comes with the button."""
    proposal = get_own_or_404(request, Proposal, pk)
    version = request.POST.get("version") or NO_VERSION
    outcome = actions.accept(proposal.pk, by=actor(request), now=timezone.now(), version=version)
    return answer(request, outcome, then=reverse("review:review"))


@require_POST
@signed_in
def reject(request: PersonRequest, pk: UUID) -> HttpResponse:
    proposal = get_own_or_404(request, Proposal, pk)
    outcome = actions.reject(proposal.pk, by=actor(request), now=timezone.now())
    return answer(request, outcome, then=reverse("review:review"))


@require_POST
@signed_in
def reject_all(request: PersonRequest, pk: UUID) -> HttpResponse:
    """Say no to every value of a choice."""
    proposal = get_own_or_404(request, Proposal, pk)
    by, now = actor(request), timezone.now()
    asked = [proposal, *others_to_choose(proposal)]
    outcomes = [actions.reject(each.pk, by=by, now=now) for each in asked]
    return answer_many(request, outcomes, done=_("not remembered."), then=reverse("review:review"))


@require_POST
@signed_in
def only_this_time(request: PersonRequest, pk: UUID) -> HttpResponse:
    proposal = get_own_or_404(request, Proposal, pk)
    version = request.POST.get("version") or NO_VERSION
    outcome = actions.only_this_time(
        proposal.memory_id, by=actor(request), now=timezone.now(), question=proposal.pk, version=version
    )
    return answer(request, outcome, then=reverse("review:review"))


@require_POST
@signed_in
def accept_all(request: PersonRequest) -> HttpResponse:
    """Accept exactly the questions the page showed, as it showed them: "id:version" each.

    Only questions whether to remember something: yes to any other kind does something else.
    """
    versions = dict(shown.partition(":")[::2] for shown in request.POST.getlist("proposal"))
    ids = paging.parse_ids(list(versions))
    proposals = Proposal.objects.of(request.user).open().filter(pk__in=ids, kind=Proposal.Kind.REMEMBER)
    by, now = actor(request), timezone.now()
    outcomes = [
        actions.accept(proposal.pk, by=by, now=now, version=versions.get(str(proposal.pk)) or NO_VERSION)
        for proposal in proposals.order_by("created_at")
    ]
    if not outcomes:
        return redirect("review:review")
    return answer_many(request, outcomes, done=_("saved."), then=reverse("review:review"))
