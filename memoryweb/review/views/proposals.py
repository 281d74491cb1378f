"""Review: the questions agents ask, and the person's answers."""

from datetime import timedelta
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from memoryweb.memories import actions, forecast
from memoryweb.memories.models import Conflict, Proposal, Refusal
from memoryweb.recall import receipts
from memoryweb.review import conflict_card
from memoryweb.review.http import PersonRequest, signed_in
from memoryweb.review.notices import actor, answer, answer_many

AT_ONCE = 50  # questions on one page; the rest follow as these are answered


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
            "new": [each for each in questions if each.kind == Proposal.Kind.REMEMBER],
            "conflicts": conflict_card.cards(
                conflicts.prefetch_related("members__memory").order_by("created_at", "pk")[:AT_ONCE]
            ),
            "put_off": Conflict.objects.of(request.user).open().filter(later_until__gt=today).count(),
            "overflow": receipts.must_haves_left_out(request.user, timezone.now() - timedelta(days=1)),
            "fading": forecast.fading(request.user, today, request.memory_settings),
            "still_true": forecast.still_true(request.user, today, request.memory_settings),
            "refusals": Refusal.objects.filter(person=request.user, day=timezone.localdate()).order_by("category"),
        },
    )


def _mine(request: PersonRequest, pk: UUID) -> Proposal:
    return get_object_or_404(Proposal.objects.of(request.user), pk=pk)


@require_POST
@signed_in
def accept(request: PersonRequest, pk: UUID) -> HttpResponse:
    asked = _mine(request, pk)
    done = actions.accept(asked.pk, by=actor(request), now=timezone.now())
    return answer(request, done, then=reverse("review:review"))


@require_POST
@signed_in
def reject(request: PersonRequest, pk: UUID) -> HttpResponse:
    asked = _mine(request, pk)
    done = actions.reject(asked.pk, by=actor(request), now=timezone.now())
    return answer(request, done, then=reverse("review:review"))


@require_POST
@signed_in
def only_this_time(request: PersonRequest, pk: UUID) -> HttpResponse:
    asked = _mine(request, pk)
    done = actions.only_this_time(asked.memory_id, by=actor(request), now=timezone.now())
    return answer(request, done, then=reverse("review:review"))


@require_POST
@signed_in
def accept_all(request: PersonRequest) -> HttpResponse:
    """Exactly the questions that were on the page, one that arrived since is not answered unseen; and only whether
    to remember: a yes to any other question does something else."""
    seen = [pk for pk in request.POST.getlist("proposal") if _is_id(pk)]
    asked = Proposal.objects.of(request.user).open().filter(pk__in=seen, kind=Proposal.Kind.REMEMBER)
    done = [actions.accept(each.pk, by=actor(request), now=timezone.now()) for each in asked.order_by("created_at")]
    if not done:
        return redirect("review:review")
    return answer_many(request, done, done=_("remembered."), then=reverse("review:review"))


def _is_id(text: str) -> bool:
    try:
        UUID(text)
    except ValueError:
        return False
    return True
