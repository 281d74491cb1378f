"""Records a conversation that ended (S1 handleNewChat): store it, trim the window, then learn from what is due."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from time import thread_time
from uuid import UUID

from django.db import transaction
from django.db.models import Case, Q, QuerySet, When

from memoryweb.agents.models import Agent
from memoryweb.learning import learner, llm, policy, tasks, window
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


@dataclass(frozen=True, kw_only=True)
class Reading:
    """What the guard and the patterns read in the new messages of a report, given what came before them."""

    reported: int  # messages that came before
    before: list[str]  # their excerpts
    excerpts: list[str]
    withheld: dict[int, str]  # the category, by position among the new messages
    refusals: list[sensitive.Finding]
    topic: str
    summary: str


def read_report(agent: Agent, ended: EndedConversation) -> Reading:
    """Read a report, before the person is held: that takes seconds where it is long, and needs no row to stay as it is.

    Needs the person's scope.
    """
    return _read(ended, _existing(agent, ended).first())


def _existing(agent: Agent, ended: EndedConversation) -> QuerySet[Conversation]:
    """Return the conversation that a report is of, by its id or, if the person erased that, by the id's digest."""
    erased_id = Conversation.digest_of_id(agent.pk, ended.external_id)
    own = Conversation.objects.of(agent.person_id).filter(agent=agent)
    return own.filter(Q(external_id=ended.external_id) | Q(erased_id=erased_id)).order_by(
        Case(When(external_id=ended.external_id, then=0), default=1)
    )


def _read(ended: EndedConversation, existing: Conversation | None) -> Reading:
    """Read the messages that are new. Text from our own prompt block is removed, so that it is not learned again."""
    reported, before = (existing.messages_reported, existing.excerpts) if existing else (0, [])
    messages = ended.new_messages(reported)
    withheld, findings = _sensitive(messages, before=before[-BEFORE_MAX:])
    allowed = [message for number, message in enumerate(messages) if number not in withheld]
    texts = [types.clean_text(without_injected(message[: limits.MESSAGE_READ_MAX])).strip() for message in allowed]
    excerpts = [excerpt for text in texts if text for excerpt in learner.excerpts_of(text)]
    topic, summary = ended.topic, ended.summary
    if existing and ended.adds:
        topic, summary = topic or existing.topic, summary or existing.summary
    if refused := (topic or summary) and sensitive.inspect([topic, summary, *excerpts]):
        findings, topic, summary = [*findings, refused], "", ""
    return Reading(
        reported=reported, before=before, excerpts=excerpts, withheld=withheld, refusals=findings,
        topic=types.clean_text(topic)[: limits.TOPIC_MAX], summary=types.clean_text(summary)[: limits.SUMMARY_MAX],
    )  # fmt: skip


def _sensitive(messages: Sequence[str], *, before: Sequence[str]) -> tuple[dict[int, str], list[sensitive.Finding]]:
    """Return the category of each message that is sensitive alone, with the one before, or with all others.

    `before` are excerpts of earlier reports, which were looked at when they came.
    """
    categories: dict[int, str] = {}
    findings: list[sensitive.Finding] = []
    for number, message in enumerate(messages):
        pair = list(messages[number - 1 : number + 1]) if number and number - 1 not in categories else []
        if refused := sensitive.inspect(message):
            findings.append(refused)
            categories[number] = refused.category
        elif pair and (both := sensitive.inspect(pair)):
            findings.append(both)
            categories[number - 1] = categories[number] = both.category
    rest = [message for number, message in enumerate(messages) if number not in categories]
    if rest and (whole := sensitive.inspect([*before, *rest])):
        findings.append(whole)
        categories |= {number: whole.category for number in range(len(messages)) if number not in categories}
    return categories, findings


def record(
    agent: Agent, settings: MemorySettings, ended: EndedConversation, *, now: datetime, reading: Reading | None = None
) -> ConversationResult:
    """Store the conversation, trim the window, then learn, in this order. Needs the person's scope.

    A repeated report changes nothing. A longer report of the same conversation adds its new messages; text of it that
    the person had forgotten or erased stays away. `reading` is what `read_report` returned, if it was called.
    """
    if not settings.enable_memory:
        return ConversationResult(conversation=None, reason="Memory is off in Settings, so nothing was saved.")
    store.lock_person(agent.person_id)  # in case the same report arrives twice at once
    existing = _existing(agent, ended).select_for_update(of=("self",)).first()
    reported, before = (existing.messages_reported, existing.excerpts) if existing else (0, [])
    messages = ended.new_messages(reported)
    if existing is None and ended.adds and not messages:
        return ConversationResult(conversation=None, reason="There was nothing to record.")
    if existing and not messages and (ended.goes_on or not existing.goes_on):
        return ConversationResult(conversation=existing, reason="This conversation was already recorded.")
    if reading is None or (reading.reported, reading.before) != (reported, before):  # another report came between
        reading = _read(ended, existing)
    for finding in reading.refusals:
        refusals.count(agent.person_id, finding, now=now)
    conversation = existing or Conversation(person_id=agent.person_id, external_id=ended.external_id, agent=agent)
    conversation.excerpts = [*before, *reading.excerpts]  # all of them, until they were read
    conversation.withheld += len(reading.withheld)
    conversation.messages_reported = reported + len(messages)
    titles = ("", "") if conversation.titles_removed else (reading.topic, reading.summary)
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
    if stored.is_cut:
        left = len(stored.unread_excerpts)
        reason = f"{reason} {left} of {len(stored.excerpts)} excerpts are read in a moment."
    elif stored.claimed_at and not ended.goes_on and (full := actions.why_full(agent)):
        left = len(stored.unread_excerpts)
        reason = f"{reason} {full} {left} of {len(stored.excerpts)} excerpts are read when they have answered some."
    return ConversationResult(
        conversation=stored,
        reason=reason,
        is_changed=True,
        withheld=[(reported + number, category) for number, category in sorted(reading.withheld.items())],
        learned=learned,
    )


def read_now(
    conversation_id: UUID, person_id: UUID, settings: MemorySettings, *, now: datetime
) -> list[Outcome] | None:
    """Learn from a conversation now by patterns, or hand it to a worker and return None if the model is to read it."""
    if llm.is_enabled_for(settings):
        _hand_to_worker(person_id, conversation_id)
        return None
    store.lock_person(person_id)
    conversation = Conversation.objects.unread().select_for_update(of=("self",)).filter(pk=conversation_id).first()
    outcomes = learner.learn_by_patterns(conversation, settings, now=now) if conversation else []
    if conversation and conversation.is_cut:
        _hand_to_worker(person_id, conversation_id)
    return outcomes


def _hand_to_worker(person_id: UUID, conversation_id: UUID) -> None:
    start_task = partial(tasks.read.delay, str(person_id), str(conversation_id))
    transaction.on_commit(start_task, robust=True)  # the sweep finds it if the task is lost


def forget(conversation: Conversation, *, now: datetime) -> None:
    """Empty a conversation before its time. What was learned from it stays."""
    Conversation.objects.filter(pk=conversation.pk).update(**window.EMPTY_TEXT, trimmed_at=now, titles_removed=True)


def _learn_from_due(conversation: Conversation, settings: MemorySettings, *, now: datetime) -> list[Outcome]:
    """Learn from all conversations that are due; return what came from this one.

    After HELD_SECONDS the others are left to a worker, as the rest of a long one is.
    """
    learned: list[Outcome] = []
    until = thread_time() + policy.HELD_SECONDS
    for due in window.due_for_learning(conversation.person_id, settings, now=now):
        if thread_time() > until:
            due.cut()
            due.save(update_fields=["claimed_at"])
            _hand_to_worker(due.person_id, due.pk)
            continue
        outcomes = read_now(due.pk, due.person_id, settings, now=now) or []
        learned += outcomes if due.pk == conversation.pk else []
    return learned
