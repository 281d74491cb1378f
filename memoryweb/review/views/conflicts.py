"""Conflicts: the person says which one is right, or both, or neither for long, or not now."""

from collections.abc import Callable
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from memoryweb.memories import actions
from memoryweb.memories.actions import Outcome
from memoryweb.memories.models import Conflict
from memoryweb.review import conditions, conflict_card, notices
from memoryweb.review.http import PersonRequest, signed_in
from memoryweb.review.notices import actor


def _mine(request: PersonRequest, pk: UUID) -> Conflict:
    return get_object_or_404(Conflict.objects.of(request.user), pk=pk)


def _member(request: PersonRequest, conflict: Conflict) -> UUID | None:
    """The side that was chosen, if it is one of this conflict's."""
    sent = request.POST.get("memory", "")
    return next((pk for pk in conflict.members.values_list("memory_id", flat=True) if str(pk) == sent), None)


def _answer(request: PersonRequest, done: Outcome) -> HttpResponse:
    """As after every verb; Undo opens the conflict again, whatever it changed."""
    said = notices.notice(
        _(done.reason), reopen=str(done.conflict_id or ""), undo=[done.version] if done.version else [],
        warning=done.name in notices.NOTHING_DONE,
    )  # fmt: skip
    return notices.answer_with(request, said, then=reverse("review:review"))


def _of_a_side(do: Callable[..., Outcome]) -> Callable[..., HttpResponse]:
    """POST /conflicts/<id>/<answer>/ with the memory it is about."""

    @require_POST
    @signed_in
    def view(request: PersonRequest, pk: UUID) -> HttpResponse:
        conflict = _mine(request, pk)
        if side := _member(request, conflict):
            return _answer(request, do(conflict.pk, side, by=actor(request), now=timezone.now()))
        choose = notices.notice(_("Choose which of them you mean."), warning=True)
        return notices.answer_with(request, choose, then=reverse("review:review"))

    return view


keep_one = _of_a_side(actions.keep_one)
was_temporary = _of_a_side(actions.was_temporary)


@signed_in
def keep_both(request: PersonRequest, pk: UUID) -> HttpResponse:
    """A page of its own, so that what is typed is not redrawn away by the queue."""
    conflict = _mine(request, pk)
    sides = conflict_card.of(conflict).sides
    form = conditions.ConditionsForm(request.POST or None, sides=sides, person=request.user)
    context = {"form": form, "conflict": conflict}
    if request.method != "POST":
        return render(request, "review/keep_both.html", context)
    if not form.is_valid():
        return render(request, "review/keep_both.html", context, status=422)
    try:
        done = actions.keep_both(conflict.pk, form.conditions(), by=actor(request), now=timezone.now())
    except actions.Invalid as error:
        form.add_error(None, _(error.reason))
        return render(request, "review/keep_both.html", context, status=422)
    return _answer(request, done)


@require_POST
@signed_in
def later(request: PersonRequest, pk: UUID) -> HttpResponse:
    return _answer(request, actions.later(_mine(request, pk).pk, by=actor(request), now=timezone.now()))


@require_POST
@signed_in
def reopen(request: PersonRequest, pk: UUID) -> HttpResponse:
    done = actions.reopen(_mine(request, pk).pk, by=actor(request), now=timezone.now())
    if request.htmx:
        return _answer(request, done)
    notices.leave(request, _(done.reason), warning=done.name in notices.NOTHING_DONE)
    return redirect("review:review")
