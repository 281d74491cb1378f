"""The forms of an invitation: whom to invite, and how the invited person will sign in."""

from typing import Any

from django import forms
from django.contrib.auth.password_validation import validate_password
from django.utils.translation import gettext_lazy as _

from memoryweb.people.models import Invitation, User


class InvitationForm(forms.ModelForm):  # type: ignore[type-arg]
    class Meta:
        model = Invitation
        fields = ("email",)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", **kwargs})

    def clean_email(self) -> str:
        email: str = self.cleaned_data["email"].lower()
        if User.objects.filter(email__iexact=email).exists():
            raise forms.ValidationError(_("They already have an account here."))
        return email


class AcceptForm(forms.Form):
    """A password, or none: then a passkey comes next."""

    password = forms.CharField(
        label=_("Your new password"),
        required=False,
        strip=False,
        widget=forms.PasswordInput({"autocomplete": "new-password"}),
    )

    def __init__(self, *args: Any, email: str, **kwargs: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", **kwargs})
        self.email = email

    @property
    def by_passkey(self) -> bool:
        return "passkey" in self.data

    def clean_password(self) -> str:
        password: str = self.cleaned_data["password"]
        if self.by_passkey:
            return ""
        if not password:
            raise forms.ValidationError(_("Choose a password, or use a passkey."))
        validate_password(password, User(email=self.email))
        return password
