"""A community's decision log, for all members."""

from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_GET

from memoryweb.communities import membership
from memoryweb.review.communities import moderation_log as log
from memoryweb.review.http import PersonRequest, signed_in


@require_GET
@signed_in
def moderation_log(request: PersonRequest, pk: UUID) -> HttpResponse:
    """Show the decisions, their reasons and moderators; 404 for non-members."""
    mine = get_object_or_404(membership.memberships_of(request.user), community=pk)
    page = log.log_page(mine.community, verb=request.GET.get("verb", ""), cursor=request.GET.get("cursor", ""))
    return render(request, "communities/moderation_log.html", {"log": page, "moderates": mine.moderates})
