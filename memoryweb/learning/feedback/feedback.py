"""Records feedback on an agent's work, and updates the memories it is about."""

from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial

from django.db import transaction

from memoryweb.agents.models import Agent
from memoryweb.learning import tasks
from memoryweb.learning.feedback import ledger, taking
from memoryweb.learning.feedback.feedback_report import FeedbackReport
from memoryweb.learning.models import Feedback, Signal
from memoryweb.memories import actions
from memoryweb.memories.actions import AgentOf, store
from memoryweb.memories.models import Evidence
from memoryweb.people.models import MemorySettings
from memoryweb.recall import receipts
from memoryweb.rules.policy import Source

BEHAVIOUR = actions.Statement(source=Source.BEHAVIOUR, evidence_kind=Evidence.Kind.FEEDBACK)  # what feedback tells of


@dataclass(frozen=True)
class FeedbackResult:
    """The stored feedback, and what it changed."""

    feedback: Feedback | None  # None while memory is switched off
    learned: list[ledger.LedgerChange]
    of_note: list[actions.Outcome] = field(default_factory=list)  # what came of what the note says
    is_repeated: bool = False


def read_ahead(agent: Agent, settings: MemorySettings, report: FeedbackReport) -> None:
    """Read what `record` asks of the words that it takes in at once. Nothing is stored or held."""
    if settings.enable_memory and settings.learning_enabled:
        taking.read_ahead(report, 0, by=AgentOf(agent))


def record(agent: Agent, settings: MemorySettings, report: FeedbackReport, *, now: datetime) -> FeedbackResult:
    """Store the feedback, once per delivery, and learn from it unless the person switched learning off.

    Needs the person's scope. Simultaneous deliveries wait for each other, so that each sums up all signals before it.
    A worker learns what is more than may be at once.
    """
    if not settings.enable_memory:
        return FeedbackResult(None, [])
    store.lock_person(agent.person_id)
    by, is_known_run = AgentOf(agent), receipts.has_receipt(agent, report.run)
    feedback, is_new = Feedback.objects.get_or_create(
        agent=agent,
        digest=report.digest(None if is_known_run else now.astimezone(UTC).date()),
        defaults={
            "person_id": agent.person_id,
            "run": report.run,
            "skill": report.skill,
            "task_type": report.task_type,
            "project": report.project,
            "action": report.action,
            "evidence_ref": report.evidence_ref,
            "note": report.note,
            "rating": report.rating,
            "at": now,
            "is_due": settings.learning_enabled,
            "ignored_reason": "" if settings.learning_enabled else Feedback.Ignored.LEARNING_OFF,
            "standing_yes": actions.has_standing_yes(BEHAVIOUR, by),
        },
    )
    if not is_new or feedback.ignored_reason:
        return FeedbackResult(feedback, [], is_repeated=not is_new)
    given = taking.given_memories(feedback, report)
    Signal.objects.bulk_create(
        Signal(
            person_id=feedback.person_id,
            feedback=feedback,
            memory_id=pk,
            action=report.verdict,
            named=named,
            is_due=True,
        )
        for pk, named in sorted(given.items())
    )
    taken = taking.take(feedback, report, settings, now=now)
    if feedback.is_due:
        learn_rest = partial(tasks.learn_from_feedback.delay, str(feedback.person_id), str(feedback.pk))
        transaction.on_commit(learn_rest, robust=True)  # the sweep finds it if the task is lost
    return FeedbackResult(feedback, taken.in_ledgers, taken.of_note)
