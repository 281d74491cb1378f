"""The form for two memories in conflict that are both right, each under its own condition."""

from typing import Any
from uuid import UUID

from django import forms
from django.utils.translation import gettext_lazy as _

from memoryweb.language.text import signs
from memoryweb.memories.models import Memory
from memoryweb.review.forms.guarded import GuardedForm
from memoryweb.rules import limits

LABEL_MAX = 80  # characters of a value: the page has all of it above the form


class ConditionsForm(GuardedForm):
    """One condition for each memory in the conflict. A field is named after its memory's id."""

    def __init__(self, *args: Any, sides: list[Memory], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.sides = sides
        for side in sides:
            self.fields[f"condition-{side.pk}"] = forms.CharField(
                label=_("“%(value)s” is right") % {"value": signs.shorten(side.shown_value or side.label, LABEL_MAX)},
                max_length=limits.CONDITION_MAX,
                required=False,
                initial=side.condition,
                strip=True,
                widget=forms.TextInput({"placeholder": _("when …")}),
            )

    def conditions(self) -> dict[UUID, str]:
        """Return the condition of each memory by its id; empty means it applies otherwise."""
        return {side.pk: self.cleaned_data[f"condition-{side.pk}"] for side in self.sides}
