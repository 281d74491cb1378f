"""The members of a community: their roles, handing over, and removing one."""

from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from memoryweb.communities import membership
from memoryweb.people.models import Membership
from memoryweb.review.communities.community_pages import (
    Role,
    forbidden_by_the_database,
    may_remove,
    other_membership,
    own_membership,
)
from memoryweb.review.http import PersonRequest, signed_in
from memoryweb.review.notices import answer_with, notice

IS_NOW = {
    Role.MODERATOR: gettext_lazy("%(name)s is a moderator now."),
    Role.MEMBER: gettext_lazy("%(name)s is a member now."),
}


@require_POST
@signed_in
def set_role(request: PersonRequest, pk: UUID, member: UUID) -> HttpResponse:
    """Make a member a moderator, or a moderator a member."""
    other, role = other_membership(request, pk, member, Role.OWNER), request.POST.get("role", "")
    if role not in IS_NOW:
        return _answer(request, other, _("Choose moderator or member."), warning=True)
    with forbidden_by_the_database():
        membership.set_role(other, role)
    return _answer(request, other, str(IS_NOW[Role(role)]) % {"name": _called(other)})


@signed_in
def hand_over(request: PersonRequest, pk: UUID, member: UUID) -> HttpResponse:
    """Say what handing over means, and make another member the owner."""
    other = other_membership(request, pk, member, Role.OWNER)
    if request.method != "POST":
        return render(request, "communities/hand_over.html", {"member": other})
    with forbidden_by_the_database():
        membership.hand_over(other)
    text = _("%(name)s owns %(community)s now. You are a moderator.")
    return _answer(request, other, text % {"name": _called(other), "community": other.community})


@signed_in
def remove_member(request: PersonRequest, pk: UUID, member: UUID) -> HttpResponse:
    """Say what removing means, and end somebody's membership."""
    other = other_membership(request, pk, member, Role.OWNER, Role.MODERATOR)
    if not may_remove(own_membership(request, pk), other):
        raise PermissionDenied
    if request.method != "POST":
        return render(request, "communities/remove_member.html", {"member": other})
    with forbidden_by_the_database():
        membership.remove(other)
    return _answer(request, other, _("%(name)s is no longer a member.") % {"name": _called(other)})


def _called(member: Membership) -> str:
    return member.name or _("A member")


def _answer(request: PersonRequest, member: Membership, text: str, *, warning: bool = False) -> HttpResponse:
    then = reverse("review:community", args=[member.community_id])
    return answer_with(request, notice(text, warning=warning), then=then)
