"""What a person decides about how long a memory stays: one view per button."""

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
from memoryweb.memories.models import Memory
from memoryweb.review import notices, paging
from memoryweb.review.http import NO_VERSION, PersonRequest, get_own_or_404, shown_version, signed_in
from memoryweb.review.memories.forms.memory import ReasonForm
from memoryweb.review.memories.views.memories import shown_memories, ticked_memories
from memoryweb.review.notices import actor, answer, answer_many


def _view(action: Callable[..., Outcome], *, is_yes: bool = False) -> Callable[..., HttpResponse]:
    """Build the view of POST /memories/<id>/<action>/. A yes to the memory's words carries their version."""

    @require_POST
    @signed_in
    def view(request: PersonRequest, pk: UUID) -> HttpResponse:
        memory = get_own_or_404(request, Memory, pk)
        shown = {"version": shown_version(request)} if is_yes else {}
        outcome = action(memory.pk, by=actor(request), now=timezone.now(), **shown)
        return answer(request, outcome, then=reverse("review:memory", args=[pk]))

    return view


pin = _view(actions.pin, is_yes=True)
unpin = _view(actions.unpin)
keep = _view(actions.keep)
let_age = _view(actions.let_age)
complete = _view(actions.complete)
boost = _view(actions.boost)
promote = _view(actions.promote, is_yes=True)
restore_ended = _view(actions.restore_ended, is_yes=True)
still_true = _view(actions.still_true, is_yes=True)


@require_POST
@signed_in
def unmute(request: PersonRequest, pk: UUID) -> HttpResponse:
    """Unmute the memory for an agent or a task."""
    memory = get_own_or_404(request, Memory, pk)
    agent, task = paging.parse_id(request.POST.get("agent", "")), request.POST.get("task", "")
    if agent not in memory.muted_agents and task not in memory.muted_tasks:
        notice = notices.notice(_("It was given there already."), warning=True)
        return notices.answer_with(request, notice, then=reverse("review:memory", args=[pk]))
    outcome = actions.unmute(memory.pk, agent=agent, task=task, by=actor(request), now=timezone.now())
    return answer(request, outcome, then=reverse("review:memory", args=[pk]))


@require_POST
@signed_in
def file_under(request: PersonRequest, pk: UUID) -> HttpResponse:
    """Let every agent find the memory under a category that one of them said it under."""
    memory = get_own_or_404(request, Memory, pk)
    page, category = reverse("review:memory", args=[pk]), request.POST.get("category", "")
    try:
        outcome = actions.file_under(memory.pk, category, by=actor(request), now=timezone.now())
    except actions.Invalid:
        return notices.answer_with(
            request, notices.notice(_("No agent said it under this category."), warning=True), then=page
        )
    return answer(request, outcome, then=page)


@require_POST
@signed_in
def archive(request: PersonRequest, pk: UUID) -> HttpResponse:
    memory = get_own_or_404(request, Memory, pk)
    form = ReasonForm(request.POST, person=request.user)
    if not form.is_valid():
        return render(request, "memories/expire.html", {"memory": memory, "form": form}, status=422)
    reason = form.cleaned_data["reason"]
    outcome = actions.archive(memory.pk, by=actor(request), now=timezone.now(), reason=reason)
    return answer(request, outcome, then=reverse("review:memory", args=[pk]))


@require_POST
@signed_in
def still_true_many(request: PersonRequest) -> HttpResponse:
    """Confirm memories as still true, as the page showed them, so that their clocks restart."""
    ids = list(ticked_memories(request).values_list("pk", flat=True))
    by, now, versions = actor(request), timezone.now(), shown_memories(request)
    outcomes = [actions.still_true(pk, by=by, now=now, version=versions[pk] or NO_VERSION) for pk in ids]
    if not outcomes:
        told = notices.notice(_("Nothing is fading any more."), warning=True)
        return notices.answer_with(request, told, then=reverse("review:review"))
    return answer_many(request, outcomes, done=_("marked as still true."), then=reverse("review:review"))
