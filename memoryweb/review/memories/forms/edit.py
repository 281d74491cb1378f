"""The form that edits a memory. It knows what it showed, so that a field nobody touched stays exactly as it is."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Self

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from memoryweb.language.text import value_text
from memoryweb.memories.actions import Edit
from memoryweb.memories.actions.types import LIST_LIMITS, SAID_BY_EDIT
from memoryweb.memories.disclosure import additions
from memoryweb.memories.models import Kind, Memory, Status
from memoryweb.review.forms.text_field import TextField
from memoryweb.review.forms.value import (
    YES_NO,
    ValueAs,
    choices_for,
    choose_input,
    chosen_option,
    from_text,
    newlines,
    to_text,
)
from memoryweb.review.memories.forms.memory import MemoryForm, Row
from memoryweb.rules import fields

LISTS = tuple(LIST_LIMITS)
VALUE = ("choice", "value")  # the two inputs of a value


def _one_line(text: str) -> str:
    """Return the text as a one-line input sends it: without line breaks."""
    return newlines(text).replace("\n", "")


def _lines(entries: tuple[str, ...]) -> dict[str, str]:
    """Return the line that each entry is shown as, with the entry: it may hold a line break itself."""
    return {newlines(entry).replace("\n", " "): entry for entry in entries}


def texts_of(edit: Edit, field: fields.Field | None, value_as: ValueAs) -> dict[str, str]:
    """Return what the form shows for a memory: the text of each input, as the browser sends it back."""
    choice = chosen_option(edit.value, choices_for(edit.value, field))
    return {name: _text_of(name, getattr(edit, name)) for name in SAID_BY_EDIT if name != "value"} | {
        "choice": choice,
        "value": "" if choice else newlines(to_text(edit.value, value_as)),
        "kind": edit.kind,
        "valid_until": edit.valid_until.isoformat() if edit.valid_until else "",
        "pinned": "on" if edit.pinned else "",
    }


def _text_of(name: str, said: Any) -> str:
    """Return a text or a list as its input sends it back."""
    if name in LISTS:
        return "\n".join(_lines(said))
    return newlines(said) if isinstance(MemoryForm.base_fields[name], TextField) else _one_line(said)


class EditForm(MemoryForm):
    """A memory to edit. `shown` is what the page showed of it, and `typed` what the person had changed already."""

    kind = forms.ChoiceField(label=gettext_lazy("Kind"), choices=Kind.choices, required=False)
    pinned = forms.BooleanField(label=gettext_lazy("Always include it"), required=False)
    version = forms.CharField(widget=forms.HiddenInput, required=False)
    value_as = forms.CharField(widget=forms.HiddenInput, required=False)

    def __init__(
        self,
        data: QueryDict | None = None,
        *,
        memory: Memory,
        shown: Edit,
        version: int,
        typed: dict[str, str] | None = None,
        **kwargs: Any,
    ) -> None:
        self.memory, self.shown, self.comes_back = memory, shown, typed is not None
        field = fields.fields_by_key().get(memory.key)
        value_as = choose_input(shown.value, field)
        self.texts = texts_of(shown, field, value_as)
        sent = (data or typed or {}).get("value_as", "")
        self.read_as = ValueAs(sent) if sent in list(ValueAs) else value_as
        initial = self.texts | (typed or {}) | {"version": version, "value_as": self.read_as}
        super().__init__(data, field=field, initial=initial, **kwargs)
        self.fields.pop("category", None)
        if not (self.is_bound or self.comes_back or "choice" in self.fields):
            self.fields["value"].widget.attrs["autofocus"] = True

    def shown_value(self) -> tuple[Any, ValueAs, str]:
        return self.shown.value, self.read_as, self.data.get("value") or self.initial["value"]

    def allows_allergy(self) -> bool:
        return self.memory.category == "dietary"

    def sent(self, name: str) -> str:
        """Return an input's sent text; an input missing in the request counts as untouched."""
        if name == "pinned":
            return "on" if self.data.get(name) else ""
        text = self.data.get(name)
        return self.texts[name] if text is None else newlines(text)

    def is_touched(self, name: str) -> bool:
        return name in self.fields and self.sent(name) != self.texts[name]

    @property
    def is_unfolded(self) -> bool:
        """Whether the folded part must be open: saving confirms an unconfirmed memory completely."""
        is_candidate = self.memory.status == Status.CANDIDATE
        return is_candidate or (self.memory.confirmed_at is None and bool(additions(self.memory)))

    @property
    def touched(self) -> list[str]:
        """Return the names of the fields of an Edit that the person changed."""
        names = [name for name in self.texts if self.is_touched(name)]
        return list(dict.fromkeys("value" if name in VALUE else name for name in names))

    def clean_valid_until(self) -> Any:
        day = self.cleaned_data["valid_until"]
        return self.check_day(day) if self.is_touched("valid_until") else day

    def typed_value(self) -> Any:
        """Return the value as it was shown, unless a choice or other words were given."""
        if "value" not in self.touched:
            return self.shown.value
        words, choice = self.sent("value") if "value" in self.fields else "", self.sent("choice")
        if words.strip() and (self.is_touched("value") or not self.is_touched("choice")):
            return from_text(words, self.read_as, makes_list=isinstance(self.shown.value, list))
        return YES_NO.get(choice, choice or None)

    def edit(self) -> Edit:
        """Return the edited memory: the shown values with the person's changes."""
        data = self.cleaned_data
        new = {name: data["typed_value"] if name == "value" else data[name] for name in self.touched}
        for name in LISTS:
            if name in new:
                known = _lines(getattr(self.shown, name))
                new[name] = tuple(known.get(line, line) for line in new[name])
        if not new.get("kind", "kind"):
            del new["kind"]
        return replace(self.shown, **new)

    # When the memory has changed meanwhile

    def onto(self, memory: Memory, version: int) -> Self:
        """Return the form for what the memory says by now, with what the person typed, to be saved on top of it.

        A field that they did not touch follows the memory. Tags of both stay, unless one side removed them.
        """
        latest = Edit.from_row(memory)
        texts = texts_of(latest, self.field, choose_input(latest.value, self.field))
        typed = {name: self.sent(name) for name in self.texts if self.is_touched(name)}
        if "value" in self.touched:
            typed |= {name: self.sent(name) for name in VALUE} | {"value_as": self.read_as}
        for name in LISTS:
            if name in typed:
                typed[name] = _merge(self.texts[name], typed[name], texts[name])
        return type(self)(memory=memory, shown=latest, version=version, typed=typed, person=self.person)

    def rows(self) -> Iterator[Row]:
        for field in self.visible_fields():
            names = VALUE if field.name in VALUE else [field.name]
            differs = self.comes_back and any(self.initial[name] != self.texts[name] for name in names)
            is_first_of_two = field.name == "choice" and "value" in self.fields
            yield Row(field, differs and not is_first_of_two, self._now(field.name))

    def _now(self, name: str) -> str:
        """Return the memory's shown value for this input, in words."""
        if name == "pinned":
            return _("ticked") if self.shown.pinned else _("not ticked")
        if name in VALUE:
            return value_text.display_value(self.shown.value) if self.texts["choice"] else self.texts["value"]
        return str(Kind(self.shown.kind).label) if name == "kind" else self.texts[name]


def _merge(base: str, mine: str, theirs: str) -> str:
    """Return the lines of two lists that began as one: what either side added, without what either removed."""
    old, new, now = ([line.strip() for line in text.split("\n") if line.strip()] for text in (base, mine, theirs))
    kept = [line for line in new if line in now or line not in old]
    return "\n".join([*kept, *(line for line in now if line not in old and line not in kept)])
