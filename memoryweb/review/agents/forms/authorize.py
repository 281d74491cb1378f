"""The form for letting a connector in: name, rights, and visible categories.

A connector that asks again, with its answer going to the same place, goes on as the agent that it is: the person is
shown how that agent stands, and what they send changes it.
"""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from memoryweb.agents.models import Agent, Scope, Trust
from memoryweb.language.text import signs
from memoryweb.memories import actions
from memoryweb.oauth.authorization import Question, agent_of
from memoryweb.review.agents.forms.agents import NewAgentForm
from memoryweb.review.agents.forms.sight import allowed_categories
from memoryweb.rules import limits

MAY = {
    Scope.READ: _("Look up what you agreed to remember, in the categories you choose"),
    Scope.WRITE: _("Suggest what to remember, which counts only after you say yes on Review"),
}


class AuthorizeForm(NewAgentForm):
    may = forms.MultipleChoiceField(
        label=_("It may"),
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Tick at least one, or choose “Don’t connect”.")},
    )

    def __init__(self, *args: Any, question: Question, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.question = question
        self.agent = agent_of(question, self.person)
        self.fields["may"].choices = [(scope, MAY[Scope(scope)]) for scope in question.scopes]  # type: ignore[attr-defined]
        self.fields["may"].initial = question.scopes
        self.fields["name"].help_text = _("How you will recognize it under Agents.")
        self.fields["name"].initial = signs.cut(self._with_number(question.client.name), limits.AGENT_NAME_MAX)
        if self.agent:
            self._show(self.agent)

    def _show(self, agent: Agent) -> None:
        """Show how the agent stands that this client already is."""
        self.fields["name"].initial = agent.name
        self.show_sight(self.names, allowed=allowed_categories(agent, self.names), mode=agent.sight)

    def connect(self) -> Agent:
        """Return the client's existing agent, else a new one.

        Sent twice by a double tap, it is one agent.
        """
        actions.lock_person(self.person.pk)
        agent = agent_of(self.question, self.person)
        if agent:
            agent.let_in_again(name=self.cleaned_data["name"] or agent.name, scopes=self._scopes)
        else:
            agent = self._create()
        self.keep_sight(agent)
        return agent

    @property
    def _scopes(self) -> list[str]:
        return [scope for scope in self.question.scopes if scope in self.cleaned_data["may"]]

    def _create(self) -> Agent:
        scopes = self._scopes
        agent, _token = Agent.connect(  # nobody is given this token: the connector gets its own by OAuth
            self.person,
            name=self.cleaned_data["name"] or self._with_number(self.question.client.name),
            trust=Trust.ASK if Scope.WRITE in scopes else Trust.READ_ONLY,
            scopes=scopes,
        )
        return agent
