"""The form that adds or edits a memory. The registry of known fields decides which input the value gets."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from memoryweb.memories.actions import Edit, Statement
from memoryweb.memories.models import Kind, Memory
from memoryweb.review.forms.guarded import GuardedForm
from memoryweb.rules import fields, limits, policy


def _split_by_commas(text: str, too_many: Any) -> tuple[str, ...]:
    """Return the words between commas. Raises ValidationError with `too_many` above the limit."""
    words = tuple(word.strip() for word in text.split(",") if word.strip())
    if len(words) > limits.TAGS_MAX:
        raise forms.ValidationError(too_many)
    return words


def field_choices() -> list[tuple[str, Any]]:
    """Return every known field by category, for the first step of adding a memory."""
    groups: dict[str, list[tuple[str, str]]] = {}
    for field in fields.FIELDS:
        groups.setdefault(field.category.capitalize(), []).append((field.key, field.label))
    return [("", _("Something else, in your own words")), *groups.items()]


class MemoryForm(GuardedForm):
    """A memory to add or edit. `field` decides which input the value gets; free text is always possible."""

    label = forms.CharField(label=_("What is it about?"), max_length=limits.LABEL_MAX)
    category = forms.CharField(
        label=_("Category"),
        max_length=limits.CATEGORY_MAX,
        required=False,
        widget=forms.TextInput({"list": "categories"}),
    )
    choice = forms.ChoiceField(label=_("Value"), required=False, widget=forms.RadioSelect)
    value = forms.CharField(label=_("Value"), max_length=limits.VALUE_MAX, required=False)
    details = forms.CharField(
        label=_("Details"), max_length=limits.DETAILS_MAX, required=False, widget=forms.Textarea({"rows": 3})
    )
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
    tags = forms.CharField(label=_("Tags"), required=False, help_text=_("Separated by commas."))
    applies_to = forms.CharField(
        label=_("Especially for"), required=False,
        help_text=_("Kinds of task or skills that need it, separated by commas: generate_report, code_task, …"),
    )  # fmt: skip
    kind = forms.ChoiceField(label=_("Kind"), choices=[("", _("Choose from the text")), *Kind.choices], required=False)
    valid_until = forms.DateField(
        label=_("Valid until"), required=False, widget=forms.DateInput({"type": "date"}),
        help_text=_("It is archived after this day. Leave empty for no last day."),
    )  # fmt: skip
    pinned = forms.BooleanField(label=_("Always include it"), required=False)

    def __init__(self, *args: Any, field: fields.Field | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.field = field
        if field is None or field.shape in (fields.Shape.TEXT, fields.Shape.LIST):
            del self.fields["choice"]
        else:
            yes_no = [("yes", _("Yes")), ("no", _("No"))]
            options = [(o.label, o.label) for o in field.options] or yes_no
            self.fields["choice"].choices = options  # type: ignore[attr-defined]
            self.fields["value"].label = _("or in your own words")
        if field is not None:
            del self.fields["category"]
            self.fields["label"].initial, self.fields["label"].label = field.label, _("Name")
            if field.shape == fields.Shape.LIST:
                self.fields["value"].widget = forms.Textarea({"rows": 3})
                self.fields["value"].help_text = _("One per line.")
            if field.shape == fields.Shape.BOOLEAN:
                del self.fields["value"]

    def allows_allergy(self) -> bool:
        category = self.field.category if self.field else self.data.get("category", "")
        return fields.slugify(category) == "dietary"

    def clean_tags(self) -> tuple[str, ...]:
        return _split_by_commas(self.cleaned_data["tags"], _("At most 20 tags."))

    def clean_applies_to(self) -> tuple[str, ...]:
        return _split_by_commas(self.cleaned_data["applies_to"], _("At most 20 tasks."))

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        if not (self.typed_value() or data.get("details")):
            name = "value" if "value" in self.fields else "choice"
            self.add_error(name, _("Say what should be remembered."))
        return data

    def typed_value(self) -> Any:
        """Return the value in the shape of its field, or None where only details were given."""
        text = (self.cleaned_data.get("value") or "").strip()
        choice = self.cleaned_data.get("choice") or ""
        if self.field and self.field.shape == fields.Shape.BOOLEAN:
            return {"yes": True, "no": False}.get(choice)
        if self.field and self.field.shape == fields.Shape.LIST and "\n" in text:
            return [line.strip() for line in text.splitlines() if line.strip()]
        return text or choice or None

    def statement(self) -> Statement:
        data = self.cleaned_data
        return Statement(
            name=data["label"],
            label=data["label"],
            category=self.field.category if self.field else data["category"],
            key=self.field.key if self.field else "",
            value=self.typed_value(),
            details=data["details"],
            condition=data["condition"],
            project=data["project"],
            tags=data["tags"],
            applies_to=data["applies_to"],
            kind=data["kind"],
            valid_until=data["valid_until"],
            source=policy.Source.INSTRUCTION,
        )

    def edit(self, memory: Memory) -> Edit:
        data = self.cleaned_data
        return Edit(
            label=data["label"],
            value=self.typed_value(),
            details=data["details"],
            kind=data["kind"] or memory.kind,
            condition=data["condition"],
            project=data["project"],
            tags=data["tags"],
            applies_to=data["applies_to"],
            pinned=data["pinned"],
            valid_until=data["valid_until"],
        )

    @staticmethod
    def initial_from(memory: Memory, change: dict[str, Any]) -> dict[str, Any]:
        """Return the form's initial data: the memory, with the value and details of a proposed change if any."""
        value = change.get("value", memory.value)
        shown = fields.display_value(value)
        field = fields.fields_by_key().get(memory.key)
        option = field.recognise(shown) if field else None
        is_choice = isinstance(value, bool) or (option is not None and option.label == shown)
        lines = "\n".join(map(str, value)) if isinstance(value, list) else shown
        return {
            "label": memory.label,
            "category": memory.category,
            "choice": shown if is_choice else "",
            "value": "" if is_choice else lines,
            "details": change.get("details", memory.details),
            "condition": memory.condition,
            "project": memory.project,
            "tags": ", ".join(memory.tags),
            "applies_to": ", ".join(memory.applies_to),
            "kind": memory.kind,
            "pinned": memory.pinned,
            "valid_until": memory.valid_until,
        }


class ReasonForm(GuardedForm):
    """Why a memory is no longer used; optional."""

    reason = forms.CharField(label=_("Why? (optional)"), max_length=limits.REASON_MAX, required=False)
