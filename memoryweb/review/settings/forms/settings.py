"""The settings form: what a person decides, in groups, with what each setting means."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from django import forms
from django.forms import BoundField
from django.forms.renderers import BaseRenderer
from django.forms.utils import flatatt
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from memoryweb.learning import digest_mail, llm
from memoryweb.people.models import MemorySettings, Section, time_zones
from memoryweb.review.forms.guarded import GuardedForm
from memoryweb.rules import policy


@dataclass(frozen=True)
class Group:
    """Settings that belong together. `name` is the anchor that links use."""

    name: str
    title: Any
    fields: list[BoundField]


# What people touch most, in its cards; then the rest, under Advanced.
FIRST: tuple[tuple[str, Any, tuple[str, ...]], ...] = (
    ("memory", _("Memory"), ("enable_memory", "confirm_new", "learning_enabled", "privacy_mode")),
    ("account", _("Account"), ("time_zone",)),
)
ADVANCED: tuple[tuple[str, Any, tuple[str, ...]], ...] = (
    ("keys", _("Keyboard"), ("single_keys",)),
    (
        "given",
        _("What agents get"),
        (
            "injection_enabled",
            "injection_max_items",
            "injection_token_budget",
            "enabled_sections",
            "min_confidence",
            "relevance_feedback",
            "share_global_in_communities",
        ),
    ),
    ("fading", _("Fading"), ("archive_below",)),
    ("learning", _("Learning"), ("learning_threshold", "long_term_update_policy", "long_term_every")),
    ("recent", _("Recent conversations"), ("recent_window_type", "recent_max_items", "recent_max_age_days")),
    ("model", _("Language model"), ("use_model", "model_cap_cents")),
    ("letter", _("Letter"), ("weekly_letter",)),
)
SAVED = {  # what the notice says of a switch: on, off
    "enable_memory": (_("Saved: memory is on."), _("Saved: memory is off. Agents get nothing.")),
    "learning_enabled": (
        _("Saved: agents may note what they observe."),
        _("Saved: agents note nothing by themselves."),
    ),
    "privacy_mode": (
        _("Saved: agents get only what you said or corrected."),
        _("Saved: agents also get what they noticed."),
    ),
    "injection_enabled": (
        _("Saved: agents get memories automatically."),
        _("Saved: agents get memories only when they search."),
    ),
    "relevance_feedback": (
        _("Saved: what helped before comes first."),
        _("Saved: what helped before no longer comes first."),
    ),
    "share_global_in_communities": (
        _("Saved: a community’s agent may get what applies everywhere."),
        _("Saved: a community’s agent gets only what belongs to the community."),
    ),
    "use_model": (
        _("Saved: a language model may read your conversations."),
        _("Saved: no language model reads your conversations."),
    ),
    "weekly_letter": (_("Saved: you get a letter every Monday."), _("Saved: you get no letter.")),
    "single_keys": (_("Saved: single keys answer questions."), _("Saved: single keys do nothing.")),
}


class LongSelect(forms.Select):
    """A list of some hundred texts. Django renders a template for each, which made half of the page's time."""

    def render(
        self, name: str, value: object, attrs: dict[str, Any] | None = None, renderer: BaseRenderer | None = None
    ) -> SafeString:
        options = format_html_join(
            "",
            '<option value="{0}"{1}>{0}</option>',
            ((text, SafeString(" selected") if text == value else "") for text, _label in self.choices),
        )
        own = flatatt(self.build_attrs(self.attrs, {"name": name} | (attrs or {})))
        return format_html("<select{}>{}</select>", own, options)


class SettingsForm(GuardedForm, forms.ModelForm):  # type: ignore[type-arg]
    enabled_sections = forms.MultipleChoiceField(
        label=_("What agents may learn and get"), choices=Section, required=False, widget=forms.CheckboxSelectMultiple
    )
    time_zone = forms.ChoiceField(
        label=_("Time zone"), choices=lambda: [(name, name) for name in sorted(time_zones())], widget=LongSelect
    )
    min_confidence = forms.FloatField(
        label=_("Minimum confidence"),
        min_value=0,
        max_value=1,
        widget=forms.NumberInput({"step": "0.05"}),
        help_text=_("0 to 1. Less certain memories are kept, but no agent gets them."),
    )
    archive_below = forms.TypedChoiceField(
        label=_("Archive faded memories"),
        required=False,
        coerce=float,
        empty_value=None,
        choices=[
            ("", _("Only when their time is over")),
            ("3.0", _("When dormant, below 3")),
            ("2.0", _("Below 2")),
            ("1.0", _("Below 1")),
        ],
    )
    injection_max_items = forms.IntegerField(
        label=_("Memories at once"),
        min_value=policy.ITEMS_LEAST,
        max_value=policy.ITEMS_MOST,
        help_text=_("5 to 12 in one answer."),
    )
    injection_token_budget = forms.IntegerField(
        label=_("Token budget"),
        min_value=policy.TOKENS_LEAST,
        max_value=policy.TOKENS_MOST,
        help_text=_("200 to 600 for one answer, pinned memories and rules included."),
    )
    learning_threshold = forms.IntegerField(
        label=_("Use a habit after this many accepts"),
        min_value=1,
        max_value=20,
        help_text=_("1 to 20 more accepts than rejects. You are still asked first."),
    )
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
        label=_("Spend at most, in cents per month"),
        min_value=0,
        max_value=1_000_000,
        help_text=_("After that, conversations are read without it until next month. 0: it is never used."),
    )

    class Meta:
        model = MemorySettings
        fields = tuple(name for _name, _title, names in FIRST + ADVANCED for name in names)
        widgets = {
            "confirm_new": forms.RadioSelect,
            "recent_window_type": forms.RadioSelect,
            "long_term_update_policy": forms.RadioSelect,
        }
        help_texts = {
            "single_keys": _("y remembers, n does not, j and k move. Turn it off if you speak to your computer."),
            "enable_memory": _("When off, nothing is saved and agents get nothing. You still see everything here."),
            "injection_enabled": _("When off, agents get nothing automatically. They can still search."),
            "learning_enabled": _(
                "When off, only what you say yourself can become a memory. Feedback is stored but not used."
            ),
            "privacy_mode": _("Agents get only what you said or corrected, nothing they noticed themselves."),
            "relevance_feedback": _("Memories that led to results you accepted come first."),
            "use_model": _("Excerpts are sent to the server your operator chose. When off, they stay here."),
        }

    def __init__(self, *args: Any, only: Iterable[str] = (), sent: "SettingsForm | None" = None, **kwargs: Any) -> None:
        """Hold the settings named in `only`, or all; never those that this server has no configuration for.

        `sent` is a form of a few that needs a correction: the page shows these as they were sent.
        """
        super().__init__(*args, **kwargs)
        self.sent = sent
        missing = set() if llm.is_configured() else {"use_model", "model_cap_cents"}
        missing |= set() if digest_mail.is_configured() else {"weekly_letter"}
        named = set(only) & set(self.fields) or set(self.fields)
        for name in set(self.fields) - (named - missing):
            del self.fields[name]

    def first(self) -> dict[str, Group]:
        return {group.name: group for group in self._groups(FIRST)}

    def advanced(self) -> list[Group]:
        return list(self._groups(ADVANCED))

    def _groups(self, groups: tuple[tuple[str, Any, tuple[str, ...]], ...]) -> Iterator[Group]:
        for name, title, names in groups:
            if fields := [self._shown(field) for field in names if field in self.fields]:
                yield Group(name, title, fields)

    def _shown(self, name: str) -> BoundField:
        return self.sent[name] if self.sent and name in self.sent.fields else self[name]

    def saved(self) -> str:
        """Return what the notice says: the new state of the setting that was changed."""
        if len(self.changed_data) != 1:
            return str(_("Saved.") if self.changed_data else _("That was the setting already."))
        name = self.changed_data[0]
        value = self.cleaned_data[name]
        if name in SAVED:
            return str(SAVED[name][not value])
        choices = dict(getattr(self.fields[name], "choices", ()))
        words = [str(choices.get(str(each), each)) for each in (value if isinstance(value, list) else [value])]
        shown = ", ".join(words) if value not in (None, []) else str(choices.get("", _("none")))
        return _("Saved: “%(setting)s” is now “%(value)s”.") % {"setting": self.fields[name].label, "value": shown}
