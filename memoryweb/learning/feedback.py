"""What became of an agent's work, and what that says about what it was given (SPEC §9, S3)."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any
from uuid import UUID

from memoryweb.agents.models import Agent
from memoryweb.learning import learner, ledger
from memoryweb.learning.models import Feedback, Signal
from memoryweb.learning.policy import Verdict
from memoryweb.memories import actions, fingerprints
from memoryweb.memories.actions import store
from memoryweb.memories.actors import Actor, AgentOf
from memoryweb.memories.models import Evidence, Memory
from memoryweb.people.models import MemorySettings
from memoryweb.recall import receipts
from memoryweb.rules.policy import Source


@dataclass(frozen=True, kw_only=True)
class FeedbackSignal:
    """One signal as evidence_ref names it: what it is about and its value, or a sentence."""

    preference: str = ""
    category: str = ""
    key: str = ""
    value: Any = None
    details: str = ""

    def statement(self, *, project: str, ref: dict[str, Any]) -> actions.Statement:
        name = self.preference or self.key.rpartition(".")[2].replace("_", " ")
        return actions.Statement(
            name=name,
            category=self.category or (self.key.partition(".")[0] if "." in self.key else ""),
            key=self.key,
            value=self.value,
            details=self.details,
            source=Source.BEHAVIOUR,
            project=project,
            evidence_kind=Evidence.Kind.FEEDBACK,
            ref=ref,
        )


@dataclass(frozen=True, kw_only=True)
class FeedbackReport:
    """One delivery. `signals` share the action's fate; a partial may say which were accepted and which rejected."""

    action: str
    run: str = ""
    skill: str = ""
    task_type: str = ""
    project: str = ""
    note: str = ""
    rating: int | None = None
    evidence_ref: dict[str, Any] = field(default_factory=dict)  # as it came
    signals: tuple[FeedbackSignal, ...] = ()
    accepted: tuple[FeedbackSignal, ...] = ()
    rejected: tuple[FeedbackSignal, ...] = ()
    memories: tuple[UUID, ...] = ()  # of what the run was given

    def named(self) -> Iterator[tuple[str, FeedbackSignal]]:
        yield from ((self.action, each) for each in self.signals)
        yield from ((Verdict.ACCEPT, each) for each in self.accepted)
        yield from ((Verdict.REJECT, each) for each in self.rejected)

    def digest(self) -> bytes:
        words = json.dumps([self.action, self.run, self.skill, self.project, self.note, self.rating, self.evidence_ref],
                           sort_keys=True, default=str)  # fmt: skip
        return fingerprints.keyed_digest("feedback", words)


@dataclass(frozen=True)
class FeedbackResult:
    """S3's answer: what moved, or why nothing did."""

    feedback: Feedback | None
    learned: list[ledger.LedgerChange]
    is_repeated: bool = False


def record(agent: Agent, settings: MemorySettings, said: FeedbackReport, *, now: datetime) -> FeedbackResult:
    """Keep it, once; and learn from it, unless the person switched that off. Needs the person's scope.

    Two at once take turns: each adds up what the other has said.
    """
    if not settings.enable_memory:
        return FeedbackResult(None, [])
    store.lock_person(agent.person_id)
    kept, is_new = Feedback.objects.get_or_create(
        agent=agent,
        digest=said.digest(),
        defaults={
            "person_id": agent.person_id, "run": said.run, "skill": said.skill, "task_type": said.task_type,
            "project": said.project, "action": said.action, "evidence_ref": said.evidence_ref, "note": said.note,
            "rating": said.rating, "ignored_reason": "" if settings.learning_enabled else Feedback.Ignored.LEARNING_OFF,
            "at": now,
        },
    )  # fmt: skip
    if not is_new or kept.ignored_reason:
        return FeedbackResult(kept, [], is_repeated=not is_new)
    by = AgentOf(agent)
    touched = _given(kept, said) | _named(kept, said, by=by, now=now)
    learned = [moved for pk in sorted(touched) if (moved := ledger.apply_ledger(pk, settings, by=by, now=now))]
    if said.run:
        receipts.mark_outcome(agent, said.run, ledger.helped(agent, said.run))
    if said.action == Verdict.ACCEPT:
        _boost(touched, by=by, now=now)
    if said.note:
        learner.learn_from_note(kept, now=now)
    return FeedbackResult(kept, learned)


def _given(kept: Feedback, said: FeedbackReport) -> set[UUID]:
    """Only what was really in that run's receipts; what evidence_ref points at there counts fully. A partial that names
    what it is about says nothing of the rest: only a bare one counts against all of it."""
    given = receipts.memories_given_in_run(kept.agent, said.run)
    named = given & set(said.memories)
    if said.action == Verdict.PARTIAL and (named or any(said.named())):
        given = named
    Signal.objects.bulk_create(
        Signal(person_id=kept.person_id, feedback=kept, memory_id=pk, action=said.action, named=pk in named)
        for pk in sorted(given)
    )
    return given


def _named(kept: Feedback, said: FeedbackReport, *, by: Actor, now: datetime) -> set[UUID]:
    """Signals in words: each finds its memory, or becomes a note of its own."""
    found = set()
    for action, each in said.named():
        memory = _about(each.statement(project=said.project, ref=kept.ref), action, by=by, now=now)
        if memory is None:
            continue
        Signal.objects.update_or_create(
            person_id=kept.person_id, feedback=kept, memory=memory, defaults={"action": action, "named": True}
        )
        found.add(memory.pk)
    return found


def _about(statement: actions.Statement, action: str, *, by: Actor, now: datetime) -> Memory | None:
    """The memory a signal is about, made where it is new. None: it was erased or declined, or contradicts what is
    known; then an accept counts against that, and a reject agrees with it."""
    statement = replace(statement, polarity=-1 if action == Verdict.REJECT else 1)
    memory, other = actions.find_same(statement, by=by, now=now)
    if memory is None and (other is None or action == Verdict.ACCEPT):
        actions.remember(statement, by=by, now=now)
        memory, _ = actions.find_same(statement, by=by, now=now)
    return memory


def _boost(touched: set[UUID], *, by: Actor, now: datetime) -> None:
    """Used in an answer the person accepted: half a point more, once a day (SPEC §5)."""
    for memory in Memory.objects.filter(pk__in=touched).active().order_by("pk"):
        actions.boost(memory.pk, by=by, now=now)
