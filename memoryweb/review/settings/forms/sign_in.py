"""The form that asks for a sign-in link."""

from django import forms
from django.utils.translation import gettext_lazy as _


class LinkForm(forms.Form):
    email = forms.EmailField(label=_("Your email"), widget=forms.EmailInput({"autocomplete": "email"}))
