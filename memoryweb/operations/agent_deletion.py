"""Deletes an agent, and what it said if the person wants that. What it was given stays on record.

An empty row stays of the agent itself, called "a deleted agent", because receipts and reasons refer to it.
"""

from dataclasses import dataclass
from datetime import datetime

from django.db import connection
from django.db.models import Exists, OuterRef
from django.utils.translation import gettext as _

from memoryweb.agents.models import AccessLog, Agent, ConversationGrant, Sight
from memoryweb.agents.tokens import new_token, token_digest
from memoryweb.communities import sharing
from memoryweb.learning import window
from memoryweb.learning.models import Conversation, Feedback
from memoryweb.memories.actions import Actor
from memoryweb.memories.acts import recording
from memoryweb.memories.erasing import erasure
from memoryweb.memories.models import Act, Evidence, Memory, MemoryQuerySet, Proposal
from memoryweb.oauth import tokens
from memoryweb.operations.models import Answer
from memoryweb.recall.models import Receipt


@dataclass(frozen=True)
class Traces:
    """Counts of an agent's data: to be deleted, said by it, or kept in any case."""

    calls: int
    memories: int  # that only it said, and that the person never confirmed
    quotes: int
    conversations: int
    reports: int  # of how its work went
    suggestions: int  # to share something with a community, which wait
    receipts: int


def traces(agent: Agent) -> Traces:
    return Traces(
        calls=AccessLog.objects.filter(agent=agent).count(),
        memories=_only_it_said(agent).count(),
        quotes=Evidence.objects.filter(agent=agent).exclude(quote="", ref={}, statement={}).count(),
        conversations=Conversation.objects.filter(agent=agent, trimmed_at=None).count(),
        reports=Feedback.objects.filter(agent=agent).exclude(note="", evidence_ref={}).count(),
        suggestions=sharing.count_suggestions(agent),
        receipts=Receipt.objects.filter(agent=agent).count(),
    )


def _only_it_said(agent: Agent) -> MemoryQuerySet:
    said = Evidence.objects.filter(memory=OuterRef("pk"))
    memories = Memory.objects.of(agent.person_id).filter(confirmed_at=None)
    return memories.filter(Exists(said.filter(agent=agent)), ~Exists(said.exclude(agent=agent)))


def delete_agent(agent: Agent, *, with_words: bool, by: Actor, now: datetime) -> None:
    """Delete the agent for good. With its words goes what only it said and the person never confirmed."""
    with recording.not_recording():
        if with_words:
            _remove_words(agent, by=by, now=now)
        Act.objects.filter(agent=agent).delete()  # with what Undo would take back
        Answer.objects.filter(agent=agent).delete()
    _empty(agent, now=now)
    with recording.not_recording():
        Sight.objects.filter(agent=agent).delete()
        ConversationGrant.objects.filter(agent=agent).delete()
        ConversationGrant.objects.filter(recorder=agent).delete()
        tokens.delete_all_of(agent)
    with connection.cursor() as cursor:
        cursor.execute("SELECT agents_delete_calls(%s)", [agent.pk])


def _remove_words(agent: Agent, *, by: Actor, now: datetime) -> None:
    """Erase what only it said. Reasons of memories that stay remain, without its quotes."""
    if memories := list(_only_it_said(agent).values_list("pk", flat=True)):
        erasure.erase_many(memories, by=by, now=now)
    Proposal.objects.filter(agent=agent).exclude(kind=Proposal.Kind.REMEMBER).delete()
    Evidence.objects.filter(agent=agent).update(quote="", ref={}, statement={})
    Conversation.objects.filter(agent=agent, trimmed_at=None).update(**window.EMPTY_TEXT, trimmed_at=now)
    Feedback.objects.filter(agent=agent).update(note="", evidence_ref={})
    sharing.decline_all(agent, now=now)


def _empty(agent: Agent, *, now: datetime) -> None:
    """Empty an agent's row: no name, no project, no scopes, an unknown token, revoked."""
    agent.name, agent.project, agent.token_hint, agent.scopes = _("a deleted agent"), "", "", []
    agent.token_hash = token_digest(new_token())
    agent.revoked_at, agent.deleted_at = agent.revoked_at or now, now
    agent.save(update_fields=["name", "project", "token_hint", "scopes", "token_hash", "revoked_at", "deleted_at"])
