"""Records a conversation that ended (S1 handleNewChat): store it, trim the window, then learn from what is due."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from uuid import UUID

from django.db import transaction

from memoryweb.agents.models import Agent
from memoryweb.learning import learner, llm, tasks, window
from memoryweb.learning.extraction import without_injected
from memoryweb.learning.models import Conversation
from memoryweb.memories import actions, refusals
from memoryweb.memories.actions import Outcome, store, types
from memoryweb.people.models import MemorySettings
from memoryweb.rules import limits, sensitive

BEFORE_MAX = 20  # excerpts of earlier reports that are looked at together with what a report adds


@dataclass(frozen=True, kw_only=True)
class EndedConversation:
    """A conversation as an agent reports it. `messages` are the person's own, in order.

    They are the whole conversation or, if it `adds`, what came since the last report. One that `goes_on` is not read
    yet: it is when a report says so no longer, or by the sweep after policy.LEASE_MINUTES of silence.
    """

    external_id: str
    messages: Sequence[str]
    ended_at: datetime
    started_at: datetime | None = None
    topic: str = ""
    summary: str = ""
    project: str = ""
    adds: bool = False
    goes_on: bool = False

    def new_messages(self, reported: int) -> Sequence[str]:
        return self.messages if self.adds else self.messages[reported:]


@dataclass(frozen=True, kw_only=True)
class ConversationResult:
    """`withheld` lists the messages that the guard rejected, by position and category."""

    conversation: Conversation | None
    reason: str
    is_changed: bool = False  # it is new, or has continued
    withheld: list[tuple[int, str]] = field(default_factory=list)
    learned: list[Outcome] = field(default_factory=list)


def record(agent: Agent, settings: MemorySettings, ended: EndedConversation, *, now: datetime) -> ConversationResult:
    """Store the conversation, trim the window, then learn, in this order. Needs the person's scope.

    A repeated report changes nothing. A longer report of the same conversation adds its new messages; text of it that
    the person had forgotten or erased stays away.
    """
    if not settings.enable_memory:
        return ConversationResult(conversation=None, reason="Memory is off in Settings, so nothing was saved.")
    store.lock_person(agent.person_id)  # in case the same report arrives twice at once
    own = Conversation.objects.of(agent.person_id).filter(agent=agent).select_for_update()
    erased_id = Conversation.digest_of_id(agent.pk, ended.external_id)
    existing = own.filter(external_id=ended.external_id).first() or own.filter(erased_id=erased_id).first()
    reported = existing.messages_reported if existing else 0
    messages = ended.new_messages(reported)
    if existing is None and ended.adds and not messages:
        return ConversationResult(conversation=None, reason="There was nothing to record.")
    if existing and not messages and (ended.goes_on or not existing.goes_on):
        return ConversationResult(conversation=existing, reason="This conversation was already recorded.")
    if existing and ended.adds:
        ended = replace(ended, topic=ended.topic or existing.topic, summary=ended.summary or existing.summary)
    conversation = existing or Conversation(person_id=agent.person_id, external_id=ended.external_id, agent=agent)
    excerpts, withheld = _excerpts(agent, messages, now=now, before=conversation.excerpts)
    withheld = [(reported + number, category) for number, category in withheld]
    conversation.excerpts = [*conversation.excerpts, *excerpts]  # all of them, until they were read
    conversation.withheld += len(withheld)
    conversation.messages_reported = reported + len(messages)
    titles = ("", "") if conversation.titles_removed else _titles(agent, ended, excerpts, now)
    conversation.topic, conversation.summary = titles
    conversation.started_at = ended.started_at or conversation.started_at
    conversation.ended_at = ended.ended_at
    conversation.project = "" if conversation.project_removed else ended.project
    conversation.recorded_at = now
    conversation.claimed_at = now if ended.goes_on else None
    conversation.trimmed_at, conversation.trouble = None, ""
    conversation.learned_at = None
    if not settings.learning_enabled:  # never learned, even if switched on later
        conversation.learned_at = now
        learner.mark_read(conversation)
    conversation.save()
    window.trim(agent.person_id, now=now)
    learned = [] if ended.goes_on else _learn_from_due(conversation, settings, now=now)
    stored = Conversation.objects.get(pk=conversation.pk)
    reason = "Recorded." if existing is None else "Recorded the new part."
    if stored.claimed_at and not ended.goes_on and (full := actions.why_full(agent)):
        left = len(stored.excerpts) - stored.excerpts_read
        reason = f"{reason} {full} {left} of {len(stored.excerpts)} excerpts are read when they have answered some."
    return ConversationResult(
        conversation=stored,
        reason=reason,
        is_changed=True, withheld=withheld, learned=learned,
    )  # fmt: skip


def _excerpts(
    agent: Agent, messages: Sequence[str], *, now: datetime, before: Sequence[str]
) -> tuple[list[str], list[tuple[int, str]]]:
    """Return the excerpts of all messages, and the withheld messages by position and category.

    Text from our own prompt block is removed, so that it is not learned again.
    """
    withheld = _sensitive(agent, messages, now, before=before[-BEFORE_MAX:])
    allowed = [message for number, message in enumerate(messages) if number not in withheld]
    texts = [types.clean_text(without_injected(message[: limits.MESSAGE_READ_MAX])).strip() for message in allowed]
    excerpts = [excerpt for text in texts if text for excerpt in learner.excerpts_of(text)]
    return excerpts, sorted(withheld.items())


def _sensitive(agent: Agent, messages: Sequence[str], now: datetime, *, before: Sequence[str]) -> dict[int, str]:
    """Return the category of each message that is sensitive alone, with the one before, or with all others.

    `before` are excerpts of earlier reports, which were looked at when they came.
    """
    categories: dict[int, str] = {}
    for number, message in enumerate(messages):
        pair = list(messages[number - 1 : number + 1]) if number and number - 1 not in categories else []
        if refused := refusals.refuse(message, person_id=agent.person_id, now=now):
            categories[number] = refused.category
        elif pair and (both := sensitive.inspect(pair)):
            refusals.count(agent.person_id, both, now=now)
            categories[number - 1] = categories[number] = both.category
    rest = [message for number, message in enumerate(messages) if number not in categories]
    if rest and (whole := sensitive.inspect([*before, *rest])):
        refusals.count(agent.person_id, whole, now=now)
        categories |= {number: whole.category for number in range(len(messages)) if number not in categories}
    return categories


def _titles(agent: Agent, ended: EndedConversation, excerpts: list[str], now: datetime) -> tuple[str, str]:
    """Return topic and summary, both empty if they are sensitive, alone or together with the excerpts."""
    if refusals.refuse([ended.topic, ended.summary, *excerpts], person_id=agent.person_id, now=now):
        return "", ""
    return types.clean_text(ended.topic)[: limits.TOPIC_MAX], types.clean_text(ended.summary)[: limits.SUMMARY_MAX]


def read_now(
    conversation_id: UUID, person_id: UUID, settings: MemorySettings, *, now: datetime
) -> list[Outcome] | None:
    """Learn from a conversation now by patterns, or hand it to a worker and return None if the model is to read it."""
    if llm.is_enabled_for(settings):
        start_task = partial(tasks.read.delay, str(person_id), str(conversation_id))
        transaction.on_commit(start_task, robust=True)  # the sweep finds it if the task is lost
        return None
    store.lock_person(person_id)
    conversation = Conversation.objects.unread().select_for_update(of=("self",)).filter(pk=conversation_id).first()
    return learner.learn_by_patterns(conversation, settings, now=now) if conversation else []


def forget(conversation: Conversation, *, now: datetime) -> None:
    """Empty a conversation before its time. What was learned from it stays."""
    Conversation.objects.filter(pk=conversation.pk).update(**window.EMPTY_TEXT, trimmed_at=now, titles_removed=True)


def _learn_from_due(conversation: Conversation, settings: MemorySettings, *, now: datetime) -> list[Outcome]:
    """Learn from all conversations that are due; return what came from this one."""
    learned: list[Outcome] = []
    for due in window.due_for_learning(conversation.person_id, settings, now=now):
        outcomes = read_now(due.pk, due.person_id, settings, now=now) or []
        learned += outcomes if due.pk == conversation.pk else []
    return learned
