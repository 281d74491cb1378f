"""The form by which a person lets a connector in: its name, what it may do, and what it may see."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from memoryweb.agents.models import Agent, Scope, Trust
from memoryweb.memories import actions
from memoryweb.oauth.authorization import Question
from memoryweb.review.forms.agents import NewAgentForm
from memoryweb.rules import limits

MAY = {
    Scope.READ: _("Look up what you agreed to remember, in the categories you choose"),
    Scope.WRITE: _("Suggest what to remember, which counts only after you say yes on Review"),
}


class AuthorizeForm(NewAgentForm):
    may = forms.MultipleChoiceField(
        label=_("It may"), widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Tick at least one, or choose “Don’t connect”.")},
    )  # fmt: skip

    def __init__(self, *args: Any, question: Question, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.question = question
        self.fields["may"].choices = [(scope, MAY[Scope(scope)]) for scope in question.scopes]  # type: ignore[attr-defined]
        self.fields["may"].initial = question.scopes
        self.fields["name"].help_text = _("How you will recognize it under Agents.")
        self.fields["name"].initial = self._with_number(question.client.name)[: limits.AGENT_NAME_MAX]

    def connect(self) -> Agent:
        """Create the agent that this yes is. Sent twice by a double tap, it is one agent."""
        actions.lock_person(self.person.pk)
        twin = Agent.objects.of(self.person).filter(
            self._made_now(), revoked_at=None, connection__application=self.question.client
        )
        agent = twin.first() or self._create()
        self._keep_sight(agent)
        return agent

    def _create(self) -> Agent:
        scopes = self.cleaned_data["may"]
        agent, _token = Agent.connect(  # nobody is given this token: the connector gets its own by OAuth
            self.person,
            name=self.cleaned_data["name"] or self._with_number(self.question.client.name),
            trust=Trust.ASK if Scope.WRITE in scopes else Trust.READ_ONLY,
            scopes=[scope for scope in self.question.scopes if scope in scopes],
        )
        return agent
