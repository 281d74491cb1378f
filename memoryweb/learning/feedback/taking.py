"""Takes in what a stored feedback says, as much as may be while the person is held once."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import islice
from uuid import UUID

from memoryweb.language import extraction, readings
from memoryweb.learning import learner, policy
from memoryweb.learning.feedback import ledger
from memoryweb.learning.feedback.feedback_report import FeedbackReport
from memoryweb.learning.models import Feedback, Signal
from memoryweb.learning.policy import Verdict
from memoryweb.memories import actions
from memoryweb.memories.actions import Actor, AgentOf, store
from memoryweb.memories.acts import recording
from memoryweb.memories.models import Memory
from memoryweb.people.models import MemorySettings
from memoryweb.recall import receipts
from memoryweb.rls import scope

Told = tuple[str, actions.Statement | None]  # what it counts as, empty for the note; None: it does not hold for long


def _told_by(report: FeedbackReport, ref: dict[str, str]) -> Iterator[Told]:
    """Yield what a feedback says in words: its signals, and then what the person's note says."""
    for action, signal in report.signals_with_action():
        statement = signal.statement(project=report.project, ref=ref, skill=report.skill)
        yield action, statement if signal.is_lasting else None
    for find in extraction.find(report.note):
        yield "", learner.corrected(find, project=report.project, ref=ref)


def read_ahead(report: FeedbackReport, begun: int, *, by: Actor) -> None:
    """Read what is taken in next at once, after so many of what it says, before the person is held."""
    for _, statement in islice(_told_by(report, {}), begun, begun + policy.SIGNALS_AT_ONCE):
        if statement:
            actions.read_ahead(statement, by=by)


@dataclass(frozen=True)
class Taken:
    """Outcomes of a portion: of the note, and in the memories' ledgers."""

    of_note: list[actions.Outcome]
    in_ledgers: list[ledger.LedgerChange]


def take(feedback: Feedback, report: FeedbackReport, settings: MemorySettings, *, now: datetime) -> Taken:
    """Take in the next statements, then the next signals; return the outcomes.

    The row says how far that is, and is not due any more once all of it is taken in.
    """
    by, begun = AgentOf(feedback.agent), feedback.signals_read
    told = list(islice(_told_by(report, feedback.ref), begun, begun + policy.SIGNALS_AT_ONCE + 1))
    is_more, told = len(told) > policy.SIGNALS_AT_ONCE, told[: policy.SIGNALS_AT_ONCE]
    outcomes = [
        _take_told(feedback, action, statement, settings, by=by, now=now) for action, statement in told if statement
    ]
    feedback.signals_read += len(told)
    most = policy.LEDGERS_AT_ONCE - policy.LEDGERS_OF_A_SIGNAL * len(told)
    due = list(Signal.objects.filter(feedback=feedback, is_due=True).order_by("memory_id")[: most + 1])
    feedback.is_due = is_more or len(due) > most
    changes = _apply(feedback, report, due[:most], settings, by=by, now=now)
    if report.run and not feedback.is_due:
        receipts.mark_outcome(feedback.agent, report.run, ledger.helped(feedback.agent, report.run))
    feedback.save(update_fields=["signals_read", "is_due"])
    return Taken([outcome for outcome in outcomes if outcome], changes)


def take_rest(person_id: UUID, feedback_id: UUID, *, now: datetime) -> None:
    """Take in the remaining signals in a worker, one transaction per portion.

    What is switched off meanwhile, or comes from an agent that may no longer teach, is not learned.
    """
    while True:
        with readings.kept(), scope.acting_as(person_id):
            waiting = Feedback.objects.select_related("agent").filter(pk=feedback_id, is_due=True)
            feedback = waiting.first()
            if feedback is None:
                return
            read_ahead(FeedbackReport.from_row(feedback), feedback.signals_read, by=AgentOf(feedback.agent))
            settings = store.lock_person(person_id)
            feedback = waiting.select_for_update(of=("self",)).first()
            if feedback is None:
                return
            is_on = settings.enable_memory and settings.learning_enabled
            if not (is_on and learner.may_teach(feedback.agent, now)):
                Feedback.objects.filter(pk=feedback_id).update(is_due=False)
                return
            with recording.recording(AgentOf(feedback.agent), "record_feedback", now=now, run=feedback.run):
                take(feedback, FeedbackReport.from_row(feedback), settings, now=now)


def _take_told(
    feedback: Feedback, action: str, statement: actions.Statement, settings: MemorySettings, *, by: Actor, now: datetime
) -> actions.Outcome | None:
    """Remember what the note says, and return what came of it; of a signal, note what it says about its memory."""
    if not action:
        return learner.remember(statement, feedback.agent, settings, now)
    if memory := _find_or_create(statement, action, by=by, now=now):
        Signal.objects.update_or_create(
            feedback=feedback,
            memory=memory,
            defaults={"person_id": feedback.person_id, "action": action, "named": True, "is_due": True},
        )
    return None


def _find_or_create(statement: actions.Statement, action: str, *, by: Actor, now: datetime) -> Memory | None:
    """Return the signal's memory, created if new.

    None if it was erased or declined, or if it contradicts another memory. An accept then counts against that other
    memory, and a reject agrees with it.
    """
    statement = replace(statement, polarity=1 if action == Verdict.ACCEPT else -1)
    memory, other = actions.find_same(statement, by=by, now=now)
    if memory is None and (other is None or action == Verdict.ACCEPT):
        actions.remember(statement, by=by, now=now)
        memory, _ = actions.find_same(statement, by=by, now=now)
    return memory


def given_memories(feedback: Feedback, report: FeedbackReport) -> dict[UUID, bool]:
    """Return the memories in the run's receipts that it counts for, and whether evidence_ref names each.

    A partial that names what it is about says nothing of the rest: only one without details counts against all.
    """
    given = receipts.memories_given_in_run(feedback.agent, report.run)
    named = given & set(report.memories)
    if report.action == Verdict.PARTIAL and (named or any(report.signals_with_action())):
        given = named
    return {pk: pk in named for pk in given}


def _apply(
    feedback: Feedback,
    report: FeedbackReport,
    signals: list[Signal],
    settings: MemorySettings,
    *,
    by: Actor,
    now: datetime,
) -> list[ledger.LedgerChange]:
    """Apply the ledgers of the memories that these signals are about, and boost those that the run was given."""
    changes = ledger.apply_ledgers(feedback, {each.memory_id: each for each in signals}, settings, by=by, now=now)
    if report.verdict == Verdict.ACCEPT:
        given = given_memories(feedback, report).keys() & {each.memory_id for each in signals}
        for pk in actions.boostable(given, by=by, now=now):
            actions.boost(pk, by=by, now=now)
    Signal.objects.filter(pk__in=[each.pk for each in signals]).update(is_due=False)
    return changes
