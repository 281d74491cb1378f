"""Creates and checks one-time sign-in links. Operators, `make run` and the e-mail form use them."""

from uuid import UUID

from django.conf import settings
from django.contrib.auth.tokens import PasswordResetTokenGenerator
from django.urls import reverse

from memoryweb.people.models import User
from memoryweb.rls import scope


class SignInTokens(PasswordResetTokenGenerator):
    """Makes tokens that end with a sign-in, signing out everywhere, a new password or e-mail, or with time."""

    key_salt = "memoryweb.people.signing_in.links.SignInTokens"

    def _make_hash_value(self, user: User, timestamp: int) -> str:
        """Add the microseconds of last_login. Without them a link could be used twice within a second."""
        return f"{super()._make_hash_value(user, timestamp)}{user.last_login}{user.signed_out_at or ''}"


tokens = SignInTokens()


def sign_in_link(person: User) -> str:
    """Return a URL that signs this person in once, within half an hour. Any later sign-in ends it too."""
    return f"{settings.BASE_URL}{reverse('review:sign_in')}?token={person.pk.hex}-{tokens.make_token(person)}"


def lock_person_of_token(token: str) -> User | None:
    """Return the person whom the token signs in, or None when it was used, has expired or never existed.

    Their row stays locked until the transaction ends. Signing in within it spends the token, so that of several uses at
    the same time one succeeds.
    """
    pk, _, signature = token.partition("-")
    try:
        people = User.objects.filter(pk=UUID(hex=pk), is_active=True)
    except ValueError:
        return None
    if not tokens.check_token(people.first(), signature):  # a made-up link locks nobody
        return None
    with scope.acting_as(UUID(hex=pk)):  # to lock a row, a role must be allowed to change it
        person = people.select_for_update(no_key=True).first()
    return person if tokens.check_token(person, signature) else None
