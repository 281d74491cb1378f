"""Signing in by a company's or a household's OpenID Connect provider, which the operator names in the environment."""

from typing import Any

from allauth.account.models import EmailAddress
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.socialaccount.adapter import DefaultSocialAccountAdapter
from allauth.socialaccount.models import SocialAccount, SocialLogin
from allauth.socialaccount.providers.base import AuthProcess
from django.db import connection
from django.http import HttpRequest
from django.shortcuts import redirect

from memoryweb.people.models import User
from memoryweb.rls import scope


class IdentityAdapter(DefaultSocialAccountAdapter):  # type: ignore[misc]  # allauth ships no types
    def pre_social_login(self, request: HttpRequest, sociallogin: SocialLogin) -> None:
        """Refuse allauth's other uses of a provider: signing in is the only one here."""
        if sociallogin.state.get("process") != AuthProcess.LOGIN:
            raise ImmediateHttpResponse(redirect("review:settings"))

    def is_open_for_signup(self, request: HttpRequest, sociallogin: SocialLogin) -> bool:
        return False  # only an invitation makes an account

    def authenticate_by_email(self, sociallogin: SocialLogin) -> tuple[User, str] | None:
        """Return whose identity this is, or else who has the e-mail address that the provider confirms.

        Somebody with another identity there is left out: at a provider an address can go to somebody else. allauth
        calls this because row-level security shows it no identities yet. It gets an empty address, so that it keeps
        the person's password.
        """
        account = sociallogin.account
        if person := _person_of(account.provider, account.uid):
            return person, ""
        confirmed = [each.email for each in sociallogin.email_addresses if each.verified is True]
        known = EmailAddress.objects.filter(email__in=confirmed, verified=True).select_related("user").first()
        if known is None:
            return None
        with scope.acting_as(known.user_id):
            has_another = SocialAccount.objects.filter(user_id=known.user_id, provider=account.provider).exists()
        return None if has_another else (known.user, "")


def keep_identity(person: User, how: dict[str, Any]) -> None:
    """Note, in the person's scope, by which identity they signed in, so that it finds them whatever their address."""
    if login := (how.get("signal_kwargs") or {}).get("sociallogin"):
        identity = {"provider": login.account.provider, "uid": login.account.uid}
        SocialAccount.objects.get_or_create(user=person, **identity)  # and none of the provider's data about them


def _person_of(provider: str, uid: str) -> User | None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT people_person_of_identity(%s, %s)", [provider, uid])
        pk = cursor.fetchone()[0]
    return User.objects.filter(pk=pk).first() if pk else None
