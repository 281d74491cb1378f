"""The settings form: what a person decides, in groups, with what each setting means."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from zoneinfo import available_timezones

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext_lazy as _

from memoryweb.learning import digest_mail, llm
from memoryweb.people.models import MemorySettings, Section
from memoryweb.review.forms.guarded import GuardedForm
from memoryweb.rules import policy


@dataclass(frozen=True)
class Group:
    """Settings that belong together. `name` is the anchor that links use."""

    name: str
    title: Any
    fields: list[BoundField]


GROUPS: tuple[tuple[str, Any, tuple[str, ...]], ...] = (
    ("memory", _("Memory"), ("enable_memory", "confirm_new", "archive_below", "time_zone")),
    ("given", _("What agents get"), (
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
        label=_("What agents may learn and get"), choices=Section, required=False, widget=forms.CheckboxSelectMultiple
    )
    time_zone = forms.ChoiceField(label=_("Time zone"), choices=[(z, z) for z in sorted(available_timezones())])
    min_confidence = forms.FloatField(
        label=_("Minimum confidence"),
        min_value=0,
        max_value=1,
        widget=forms.NumberInput({"step": "0.05"}),
        help_text=_("0 to 1. Less certain memories are kept, but no agent gets them."),
    )
    archive_below = forms.TypedChoiceField(
        label=_("Archive faded memories"),
        required=False, coerce=float, empty_value=None,
        choices=[("", _("Only when their time is over")), ("3.0", _("When dormant, below 3")),
                 ("2.0", _("Below 2")), ("1.0", _("Below 1"))],
    )  # fmt: skip
    injection_max_items = forms.IntegerField(
        label=_("Memories at once"), min_value=policy.ITEMS_LEAST, max_value=policy.ITEMS_MOST,
        help_text=_("5 to 12 in one answer."),
    )  # fmt: skip
    injection_token_budget = forms.IntegerField(
        label=_("Token budget"), min_value=policy.TOKENS_LEAST, max_value=policy.TOKENS_MOST,
        help_text=_("200 to 600 for one answer, pinned memories and rules included."),
    )  # fmt: skip
    learning_threshold = forms.IntegerField(
        label=_("Use a habit after this many accepts"), min_value=1, max_value=20,
        help_text=_("1 to 20 more accepts than rejects. You are still asked first."),
    )  # fmt: skip
    long_term_every = forms.IntegerField(
        label=_("After this many conversations"), min_value=1, max_value=50, help_text=_("1 to 50.")
    )
    recent_max_items = forms.IntegerField(
        label=_("Keep the newest"), min_value=1, max_value=200, help_text=_("1 to 200.")
    )
    recent_max_age_days = forms.IntegerField(
        label=_("Or for this many days"), min_value=1, max_value=365, help_text=_("1 to 365.")
    )
    model_cap_cents = forms.IntegerField(
        label=_("Spend at most, in cents per month"), min_value=0, max_value=1_000_000,
        help_text=_("After that, conversations are read without it until next month. 0: it is never used."),
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
            "enable_memory": _("When off, nothing is saved and agents get nothing. You still see everything here."),
            "injection_enabled": _("When off, agents get nothing automatically. They can still search."),
            "learning_enabled": _(
                "When off, only what you say yourself can become a memory. Feedback is stored but not used."
            ),
            "privacy_mode": _("Agents get only what you said or corrected, nothing they noticed themselves."),
            "relevance_feedback": _("Memories that led to results you accepted come first."),
            "use_model": _("Excerpts are sent to the server your operator chose. When off, they stay here."),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Leave out the settings of what this server has no configuration for."""
        super().__init__(*args, **kwargs)
        if not llm.is_configured():
            del self.fields["use_model"], self.fields["model_cap_cents"]
        if not digest_mail.is_configured():
            del self.fields["weekly_letter"]

    def groups(self) -> Iterator[Group]:
        for name, title, names in GROUPS:
            if fields := [self[field] for field in names if field in self.fields]:
                yield Group(name, title, fields)
