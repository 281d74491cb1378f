"""The base of every form that takes a person's words: it refuses what is never stored, and hides nothing in them."""

from typing import Any, cast

from django import forms
from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from memoryweb.language.text import invisible
from memoryweb.memories import refusals
from memoryweb.people.models import User
from memoryweb.rules import limits

FORM_MAX = 3 * limits.DETAILS_MAX  # characters of all fields of a form


class GuardedForm(forms.Form):
    """Refuses sensitive text in any field, and writes out what is invisible. The page comes back with the text."""

    def __init__(self, *args: Any, person: User, **kwargs: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", **kwargs})
        self.person = person

    def allows_allergy(self) -> bool:
        """Return whether an allergy may be stored, which the guard otherwise refuses as a health detail."""
        return False

    def clean(self) -> dict[str, Any]:
        data = cast(QueryDict, self.data)
        texts = [
            value.replace("\r\n", "\n")
            for name in data
            for value in data.getlist(name)
            if name != "csrfmiddlewaretoken"
        ]
        if sum(map(len, texts)) > FORM_MAX or any(self.has_error(name, "max_length") for name in self.fields):
            raise forms.ValidationError(_("This is too long."), code="max_length")  # no pattern reads it
        refusal = refusals.refuse(
            texts, person_id=self.person.pk, now=timezone.now(), allow_allergy=self.allows_allergy()
        )
        if refusal:
            raise forms.ValidationError(refusals.REASONS[refusal.category], code="sensitive")
        super().clean()
        self._show_invisible()
        return self.cleaned_data

    def _show_invisible(self) -> None:
        """Write out the invisible characters of what was typed, as long as each field may be."""
        for name, typed in list(self.cleaned_data.items()):
            if not isinstance(typed, str | tuple):
                continue
            shown = invisible.show_in_json(typed)
            self.cleaned_data[name] = tuple(shown) if isinstance(typed, tuple) else shown
            longest = getattr(self.fields.get(name), "max_length", None)
            if longest and isinstance(shown, str) and len(shown) > max(longest, len(typed)):
                self.add_error(name, _("This is too long."))
