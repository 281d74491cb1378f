"""The ledger: what feedback says about each memory, added up anew from the signals whenever it is asked for."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from memoryweb.agents.models import Agent
from memoryweb.learning import policy
from memoryweb.learning.models import Feedback, Signal
from memoryweb.learning.policy import Standing
from memoryweb.memories import actions
from memoryweb.memories.actors import Actor
from memoryweb.memories.models import Memory
from memoryweb.people.models import MemorySettings


@dataclass(frozen=True)
class Sum:
    """A and R of SPEC §9, and how many runs they are from."""

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
    rule: Memory | None = None  # the negated rule that was learned instead


@dataclass(frozen=True)
class SignalWeight:
    """One signal as it counts: of one piece of work, which is a run, or else a day."""

    action: str
    named: bool
    work: str = ""

    @classmethod
    def from_signal(cls, signal: Signal) -> "SignalWeight":
        kept = signal.feedback
        return cls(signal.action, signal.named, f"{kept.agent_id} {kept.run or kept.at.date()}")


def sum_for(memory_id: UUID) -> Sum:
    return sum_signals(
        SignalWeight.from_signal(signal)
        for signal in Signal.objects.filter(memory=memory_id).select_related("feedback")
    )


def sum_signals(signals: Iterable[SignalWeight]) -> Sum:
    """In any order the same: every term is a multiple of an eighth, which a float holds exactly. One piece of work says
    the same thing once, however often it is told."""
    once: dict[tuple[str, str], bool] = {}
    for number, said in enumerate(signals):
        key = (said.work or str(number), said.action)
        once[key] = once.get(key, False) or said.named
    worths = [policy.worth(action, named=named) for (_, action), named in once.items()]
    return Sum(
        accepted=sum((a for a, _ in worths), 0.0),
        rejected=sum((r for _, r in worths), 0.0),
        accepts=sum(action == policy.Verdict.ACCEPT for _, action in once),
        runs=len(once),
    )


@dataclass(frozen=True)
class LedgerPage:
    """A memory's ledger as a person reads it, the newest first."""

    sum: Sum
    before: float  # how sure it was before the newest
    signals: list[Signal]
    counts: bool  # whether it moves at all: what the person said does not


def ledger_page(memory: Memory) -> LedgerPage | None:
    """None: nobody gave any feedback on it."""
    about = Signal.objects.filter(memory=memory).select_related("feedback__agent")
    found = list(about.order_by("-feedback__at", "-id"))
    if not found:
        return None
    rows = [SignalWeight.from_signal(signal) for signal in found]
    return LedgerPage(sum_signals(rows), sum_signals(rows[1:]).confidence, found, actions.is_learned(memory))


def apply_ledger(memory_id: UUID, settings: MemorySettings, *, by: Actor, now: datetime) -> LedgerChange | None:
    """Let the sums say how sure a learned memory is. None where nothing moved.

    A rule that stands for the opposite of another memory moves with that one's ledger, not with its own.
    """
    memory = Memory.objects.get(pk=memory_id)
    if memory.negates_id:
        return None
    if not actions.is_learned(memory):
        _turned_down(memory, by=by, now=now)
        _withdraw(memory, by=by, now=now)
        return None
    found, before = sum_for(memory_id), memory.confidence
    if found.mass < policy.SAYS_SOMETHING:
        return None
    standing = policy.standing(found.accepted, found.rejected, settings.learning_threshold)
    done = actions.apply_feedback(
        memory_id, confidence=found.confidence, counts=standing == Standing.ACTIVE, by=by, now=now
    )
    rule = _negate(memory, found, by=by, now=now) if standing == Standing.NEGATED else None
    if standing != Standing.NEGATED:
        _withdraw(memory, by=by, now=now)
    if done.version is None and rule is None:
        return None
    memory = done.memory or memory
    if standing == Standing.ACTIVE:
        actions.propose_widening(memory, by=by, now=now)
    return LedgerChange(memory, before, memory.confidence, found, rule)


def _turned_down(memory: Memory, *, by: Actor, now: datetime) -> None:
    """Rejected work that was named for what the person said themselves: counted against it, each run once, and only
    what came after they last stood behind it."""
    named = Signal.objects.filter(memory=memory, named=True, action=policy.Verdict.REJECT).select_related("feedback")
    if stood := memory.stood_behind_at:
        named = named.filter(feedback__at__gte=stood)
    for signal in named.order_by("-feedback__at", "-id")[:1]:  # the earlier ones were counted when they came
        actions.record_counter_evidence(memory.pk, ref=signal.feedback.ref, since=stood, by=by, now=now)


def _negate(memory: Memory, found: Sum, *, by: Actor, now: datetime) -> Memory | None:
    """The rule “not this”, while it was turned down every time. Never against what the person said themselves."""
    rule = actions.opposite_rule(memory)
    if rule is None:
        if said := actions.find_said_by_person(memory):
            actions.record_counter_evidence(said.pk, ref={"ledger": str(memory.pk)}, since=None, by=by, now=now)
            return None
        actions.remember(actions.opposite_statement(memory), by=by, now=now)
        rule = actions.opposite_rule(memory)
    if rule is None:
        return None
    sure = policy.confidence(found.rejected, found.accepted)
    done = actions.apply_feedback(rule.pk, confidence=sure, counts=True, by=by, now=now)
    return done.memory if done.version else None


def _withdraw(memory: Memory, *, by: Actor, now: datetime) -> None:
    """The rule this ledger made, once it was accepted, or the person stands behind what it turns down."""
    rule = actions.opposite_rule(memory)
    if rule and actions.is_learned(rule):
        actions.expire(rule.pk, by=by, now=now, reason="It was accepted since.")


def helped(agent: Agent, run: str) -> dict[UUID, bool | None]:
    """What a run's feedback says of each memory it was given: it helped, it did not, or neither. Where some are named,
    it was about those."""
    if not run:
        return {}
    of_run = Signal.objects.filter(feedback__in=Feedback.objects.filter(agent=agent, run=run))
    rows = list(of_run.select_related("feedback"))
    some_named = any(signal.named for signal in rows)
    signals: dict[UUID, list[SignalWeight]] = {}
    for signal in rows:
        if signal.named or not some_named:
            signals.setdefault(signal.memory_id, []).append(SignalWeight.from_signal(signal))
    sums = {memory_id: sum_signals(said) for memory_id, said in signals.items()}
    return {pk: None if s.accepted == s.rejected else s.accepted > s.rejected for pk, s in sums.items()}
