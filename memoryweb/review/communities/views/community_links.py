"""The links by which people join a community: make one, end one, and join by one."""

from uuid import UUID

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from memoryweb.communities import membership
from memoryweb.communities.models import CommunityInvitation
from memoryweb.review.communities.community_pages import Role, own_membership
from memoryweb.review.communities.forms.communities import InviteForm, JoinForm, suggested_name
from memoryweb.review.communities.kept_links import keep_link, token_of
from memoryweb.review.communities.views.communities import show_community
from memoryweb.review.http import PersonRequest, signed_in
from memoryweb.review.notices import answer_with, notice, queue_notice


@require_POST
@never_cache
@signed_in
def invite(request: PersonRequest, pk: UUID) -> HttpResponse:
    """Make a link by which people join. It is in this one answer only."""
    own = own_membership(request, pk, Role.MODERATOR, Role.OWNER)
    form = InviteForm(request.POST)
    if not form.is_valid():
        return show_community(request, own, 422, invite_form=form)
    token = membership.invite(own.community, request.user, now=timezone.now(), **form.cleaned_data)
    link = f"{settings.BASE_URL}{reverse('review:join')}?token={token}"
    return show_community(request, own, link=link, made=form.cleaned_data)


@require_POST
@signed_in
def revoke_community_invitation(request: PersonRequest, pk: UUID, invitation: UUID) -> HttpResponse:
    own_membership(request, pk, Role.MODERATOR, Role.OWNER)
    link = get_object_or_404(CommunityInvitation, community=pk, pk=invitation)
    membership.revoke_invitation(link, now=timezone.now())
    shown = notice(_("That link no longer works."))
    return answer_with(request, shown, then=reverse("review:community", args=[pk]))


@never_cache
@keep_link
def join(request: HttpRequest) -> HttpResponse:
    """Join the community of a link. Who is not signed in does that first, and comes back to it."""
    response: HttpResponse = _join(request)
    return response


@signed_in
def _join(request: PersonRequest) -> HttpResponse:
    token, mine = token_of(request), membership.memberships_of(request.user)
    if not (to := membership.invited_to(token)):
        return _ended(request)
    if mine.filter(community=to.community_id).exists():
        return _welcome(request, to, _("You are already a member of %(community)s."))
    first = {"my_name": suggested_name(request.user)}
    form = JoinForm(request.POST if request.method == "POST" else None, person=request.user, initial=first)
    if not form.is_valid():
        context = {"form": form, "to": to, "token": token}
        return render(request, "communities/join.html", context, status=422 if form.is_bound else 200)
    is_in = membership.join(token, my_name=form.cleaned_data["my_name"])
    return _welcome(request, to, _("You joined %(community)s.")) if is_in else _ended(request)


def _ended(request: PersonRequest) -> HttpResponse:
    return render(request, "communities/join.html", {"to": None}, status=403)


def _welcome(request: PersonRequest, to: membership.InvitedTo, text: str) -> HttpResponse:
    queue_notice(request, text % {"community": to.name})
    return redirect("review:community", to.community_id)
