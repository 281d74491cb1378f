"""The settings as a form: what a person decides, in groups, with what each decision means."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from zoneinfo import available_timezones

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext_lazy as _

from memoryweb.learning import digest_mail, llm
from memoryweb.people.models import MemorySettings, Section
from memoryweb.review.forms import GuardedForm
from memoryweb.rules import policy


@dataclass(frozen=True)
class Group:
    """Settings that belong together; `name` is where a link leads to."""

    name: str
    title: Any
    fields: list[BoundField]


GROUPS: tuple[tuple[str, Any, tuple[str, ...]], ...] = (
    ("memory", _("Memory"), ("enable_memory", "confirm_new", "archive_below", "time_zone")),
    ("given", _("What agents are given"), (
        "injection_enabled", "injection_max_items", "injection_token_budget", "privacy_mode", "enabled_sections",
        "min_confidence", "relevance_feedback", "share_global_in_communities",
    )),
    ("learning", _("Learning"), ("learning_enabled", "learning_threshold", "long_term_update_policy",
                                 "long_term_every")),
    ("recent", _("Recent conversations"), ("recent_window_type", "recent_max_items", "recent_max_age_days")),
    ("model", _("Language model"), ("use_model", "model_cap_cents")),
    ("letter", _("Letter"), ("weekly_letter",)),
)  # fmt: skip


class SettingsForm(GuardedForm, forms.ModelForm):  # type: ignore[type-arg]
    enabled_sections = forms.MultipleChoiceField(
        label=_("Agents may learn and be given"), choices=Section, required=False, widget=forms.CheckboxSelectMultiple
    )
    time_zone = forms.ChoiceField(label=_("Time zone"), choices=[(z, z) for z in sorted(available_timezones())])
    min_confidence = forms.FloatField(
        label=_("Least confidence"),
        min_value=0,
        max_value=1,
        widget=forms.NumberInput({"step": "0.05"}),
        help_text=_("0 to 1. What is less sure than this is kept, but given to no agent."),
    )
    archive_below = forms.TypedChoiceField(
        label=_("Archive what has faded"),
        required=False, coerce=float, empty_value=None,
        choices=[("", _("Only when its time is over")), ("3.0", _("As soon as it is dormant, under 3")),
                 ("2.0", _("Under 2")), ("1.0", _("Under 1"))],
    )  # fmt: skip
    injection_max_items = forms.IntegerField(
        label=_("Memories at once"), min_value=policy.ITEMS_LEAST, max_value=policy.ITEMS_MOST,
        help_text=_("5 to 12 in one answer."),
    )  # fmt: skip
    injection_token_budget = forms.IntegerField(
        label=_("Token budget"), min_value=policy.TOKENS_LEAST, max_value=policy.TOKENS_MOST,
        help_text=_("200 to 600 for one answer. What must never be missed is counted too."),
    )  # fmt: skip
    learning_threshold = forms.IntegerField(
        label=_("Accepted so often before it counts"), min_value=1, max_value=20,
        help_text=_("1 to 20. What agents notice is kept aside until you accepted it this much more often than not."),
    )  # fmt: skip
    long_term_every = forms.IntegerField(
        label=_("After so many conversations"), min_value=1, max_value=50, help_text=_("1 to 50.")
    )
    recent_max_items = forms.IntegerField(
        label=_("The newest so many"), min_value=1, max_value=200, help_text=_("1 to 200.")
    )
    recent_max_age_days = forms.IntegerField(
        label=_("Or so many days"), min_value=1, max_value=365, help_text=_("1 to 365.")
    )
    model_cap_cents = forms.IntegerField(
        label=_("At most so many cents a month"), min_value=0, max_value=1_000_000,
        help_text=_("Then patterns read until the next month. 0: it is never asked."),
    )  # fmt: skip

    class Meta:
        model = MemorySettings
        fields = tuple(name for _name, _title, names in GROUPS for name in names)
        widgets = {
            "confirm_new": forms.RadioSelect,
            "recent_window_type": forms.RadioSelect,
            "long_term_update_policy": forms.RadioSelect,
        }
        help_texts = {
            "enable_memory": _("Off: nothing is written and agents are given nothing. Everything stays visible here."),
            "injection_enabled": _("Off: recall answers (none). Agents can still look things up."),
            "learning_enabled": _("Off: only what you say yourself can become a memory. Feedback is kept and ignored."),
            "privacy_mode": _("Agents are given only what you said or corrected, nothing they noticed."),
            "relevance_feedback": _("Among what a task needs, what you accepted before comes first."),
            "use_model": _("Your excerpts are sent to the server this memoryweb’s operator chose. Off: patterns read."),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """What is not configured here cannot be decided here."""
        super().__init__(*args, **kwargs)
        if not llm.is_configured():
            del self.fields["use_model"], self.fields["model_cap_cents"]
        if not digest_mail.is_configured():
            del self.fields["weekly_letter"]

    def groups(self) -> Iterator[Group]:
        for name, title, names in GROUPS:
            if fields := [self[each] for each in names if each in self.fields]:
                yield Group(name, title, fields)
