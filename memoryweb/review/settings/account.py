"""What the account group in Settings says: how the person signs in, and from where."""

from dataclasses import dataclass
from typing import Self

from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession

from memoryweb.people.models import User


@dataclass(frozen=True)
class Account:
    passkeys: int
    has_app: bool
    codes_left: int | None  # None: there are no recovery codes
    sessions: int

    @classmethod
    def from_person(cls, person: User) -> Self:
        factors = list(Authenticator.objects.filter(user=person))
        types = [factor.type for factor in factors]
        codes = next((factor.wrap() for factor in factors if factor.type == Authenticator.Type.RECOVERY_CODES), None)
        return cls(
            passkeys=types.count(Authenticator.Type.WEBAUTHN),
            has_app=Authenticator.Type.TOTP in types,
            codes_left=len(codes.get_unused_codes()) if codes else None,
            sessions=UserSession.objects.filter(user=person).count(),
        )
