"""Configures allauth: nobody can sign up, because people are invited (invitations) or created by an operator.

After signing in, a form that was sent before goes first.
"""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from memoryweb.people.identity_provider import keep_identity
from memoryweb.people.models import User
from memoryweb.rls import scope


class Adapter(DefaultAccountAdapter):  # type: ignore[misc]  # allauth ships no types
    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return False

    def get_login_redirect_url(self, request: HttpRequest) -> str:
        if settings.KEPT_FORM_COOKIE in request.COOKIES:
            return reverse("review:kept_form")
        return str(super().get_login_redirect_url(request))

    def post_login(self, request: HttpRequest, user: User, **how: Any) -> HttpResponse:
        """Note the session in the person's scope, which the middleware sets only from the next request on."""
        with scope.acting_as(user.pk):
            keep_identity(user, how)
            response: HttpResponse = super().post_login(request, user, **how)
        return response

    def set_password(self, user: User, password: str) -> None:
        """Save the one column that the web process may write."""
        user.set_password(password)
        user.save(update_fields=["password"])
