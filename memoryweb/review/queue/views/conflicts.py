"""Conflicts: the person says which memory is right, or that both are, that one was temporary, or to ask later."""

from collections.abc import Callable
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from memoryweb.memories import actions
from memoryweb.memories.actions import Outcome
from memoryweb.memories.actions.proposals import STALE
from memoryweb.memories.models import Conflict
from memoryweb.review import notices
from memoryweb.review.http import PersonRequest, get_own_or_404, shown_version, signed_in
from memoryweb.review.notices import actor, answer
from memoryweb.review.queue import cards
from memoryweb.review.queue.forms import ConditionsForm


def _chosen_member(request: PersonRequest, conflict: Conflict) -> UUID | None:
    """Return the chosen memory's id, if in this conflict."""
    chosen = request.POST.get("memory", "")
    return next((pk for pk in conflict.members.values_list("memory_id", flat=True) if str(pk) == chosen), None)


def _view_of_choice(action: Callable[..., Outcome]) -> Callable[..., HttpResponse]:
    """Build the view of POST /conflicts/<id>/<answer>/, which names one memory of the conflict."""

    @require_POST
    @signed_in
    def view(request: PersonRequest, pk: UUID) -> HttpResponse:
        conflict = get_own_or_404(request, Conflict, pk)
        if side := _chosen_member(request, conflict):
            version = shown_version(request)
            outcome = action(conflict.pk, side, by=actor(request), now=timezone.now(), version=version)
            return answer(request, outcome, then=reverse("review:review"))
        notice = notices.notice(_("Choose one of the memories."), warning=True)
        return notices.answer_with(request, notice, then=reverse("review:review"))

    return view


keep_one = _view_of_choice(actions.keep_one)
was_temporary = _view_of_choice(actions.was_temporary)


@signed_in
def keep_both(request: PersonRequest, pk: UUID) -> HttpResponse:
    """Ask for both conditions on a page of its own, because the queue redraws itself and would lose typed text."""
    conflict = get_own_or_404(request, Conflict, pk)
    form = _conditions_form(request, conflict)
    if request.method != "POST" or not form.is_valid():
        return _ask_conditions(request, conflict, form, status=422 if form.is_bound else 200)
    try:
        outcome = actions.keep_both(
            conflict.pk, form.conditions(), by=actor(request), now=timezone.now(), version=shown_version(request)
        )
    except actions.Invalid as error:
        form.add_error(None, _(error.reason))
        return _ask_conditions(request, conflict, form, status=422)
    if outcome.reason != STALE:
        return answer(request, outcome, then=reverse("review:review"))
    form = _conditions_form(request, get_own_or_404(request, Conflict, pk))  # for the sides as they are now
    form.full_clean()
    form.add_error(None, _(STALE))
    return _ask_conditions(request, conflict, form, status=422)


def _conditions_form(request: PersonRequest, conflict: Conflict) -> ConditionsForm:
    card = cards.conflict_card(conflict)
    return ConditionsForm(request.POST or None, sides=card.sides, person=request.user)


def _ask_conditions(request: PersonRequest, conflict: Conflict, form: ConditionsForm, *, status: int) -> HttpResponse:
    """Show the sides with all their words, and the conditions' form."""
    card = cards.ConflictCard(conflict, form.sides, [])
    return render(request, "queue/keep_both.html", {"form": form, "conflict": conflict, "card": card}, status=status)


@require_POST
@signed_in
def later(request: PersonRequest, pk: UUID) -> HttpResponse:
    conflict, version = get_own_or_404(request, Conflict, pk), shown_version(request)
    outcome = actions.later(conflict.pk, by=actor(request), now=timezone.now(), version=version)
    return answer(request, outcome, then=reverse("review:review"))
