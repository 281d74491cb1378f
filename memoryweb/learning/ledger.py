"""The ledger: the sums of all feedback on one memory, computed from its signals each time."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from memoryweb.agents.models import Agent
from memoryweb.learning import policy
from memoryweb.learning.models import Feedback, Signal
from memoryweb.learning.policy import Standing
from memoryweb.memories import actions
from memoryweb.memories.actions import Actor
from memoryweb.memories.models import Memory
from memoryweb.people.models import MemorySettings


@dataclass(frozen=True)
class Sum:
    """A and R of SPEC §9, and the number of runs they are from."""

    accepted: float = 0.0
    rejected: float = 0.0
    accepts: int = 0
    runs: int = 0

    @property
    def mass(self) -> float:
        return self.accepted + self.rejected

    @property
    def confidence(self) -> float:
        return policy.confidence(self.accepted, self.rejected)


@dataclass(frozen=True)
class LedgerChange:
    """What one feedback changed about one memory."""

    memory: Memory
    before: float
    after: float
    sum: Sum
    rule: Memory | None = None  # the opposite rule that was learned instead


@dataclass(frozen=True)
class SignalWeight:
    """One signal with the piece of work it is about: a run, or a day where no run is named."""

    action: str
    named: bool
    work: str = ""

    @classmethod
    def from_signal(cls, signal: Signal) -> "SignalWeight":
        feedback = signal.feedback
        return cls(signal.action, signal.named, f"{feedback.agent_id} {feedback.run or feedback.at.date()}")


def sum_for(memory_id: UUID) -> Sum:
    return sum_signals(
        SignalWeight.from_signal(signal)
        for signal in Signal.objects.filter(memory=memory_id).select_related("feedback")
    )


def sum_signals(signals: Iterable[SignalWeight]) -> Sum:
    """Sum up the signals. The same action on the same piece of work counts once.

    The order does not matter: every term is a multiple of an eighth, which a float holds exactly.
    """
    named_by_work: dict[tuple[str, str], bool] = {}
    for number, signal in enumerate(signals):
        key = (signal.work or str(number), signal.action)
        named_by_work[key] = named_by_work.get(key, False) or signal.named
    weights = [policy.verdict_weight(action, named=named) for (_, action), named in named_by_work.items()]
    return Sum(
        accepted=sum((accepted for accepted, _ in weights), 0.0),
        rejected=sum((rejected for _, rejected in weights), 0.0),
        accepts=sum(action == policy.Verdict.ACCEPT for _, action in named_by_work),
        runs=len(named_by_work),
    )


@dataclass(frozen=True)
class LedgerPage:
    """A memory's ledger as its page shows it, newest signal first."""

    sum: Sum
    before: float  # the confidence before the newest signal
    signals: list[Signal]
    counts: bool  # whether feedback changes its confidence: not if the person said it


def ledger_page(memory: Memory) -> LedgerPage | None:
    """Return the memory's ledger; None if there is no feedback on it."""
    rows = Signal.objects.filter(memory=memory).select_related("feedback__agent")
    signals = list(rows.order_by("-feedback__at", "-id"))
    if not signals:
        return None
    weights = [SignalWeight.from_signal(signal) for signal in signals]
    return LedgerPage(sum_signals(weights), sum_signals(weights[1:]).confidence, signals, actions.is_learned(memory))


def apply_ledger(memory_id: UUID, settings: MemorySettings, *, by: Actor, now: datetime) -> LedgerChange | None:
    """Set a learned memory's confidence and status from its ledger; None if nothing changed.

    A rule that is the opposite of another memory follows that memory's ledger, not its own.
    """
    memory = Memory.objects.get(pk=memory_id)
    if memory.negates_id:
        return None
    if not actions.is_learned(memory):
        _count_rejection(memory, by=by, now=now)
        _expire_opposite(memory, by=by, now=now)
        return None
    total, before = sum_for(memory_id), memory.confidence
    if total.mass < policy.MASS_MIN:
        return None
    standing = policy.standing(total.accepted, total.rejected, settings.learning_threshold)
    outcome = actions.apply_feedback(
        memory_id, confidence=total.confidence, counts=standing == Standing.ACTIVE, by=by, now=now
    )
    rule = _learn_opposite(memory, total, by=by, now=now) if standing == Standing.NEGATED else None
    if standing != Standing.NEGATED:
        _expire_opposite(memory, by=by, now=now)
    if outcome.version is None and rule is None:
        return None
    memory = outcome.memory or memory
    if standing == Standing.ACTIVE:
        actions.propose_widening(memory, by=by, now=now)
    return LedgerChange(memory, before, memory.confidence, total, rule)


def _count_rejection(memory: Memory, *, by: Actor, now: datetime) -> None:
    """Record the newest rejection that names this memory as evidence against what the person said.

    Each run counts once, and only if it came after the person last confirmed the memory.
    """
    rejects = Signal.objects.filter(memory=memory, named=True, action=policy.Verdict.REJECT).select_related("feedback")
    if since := memory.stood_behind_at:
        rejects = rejects.filter(feedback__at__gte=since)
    for signal in rejects.order_by("-feedback__at", "-id")[:1]:  # earlier ones were recorded when they came
        actions.record_counter_evidence(memory.pk, ref=signal.feedback.ref, since=since, by=by, now=now)


def _learn_opposite(memory: Memory, total: Sum, *, by: Actor, now: datetime) -> Memory | None:
    """Create or update the rule “not this” for a memory that was rejected every time.

    Never against what the person said: there it is recorded as counter-evidence.
    """
    rule = actions.opposite_rule(memory)
    if rule is None:
        if persons_memory := actions.find_said_by_person(memory):
            actions.record_counter_evidence(
                persons_memory.pk, ref={"ledger": str(memory.pk)}, since=None, by=by, now=now
            )
            return None
        actions.remember(actions.opposite_statement(memory), by=by, now=now)
        rule = actions.opposite_rule(memory)
    if rule is None:
        return None
    confidence = policy.confidence(total.rejected, total.accepted)
    outcome = actions.apply_feedback(rule.pk, confidence=confidence, counts=True, by=by, now=now)
    return outcome.memory if outcome.version else None


def _expire_opposite(memory: Memory, *, by: Actor, now: datetime) -> None:
    """Expire the rule “not this” after an accept, or after the person confirmed the memory."""
    rule = actions.opposite_rule(memory)
    if rule and actions.is_learned(rule):
        actions.expire(rule.pk, by=by, now=now, reason="It was accepted since.")


def helped(agent: Agent, run: str) -> dict[UUID, bool | None]:
    """Return whether each memory given in a run helped: True, False, or None if the feedback is balanced.

    If the feedback names some of them, it is only about those.
    """
    if not run:
        return {}
    rows = Signal.objects.filter(feedback__in=Feedback.objects.filter(agent=agent, run=run))
    signals = list(rows.select_related("feedback"))
    some_named = any(signal.named for signal in signals)
    weights: dict[UUID, list[SignalWeight]] = {}
    for signal in signals:
        if signal.named or not some_named:
            weights.setdefault(signal.memory_id, []).append(SignalWeight.from_signal(signal))
    sums = {memory_id: sum_signals(of_memory) for memory_id, of_memory in weights.items()}
    return {pk: None if s.accepted == s.rejected else s.accepted > s.rejected for pk, s in sums.items()}
