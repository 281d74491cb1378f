"""A conversation ended (S1 handleNewChat): appended to the recent ones, trimmed, and only then read for what lasts."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from uuid import UUID

from django.db import transaction

from memoryweb.agents.models import Agent
from memoryweb.learning import learner, llm, policy, tasks, window
from memoryweb.learning.extraction import without_injected
from memoryweb.learning.models import Conversation
from memoryweb.memories import refusals
from memoryweb.memories.actions import Outcome, store, types
from memoryweb.people.models import MemorySettings
from memoryweb.rules import sensitive


@dataclass(frozen=True, kw_only=True)
class EndedConversation:
    """What an agent says of a conversation. `messages` are the person's own, in order."""

    external_id: str
    messages: Sequence[str]
    ended_at: datetime
    started_at: datetime | None = None
    topic: str = ""
    summary: str = ""
    project: str = ""


@dataclass(frozen=True, kw_only=True)
class ConversationResult:
    """`withheld` names the messages the guard did not let in, by position and category."""

    conversation: Conversation | None
    reason: str
    is_changed: bool = False  # it was kept, or went on
    withheld: list[tuple[int, str]] = field(default_factory=list)
    learned: list[Outcome] = field(default_factory=list)


def record(agent: Agent, settings: MemorySettings, ended: EndedConversation, *, now: datetime) -> ConversationResult:
    """Append, trim, decide, in this order. The same end told twice counts once; more of it goes on, and what the person
    forgot or erased of it before does not come back. Needs the person's scope."""
    if not settings.enable_memory:
        return ConversationResult(
            conversation=None, reason="Memory is switched off in Settings, so nothing was written."
        )
    store.lock_person(agent.person_id)  # the same end told twice at once
    mine = Conversation.objects.of(agent.person_id).filter(agent=agent).select_for_update()
    known = mine.filter(external_id=ended.external_id).first()
    if known and len(ended.messages) <= known.messages_reported:
        return ConversationResult(conversation=known, reason="This conversation is known already.")
    kept = known or Conversation(person_id=agent.person_id, external_id=ended.external_id, agent=agent)
    excerpts, withheld = _excerpts(agent, ended.messages[kept.messages_reported :], now=now)
    withheld = [(kept.messages_reported + number, category) for number, category in withheld]
    kept.excerpts = [*kept.excerpts, *excerpts][: policy.EXCERPTS_MAX]
    kept.withheld, kept.messages_reported = kept.withheld + len(withheld), len(ended.messages)
    kept.topic, kept.summary = _titles(agent, ended, excerpts, now)
    kept.started_at, kept.ended_at, kept.project = ended.started_at, ended.ended_at, ended.project
    kept.recorded_at, kept.trimmed_at, kept.claimed_at, kept.trouble = now, None, None, ""
    kept.learned_at = None if settings.learning_enabled else now  # what is said meanwhile is not learned later
    kept.save()
    window.trim(agent.person_id, now=now)
    learned = _read_what_is_due(kept, settings, now=now)
    return ConversationResult(
        conversation=Conversation.objects.get(pk=kept.pk), reason="Kept." if known is None else "Kept; it went on.",
        is_changed=True, withheld=withheld, learned=learned,
    )  # fmt: skip


def _excerpts(agent: Agent, messages: Sequence[str], *, now: datetime) -> tuple[list[str], list[tuple[int, str]]]:
    """The smallest that will do of what the person wrote; nothing sensitive, nothing we said ourselves."""
    withheld = _sensitive(agent, messages, now)
    let_in = [message for number, message in enumerate(messages) if number not in withheld]
    own = [types.clean_text(without_injected(message[: policy.MESSAGE_MAX])).strip() for message in let_in]
    return [learner.excerpt(each) for each in own if each], sorted(withheld.items())


def _sensitive(agent: Agent, messages: Sequence[str], now: datetime) -> dict[int, str]:
    """Messages that are never stored, with the category: alone, with the one before, or all of them together."""
    found: dict[int, str] = {}
    for number, message in enumerate(messages):
        if refused := refusals.refuse(message, person_id=agent.person_id, now=now):
            found[number] = refused.category
        elif (
            number and number - 1 not in found and (both := sensitive.inspect(list(messages[number - 1 : number + 1])))
        ):
            refusals.count(agent.person_id, both, now=now)
            found[number - 1] = found[number] = both.category
    rest = [message for number, message in enumerate(messages) if number not in found]
    if whole := sensitive.inspect(rest):
        refusals.count(agent.person_id, whole, now=now)
        found |= {number: whole.category for number in range(len(messages)) if number not in found}
    return found


def _titles(agent: Agent, ended: EndedConversation, excerpts: list[str], now: datetime) -> tuple[str, str]:
    """Topic and summary, unless they say what a message may not, alone or together with what was said."""
    if refusals.refuse([ended.topic, ended.summary, *excerpts], person_id=agent.person_id, now=now):
        return "", ""
    return types.clean_text(ended.topic)[: policy.TOPIC_MAX], types.clean_text(ended.summary)[: policy.SUMMARY_MAX]


def read_now(
    conversation_id: UUID, person_id: UUID, settings: MemorySettings, *, now: datetime
) -> list[Outcome] | None:
    """None: a worker reads it, since a model is asked; nobody waits for that in a transaction."""
    if llm.is_enabled_for(settings):
        ring = partial(tasks.read.delay, str(person_id), str(conversation_id))
        transaction.on_commit(ring, robust=True)  # a bell that is lost is made up for by the clock
        return None
    store.lock_person(person_id)
    kept = Conversation.objects.unread().select_for_update(of=("self",)).filter(pk=conversation_id).first()
    return learner.learn_by_patterns(kept, settings, now=now) if kept else []


def forget(kept: Conversation, *, now: datetime) -> None:
    """Out of the window before its time: its words go, what was learned from it stays."""
    Conversation.objects.filter(pk=kept.pk).update(**window.EMPTIED, trimmed_at=now)


def _read_what_is_due(kept: Conversation, settings: MemorySettings, *, now: datetime) -> list[Outcome]:
    """Patterns read at once, in this transaction."""
    learned: list[Outcome] = []
    for conversation in window.due_for_learning(kept.person_id, settings, now=now):
        found = read_now(conversation.pk, conversation.person_id, settings, now=now)
        learned += (found or []) if conversation.pk == kept.pk else []
    return learned
