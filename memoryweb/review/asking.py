"""Forms that ask as an agent would: what would it be given, and what does an operation answer it."""

import json
from copy import copy
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from memoryweb.agents.models import Agent
from memoryweb.operations.table import OPERATIONS
from memoryweb.people.models import MemorySettings
from memoryweb.recall import task_types
from memoryweb.recall.request import RecallRequest
from memoryweb.review.forms import GuardedForm
from memoryweb.rules import limits, policy


class SeeAsForm(forms.Form):
    """What an agent might say about its work, and what-if on the limits."""

    agent = forms.ModelChoiceField(label=_("Agent"), queryset=Agent.objects.none(), empty_label=None)
    query = forms.CharField(label=_("What the work is about"), max_length=limits.QUERY_MAX, required=False)
    task_type = forms.ChoiceField(label=_("Kind of task"), required=False)
    skill = forms.CharField(label=_("Skill"), max_length=limits.TASK_MAX, required=False)
    project = forms.CharField(label=_("Project"), max_length=limits.PROJECT_MAX, required=False)
    when = forms.CharField(
        label=_("Time"), max_length=limits.TIME_MAX, required=False, help_text=_("For example “weekday morning”.")
    )
    budget = forms.IntegerField(
        label=_("Token budget"), min_value=policy.TOKENS_LEAST, max_value=policy.TOKENS_MOST,
        widget=forms.NumberInput({"type": "range", "step": "20"}),
    )  # fmt: skip
    max_items = forms.IntegerField(
        label=_("Items"), min_value=policy.ITEMS_LEAST, max_value=policy.ITEMS_MOST,
        widget=forms.NumberInput({"type": "range"}),
    )  # fmt: skip

    def __init__(self, *args: Any, agents: Any, settings: MemorySettings, **kwargs: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", **kwargs})
        self.settings = settings
        self.fields["agent"].queryset = agents  # type: ignore[attr-defined]
        named = [(task.name, task.name.replace("_", " ").capitalize()) for task in task_types.TASK_TYPES]
        self.fields["task_type"].choices = [("", _("Any")), *named]  # type: ignore[attr-defined]

    @staticmethod
    def defaults(settings: MemorySettings) -> dict[str, Any]:
        return {"budget": settings.injection_token_budget, "max_items": settings.injection_max_items}

    def wanted(self) -> RecallRequest:
        """What-if may go beyond the person's own limits: they see what a larger budget would bring."""
        data = self.cleaned_data
        project = data["agent"].project or data["project"]
        return RecallRequest(
            query=data["query"], task_type=data["task_type"], skill=data["skill"], project=project, when=data["when"],
            max_items=data["max_items"], budget=data["budget"],
        )  # fmt: skip

    def what_if(self) -> MemorySettings:
        """The person's settings with the limits they are trying out; never saved."""
        tried = copy(self.settings)
        tried.injection_max_items = self.cleaned_data["max_items"]
        tried.injection_token_budget = self.cleaned_data["budget"]
        return tried


class TryForm(GuardedForm):
    """One operation, with its arguments as an agent would send them."""

    operation = forms.ChoiceField(
        label=_("Operation"), choices=[(n, n) for n in OPERATIONS], initial="recall_preferences"
    )
    said = forms.CharField(
        label=_("Arguments"), widget=forms.Textarea({"rows": 5, "spellcheck": "false"}), initial='{"query": ""}',
        help_text=_("As JSON. What it writes is written: it is this agent that does it."),
    )  # fmt: skip

    def clean_said(self) -> dict[str, Any]:
        try:
            sent = json.loads(self.cleaned_data["said"])
        except ValueError as error:
            raise forms.ValidationError(_("This is not JSON: %(error)s") % {"error": error}) from error
        if not isinstance(sent, dict):
            raise forms.ValidationError(_("Write an object: { … }"))
        return sent

    def arguments(self) -> dict[str, Any]:
        said: dict[str, Any] = self.cleaned_data["said"]
        return said
