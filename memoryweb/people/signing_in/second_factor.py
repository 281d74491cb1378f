"""Second factors, kept by allauth.mfa: whether a person has one, and how its secrets are sealed at rest."""

from base64 import urlsafe_b64encode
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import generate_totp_secret
from cryptography.fernet import Fernet, InvalidToken
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings
from django.utils.translation import gettext as _

from memoryweb.people.models import User
from memoryweb.rls import scope

FACTORS = (Authenticator.Type.WEBAUTHN, Authenticator.Type.TOTP)  # recovery codes alone are none


def has_second_factor(person: User) -> bool:
    """Return whether the person set up a passkey or an authenticator app. Works in any scope."""
    return SecondFactorAdapter().is_mfa_enabled(person, FACTORS)


class SecondFactorAdapter(DefaultMFAAdapter):  # type: ignore[misc]  # allauth ships no types
    def is_mfa_enabled(self, user: Any, types: Iterable[str] | None = None) -> bool:
        """Look in the person's own scope: while somebody signs in, none is set."""
        if user.pk is None:
            return False
        with scope.acting_as(user.pk):
            return bool(super().is_mfa_enabled(user, types))

    def encrypt(self, text: str) -> str:
        return _sealer(settings.FINGERPRINT_KEY).encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        """Open a secret. One that was sealed with another key becomes one that nobody knows, so no code fits it."""
        try:
            return _sealer(settings.FINGERPRINT_KEY).decrypt(encrypted_text.encode()).decode()
        except InvalidToken:
            return str(generate_totp_secret())

    def generate_authenticator_name(self, user: User, type: str) -> str:  # noqa: A002  allauth's name
        count = Authenticator.objects.filter(user_id=user.pk, type=type).count()
        return _("Passkey") if not count else _("Passkey %(number)d") % {"number": count + 1}


@lru_cache
def _sealer(key: str) -> Fernet:
    """Return a cipher with a key derived from this one, since the key has other uses."""
    derived = HKDF(SHA256(), 32, salt=None, info=b"memoryweb.people.signing_in.second_factor").derive(key.encode())
    return Fernet(urlsafe_b64encode(derived))
