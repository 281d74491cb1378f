"""What a community shares, and what a member does about one of these: mute, report, appeal, take back."""

from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_POST

from memoryweb.communities import reading, sharing
from memoryweb.communities.membership import memberships_of
from memoryweb.communities.models import Contribution, SharedMemory
from memoryweb.communities.taking_back import take_back, take_back_all
from memoryweb.review.communities import shared_pages
from memoryweb.review.communities.forms.sharing import AppealForm, AttemptForm, ReportForm
from memoryweb.review.communities.views.sharing import membership_or_404
from memoryweb.review.http import PersonRequest, signed_in
from memoryweb.review.notices import answer_with, notice


@require_GET
@signed_in
def shared_memories(request: PersonRequest, pk: UUID) -> HttpResponse:
    """Show what a community shows its members, and above it the person's own that is not shown."""
    member = membership_or_404(request, pk)
    q, cursor = request.GET.get("q", ""), request.GET.get("cursor", "")
    page = shared_pages.page(request.user, member.community, q=q, cursor=cursor)
    older = urlencode({"q": q, "cursor": page.next_cursor}) if page.next_cursor else ""
    context = {"audience": shared_pages.audiences([member])[0], "page": page, "q": q, "cursor": cursor, "older": older}
    context["yours"] = [] if q or cursor else shared_pages.own_elsewhere(request.user, member.community)
    return render(request, "communities/shared_memories.html", context)


@require_GET
@signed_in
def what_you_shared(request: PersonRequest) -> HttpResponse:
    """Show all that the person shared, also with communities that they left: what they can take back."""
    cursor = request.GET.get("cursor", "")
    page = shared_pages.all_own(request.user, cursor=cursor)
    return render(request, "communities/what_you_shared.html", {"page": page, "cursor": cursor})


def _answer(request: PersonRequest, text: str, community: UUID) -> HttpResponse:
    """Say what was done, on the page of the community if the person is still in it."""
    is_in = memberships_of(request.user).filter(community=community).exists()
    then = shared_pages.page_url(community) if is_in else reverse("review:memories")
    return answer_with(request, notice(text), then=then, changed="sharing-changed")


def _shown_or_404(request: PersonRequest, pk: UUID) -> SharedMemory:
    """Return an item shown in one of the person's communities. Raises 404."""
    row = get_object_or_404(SharedMemory.objects.shown(), pk=pk)
    membership_or_404(request, row.community_id)
    return row


@require_POST
@signed_in
def mute_shared(request: PersonRequest, pk: UUID) -> HttpResponse:
    """Keep it from the person's own agents."""
    row = _shown_or_404(request, pk)
    sharing.mute(row, person=request.user)
    return _answer(request, _("Your agents won’t get it any more. Nobody else knows."), row.community_id)


@require_POST
@signed_in
def unmute_shared(request: PersonRequest, pk: UUID) -> HttpResponse:
    row = _shown_or_404(request, pk)
    sharing.unmute(row, person=request.user)
    return _answer(request, _("Your agents can get it again."), row.community_id)


def _contribution_or_404(request: PersonRequest, pk: UUID) -> Contribution:
    """Return the person's own contribution, without its community, which they may have left. Raises 404."""
    own = Contribution.objects.filter(person=request.user, status=Contribution.Status.SHARED)
    return get_object_or_404(own, pk=pk)


@require_POST
@signed_in
def retract(request: PersonRequest, pk: UUID) -> HttpResponse:
    """Take back one's own, also from a community that the person has left."""
    contribution = _contribution_or_404(request, pk)
    take_back([pk], by=request.user, now=timezone.now())
    return _answer(request, _("Taken back. Nobody gets it any more."), contribution.community_id)


@require_POST
@signed_in
def retract_all(request: PersonRequest) -> HttpResponse:
    count = take_back_all(request.user, now=timezone.now())
    told = ngettext("Took back %d thing you shared.", "Took back %d things you shared.", count) % count
    return answer_with(request, notice(told), then=reverse("review:memories"), changed="sharing-changed")


@require_POST
@signed_in
def seen_warning(request: PersonRequest, pk: UUID) -> HttpResponse:
    """Note that the person read what the moderators warned them about."""
    _contribution_or_404(request, pk)
    sharing.mark_warning_read(pk, person=request.user, now=timezone.now())
    told = notice(_("Marked as read."))
    return answer_with(request, told, then=reverse("review:review"), changed="sharing-changed")


def _answer_form(
    request: PersonRequest, form: AttemptForm, act: Callable[[], str], template: str, context: dict[str, Any]
) -> HttpResponse:
    """Do what a valid form asks for; else show the form again, as it was sent."""
    if request.method == "POST" and form.is_valid() and (text := form.attempt(act)):
        return answer_with(request, notice(text), then=shared_pages.page_url(context["community"]))
    context = context | {"form": form}
    return render(request, template, context, status=422 if request.method == "POST" else 200)


@signed_in
def report_shared(request: PersonRequest, pk: UUID) -> HttpResponse:
    """Report a shared item to the moderators. Other members don't learn the reporter."""
    row, form = _shown_or_404(request, pk), ReportForm(_sent(request), person=request.user)

    context = {"shared": row, "community": row.community_id}

    def act() -> str:
        reason, words = form.cleaned_data["reason"], form.cleaned_data["words"]
        sharing.report(row, person=request.user, reason=reason, words=words, now=timezone.now())
        return _("Reported. The moderators will look at it.")

    return _answer_form(request, form, act, "communities/report_shared.html", context)


@signed_in
def appeal(request: PersonRequest, pk: UUID) -> HttpResponse:
    """Ask the moderators to look again at what they sent back, hid or removed."""
    mine = get_object_or_404(reading.shared_by(request.user), pk=pk)
    membership_or_404(request, mine.community_id)
    form = AppealForm(_sent(request), person=request.user)
    context = {"own": shared_pages.Own(mine, reading.last_decisions([pk]).get(pk)), "community": mine.community_id}

    def act() -> str:
        sharing.appeal(pk, form.cleaned_data["words"], person=request.user, now=timezone.now())
        return _("Asked. The moderators will look at it again.")

    return _answer_form(request, form, act, "communities/appeal.html", context)


def _sent(request: PersonRequest) -> Any:
    return request.POST if request.method == "POST" else None
