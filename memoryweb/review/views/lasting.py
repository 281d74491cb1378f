"""The person's word on a memory's clock: each button is one verb."""

from collections.abc import Callable
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from memoryweb.memories import actions
from memoryweb.memories.actions import Outcome
from memoryweb.review import as_id, forms, notices
from memoryweb.review.http import PersonRequest, signed_in
from memoryweb.review.notices import actor, answer, answer_many
from memoryweb.review.views.memories import chosen
from memoryweb.review.views.memory import mine


def _view(do: Callable[..., Outcome]) -> Callable[..., HttpResponse]:
    """POST /memories/<id>/<verb>/: find within the person's own rows, do it, answer."""

    @require_POST
    @signed_in
    def view(request: PersonRequest, pk: UUID) -> HttpResponse:
        found = mine(request, pk)
        done = do(found.pk, by=actor(request), now=timezone.now())
        return answer(request, done, then=reverse("review:memory", args=[pk]))

    return view


pin = _view(actions.pin)
unpin = _view(actions.unpin)
keep = _view(actions.keep)
let_age = _view(actions.let_age)
still_true = _view(actions.still_true)
complete = _view(actions.complete)
boost = _view(actions.boost)
promote = _view(actions.promote)
restore_ended = _view(actions.restore_ended)


@require_POST
@signed_in
def unmute(request: PersonRequest, pk: UUID) -> HttpResponse:
    """Give it again to the agent, or for the task, that it was muted for."""
    found = mine(request, pk)
    agent, task = as_id.parse_id(request.POST.get("agent", "")), request.POST.get("task", "")
    if agent not in found.muted_agents and task not in found.muted_tasks:
        nothing = notices.notice(_("It was not muted there."), warning=True)
        return notices.answer_with(request, nothing, then=reverse("review:memory", args=[pk]))
    done = actions.unmute(found.pk, agent=agent, task=task, by=actor(request), now=timezone.now())
    return answer(request, done, then=reverse("review:memory", args=[pk]))


@require_POST
@signed_in
def archive(request: PersonRequest, pk: UUID) -> HttpResponse:
    found = mine(request, pk)
    form = forms.ReasonForm(request.POST, person=request.user)
    if not form.is_valid():
        return render(request, "review/expire.html", {"memory": found, "form": form}, status=422)
    reason = form.cleaned_data["reason"]
    done = actions.archive(found.pk, by=actor(request), now=timezone.now(), reason=reason)
    return answer(request, done, then=reverse("review:memory", args=[pk]))


@require_POST
@signed_in
def still_true_many(request: PersonRequest) -> HttpResponse:
    """Everything on the card "Fading soon" at once: its clocks start anew."""
    ids = list(chosen(request).values_list("pk", flat=True))
    done = [actions.still_true(pk, by=actor(request), now=timezone.now()) for pk in ids]
    if not done:
        notices.leave(request, _("There was nothing to say it of."), warning=True)
        return redirect("review:review")
    return answer_many(request, done, done=_("still true, from today."), then=reverse("review:review"))
