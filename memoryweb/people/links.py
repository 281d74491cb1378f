"""One-time sign-in links: made by an operator, by `make run`, or asked for by e-mail."""

from uuid import UUID

from django.conf import settings
from django.contrib.auth.tokens import PasswordResetTokenGenerator
from django.urls import reverse

from memoryweb.people.models import User


class SignInTokens(PasswordResetTokenGenerator):
    """Makes tokens that a sign-in, a new password or a new e-mail ends, and time does (PASSWORD_RESET_TIMEOUT)."""

    key_salt = "memoryweb.people.links.SignInTokens"

    def _make_hash_value(self, user: User, timestamp: int) -> str:
        """Django leaves the microseconds of last_login out: a link could be used twice within a second."""
        return f"{super()._make_hash_value(user, timestamp)}{user.last_login}"


tokens = SignInTokens()


def sign_in_link(person: User) -> str:
    """An address that signs this person in once, for half an hour. Any later sign-in ends older links too."""
    return f"{settings.BASE_URL}{reverse('review:sign_in')}?token={person.pk.hex}-{tokens.make_token(person)}"


def person_of_token(token: str) -> User | None:
    """The person whom this token of a link signs in; None where it was used, is too old or was never made."""
    pk, _, rest = token.partition("-")
    try:
        person = User.objects.filter(pk=UUID(hex=pk), is_active=True).first()
    except ValueError:
        return None
    return person if tokens.check_token(person, rest) else None
