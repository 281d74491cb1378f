"""The account: where a person is signed in. Its other pages are allauth's (people/urls.py)."""

from allauth.usersessions.internal.flows.sessions import end_sessions
from allauth.usersessions.models import UserSession
from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from memoryweb.review.http import PersonRequest, signed_in
from memoryweb.review.notices import answer_with, notice


@require_POST
@signed_in
def end_session(request: PersonRequest, pk: int) -> HttpResponse:
    """Sign a browser out."""
    end_sessions(request, [get_object_or_404(UserSession, user=request.user, pk=pk)])
    return answer_with(request, notice(_("That browser is signed out.")), then=reverse("usersessions_list"))
