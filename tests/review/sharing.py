"""What the tests of sharing press and send."""

from typing import Any

from django.test import Client
from django.utils import timezone

from memoryweb.agents.callers import acting_as_agent
from memoryweb.agents.models import Agent
from memoryweb.communities import decisions, sharing
from memoryweb.communities.decisions import Ruling
from memoryweb.communities.models import Contribution, SharedMemory
from memoryweb.communities.sharing import Words
from memoryweb.people.models import User
from memoryweb.rls import scope
from memoryweb.rules.moderation import Reason, Verb
from tests.builders import check_constraints
from tests.communities.conftest import Team

FREEZE = "Deploys freeze on Friday at 12:00."


def client_of(person: User | None) -> Client:
    client = Client()
    if person:
        client.force_login(person)
    return client


def decide(
    team: Team, shared: SharedMemory, verb: Verb = Verb.APPROVE, reason: Reason = Reason.CHECKED, words: str = ""
) -> None:
    with scope.acting_as(team.mira.pk):
        decisions.decide(shared.pk, Ruling(verb=verb, reason=reason, words=words), by=team.mira, now=timezone.now())
        check_constraints()


def shown(team: Team, person: User, statement: str = FREEZE, **words: Any) -> SharedMemory:
    """Share a sentence and approve it."""
    shared = team.share(person, statement, **words)
    decide(team, shared)
    return shared


def suggestion(team: Team, text: str = FREEZE, **words: str) -> Contribution:
    """Have alice's agent suggest a sentence."""
    with scope.acting_as(team.alice.pk):
        agent = Agent.objects.filter(name="Scribe").first() or Agent.connect(team.alice, name="Scribe")[0]
        Agent.objects.filter(pk=agent.pk).update(community=team.community)
        agent.refresh_from_db()
    with acting_as_agent(agent):
        return sharing.suggest(agent, Words(statement=text, **words), now=timezone.now())[0]


def page(team: Team, person: User, query: str = "") -> str:
    """Return the page of what the community shares, as this person sees it."""
    return client_of(person).get(f"/communities/{team.community.pk}/memories/{query}").text
