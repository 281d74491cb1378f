"""Records feedback on an agent's work, and updates the memories it is about (SPEC §9, S3)."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime
from typing import Any
from uuid import UUID

from memoryweb.agents.models import Agent
from memoryweb.learning import extraction, learner, ledger, policy
from memoryweb.learning.models import Feedback, Signal
from memoryweb.learning.policy import Verdict
from memoryweb.memories import actions
from memoryweb.memories.actions import Actor, AgentOf, store
from memoryweb.memories.models import Evidence, Memory, fingerprints
from memoryweb.people.models import MemorySettings
from memoryweb.recall import receipts
from memoryweb.rules import classifier, fields, sensitive, tokens
from memoryweb.rules.policy import Kind, Source

BEHAVIOUR = actions.Statement(source=Source.BEHAVIOUR, evidence_kind=Evidence.Kind.FEEDBACK)  # what feedback tells of


@dataclass(frozen=True, kw_only=True)
class FeedbackSignal:
    """One signal in evidence_ref: a subject and its value, or a sentence."""

    preference: str = ""
    category: str = ""
    key: str = ""
    value: Any = None
    details: str = ""

    def statement(self, *, project: str, ref: dict[str, Any]) -> actions.Statement:
        """Build the statement: a preference, unless its words or its field say otherwise (SPEC §9)."""
        name = self.preference or self.key.rpartition(".")[2].replace("_", " ")
        category = self.category or (self.key.partition(".")[0] if "." in self.key else "")
        words = f"{name} {self.details} {fields.display_value(self.value)}"
        says_kind = fields.match_field(category, name, self.key).field or classifier.signals_kind(words)
        return actions.Statement(
            name=name,
            category=category,
            key=self.key,
            value=self.value,
            details=self.details,
            kind="" if says_kind else Kind.PREFERENCE,
            source=Source.BEHAVIOUR,
            project=project,
            evidence_kind=Evidence.Kind.FEEDBACK,
            ref=ref,
        )

    @property
    def is_lasting(self) -> bool:
        """Whether it holds beyond today, and is not a line that memoryweb itself put into the prompt."""
        texts = [self.preference, self.details, *sensitive.iter_strings(self.value)]
        is_own = all(extraction.without_injected(text) == text for text in texts)
        return is_own and not tokens.says_only_now(*texts)


@dataclass(frozen=True, kw_only=True)
class FeedbackReport:
    """One delivery. The action applies to all `signals`; a partial may list accepted and rejected ones separately."""

    action: str
    run: str = ""
    skill: str = ""
    task_type: str = ""
    project: str = ""
    note: str = ""
    rating: int | None = None
    evidence_ref: dict[str, Any] = field(default_factory=dict)  # as the agent sent it
    signals: tuple[FeedbackSignal, ...] = ()
    accepted: tuple[FeedbackSignal, ...] = ()
    rejected: tuple[FeedbackSignal, ...] = ()
    memories: tuple[UUID, ...] = ()  # ids it names among the memories that the run was given

    @property
    def verdict(self) -> str:
        """What it says of the work as a whole: the action or, for a partial without details, the rating."""
        return policy.verdict(self.action, self.rating, is_bare=not (self.accepted or self.rejected))

    def signals_with_action(self) -> Iterator[tuple[str, FeedbackSignal]]:
        yield from ((self.verdict, signal) for signal in self.signals)
        yield from ((Verdict.ACCEPT, signal) for signal in self.accepted)
        yield from ((Verdict.REJECT, signal) for signal in self.rejected)

    def digest(self, day: date | None) -> bytes:
        """Return what a repeated delivery is known by; feedback on no known run is new on another `day`."""
        content = [self.action, self.run, self.skill, self.project, self.note, self.rating, self.evidence_ref, day]
        return fingerprints.keyed_digest("feedback", json.dumps(content, sort_keys=True, default=str))


@dataclass(frozen=True)
class FeedbackResult:
    """The stored feedback, and what it changed."""

    feedback: Feedback | None  # None while memory is switched off
    learned: list[ledger.LedgerChange]
    is_repeated: bool = False


def record(agent: Agent, settings: MemorySettings, report: FeedbackReport, *, now: datetime) -> FeedbackResult:
    """Store the feedback, once per delivery, and learn from it unless the person switched learning off.

    Needs the person's scope. Simultaneous deliveries wait for each other, so that each sums up all signals before it.
    """
    if not settings.enable_memory:
        return FeedbackResult(None, [])
    store.lock_person(agent.person_id)
    by, is_known_run = AgentOf(agent), receipts.has_receipt(agent, report.run)
    feedback, is_new = Feedback.objects.get_or_create(
        agent=agent,
        digest=report.digest(None if is_known_run else now.astimezone(UTC).date()),
        defaults={
            "person_id": agent.person_id, "run": report.run, "skill": report.skill, "task_type": report.task_type,
            "project": report.project, "action": report.action, "evidence_ref": report.evidence_ref,
            "note": report.note, "rating": report.rating, "at": now,
            "ignored_reason": "" if settings.learning_enabled else Feedback.Ignored.LEARNING_OFF,
            "standing_yes": actions.has_standing_yes(BEHAVIOUR, by),
        },
    )  # fmt: skip
    if not is_new or feedback.ignored_reason:
        return FeedbackResult(feedback, [], is_repeated=not is_new)
    given = _given_memories(feedback, report)
    signals = given | _described_memories(feedback, report, by=by, now=now)
    Signal.objects.bulk_create(
        Signal(person_id=feedback.person_id, feedback=feedback, memory_id=pk, action=action, named=named)
        for pk, (action, named) in sorted(signals.items())
    )
    learned = ledger.apply_ledgers(feedback, settings, by=by, now=now)
    if report.run:
        receipts.mark_outcome(agent, report.run, ledger.helped(agent, report.run))
    if report.verdict == Verdict.ACCEPT:
        for pk in actions.boostable(given, by=by, now=now):
            actions.boost(pk, by=by, now=now)
    if report.note:
        learner.learn_from_note(feedback, now=now)
    return FeedbackResult(feedback, learned)


Signals = dict[UUID, tuple[str, bool]]  # by memory: the action, and whether the feedback names the memory


def _given_memories(feedback: Feedback, report: FeedbackReport) -> Signals:
    """Return a signal for each memory in the run's receipts; those named in evidence_ref get full weight.

    A partial that names what it is about says nothing of the rest: only one without details counts against all.
    """
    given = receipts.memories_given_in_run(feedback.agent, report.run)
    named = given & set(report.memories)
    if report.action == Verdict.PARTIAL and (named or any(report.signals_with_action())):
        given = named
    return {pk: (report.verdict, pk in named) for pk in given}


def _described_memories(feedback: Feedback, report: FeedbackReport, *, by: Actor, now: datetime) -> Signals:
    """Return a signal for each memory that the report describes in words, found or newly created."""
    signals: Signals = {}
    for action, signal in report.signals_with_action():
        statement = signal.statement(project=report.project, ref=feedback.ref)
        memory = _find_or_create(statement, action, by=by, now=now) if signal.is_lasting else None
        if memory:
            signals[memory.pk] = (action, True)
    return signals


def _find_or_create(statement: actions.Statement, action: str, *, by: Actor, now: datetime) -> Memory | None:
    """Return the memory that a signal is about, created if it is new.

    None if it was erased or declined, or if it contradicts another memory. An accept then counts against that other
    memory, and a reject agrees with it.
    """
    statement = replace(statement, polarity=1 if action == Verdict.ACCEPT else -1)
    memory, other = actions.find_same(statement, by=by, now=now)
    if memory is None and (other is None or action == Verdict.ACCEPT):
        actions.remember(statement, by=by, now=now)
        memory, _ = actions.find_same(statement, by=by, now=now)
    return memory
