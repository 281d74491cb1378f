"""Records a conversation that ended (S1 handleNewChat): store it, trim the window, then learn from what is due."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from uuid import UUID

from django.db import transaction

from memoryweb.agents.models import Agent
from memoryweb.language import readings
from memoryweb.learning import learner, llm, messages, policy, tasks, window
from memoryweb.learning.messages import Reading
from memoryweb.learning.models import Conversation
from memoryweb.memories import actions, refusals
from memoryweb.memories.actions import Outcome, store
from memoryweb.memories.erasing import passages
from memoryweb.people.models import MemorySettings
from memoryweb.rules import limits


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
    """`withheld` lists the messages that the guard rejected, by position and category.

    `left` is how many of the last messages were not recorded, because a call may read for so long only.
    """

    conversation: Conversation | None
    reason: str
    is_changed: bool = False  # it is new, or has continued
    withheld: list[tuple[int, str]] = field(default_factory=list)
    learned: list[Outcome] = field(default_factory=list)
    left: int = 0


@dataclass(frozen=True, kw_only=True)
class Report:
    """A new report of a conversation compared with its stored state."""

    person_id: UUID
    ended: EndedConversation
    existing: Conversation | None
    reported: int = 0  # messages that came before
    before: tuple[str, ...] = ()  # the excerpts of those that are stored
    messages: Sequence[str] = ()  # that are new
    last_erased: UUID | None = None  # what the person erased last, if anything

    @classmethod
    def of_now(cls, agent: Agent, ended: EndedConversation, *, is_held: bool) -> "Report":
        """Compare a report with what is stored."""
        own = Conversation.objects.of(agent.person_id).filter(agent=agent)
        own = own.select_for_update() if is_held else own
        erased_id = Conversation.digest_of_id(agent.pk, ended.external_id)
        existing = own.filter(external_id=ended.external_id).first() or own.filter(erased_id=erased_id).first()
        last_erased = passages.last_erased(agent.person_id)
        if existing is None:
            messages = ended.new_messages(0)
            return cls(
                person_id=agent.person_id, ended=ended, existing=None, messages=messages, last_erased=last_erased
            )
        if ended.adds:
            ended = replace(ended, topic=ended.topic or existing.topic, summary=ended.summary or existing.summary)
        reported = existing.messages_reported
        return cls(
            person_id=agent.person_id,
            ended=ended,
            existing=existing,
            reported=reported,
            before=tuple(existing.excerpts),
            messages=ended.new_messages(reported),
            last_erased=last_erased,
        )

    @property
    def adds_nothing(self) -> str:
        """Reason for storing nothing; empty if something is new."""
        if self.existing is None and self.ended.adds and not self.messages:
            return "There was nothing to record."
        if self.existing and not self.messages and (self.ended.goes_on or not self.existing.goes_on):
            return "This conversation was already recorded."
        return ""

    def is_over(self, reading: Reading) -> bool:
        """Return whether the conversation may be read: it ended, or too much of it waits."""
        is_long = self._waiting + len(reading.excerpts) > limits.EXCERPTS_WAITING_MAX // 2
        return not self.ended.goes_on or is_long or reading.taken < len(self.messages)

    @property
    def project(self) -> str:
        """The conversation's project, unless the person removed it."""
        return "" if self.existing and self.existing.project_removed else self.ended.project

    @property
    def _waiting(self) -> int:
        return len(self.existing.unread_excerpts) if self.existing else 0

    @property
    def _key(self) -> tuple[object, ...]:
        """What its reading depends on: messages and titles are the same as long as the call lasts."""
        return ("report", self.ended.external_id, self.reported, self.before, self.last_erased)

    def read(self) -> Reading:
        """Read its messages, before the person is held."""
        return readings.once(self._key, self._read)

    def _read(self) -> Reading:
        existing, ended = self.existing, self.ended
        keeps_titles = not (existing and existing.titles_removed)
        reading = messages.read(
            self.messages,
            before=self.before,
            room=limits.EXCERPTS_WAITING_MAX - self._waiting,
            topic=ended.topic if keeps_titles else "",
            summary=ended.summary if keeps_titles else "",
        )
        return self._without_erased(reading) if self.last_erased else reading

    def _without_erased(self, reading: Reading) -> Reading:
        """Leave out what the person erased, whoever told it then. Nothing of that is said in the answer."""
        texts = [reading.topic, reading.summary, *reading.excerpts]
        topic, summary, *excerpts = passages.without_erased(self.person_id, texts)
        return replace(reading, topic=topic, summary=summary, excerpts=[each for each in excerpts if each])

    def reading(self) -> Reading:
        """Return what was read before the person was held. Raises NotRead if something has changed since."""
        if not readings.is_ready(self._key):
            raise readings.NotRead
        return self.read()


def read_ahead(agent: Agent, settings: MemorySettings, ended: EndedConversation, *, now: datetime) -> None:
    """Read what `record` will need to know of the texts. Nothing is stored or held. Needs the person's scope."""
    report = Report.of_now(agent, ended, is_held=False)
    if not settings.enable_memory or report.adds_nothing:
        return
    reading = report.read()
    if not report.is_over(reading) or llm.is_enabled_for(settings):
        return
    due, unread = window.due_for_learning(agent.person_id, now=now, coming=1), list[str]()
    if report.existing:
        due, unread = due.exclude(pk=report.existing.pk), report.existing.unread_excerpts
    others = [(each.project, each.unread_excerpts) for each in due[: policy.DUE_AT_ONCE]]
    learner.read_ahead(agent, [*others, (report.project, [*unread, *reading.excerpts])])


def record(agent: Agent, settings: MemorySettings, ended: EndedConversation, *, now: datetime) -> ConversationResult:
    """Store the conversation, trim the window, then learn, in this order. Needs the person's scope.

    A repeated report changes nothing. A longer report of the same conversation adds its new messages; text of it that
    the person had forgotten or erased stays away.
    """
    if not settings.enable_memory:
        return ConversationResult(conversation=None, reason="Memory is off in Settings, so nothing was saved.")
    store.lock_person(agent.person_id)  # in case the same report arrives twice at once
    report = Report.of_now(agent, ended, is_held=True)
    if reason := report.adds_nothing:
        return ConversationResult(conversation=report.existing, reason=reason)
    reading = report.reading()
    conversation = _store(agent, report, reading, reads=settings.learning_enabled, now=now)
    window.trim(agent.person_id, now=now)
    learned = [] if conversation.claimed_at else _learn_from_due(conversation, settings, now=now)
    stored = Conversation.objects.get(pk=conversation.pk)
    return ConversationResult(
        conversation=stored,
        reason=_reason(agent, report, reading, stored),
        is_changed=True,
        withheld=[(report.reported + number, category) for number, category in reading.withheld.items()],
        learned=learned,
        left=len(report.messages) - reading.taken,
    )


def _store(agent: Agent, report: Report, reading: Reading, *, reads: bool, now: datetime) -> Conversation:
    ended, person_id = report.ended, agent.person_id
    for finding in reading.refusals:
        refusals.count(person_id, finding, now=now)
    conversation = report.existing or Conversation(person_id=person_id, external_id=ended.external_id, agent=agent)
    conversation.excerpts = [*conversation.excerpts, *reading.excerpts]  # all of them, until they were read
    conversation.withheld += len(reading.withheld)
    conversation.messages_reported = report.reported + reading.taken
    conversation.topic, conversation.summary = reading.topic, reading.summary
    conversation.started_at = ended.started_at or conversation.started_at
    conversation.ended_at = ended.ended_at
    conversation.project = report.project
    conversation.recorded_at = now
    conversation.claimed_at = None if report.is_over(reading) else now
    conversation.trimmed_at, conversation.trouble = None, ""
    conversation.learned_at = None
    if not reads:  # never learned, even if switched on later
        conversation.learned_at = now
        learner.mark_read(conversation)
    conversation.save()
    return conversation


def _reason(agent: Agent, report: Report, reading: Reading, stored: Conversation) -> str:
    """Return the sentence that tells the agent its report's outcome."""
    parts = ["Recorded." if report.existing is None else "Recorded the new part."]
    if reading.taken < len(report.messages):
        parts = [f"Recorded {reading.taken} of {len(report.messages)} new messages. Report the others again."]
    left = len(stored.excerpts) - stored.excerpts_read
    if stored.claimed_at and not report.ended.goes_on and (full := actions.why_full(agent)):
        parts.append(f"{full} {left} of {len(stored.excerpts)} excerpts are read when they have answered some.")
    elif stored.is_due:
        parts.append(f"{left} of {len(stored.excerpts)} excerpts are read in a moment.")
    return " ".join(parts)


def read_now(
    conversation_id: UUID, person_id: UUID, settings: MemorySettings, *, now: datetime
) -> list[Outcome] | None:
    """Learn from a conversation now by patterns, and have a worker read what is more than may be at once.

    Return None if it is handed to a worker as a whole, because the model is to read it.
    """
    if llm.is_enabled_for(settings):
        _have_read(person_id, conversation_id)
        return None
    unread = Conversation.objects.unread().filter(pk=conversation_id)
    with readings.kept():
        if waiting := unread.select_related("agent").first():
            learner.read_ahead(waiting.agent, [(waiting.project, waiting.unread_excerpts)])
        store.lock_person(person_id)
        conversation = unread.select_for_update(of=("self",)).first()
        if conversation is None:
            return []
        outcomes = learner.learn_by_patterns(conversation, settings, now=now)
    if conversation.is_due:
        _have_read(person_id, conversation_id)
    return outcomes


def _have_read(person_id: UUID, conversation_id: UUID) -> None:
    """Have a worker read a conversation once this transaction commits. The sweep finds it if the task is lost."""
    start_task = partial(tasks.read.delay, str(person_id), str(conversation_id))
    transaction.on_commit(start_task, robust=True)


def forget(conversation: Conversation, *, now: datetime) -> None:
    """Empty a conversation early, with its topics. Memories learned from it stay."""
    Conversation.objects.filter(pk=conversation.pk).update(
        **window.EMPTY_TEXT, trimmed_at=now, titles_removed=True, topic_digests=[], topics_due=False
    )


def _learn_from_due(conversation: Conversation, settings: MemorySettings, *, now: datetime) -> list[Outcome]:
    """Learn from all due conversations up to the limit; return the outcomes of this one.

    A worker reads the rest, one after the other, or all of it if the model is to read them.
    """
    due = window.due_for_learning(conversation.person_id, now=now)
    learned: list[Outcome] = []
    most = 0 if llm.is_enabled_for(settings) else policy.FINDS_AT_ONCE
    for each in due[: policy.DUE_AT_ONCE + 1] if most else ():
        outcomes = learner.learn_by_patterns(each, settings, most=most, now=now)
        learned += outcomes if each.pk == conversation.pk else []
        most -= len(outcomes)
        if most <= 0:
            break
    if (oldest := due.first()) is not None:
        due.update(is_due=True)
        _have_read(conversation.person_id, oldest.pk)
    return learned
