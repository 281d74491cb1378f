"""The moderation desk: look at what waits in a community, decide about one or several, take it back."""

from collections.abc import Iterable
from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_GET, require_POST
from django_htmx.http import replace_url

from memoryweb.communities import decisions
from memoryweb.communities.models import Decision, SharedMemory, State
from memoryweb.communities.sharing import NotPossible
from memoryweb.people.models import Community
from memoryweb.review import notices, paging
from memoryweb.review.communities import desk_page
from memoryweb.review.communities.desk_page import DeskPage, moderated_or_404
from memoryweb.review.communities.forms.decision import DecisionForm, SelectionForm
from memoryweb.review.http import PersonRequest, signed_in
from memoryweb.review.notices import HAS_DETAILS, notice
from memoryweb.rules import moderation
from memoryweb.rules.moderation import Verb

DONE = {
    Verb.APPROVE: gettext_lazy("Approved. Members and their agents get it now."),
    Verb.EDIT: gettext_lazy("Saved and approved. Members and their agents get it in these words."),
    Verb.SEND_BACK: gettext_lazy("Sent back. Its author can change it and share it again."),
    Verb.HIDE: gettext_lazy("Hidden. No agent gets it until a moderator shows it again."),
    Verb.REMOVE: gettext_lazy("Removed. No agent gets it any more."),
    Verb.WARN: gettext_lazy("Warned. Its author is told why."),
    Verb.MERGE: gettext_lazy("Merged. The one that was there stays."),
}


@require_GET
@signed_in
def desk(request: PersonRequest, pk: UUID) -> HttpResponse:
    """Show what waits in a community that the person moderates, one of it open."""
    community = moderated_or_404(request.user, pk)
    wanted = [paging.parse_id(text) for text in request.GET.getlist("item")]
    return render(request, "communities/desk.html", {"desk": desk_page.open_desk(request.user, community, wanted)})


@require_POST
@signed_in
def decide(request: PersonRequest, pk: UUID) -> HttpResponse:
    """Decide about one. A decision that came too late changes nothing and says so."""
    shared = get_object_or_404(SharedMemory, pk=pk)
    community = moderated_or_404(request.user, shared.community_id)
    form = DecisionForm(request.POST, shared=shared)
    following = paging.parse_id(request.POST.get("then", ""))
    try:
        decision = form.decide(by=request.user, now=timezone.now()) if form.is_valid() else None
    except NotPossible as error:
        return _answer(request, community, notice(_(str(error)), warning=True), wanted=[pk, following])
    if decision is None:
        return _correct(request, desk_page.open_desk(request.user, community, [pk], form=form))
    shown = notice(_done(decision), decisions=[decision.pk])
    return _answer(request, community, shown, wanted=[*([pk] if decision.verb == Verb.WARN else []), following])


@require_POST
@signed_in
def decide_many(request: PersonRequest, pk: UUID) -> HttpResponse:
    """Decide about all ticked items, for one reason."""
    community = moderated_or_404(request.user, pk)
    form = SelectionForm(request.POST)
    opened = paging.parse_id(request.POST.get("opened", ""))
    if not form.is_valid():
        return _correct(request, desk_page.open_desk(request.user, community, [opened], selection=form))
    made = form.decide(community, by=request.user, now=timezone.now())
    left = len(form.ticked()) - len(made)
    is_approval = form.cleaned_data["verb"] == Verb.APPROVE
    shown = notice(
        _done_to_many(made, left, is_approval=is_approval), warning=not made, decisions=[each.pk for each in made]
    )
    return _answer(request, community, shown, wanted=[opened])


@require_POST
@signed_in
def undo_decisions(request: PersonRequest) -> HttpResponse:
    """Take back what the moderator decided within the last minute."""
    ids = paging.parse_ids(request.POST.getlist("decision"))[: moderation.BULK_MAX]
    mine = Decision.objects.filter(pk__in=ids, moderator=request.user)
    first = get_object_or_404(mine.order_by("at", "pk")[:1])
    community = moderated_or_404(request.user, first.community_id)
    in_community = mine.filter(community=community).values_list("pk", flat=True)
    undone = decisions.undo(list(in_community), by=request.user, now=timezone.now())
    return _answer(request, community, _undone(undone, len(ids)), wanted=[first.shared_id])


def _undone(undone: int, of: int) -> dict[str, Any]:
    if not undone:
        return notice(_("Nothing was undone. The minute is over, or something happened since."), warning=True)
    text = ngettext("Undone. It waits again.", "Undone. %(n)d wait again.", undone) % {"n": undone}
    left = of - undone
    if left:
        text += " " + ngettext("%(n)d has changed since.", "%(n)d have changed since.", left) % {"n": left}
    return notice(text)


def _done(decision: Decision) -> str:
    """Return the decision's effect as a sentence; a repeated decision leaves things unchanged."""
    state = moderation.DECISIONS[Verb(decision.verb)].to
    if decision.verb == Verb.APPROVE and decision.before == State.SHOWN:
        return _("Kept. Its reports are closed.")
    if state and decision.before == state and decision.verb != Verb.EDIT:
        return _("Left as it is. Its author is told why.")
    return str(DONE[Verb(decision.verb)])


def _done_to_many(made: list[Decision], left: int, *, is_approval: bool) -> str:
    """Return the outcome for the ticked items as a sentence."""
    counted = {
        Verb.APPROVE: ngettext("%(n)d approved.", "%(n)d approved.", len(made)),
        Verb.SEND_BACK: ngettext("%(n)d sent back.", "%(n)d sent back.", len(made)),
        Verb.HIDE: ngettext("%(n)d hidden.", "%(n)d hidden.", len(made)),
        Verb.REMOVE: ngettext("%(n)d removed.", "%(n)d removed.", len(made)),
    }
    if not made and is_approval:
        return _("Nothing was decided. Open them: they have changed, or say more than their rows show.")
    if not made:
        return _("Nothing was decided. Somebody was there before you, or the words have changed.")
    text = counted[Verb(made[0].verb)] % {"n": len(made)}
    if left and is_approval:
        text += f" {HAS_DETAILS % left}"
    elif left:
        text += " " + ngettext("%(n)d was left as it is.", "%(n)d were left as they are.", left) % {"n": left}
    return text


def _correct(request: PersonRequest, page: DeskPage) -> HttpResponse:
    """Show the desk with the sent form and its errors."""
    template = "communities/desk/_decided.html" if request.htmx else "communities/desk.html"
    return render(request, template, {"desk": page}, status=422)


def _answer(
    request: PersonRequest, community: Community, shown: dict[str, Any], *, wanted: Iterable[UUID | None]
) -> HttpResponse:
    """Answer with a notice and the desk, the first of the `wanted` open."""
    following = [str(pk) for pk in wanted if pk]
    if not request.htmx:
        notices.queue_notice(request, **shown)
        address = reverse("review:desk", args=[community.pk])
        return redirect(f"{address}?{urlencode([('item', pk) for pk in following])}" if following else address)
    page = desk_page.open_desk(request.user, community, [UUID(pk) for pk in following])
    response = render(request, "communities/desk/_decided.html", {"desk": page, "notice": shown})
    return replace_url(response, page.url)
