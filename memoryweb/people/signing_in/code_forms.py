"""allauth's forms for codes. A code of an authenticator app works once for as long as it is valid at all."""

from typing import Any

from allauth.mfa.adapter import get_adapter
from allauth.mfa.base import forms as of_allauth
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.core.cache import cache

# allauth remembers a used code for one period, and with a tolerance a code is valid for several.
PERIOD = 30  # seconds (RFC 6238)
VALID_FOR = PERIOD * (2 * settings.MFA_TOTP_TOLERANCE + 1)


def _take(form: Any, code: str) -> str:
    """Return a code that is right, unless it was used before."""
    used = f"used_code:{form.user.pk}:{''.join(filter(str.isdigit, code))}"
    if form.authenticator.type == Authenticator.Type.TOTP and not cache.add(used, True, VALID_FOR):
        raise get_adapter().validation_error("incorrect_code")
    return code


class AuthenticateForm(of_allauth.AuthenticateForm):  # type: ignore[misc]  # allauth ships no types
    def clean_code(self) -> str:
        return _take(self, super().clean_code())


class ReauthenticateForm(of_allauth.ReauthenticateForm):  # type: ignore[misc]
    def clean_code(self) -> str:
        return _take(self, super().clean_code())
