"""Forms for agents: connect one, pause it, choose what it may read."""

from datetime import timedelta
from itertools import chain, count
from typing import Any

from django import forms
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from memoryweb.agents.models import Agent, ConversationGrant, Scope, SightMode, Trust
from memoryweb.communities import membership
from memoryweb.memories import actions
from memoryweb.people.models import Community
from memoryweb.review.agents.forms.sight import FIRST_CATEGORIES, SightFields, categories_of
from memoryweb.review.forms.guarded import GuardedForm
from memoryweb.review.queue.onboarding import TOOLS, tool_called
from memoryweb.rules import limits

DOUBLE_TAP = timedelta(seconds=5)
TRUST_MEANS = {
    Trust.ASK: _("Everything new waits in Review until you say yes."),
    Trust.TRUSTED: _("What it says you told it is saved at once, and you can undo it. Its guesses still wait."),
    Trust.READ_ONLY: _("It can look things up and saves nothing."),
}


class NewAgentForm(SightFields, GuardedForm):
    """The name of a new agent, and which categories it may see (_connect_sight.html)."""

    name = forms.CharField(
        label=_("Name"),
        max_length=limits.AGENT_NAME_MAX,
        required=False,
        help_text=_("How you will recognize it: “Claude Code on my laptop”."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        names = sorted({*categories_of(self.person), *FIRST_CATEGORIES})
        self.show_sight(names, allowed=names, mode=SightMode.ALL_BUT)
        self.fields["sight"].required = False

    def _with_number(self, name: str) -> str:
        """Return the name, numbered if another agent has it."""
        others = Agent.objects.of(self.person).filter(revoked_at=None).exclude(self._made_now())
        taken = set(others.values_list("name", flat=True))
        return next(each for each in chain([name], (f"{name} {n}" for n in count(2))) if each not in taken)

    @staticmethod
    def _made_now() -> Q:
        return Q(last_used_at=None, created_at__gt=timezone.now() - DOUBLE_TAP)


class ConnectForm(NewAgentForm):
    """A new agent. Its token is shown once, on the page that follows."""

    field_order = ("tool",)  # it names an agent without a name
    tool = forms.ChoiceField(
        label=_("Which agent?"),
        choices=[(tool.code, tool.label) for tool in TOOLS],
        initial=TOOLS[0].code,
        required=False,
        widget=forms.RadioSelect,
    )
    trust = forms.ChoiceField(label=_("Trust"), choices=Trust, initial=Trust.ASK, widget=forms.RadioSelect)
    community = forms.ChoiceField(  # left out for somebody who is in none
        label=_("Works for"),
        required=False,
        widget=forms.RadioSelect,
        help_text=_(
            "An agent of a community gets what the community shares, and of yours only what Settings allow. What it"
            " suggests there waits for your yes."
        ),
    )
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

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.communities = {str(row.community_id): row.community for row in membership.memberships_of(self.person)}
        names = membership.told_apart(self.communities.values())
        choices = [("", _("Only me")), *((pk, names[each.pk]) for pk, each in self.communities.items())]
        self.fields["community"].choices = choices  # type: ignore[attr-defined]
        if not self.communities:
            del self.fields["community"]

    @property
    def chosen_tool(self) -> str:
        return self.cleaned_data["tool"] or "other"

    def clean_name(self) -> str:
        """Return the name, else the tool's name. Raises ValidationError without either."""
        tool = tool_called(self.cleaned_data.get("tool", ""))
        if not (name := self.cleaned_data["name"]) and not tool:
            raise forms.ValidationError(_("Give it a name."))
        return str(name or (tool and tool.name))

    def connect(self) -> tuple[Agent, str]:
        """Create the agent; return it with its token, stored only as a hash.

        The form sent twice by a double tap makes one agent: the second answer is the one that the browser shows, so
        it has the token that counts.
        """
        agent, token = self._connect()
        self.keep_sight(agent)
        return agent, token

    def _connect(self) -> tuple[Agent, str]:
        data = self.cleaned_data
        actions.lock_person(self.person.pk)
        if not self.data.get("name", "").strip():
            data["name"] = self._with_number(data["name"])
        if twin := self._just_made():
            return twin, twin.renew_token()
        days = int(data["expires"] or 0)
        return Agent.connect(
            self.person,
            name=data["name"],
            trust=data["trust"],
            project=data["project"],
            community=self._community,
            scopes=[Scope.READ] if data["trust"] == Trust.READ_ONLY else list(Scope.values),
            expires_at=timezone.now() + timedelta(days=days) if days else None,
        )

    @property
    def _community(self) -> Community | None:
        return self.communities.get(self.cleaned_data.get("community", ""))

    def _just_made(self) -> Agent | None:
        """Return the agent that this form made a moment ago."""
        same = {name: self.cleaned_data[name] for name in ("name", "trust", "project")}
        made_now: Agent | None = (
            Agent.objects.of(self.person)
            .filter(self._made_now(), revoked_at=None, community=self._community, **same)
            .first()
        )
        return made_now


class TrustForm(forms.Form):
    trust = forms.ChoiceField(label=_("Trust"), choices=Trust, widget=forms.RadioSelect)


class ConversationsForm(forms.Form):
    """Whose recorded conversations an agent may read; off until the person turns it on."""

    reads_conversations = forms.BooleanField(label=_("It may read recent conversations"), required=False)
    recorders = forms.ModelMultipleChoiceField(
        label=_("Recorded by"), queryset=Agent.objects.none(), required=False, widget=forms.CheckboxSelectMultiple
    )

    def __init__(self, *args: Any, agent: Agent, **kwargs: Any) -> None:
        granted = list(agent.conversation_grants.values_list("recorder", flat=True))
        initial = {"reads_conversations": agent.reads_conversations, "recorders": granted}
        super().__init__(*args, **{"label_suffix": "", "initial": initial, **kwargs})
        self.agent = agent
        self.fields["recorders"].queryset = Agent.objects.of(agent.person).order_by("name")  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if data.get("reads_conversations") and not data.get("recorders"):
            raise forms.ValidationError(_("Tick whose conversations it may read."))
        return data

    def save(self) -> None:
        data = self.cleaned_data
        self.agent.reads_conversations = data["reads_conversations"]
        self.agent.save(update_fields=["reads_conversations"])
        self.agent.conversation_grants.exclude(recorder__in=data["recorders"]).delete()
        grants = [
            ConversationGrant(person_id=self.agent.person_id, agent=self.agent, recorder=recorder)
            for recorder in data["recorders"]
        ]
        ConversationGrant.objects.bulk_create(grants, ignore_conflicts=True)


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


class DeleteAgentForm(forms.Form):
    """What becomes of what the agent said."""

    STAY, GO = "stay", "go"
    words = forms.ChoiceField(
        label=_("What it said"),
        choices=[
            (STAY, _("stays, as said by a deleted agent")),
            (GO, _("goes with it")),
        ],
        help_text=_("What you confirmed, or somebody else said too, stays in any case."),
        initial=STAY,
        widget=forms.RadioSelect,
    )
