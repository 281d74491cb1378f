"""The person's answers to questions."""

from collections.abc import Iterable
from uuid import UUID

from django.http import HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from memoryweb.memories import actions
from memoryweb.memories.actions.proposals import others_to_choose
from memoryweb.memories.models import Proposal
from memoryweb.review import paging
from memoryweb.review.http import NO_VERSION, PersonRequest, get_own_or_404, shown_version, signed_in
from memoryweb.review.notices import HAS_DETAILS, actor, answer, answer_many


@require_POST
@signed_in
def accept(request: PersonRequest, pk: UUID) -> HttpResponse:
    """Say yes to the question as the page showed it: its version comes with the button.

    A button "Replace it" sends "id:version" instead: of what is in use, and of both.
    """
    proposal = get_own_or_404(request, Proposal, pk)
    instead_of, version = next(
        iter(paging.parse_versions(request.POST.getlist("instead_of")).items()), (None, shown_version(request))
    )
    outcome = actions.accept(
        proposal.pk, by=actor(request), now=timezone.now(), version=version or NO_VERSION, instead_of=instead_of
    )
    return answer(request, outcome, then=reverse("review:review"))


@require_POST
@signed_in
def reject(request: PersonRequest, pk: UUID) -> HttpResponse:
    proposal = get_own_or_404(request, Proposal, pk)
    outcome = actions.reject(proposal.pk, by=actor(request), now=timezone.now(), version=shown_version(request))
    return answer(request, outcome, then=reverse("review:review"))


@require_POST
@signed_in
def reject_all(request: PersonRequest, pk: UUID) -> HttpResponse:
    """Say no to every value of a choice that the page showed: one that came since stays open."""
    proposal = get_own_or_404(request, Proposal, pk)
    by, now = actor(request), timezone.now()
    shown = request.POST.getlist("shown")
    asked = [each for each in (proposal, *others_to_choose(proposal)) if not shown or str(each.pk) in shown]
    outcomes = [actions.reject(each.pk, by=by, now=now) for each in asked]
    return answer_many(request, outcomes, done=_("not remembered."), then=reverse("review:review"))


@require_POST
@signed_in
def only_this_time(request: PersonRequest, pk: UUID) -> HttpResponse:
    proposal = get_own_or_404(request, Proposal, pk)
    version = shown_version(request)
    outcome = actions.only_this_time(
        proposal.memory_id, by=actor(request), now=timezone.now(), question=proposal.pk, version=version
    )
    return answer(request, outcome, then=reverse("review:review"))


@require_POST
@signed_in
def accept_all(request: PersonRequest) -> HttpResponse:
    """Accept exactly the questions the page showed, as it showed them: "id:version" each.

    Only questions whether to remember something: yes to any other kind does something else. One without a version has
    more than its row shows, so it is left for the person to open.
    """
    versions = _shown(request)
    by, now = actor(request), timezone.now()
    outcomes = [
        actions.accept(proposal.pk, by=by, now=now, version=versions[proposal.pk] or NO_VERSION)
        for proposal in _new_among(request, versions)
    ]
    return answer_many(request, outcomes, done=_("saved."), then=reverse("review:review"), left=HAS_DETAILS)


@require_POST
@signed_in
def decline_all(request: PersonRequest) -> HttpResponse:
    """Decline the questions the page showed: of those whether to remember something."""
    by, now = actor(request), timezone.now()
    outcomes = [actions.reject(proposal.pk, by=by, now=now) for proposal in _new_among(request, _shown(request))]
    return answer_many(request, outcomes, done=_("not remembered."), then=reverse("review:review"))


def _shown(request: PersonRequest) -> dict[UUID, str]:
    """Return the versions of the questions that the page showed."""
    return paging.parse_versions(request.POST.getlist("proposal"))


def _new_among(request: PersonRequest, ids: Iterable[UUID]) -> list[Proposal]:
    """Return the open questions among these that ask whether to remember something, oldest first."""
    rows = Proposal.objects.of(request.user).open().filter(pk__in=list(ids))
    return list(rows.filter(kind=Proposal.Kind.REMEMBER).order_by("created_at"))
