"""Forms of the people's door: typed by the registry, guarded before anything is kept."""

from datetime import timedelta
from typing import Any, cast

from django import forms
from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from memoryweb.agents.models import Agent, Scope, Trust
from memoryweb.memories import refusals
from memoryweb.memories.actions import Edit, Statement
from memoryweb.memories.models import Kind, Memory
from memoryweb.people.models import User
from memoryweb.rules import fields, policy

FORM_MAX = 2 * policy.DETAILS_MAX  # characters of all its fields


class GuardedForm(forms.Form):
    """Refuses what is never stored, wherever it is typed; the person keeps their text on the page."""

    def __init__(self, *args: Any, person: User, **kwargs: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", **kwargs})
        self.person = person

    def allows_allergy(self) -> bool:
        return False

    def _is_too_long(self, said: list[str]) -> bool:
        return sum(map(len, said)) > FORM_MAX or any(self.has_error(name, "max_length") for name in self.fields)

    def clean(self) -> dict[str, Any]:
        sent = cast(QueryDict, self.data)
        said = [value for name in sent for value in sent.getlist(name) if name != "csrfmiddlewaretoken"]
        if self._is_too_long(said):  # nothing of it is kept, and no pattern reads it
            raise forms.ValidationError(_("This is too long."), code="max_length")
        found = refusals.refuse(said, person_id=self.person.pk, now=timezone.now(), allow_allergy=self.allows_allergy())
        if found:
            raise forms.ValidationError(refusals.REASONS[found.category], code="sensitive")
        return super().clean() or {}


def _listed(text: str, too_many: Any) -> tuple[str, ...]:
    """Words between commas."""
    words = tuple(word.strip() for word in text.split(",") if word.strip())
    if len(words) > policy.TAGS_MAX:
        raise forms.ValidationError(too_many)
    return words


def field_choices() -> list[tuple[str, Any]]:
    """Every known field, grouped by category, for the first step of Add."""
    groups: dict[str, list[tuple[str, str]]] = {}
    for field in fields.FIELDS:
        groups.setdefault(field.category.capitalize(), []).append((field.key, field.label))
    return [("", _("Something else, in your own words")), *groups.items()]


class MemoryForm(GuardedForm):
    """Add and Edit. `field` decides which input the value gets; free text is always possible."""

    label = forms.CharField(label=_("What is it about?"), max_length=policy.LABEL_MAX)
    category = forms.CharField(
        label=_("Category"), max_length=60, required=False, widget=forms.TextInput({"list": "categories"})
    )
    choice = forms.ChoiceField(label=_("Value"), required=False, widget=forms.RadioSelect)
    value = forms.CharField(label=_("Value"), max_length=1000, required=False)
    details = forms.CharField(
        label=_("Details"), max_length=policy.DETAILS_MAX, required=False, widget=forms.Textarea({"rows": 3})
    )
    condition = forms.CharField(
        label=_("Only when"), max_length=200, required=False, help_text=_("For example “when tired”. Empty: always.")
    )
    project = forms.CharField(
        label=_("Only in project"), max_length=80, required=False, help_text=_("Empty: everywhere.")
    )
    tags = forms.CharField(label=_("Tags"), required=False, help_text=_("Separated by commas."))
    applies_to = forms.CharField(
        label=_("Especially for"), required=False,
        help_text=_("Kinds of task or skills that need it, separated by commas: generate_report, code_task, …"),
    )  # fmt: skip
    kind = forms.ChoiceField(label=_("Kind"), choices=[("", _("Decide from the words")), *Kind.choices], required=False)
    valid_until = forms.DateField(
        label=_("Valid until"), required=False, widget=forms.DateInput({"type": "date"}),
        help_text=_("After this day it is archived. Empty: no last day."),
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
                self.fields["value"].help_text = _("One a line.")
            if field.shape == fields.Shape.BOOLEAN:
                del self.fields["value"]

    def allows_allergy(self) -> bool:
        category = self.field.category if self.field else self.data.get("category", "")
        return fields.slugify(category) == "dietary"

    def clean_tags(self) -> tuple[str, ...]:
        return _listed(self.cleaned_data["tags"], _("At most 20 tags."))

    def clean_applies_to(self) -> tuple[str, ...]:
        return _listed(self.cleaned_data["applies_to"], _("At most 20 tasks."))

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        if not (self.said_value() or data.get("details")):
            name = "value" if "value" in self.fields else "choice"
            self.add_error(name, _("Say what should be remembered."))
        return data

    def said_value(self) -> Any:
        """The value in the shape its field wants, or None where only details were given."""
        typed = (self.cleaned_data.get("value") or "").strip()
        chosen = self.cleaned_data.get("choice") or ""
        if self.field and self.field.shape == fields.Shape.BOOLEAN:
            return {"yes": True, "no": False}.get(chosen)
        if self.field and self.field.shape == fields.Shape.LIST and "\n" in typed:
            return [line.strip() for line in typed.splitlines() if line.strip()]
        return typed or chosen or None

    def statement(self) -> Statement:
        data = self.cleaned_data
        return Statement(
            name=data["label"],
            label=data["label"],
            category=self.field.category if self.field else data["category"],
            key=self.field.key if self.field else "",
            value=self.said_value(),
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
            value=self.said_value(),
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
    def initial_of(memory: Memory, offered: dict[str, Any]) -> dict[str, Any]:
        """The memory as the form shows it, with an agent's offered value and details in place of its own."""
        value = offered.get("value", memory.value)
        shown = fields.display_value(value)
        known = fields.fields_by_key().get(memory.key)
        option = known.recognise(shown) if known else None
        listed = isinstance(value, bool) or (option is not None and option.label == shown)
        lines = "\n".join(map(str, value)) if isinstance(value, list) else shown
        return {
            "label": memory.label,
            "category": memory.category,
            "choice": shown if listed else "",
            "value": "" if listed else lines,
            "details": offered.get("details", memory.details),
            "condition": memory.condition,
            "project": memory.project,
            "tags": ", ".join(memory.tags),
            "applies_to": ", ".join(memory.applies_to),
            "kind": memory.kind,
            "pinned": memory.pinned,
            "valid_until": memory.valid_until,
        }


class ConnectForm(GuardedForm):
    """A new agent. The token is shown once, after this."""

    name = forms.CharField(
        label=_("Name"), max_length=80, help_text=_("How you will recognise it: “Claude Code on my laptop”.")
    )
    trust = forms.ChoiceField(label=_("Trust"), choices=Trust, initial=Trust.ASK, widget=forms.RadioSelect)
    project = forms.CharField(
        label=_("Only in project"), max_length=80, required=False, help_text=_("Empty: everywhere.")
    )
    expires = forms.ChoiceField(
        label=_("Token expires"),
        choices=[("", _("Never")), ("30", _("In 30 days")), ("90", _("In 90 days")), ("365", _("In a year"))],
        required=False,
    )

    def connect(self) -> tuple[Agent, str]:
        data = self.cleaned_data
        days = int(data["expires"] or 0)
        return Agent.connect(
            self.person,
            name=data["name"],
            trust=data["trust"],
            project=data["project"],
            scopes=[Scope.READ] if data["trust"] == Trust.READ_ONLY else list(Scope.values),
            expires_at=timezone.now() + timedelta(days=days) if days else None,
        )


class PauseForm(GuardedForm):
    hours = forms.ChoiceField(
        label=_("Pause"),
        choices=[
            ("1", _("for an hour")),
            ("24", _("for a day")),
            ("168", _("for a week")),
            ("", _("until I resume it")),
        ],
        required=False,
    )


class ReasonForm(GuardedForm):
    """Why a memory expires; optional."""

    reason = forms.CharField(label=_("Why? (optional)"), max_length=300, required=False)


class LinkForm(forms.Form):
    email = forms.EmailField(label=_("Your e-mail"), widget=forms.EmailInput({"autocomplete": "email"}))
