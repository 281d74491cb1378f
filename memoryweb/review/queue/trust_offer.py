"""When to offer "Trust Claude Code?": after the person accepted the last twenty of its questions, all of them."""

from collections import Counter
from uuid import UUID

from django.db.models import F, Q, Window
from django.db.models.functions import RowNumber

from memoryweb.agents.models import Agent, Trust
from memoryweb.memories.models import Proposal
from memoryweb.people.models import User
from memoryweb.rules import policy


def agent_to_trust(person: User) -> Agent | None:
    """Return an agent that is asked first and whose last questions were all accepted since "not now" was said."""
    accepted = Counter(agent for agent, status in _last_answers(person) if status == Proposal.Status.ACCEPTED)
    trusted = [agent for agent, count in accepted.items() if count == policy.TRUST_OFFER_AFTER]
    return Agent.objects.of(person).connected().filter(pk__in=trusted).order_by("name").first() if trusted else None


def _last_answers(person: User) -> list[tuple[UUID, str]]:
    """Return the agent and the answer of the last questions of each agent."""
    answered = Proposal.objects.of(person).filter(
        Q(agent__trust_declined_at=None) | Q(decided_at__gt=F("agent__trust_declined_at")),
        agent__trust=Trust.ASK,
        agent__revoked_at=None,
        status__in=[Proposal.Status.ACCEPTED, Proposal.Status.DECLINED],
    )
    newest_first = Window(RowNumber(), partition_by=F("agent"), order_by=[F("decided_at").desc(), F("id").desc()])
    last = answered.annotate(place=newest_first).filter(place__lte=policy.TRUST_OFFER_AFTER)
    return list(last.values_list("agent", "status"))
