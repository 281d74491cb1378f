"""What each operation does: checked arguments in, a result out, inside the person's scope."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from memoryweb.learning import conversations, feedback, ledger
from memoryweb.operations import arguments
from memoryweb.operations.context import Context
from memoryweb.operations.results import WriteResult
from memoryweb.rules import fields


@dataclass(frozen=True)
class LearnedItem:
    """What became of one thing that was learned, or moved."""

    id: str
    preference: str
    outcome: str
    reason: str
    confidence: float | None
    question: str = ""

    @classmethod
    def from_written(cls, written: WriteResult) -> "LearnedItem":
        """As any write is answered, in short."""
        memory = written.preference
        return cls(
            id=written.id,
            preference=fields.format_line(memory.preference, memory.value) if memory else "",
            outcome=written.outcome,
            reason=written.reason,
            confidence=memory.confidence if memory else None,
            question=written.question,
        )

    @classmethod
    def from_ledger(cls, moved: ledger.LedgerChange) -> "LearnedItem":
        rule = moved.rule
        memory = rule or moved.memory
        reason = f"{moved.before:.2f} → {moved.after:.2f}: accepted {moved.sum.accepts} of {moved.sum.runs} runs."
        return cls(
            id=str(memory.pk),
            preference=str(memory),
            outcome=memory.status,
            reason="Turned down every time, so the opposite is a rule now." if rule else reason,
            confidence=memory.confidence,
        )


@dataclass(frozen=True)
class FeedbackRecorded:
    """S3's answer."""

    recorded: bool
    feedbackId: str  # noqa: N815  the envelope speaks JSON's dialect
    learned: list[LearnedItem]
    ignored: str  # why nothing was learned; empty: it was


@dataclass(frozen=True)
class ConversationRecorded:
    outcome: str  # saved, unchanged
    reason: str
    conversationId: str  # noqa: N815  ours
    withheld: list[dict[str, Any]]  # messages that are never stored: their number and the category
    learned: list[LearnedItem]
    waiting: bool  # it will be read later


def record_feedback(asked: Context, said: arguments.RecordFeedback) -> FeedbackRecorded:
    ref = said.evidence_ref
    done = feedback.record(
        asked.agent,
        asked.settings,
        feedback.FeedbackReport(
            action=said.action,
            run=said.run,
            skill=said.skill_id,
            task_type=said.task_type,
            project=asked.project(said.project),
            note=said.note,
            rating=said.rating,
            evidence_ref=ref.model_dump(mode="json", exclude_unset=True),
            signals=tuple(_named(each) for each in ref.signals),
            accepted=tuple(_named(each) for each in ref.accepted),
            rejected=tuple(_named(each) for each in ref.rejected),
            memories=tuple(_ids(ref.memories)),
        ),
        now=asked.now,
    )
    if done.feedback is None:
        return FeedbackRecorded(False, "", [], "memory was switched off")
    why = done.feedback.get_ignored_reason_display() if done.feedback.ignored_reason else ""
    ignored = why or ("This was recorded already." if done.is_repeated else "")
    return FeedbackRecorded(
        True, str(done.feedback.pk), [LearnedItem.from_ledger(each) for each in done.learned], ignored
    )


def _named(signal: arguments.Signal) -> feedback.FeedbackSignal:
    return feedback.FeedbackSignal(**signal.model_dump())


def _ids(texts: list[str]) -> list[UUID]:
    """What is no id is nobody's memory."""
    found = []
    for text in texts:
        try:
            found.append(UUID(text))
        except ValueError:
            continue
    return found


def record_conversation(asked: Context, said: arguments.RecordConversation) -> ConversationRecorded:
    done = conversations.record(
        asked.agent,
        asked.settings,
        conversations.EndedConversation(
            external_id=said.conversation_id,
            messages=said.own_messages,
            ended_at=min(said.ended_at or asked.now, asked.now),
            started_at=said.started_at,
            topic=said.topic,
            summary=said.summary,
            project=asked.project(said.project),
        ),
        now=asked.now,
    )
    kept = done.conversation
    return ConversationRecorded(
        outcome="saved" if done.is_changed else "unchanged",
        reason=done.reason,
        conversationId=str(kept.pk) if kept else "",
        withheld=[{"message": number, "category": category} for number, category in done.withheld],
        learned=[
            LearnedItem.from_written(WriteResult.from_outcome(each, asked.today, asked.sees(each)))
            for each in done.learned
        ],
        waiting=bool(kept and kept.learned_at is None and kept.trimmed_at is None),
    )
