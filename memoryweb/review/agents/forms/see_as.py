"""Forms that ask as an agent would: which memories it would get, and what an operation answers."""

import json
from copy import copy
from typing import Any
from uuid import UUID

from django import forms
from django.utils.translation import gettext_lazy as _

from memoryweb.agents.models import Agent
from memoryweb.operations.table import OPERATIONS
from memoryweb.people.models import MemorySettings
from memoryweb.recall.request import RecallRequest
from memoryweb.review.forms.guarded import GuardedForm
from memoryweb.rules import limits, policy, task_types


class SeeAsForm(forms.Form):
    """A request an agent might make, with limits the person can try out."""

    agent = forms.ModelChoiceField(label=_("Agent"), queryset=Agent.objects.none(), empty_label=None)
    query = forms.CharField(label=_("What the work is about"), max_length=limits.QUERY_MAX, required=False)
    task_type = forms.ChoiceField(label=_("Kind of task"), required=False)
    skill = forms.CharField(label=_("Skill"), max_length=limits.TASK_MAX, required=False)
    project = forms.CharField(label=_("Project"), max_length=limits.PROJECT_MAX, required=False)
    when = forms.CharField(
        label=_("Time"), max_length=limits.TIME_MAX, required=False, help_text=_("For example “weekday morning”.")
    )
    budget = forms.IntegerField(label=_("Token budget"), min_value=policy.TOKENS_LEAST, max_value=policy.TOKENS_MOST)
    max_items = forms.IntegerField(
        label=_("Memories"),
        min_value=policy.ITEMS_LEAST,
        max_value=policy.ITEMS_MOST,
        widget=forms.NumberInput(),
    )

    without = forms.UUIDField(required=False, widget=forms.HiddenInput)  # one memory to try leaving out

    def __init__(self, *args: Any, agents: Any, settings: MemorySettings, **kwargs: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", **kwargs})
        self.settings = settings
        self.fields["agent"].queryset = agents  # type: ignore[attr-defined]
        task_choices = [(task.name, task.name.replace("_", " ").capitalize()) for task in task_types.TASK_TYPES]
        asked = self.data.get("task_type", "")[: limits.TASK_MAX]
        if asked and asked not in dict(task_choices):  # an agent's own word for its work, from one of its receipts
            task_choices.append((asked, asked.replace("_", " ").capitalize()))
        self.fields["task_type"].choices = [("", _("Any")), *task_choices]  # type: ignore[attr-defined]

    @staticmethod
    def defaults(settings: MemorySettings) -> dict[str, Any]:
        """Return the person's own limits, where the sliders start."""
        return {"budget": settings.injection_token_budget, "max_items": settings.injection_max_items}

    def recall_request(self, *, without: UUID | None = None) -> RecallRequest:
        """Return the request. It may exceed the person's limits, to show what a larger budget would bring."""
        data = self.cleaned_data
        project = data["agent"].project or data["project"]
        return RecallRequest(
            query=data["query"],
            task_type=data["task_type"],
            skill=data["skill"],
            project=project,
            when=data["when"],
            max_items=data["max_items"],
            budget=data["budget"],
            without=frozenset([without] if without else []),
        )

    def trial_settings(self) -> MemorySettings:
        """Return a copy of the person's settings with the limits they are trying out. It is never saved."""
        settings = copy(self.settings)
        settings.injection_max_items = self.cleaned_data["max_items"]
        settings.injection_token_budget = self.cleaned_data["budget"]
        return settings


class TryForm(GuardedForm):
    """One operation, with its arguments as an agent would send them."""

    operation = forms.ChoiceField(
        label=_("Operation"), choices=[(name, name) for name in OPERATIONS], initial="recall_preferences"
    )
    arguments = forms.CharField(
        label=_("Arguments"),
        widget=forms.Textarea({"rows": 5, "spellcheck": "false"}),
        initial='{"query": ""}',
        help_text=_("In JSON. This is a real call: what it writes is saved under this agent’s name."),
    )

    def clean_arguments(self) -> dict[str, Any]:
        try:
            arguments = json.loads(self.cleaned_data["arguments"])
        except ValueError as error:
            raise forms.ValidationError(_("This is not JSON: %(error)s") % {"error": error}) from error
        if not isinstance(arguments, dict):
            raise forms.ValidationError(_("Write an object: { … }"))
        return arguments
