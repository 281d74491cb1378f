"""A community: found it, its page, what its owner changes, my name there, and leaving it."""

from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from memoryweb.communities import membership
from memoryweb.people.models import Membership
from memoryweb.review.communities import community_pages
from memoryweb.review.communities.community_pages import CommunityPage, Role, own_membership
from memoryweb.review.communities.forms.communities import (
    ChangeCommunityForm,
    FoundForm,
    InviteForm,
    MyNameForm,
    suggested_name,
)
from memoryweb.review.http import PersonRequest, signed_in
from memoryweb.review.notices import answer_with, notice, queue_notice


@signed_in
def found_community(request: PersonRequest) -> HttpResponse:
    """Found a community, which its founder owns."""
    first = {"my_name": suggested_name(request.user)}
    form = FoundForm(request.POST if request.method == "POST" else None, person=request.user, initial=first)
    if not form.is_valid():
        return render(request, "communities/found_community.html", {"form": form}, status=422 if form.is_bound else 200)
    community = membership.found(**form.cleaned_data)
    queue_notice(request, _("You founded %(community)s. Now invite others.") % {"community": community})
    return redirect("review:community", community.pk)


@require_GET
@signed_in
def community(request: PersonRequest, pk: UUID) -> HttpResponse:
    return show_community(request, own_membership(request, pk))


def show_community(request: PersonRequest, own: Membership, status: int = 200, **filled: Any) -> HttpResponse:
    """Show the community's page; `filled` are forms that were sent and need a correction, or a link just made."""
    context = {
        "page": CommunityPage.from_membership(own, after=request.GET.get("after", "")),
        "now": timezone.now(),
        "name_form": MyNameForm.from_membership(own, request.user),
        "change_form": ChangeCommunityForm.from_community(own.community, request.user),
        "invite_form": InviteForm(),
    }
    return render(request, "communities/community.html", context | filled, status=status)


@require_POST
@signed_in
def change_community(request: PersonRequest, pk: UUID) -> HttpResponse:
    """Change the community's name, moderation and rights of agents."""
    own = own_membership(request, pk, Role.OWNER)
    form = ChangeCommunityForm(request.POST, person=request.user)
    if not form.is_valid():
        return show_community(request, own, 422, change_form=form)
    form.save(own.community)
    return _answer(request, pk, _("Saved."))


@require_POST
@signed_in
def rename_me(request: PersonRequest, pk: UUID) -> HttpResponse:
    """Change what the others call me."""
    own = own_membership(request, pk)
    form = MyNameForm(request.POST, person=request.user)
    if not form.is_valid():
        return show_community(request, own, 422, name_form=form)
    own.name = form.cleaned_data["my_name"]
    own.save(update_fields=["name"])
    return _answer(request, pk, _("The others call you %(name)s now.") % {"name": own.name})


def _answer(request: PersonRequest, pk: UUID, text: str) -> HttpResponse:
    return answer_with(request, notice(text), then=reverse("review:community", args=[pk]))


@signed_in
def leave(request: PersonRequest, pk: UUID) -> HttpResponse:
    """Say what leaving means, and leave. An owner hands over first, unless nobody else is there."""
    own = own_membership(request, pk)
    leaving = community_pages.Leaving.from_membership(own, now=timezone.now())
    if request.method != "POST" or leaving.is_stuck:
        status = 422 if request.method == "POST" else 200
        return render(request, "communities/leave.html", {"leaving": leaving}, status=status)
    with community_pages.forbidden_by_the_database():
        membership.leave(own)
    text = _("You left %(community)s.") % {"community": own.community}
    return answer_with(request, notice(text), then=reverse("review:settings"))
