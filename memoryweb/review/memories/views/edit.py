"""Editing a memory from the version that the page showed."""

from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from memoryweb.memories import actions
from memoryweb.memories.actions import Edit, proposals, rivals
from memoryweb.memories.disclosure import additions, whole_words
from memoryweb.memories.models import Memory, Status, history_model
from memoryweb.review import notices
from memoryweb.review.http import NO_VERSION, PersonRequest, get_own_or_404, signed_in
from memoryweb.review.memories.forms.edit import EditForm
from memoryweb.review.notices import actor

NOT_IN_THE_FORM = ("key", "said_category")


@signed_in
def edit(request: PersonRequest, pk: UUID) -> HttpResponse:
    memory = get_own_or_404(request, Memory, pk)
    if request.method != "POST":
        return _show(request, memory)
    since = _posted_version(request)
    form = _posted_form(request, memory, since)
    if not form.touched and memory.status != Status.CANDIDATE:
        notices.queue_notice(request, _("Nothing was changed."))
        return redirect(notices.back(request, _page_of(memory)))
    if not form.is_valid():
        return _render(request, {"form": form, "memory": memory}, status=422)
    try:
        outcome = actions.edit(
            memory.pk, form.edit(), by=actor(request), now=timezone.now(), since=since, shown=_shown(request)
        )
    except actions.Invalid as error:
        form.add_error(error.field if error.field in form.fields else None, error.reason)
        return _render(request, {"form": form, "memory": memory}, status=422)
    except actions.Stale as stale:
        return _come_back(request, form, stale.memory)
    notices.queue_notice(request, _(outcome.reason), undo=outcome.act)
    return redirect(notices.back(request, _page_of(outcome.memory or memory)))


def _show(request: PersonRequest, memory: Memory) -> HttpResponse:
    if memory.status == Status.SUPERSEDED:  # its page leads to the one that replaced it
        return redirect("review:memory", memory.pk)
    shown = Edit.from_row(memory)
    form = EditForm(memory=memory, shown=shown, version=actions.newest_version(memory.pk), person=request.user)
    return _render(request, {"form": form, "memory": memory})


def _render(request: PersonRequest, context: dict[str, Any], *, status: int = 200) -> HttpResponse:
    """Show the form, with where the person came from if it was not the memory's page."""
    adds = [each for each in additions(context["memory"]) if each.column in NOT_IN_THE_FORM]
    more = {"came_from": notices.back(request, ""), "adds": adds, "goes": _gives_way(context["memory"])}
    more["shown"] = proposals.memory_version(context["memory"])
    return render(request, "memories/edit.html", context | more, status=status)


def _gives_way(memory: Memory) -> list[str]:
    """Return the memories replaced by saving a suggestion, which is a yes to its question."""
    if memory.status != Status.CANDIDATE:
        return []
    return [whole_words(each) for each in rivals.ended_by_yes(memory).all]


def _page_of(memory: Memory) -> str:
    return reverse("review:memory", args=[memory.pk])


def _shown(request: PersonRequest) -> str:
    """Return the suggestion's version shown in the form: saving accepts it and ends its rivals."""
    return request.POST.get("shown") or NO_VERSION


def _posted_version(request: PersonRequest) -> int:
    text = request.POST.get("version", "")
    return int(text) if text.isdecimal() and len(text) < 19 else 0


def _posted_form(request: PersonRequest, memory: Memory, since: int) -> EditForm:
    """Return the form compared with the version it showed, or with the memory if that version was erased."""
    version: Any = history_model().objects.filter(id=memory.pk, history_id=since).exclude(label="").first()
    shown = Edit.from_row(version or memory)
    return EditForm(request.POST, memory=memory, shown=shown, version=since, person=request.user)


def _come_back(request: PersonRequest, form: EditForm, memory: Memory) -> HttpResponse:
    """Show the form again for what the memory, or the one that replaced it, says by now."""
    latest = memory
    while latest.status == Status.SUPERSEDED and latest.superseded_by:
        latest = latest.superseded_by
    context = {
        "form": form.onto(latest, actions.newest_version(latest.pk)),
        "memory": latest,
        "replaced": memory if latest.pk != memory.pk else None,
        "stale": True,
    }
    return _render(request, context, status=422)
