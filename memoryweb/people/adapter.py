"""Configures allauth: nobody can sign up, because an operator creates people (create_person).

After signing in, a form that was sent before goes first.
"""

from allauth.account.adapter import DefaultAccountAdapter
from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse

from memoryweb.people.models import User


class Adapter(DefaultAccountAdapter):  # type: ignore[misc]  # allauth ships no types
    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return False

    def get_login_redirect_url(self, request: HttpRequest) -> str:
        if settings.KEPT_FORM_COOKIE in request.COOKIES:
            return reverse("review:kept_form")
        return str(super().get_login_redirect_url(request))

    def set_password(self, user: User, password: str) -> None:
        """Save the one column that the web process may write."""
        user.set_password(password)
        user.save(update_fields=["password"])
