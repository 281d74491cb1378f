"""allauth's forms for passkeys, with our words, and with a field that no JSON breaks."""

import json
from typing import Any
from uuid import UUID

from allauth.mfa.webauthn import forms as of_allauth
from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _
from fido2.utils import websafe_decode

NAME_MAX = 60  # characters


class CredentialField(forms.JSONField):
    """Takes what a browser says of a passkey.

    Django's own field answers 500 to a number of 5000 digits or to a thousand brackets, and fido2 to a missing part.
    """

    widget = forms.HiddenInput

    def to_python(self, value: Any) -> Any:
        try:
            credential = super().to_python(value)
            if isinstance(credential, dict) and isinstance(credential.get("response"), dict):
                return credential
        except (RecursionError, ValueError):
            pass
        raise ValidationError(_("Your browser sent no passkey. Try again."))


class AddPasskeyForm(of_allauth.AddWebAuthnForm):  # type: ignore[misc]  # allauth ships no types
    name = forms.CharField(label=_("Its name"), max_length=NAME_MAX, required=False)
    credential = CredentialField()
    passwordless = forms.BooleanField(
        label=_("Sign in with it alone"),
        required=False,
        initial=True,
        help_text=_("It then asks for your fingerprint, face or PIN. Without this it is only a second step."),
    )


class EditPasskeyForm(of_allauth.EditWebAuthnForm):  # type: ignore[misc]
    name = forms.CharField(label=_("Its name"), max_length=NAME_MAX)


class LoginPasskeyForm(of_allauth.LoginWebAuthnForm):  # type: ignore[misc]
    credential = CredentialField()


class AuthenticatePasskeyForm(of_allauth.AuthenticateWebAuthnForm):  # type: ignore[misc]
    credential = CredentialField()


class ReauthenticatePasskeyForm(of_allauth.ReauthenticateWebAuthnForm):  # type: ignore[misc]
    credential = CredentialField()


def person_named_by(credential: str) -> UUID | None:
    """Return whose passkey this says it is. Only its signature, which is checked later, proves it."""
    try:
        return UUID(hex=websafe_decode(json.loads(credential)["response"]["userHandle"]).decode())
    except (AttributeError, KeyError, RecursionError, TypeError, ValueError):
        return None
