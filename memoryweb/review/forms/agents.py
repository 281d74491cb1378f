"""Forms for agents: connect one, pause it."""

from datetime import timedelta

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from memoryweb.agents.models import Agent, Scope, Trust
from memoryweb.review.forms.guarded import GuardedForm
from memoryweb.rules import limits


class ConnectForm(GuardedForm):
    """A new agent. Its token is shown once, on the page that follows."""

    name = forms.CharField(
        label=_("Name"),
        max_length=limits.AGENT_NAME_MAX,
        help_text=_("How you will recognize it: “Claude Code on my laptop”."),
    )
    trust = forms.ChoiceField(label=_("Trust"), choices=Trust, initial=Trust.ASK, widget=forms.RadioSelect)
    project = forms.CharField(
        label=_("Only in project"),
        max_length=limits.PROJECT_MAX,
        required=False,
        help_text=_("Leave empty for every project."),
    )
    expires = forms.ChoiceField(
        label=_("Token expires"),
        choices=[("", _("Never")), ("30", _("In 30 days")), ("90", _("In 90 days")), ("365", _("In a year"))],
        required=False,
    )

    def connect(self) -> tuple[Agent, str]:
        """Create the agent. Returns it with its token, which is stored only as a hash."""
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
    """How long an agent is paused, in hours; empty means until the person resumes it."""

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
