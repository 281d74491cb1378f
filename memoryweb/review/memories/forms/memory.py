"""The form that adds a memory. The registry of known fields decides which input the value gets."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from memoryweb.language.filing import known_fields
from memoryweb.memories.actions import Statement
from memoryweb.memories.models import Kind
from memoryweb.review.forms.guarded import GuardedForm
from memoryweb.review.forms.text_field import TextField
from memoryweb.review.forms.value import (
    HELP,
    LABELS,
    YES_NO,
    ValueAs,
    choices_for,
    choose_input,
    from_text,
    make_widget,
)
from memoryweb.rules import fields, limits, policy


def field_choices() -> list[tuple[str, Any]]:
    """Return every known field by category, for the first step of adding a memory."""
    groups: dict[str, list[tuple[str, str]]] = {}
    for field in fields.FIELDS:
        groups.setdefault(field.category.capitalize(), []).append((field.key, field.label))
    return [("", _("Something else, in your own words")), *groups.items()]


class LinesField(TextField):
    """A list of short texts, one per line."""

    def __init__(self, *, longest: int, **kwargs: Any) -> None:
        self.longest = longest
        super().__init__(rows=2, **kwargs)

    def clean(self, value: Any) -> Any:
        lines = tuple(line.strip() for line in super().clean(value).split("\n") if line.strip())
        if len(lines) > limits.TAGS_MAX or any(len(line) > self.longest for line in lines):
            message = _("At most %(most)d, each of at most %(longest)d characters.")
            raise forms.ValidationError(message, params={"most": limits.TAGS_MAX, "longest": self.longest})
        return lines


@dataclass(frozen=True)
class Row:
    """An input, and the memory's current text if different."""

    field: forms.BoundField
    differs: bool = False
    now: str = ""


class MemoryForm(GuardedForm):
    """A memory to add. `field` decides which input the value gets; free text is always possible."""

    label = forms.CharField(label=_("What is it about?"), max_length=limits.LABEL_MAX)
    category = forms.CharField(
        label=_("Category"),
        max_length=limits.CATEGORY_MAX,
        required=False,
        widget=forms.TextInput({"list": "categories"}),
    )
    choice = forms.ChoiceField(label=_("Value"), required=False, widget=forms.RadioSelect)
    value = TextField(label=_("Value"), max_length=limits.DETAILS_MAX, rows=2)
    details = TextField(label=_("Details"), max_length=limits.DETAILS_MAX, rows=3)
    condition = forms.CharField(
        label=_("Only when"),
        max_length=limits.CONDITION_MAX,
        required=False,
        help_text=_("For example “when tired”. Leave empty for always."),
    )
    project = forms.CharField(
        label=_("Only in project"),
        max_length=limits.PROJECT_MAX,
        required=False,
        help_text=_("Leave empty for every project."),
    )
    tags = LinesField(label=_("Tags"), longest=limits.TAG_MAX, help_text=_("One per line."))
    applies_to = LinesField(
        label=_("Especially for"),
        longest=limits.TASK_MAX,
        help_text=_("Kinds of task or skills that need it, one per line: generate_report, code_task, …"),
    )
    kind = forms.ChoiceField(label=_("Kind"), choices=[("", _("Choose from the text")), *Kind.choices], required=False)
    valid_until = forms.DateField(
        label=_("Valid until"),
        required=False,
        widget=forms.DateInput({"type": "date"}),
        help_text=_("It is archived after this day. Leave empty for no last day."),
    )

    def __init__(self, *args: Any, field: fields.Field | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.field = field
        self._offer_value(*self.shown_value())
        if field is not None:
            del self.fields["category"]
            self.fields["label"].initial, self.fields["label"].label = field.label, _("Name")

    def rows(self) -> Iterator[Row]:
        """Yield what the page shows, in order."""
        for field in self.visible_fields():
            yield Row(field)

    def shown_value(self) -> tuple[Any, ValueAs, str]:
        """Return the form's initial value, its widget, and the input's text."""
        return None, choose_input(None, self.field), ""

    def _offer_value(self, value: Any, value_as: ValueAs, text: str) -> None:
        """Give the value the inputs for its type: a choice, a text or both."""
        self.read_as = value_as
        choices = choices_for(value, self.field, self.data.get("choice") or self.initial.get("choice", ""))
        is_yes_no = dict(choices).keys() == YES_NO.keys()
        if choices:
            self.fields["choice"].choices = choices  # type: ignore[attr-defined]
        else:
            del self.fields["choice"]
        if is_yes_no and not text:
            del self.fields["value"]
            return
        words = self.fields["value"]
        words.label = _("or in your own words") if choices else LABELS.get(value_as, words.label)
        words.widget, words.help_text = make_widget(value_as, text), HELP.get(value_as, "")
        words.widget.attrs |= words.widget_attrs(words.widget)

    def allows_allergy(self) -> bool:
        category = self.field.category if self.field else self.data.get("category", "")
        return known_fields.slugify(category) == "dietary"

    def clean_valid_until(self) -> Any:
        return self.check_day(self.cleaned_data["valid_until"])

    def check_day(self, day: Any) -> Any:
        """Return the day. Raises ValidationError for one outside the calendar that memories use."""
        if day and not limits.DAY_FIRST <= day <= limits.DAY_LAST:
            ends = {"first": limits.DAY_FIRST, "last": limits.DAY_LAST}
            raise forms.ValidationError(_("The date must be between %(first)s and %(last)s."), params=ends)
        return day

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        try:
            data["typed_value"] = self.typed_value()
        except forms.ValidationError as error:
            self.add_error("value", error)
            return data
        if data["typed_value"] is None and not data.get("details") and not self.errors:
            name = "value" if "value" in self.fields else "choice"
            self.add_error(name, _("Say what should be remembered."))
        return data

    def typed_value(self) -> Any:
        """Return the value in its field's type, or None for details alone."""
        choice = self.cleaned_data.get("choice") or ""
        typed = from_text(self.cleaned_data.get("value") or "", self.read_as)
        return YES_NO.get(choice, choice or None) if typed is None else typed

    def statement(self) -> Statement:
        data = self.cleaned_data
        return Statement(
            name=data["label"],
            label=data["label"],
            category=self.field.category if self.field else data["category"],
            key=self.field.key if self.field else "",
            value=data["typed_value"],
            details=data["details"],
            condition=data["condition"],
            project=data["project"],
            tags=data["tags"],
            applies_to=data["applies_to"],
            kind=data["kind"],
            valid_until=data["valid_until"],
            source=policy.Source.INSTRUCTION,
        )


class ReasonForm(GuardedForm):
    """Why a memory is no longer used; optional."""

    reason = forms.CharField(label=_("Why? (optional)"), max_length=limits.REASON_MAX, required=False)
