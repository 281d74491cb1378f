"""Configures allauth: nobody can sign up, because people are invited (invitations) or created by an operator.

After signing in, a form that was sent before goes first, then a community's link that was opened before.
"""

import logging
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from memoryweb.people.models import User
from memoryweb.people.signing_in.identity_provider import keep_identity
from memoryweb.rls import scope

logger = logging.getLogger(__name__)


class Adapter(DefaultAccountAdapter):  # type: ignore[misc]  # allauth ships no types
    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return False

    def get_login_redirect_url(self, request: HttpRequest) -> str:
        if settings.KEPT_FORM_COOKIE in request.COOKIES:
            return reverse("review:kept_form")
        if settings.KEPT_LINK_COOKIE in request.COOKIES:
            return reverse("review:join")
        return str(super().get_login_redirect_url(request))

    def post_login(self, request: HttpRequest, user: User, **how: Any) -> HttpResponse:
        """Note the session in the person's scope, which the middleware sets only from the next request on."""
        with scope.acting_as(user.pk):
            keep_identity(user, how)
            response: HttpResponse = super().post_login(request, user, **how)
        return response

    def send_notification_mail(self, *what: Any, **more: Any) -> None:
        """Tell the person what changed in how they sign in. What they did counts also if the mail server fails."""
        try:
            super().send_notification_mail(*what, **more)
        except OSError as error:  # includes SMTP's errors
            logger.warning("notice of a changed sign-in not sent: %s", type(error).__name__)

    def set_password(self, user: User, password: str) -> None:
        """Save the one column that the web process may write."""
        user.set_password(password)
        user.save(update_fields=["password"])
