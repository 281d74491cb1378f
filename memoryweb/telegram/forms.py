"""The form of the bot's tools for a community."""

from django import forms
from django.utils.translation import gettext_lazy as _

from memoryweb.telegram.models import TOOLS

LABELS = {
    "search_memory": _("Answer what the community shares"),
    "save_memory": _("Suggest what should be shared, to the one who says so"),
    "save_user_preference": _("Note what a member says about themselves, for that member alone"),
}


class ToolsForm(forms.Form):
    tools = forms.MultipleChoiceField(
        choices=[(tool, LABELS[tool]) for tool in TOOLS], required=False, widget=forms.CheckboxSelectMultiple
    )
