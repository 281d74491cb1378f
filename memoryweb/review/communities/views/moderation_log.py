"""The log of what was decided in a community, for all its members."""

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
    """Show what was decided, why and by whom. To strangers the community does not exist."""
    mine = get_object_or_404(membership.memberships_of(request.user), community=pk)
    page = log.log_page(mine.community, verb=request.GET.get("verb", ""), cursor=request.GET.get("cursor", ""))
    return render(request, "communities/moderation_log.html", {"log": page, "moderates": mine.moderates})
