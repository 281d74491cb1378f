"""The handlers for feedback and conversations, what agents report and what they may read of it, and their results."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Annotated, Any
from uuid import UUID

from pydantic import Field

from memoryweb.agents.models import Scope
from memoryweb.language.text import value_text
from memoryweb.learning import conversations, recent
from memoryweb.learning.feedback import feedback, ledger
from memoryweb.learning.feedback.feedback_report import FeedbackReport, FeedbackSignal, parse_ids
from memoryweb.operations import rate
from memoryweb.operations.arguments import GetRecentConversations, RecordConversation, RecordFeedback, Signal
from memoryweb.operations.handlers import Context
from memoryweb.operations.results import NOTHING_BECAUSE, Result, WriteResult, to_data
from memoryweb.recall import prompt_block, receipts


@dataclass(frozen=True)
class LearnedItem:
    """One memory that feedback or a conversation changed, and how."""

    id: str
    preference: str
    outcome: str
    reason: str
    confidence: float | None
    question: str = ""

    @classmethod
    def from_write(cls, write: WriteResult) -> "LearnedItem":
        memory = write.preference
        return cls(
            id=write.id,
            preference=value_text.format_line(memory.preference, memory.value) if memory else "",
            outcome=write.outcome,
            reason=write.reason,
            confidence=memory.confidence if memory else None,
            question=write.question,
        )

    @classmethod
    def as_new(cls, write: WriteResult) -> "LearnedItem":
        """Describe a write to an agent that may no longer read what it met."""
        if write.as_new is None:
            return cls.from_write(write)
        told = {name: write.as_new[name] for name in ("id", "outcome", "reason", "question")}
        return cls(preference="", confidence=None, **told)

    @classmethod
    def from_ledger(cls, change: ledger.LedgerChange) -> "LearnedItem":
        rule = change.rule
        memory = rule or change.memory
        reason = (
            f"Accepted {change.sum.accepts} of {change.sum.times} times. "
            f"Confidence went from {change.before:.2f} to {change.after:.2f}."
        )
        return cls(
            id=str(memory.pk),
            preference=str(memory),
            outcome=memory.status,
            reason="Rejected every time." if rule else reason,
            confidence=memory.confidence,
        )


@dataclass(frozen=True)
class FeedbackRecorded(Result):
    """The answer to feedback, with the names of S3."""

    recorded: bool
    feedbackId: str  # noqa: N815
    learned: list[LearnedItem]
    ignored: str  # why nothing was learned; empty if something could be
    waiting: bool = False  # there was more than is learned at once: the rest follows in a moment
    reviewUrl: str = ""  # noqa: N815  where the person is asked about what the note says
    # not told: how to answer a repetition of the request if the agent may no longer read what it met, and what that is
    as_new: Annotated[dict[str, Any] | None, Field(exclude=True)] = None
    quoted: Annotated[list[str], Field(exclude=True)] = field(default_factory=list)

    @classmethod
    def from_feedback(
        cls, result: feedback.FeedbackResult, of_note: list[WriteResult], in_ledgers: list[LearnedItem]
    ) -> "FeedbackRecorded":
        if result.feedback is None:
            return cls(False, "", [], "Memory is off.")
        ignored = result.feedback.get_ignored_reason_display() if result.feedback.ignored_reason else ""
        if not ignored and result.is_repeated:
            ignored = "This was already recorded."
        learned = [*map(LearnedItem.from_write, of_note), *in_ledgers]
        where = next((each.reviewUrl for each in of_note if each.reviewUrl), "")
        told = cls(True, str(result.feedback.pk), learned, ignored, waiting=result.feedback.is_due, reviewUrl=where)
        if not any(each.as_new for each in of_note):
            return told
        as_new = replace(told, learned=[LearnedItem.as_new(each) for each in of_note])
        quoted = [*(each.id for each in in_ledgers), *chain.from_iterable(each.quoted for each in of_note)]
        return replace(told, as_new=to_data(as_new), quoted=quoted)

    @property
    def memory_count(self) -> int:
        return _count_ids(self.learned)


@dataclass(frozen=True)
class ConversationRecorded(Result):
    outcome: str  # saved, unchanged
    reason: str
    conversationId: str  # noqa: N815  our id, not the agent's
    withheld: list[dict[str, Any]]  # messages of which some or all must not be stored: number, category
    learned: list[LearnedItem]
    waiting: bool  # it will be read later
    left: int = 0  # the last so many messages were not recorded: report them again

    @classmethod
    def from_conversation(
        cls, result: conversations.ConversationResult, learned: list[LearnedItem]
    ) -> "ConversationRecorded":
        conversation = result.conversation
        return cls(
            outcome="saved" if result.is_changed else "unchanged",
            reason=result.reason,
            conversationId=str(conversation.pk) if conversation else "",
            withheld=[{"message": number, "category": category} for number, category in result.withheld],
            learned=learned,
            waiting=bool(conversation and conversation.learned_at is None and conversation.trimmed_at is None),
            left=result.left,
        )

    @property
    def memory_count(self) -> int:
        return _count_ids(self.learned)


@dataclass(frozen=True)
class RecentExcerpt:
    """The person's words as another agent recorded them, and when."""

    recordedBy: str  # noqa: N815
    date: str
    text: str


@dataclass(frozen=True)
class RecentConversations(Result):
    excerpts: list[RecentExcerpt]
    reason: str = ""  # why there are none, if a setting is the cause

    @property
    def memory_count(self) -> int:
        return 0


def get_recent_conversations(context: Context, arguments: GetRecentConversations) -> RecentConversations:
    """Return excerpts that other agents recorded, and leave a receipt. Only for an agent that the person let."""
    project = context.project(arguments.project)
    found = recent.read_excerpts(
        context.agent, context.settings, project=project, limit=arguments.limit, now=context.now
    )
    nothing = "" if context.settings.enable_memory else "memory"
    receipts.write_excerpts(context.agent, len(found), project=project, now=context.now, nothing=nothing)
    excerpts = [
        RecentExcerpt(prompt_block.neutralize(each.recorder), each.day.isoformat(), prompt_block.neutralize(each.text))
        for each in found
    ]
    return RecentConversations(excerpts, NOTHING_BECAUSE.get(nothing, ""))


def _count_ids(learned: Sequence[LearnedItem]) -> int:
    """Count memories, each once: one conversation can change the same memory twice."""
    return len({item.id for item in learned if item.id})


def _feedback_report(context: Context, arguments: RecordFeedback) -> FeedbackReport:
    evidence = arguments.evidence_ref
    return FeedbackReport(
        action=arguments.action,
        run=arguments.run,
        skill=arguments.skill_id,
        task_type=arguments.task_type,
        project=context.project(arguments.project),
        note=arguments.note,
        rating=arguments.rating,
        evidence_ref=evidence.model_dump(mode="json", exclude_unset=True),
        signals=_feedback_signals(evidence.signals),
        accepted=_feedback_signals(evidence.accepted),
        rejected=_feedback_signals(evidence.rejected),
        memories=parse_ids(evidence.memories),
    )


def read_feedback(context: Context, arguments: RecordFeedback) -> None:
    feedback.read_ahead(context.agent, context.settings, _feedback_report(context, arguments))


def record_feedback(context: Context, arguments: RecordFeedback) -> FeedbackRecorded:
    report = _feedback_report(context, arguments)
    if report.signals or report.accepted or report.rejected:
        rate.check_signals(context.agent)
    result = feedback.record(context.agent, context.settings, report, now=context.now)
    outcomes = [each for outcome in result.of_note for each in (outcome, *outcome.others)]
    of_note = [WriteResult.from_outcome(each, context.today) for each in outcomes]
    return FeedbackRecorded.from_feedback(result, of_note, _readable_items(context, result.learned))


def _readable_items(context: Context, changes: Sequence[ledger.LedgerChange]) -> list[LearnedItem]:
    """Return changes of memories this agent may read; the others stay untold."""
    if Scope.READ not in context.agent.scopes:
        return []
    memories = [change.rule or change.memory for change in changes]
    ids: set[UUID] = set()
    for project in {memory.project for memory in memories}:
        readable = context.readable(project).filter(pk__in=[memory.pk for memory in memories])
        ids |= set(readable.values_list("pk", flat=True))
    return [LearnedItem.from_ledger(change) for change in changes if (change.rule or change.memory).pk in ids]


def _feedback_signals(signals: list[Signal]) -> tuple[FeedbackSignal, ...]:
    return tuple(FeedbackSignal(**signal.model_dump()) for signal in signals)


def _ended(context: Context, arguments: RecordConversation) -> conversations.EndedConversation:
    return conversations.EndedConversation(
        external_id=arguments.conversation_id,
        messages=arguments.user_messages,
        ended_at=min(arguments.ended_at or context.now, context.now),
        started_at=arguments.started_at,
        topic=arguments.topic,
        summary=arguments.summary,
        project=context.project(arguments.project),
        adds=arguments.adds,
        goes_on=arguments.goes_on,
    )


def read_conversation(context: Context, arguments: RecordConversation) -> None:
    conversations.read_ahead(context.agent, context.settings, _ended(context, arguments), now=context.now)


def record_conversation(context: Context, arguments: RecordConversation) -> ConversationRecorded:
    ended = _ended(context, arguments)
    result = conversations.record(context.agent, context.settings, ended, now=context.now)
    learned = [LearnedItem.from_write(WriteResult.from_outcome(outcome, context.today)) for outcome in result.learned]
    return ConversationRecorded.from_conversation(result, learned)
