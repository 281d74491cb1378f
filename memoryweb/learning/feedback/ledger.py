"""The ledger: the sums of all feedback on one memory, computed from its signals each time."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime
from uuid import UUID

from memoryweb.agents.models import Agent
from memoryweb.learning import policy
from memoryweb.learning.models import Feedback, Signal
from memoryweb.learning.policy import Standing, Verdict
from memoryweb.memories import actions
from memoryweb.memories.actions import Actor
from memoryweb.memories.models import Memory
from memoryweb.people.models import MemorySettings


@dataclass(frozen=True)
class Sum:
    """A and R of docs/rules.md, and how often feedback counted: once a day for each agent."""

    accepted: float = 0.0
    rejected: float = 0.0
    accepts: int = 0
    times: int = 0
    has_standing_yes: bool = False  # every accept came under one

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
    rule: Memory | None = None  # the opposite rule, if that is what changed


@dataclass(frozen=True)
class SignalWeight:
    """One signal: whose it is, on which day (UTC), and whether a standing yes covered it."""

    action: str
    named: bool
    agent: UUID
    day: date
    standing_yes: bool = False

    @classmethod
    def from_signal(cls, signal: Signal) -> "SignalWeight":
        feedback = signal.feedback
        day = feedback.at.astimezone(UTC).date()
        return cls(signal.action, signal.named, feedback.agent_id, day, feedback.standing_yes)


def sums_for(memory_ids: Collection[UUID]) -> dict[UUID, Sum]:
    """Return the sums of these memories, read at once."""
    signals: dict[UUID, list[SignalWeight]] = {pk: [] for pk in memory_ids}
    for signal in Signal.objects.filter(memory__in=memory_ids).select_related("feedback"):
        signals[signal.memory_id].append(SignalWeight.from_signal(signal))
    return {pk: sum_signals(of_memory) for pk, of_memory in signals.items()}


def sum_signals(signals: Iterable[SignalWeight]) -> Sum:
    """Sum up the signals. Each agent counts once a day, for and against, however many runs it names.

    The strongest of a day counts. The order does not matter: every term is a multiple of an eighth, which a float
    holds exactly.
    """
    accepts: dict[tuple[UUID, date], float] = defaultdict(float)
    rejects: dict[tuple[UUID, date], float] = defaultdict(float)
    is_covered = True
    for signal in signals:
        accepted, rejected = policy.verdict_weight(signal.action, named=signal.named)
        side, weight = (accepts, accepted) if signal.action == Verdict.ACCEPT else (rejects, rejected)
        place = (signal.agent, signal.day)
        side[place] = max(side[place], weight)
        is_covered = is_covered and (signal.standing_yes or signal.action != Verdict.ACCEPT)
    return Sum(
        accepted=sum(accepts.values(), 0.0),
        rejected=sum(rejects.values(), 0.0),
        accepts=len(accepts),
        times=len(accepts) + len(rejects),
        has_standing_yes=is_covered and bool(accepts),
    )


@dataclass(frozen=True)
class LedgerPage:
    """A memory's ledger as its page shows it, newest signal first."""

    sum: Sum
    before: float  # the confidence before the newest signal
    signals: list[Signal]
    counts: bool  # whether feedback changes its confidence: not if the person said it


def ledger_page(memory: Memory) -> LedgerPage | None:
    """Return the memory's ledger; None without feedback."""
    rows = Signal.objects.filter(memory=memory).select_related("feedback__agent")
    signals = list(rows.order_by("-feedback__at", "-id"))
    if not signals:
        return None
    weights = [SignalWeight.from_signal(signal) for signal in signals]
    return LedgerPage(sum_signals(weights), sum_signals(weights[1:]).confidence, signals, actions.is_learned(memory))


def apply_ledgers(
    feedback: Feedback, signals: dict[UUID, Signal], settings: MemorySettings, *, by: Actor, now: datetime
) -> list[LedgerChange]:
    """Apply the ledger sums of a feedback's memories; return the changes.

    A rule that is the opposite of another memory follows that memory's ledger, not its own.
    """
    sums = sums_for(signals)
    rules = actions.opposite_rules(signals)
    changes: list[LedgerChange] = []
    for memory in Memory.objects.filter(pk__in=signals, negates=None).order_by("pk"):
        signal, rule = signals[memory.pk], rules.get(memory.pk)
        if actions.is_learned(memory):
            changes += _apply_to_learned(
                memory,
                rule=rule,
                signal=signal,
                ref=feedback.ref,
                total=sums[memory.pk],
                threshold=settings.learning_threshold,
                by=by,
                now=now,
            )
            continue
        if signal.named and signal.action == Verdict.REJECT:
            actions.record_counter_evidence(memory.pk, ref=feedback.ref, by=by, now=now)
        if rule:
            actions.expire_opposite(rule.pk, by=by, now=now)
    return changes


def _apply_to_learned(
    memory: Memory,
    *,
    rule: Memory | None,
    signal: Signal,
    ref: dict[str, str],
    total: Sum,
    threshold: int,
    by: Actor,
    now: datetime,
) -> list[LedgerChange]:
    """Set a learned memory's confidence and use by its sums, and note or drop the opposite rule."""
    before = memory.confidence
    standing = policy.standing(total.accepted, total.rejected, threshold)
    is_accept = signal.action == Verdict.ACCEPT
    result = actions.LedgerResult(
        confidence=total.confidence if total.mass >= policy.MASS_MIN else None,
        is_earned=standing == Standing.EARNED,
        is_lost=standing == Standing.LOST,
        has_standing_yes=total.has_standing_yes,
        rejected=total.rejected,
    )
    accept = ref if is_accept and signal.named else None
    changes = []
    if accept or not result.changes_nothing(memory):
        outcome = actions.apply_feedback(memory.pk, result, ref=accept, by=by, now=now)
        if outcome.version is not None and outcome.memory:
            changes.append(LedgerChange(outcome.memory, before, outcome.memory.confidence, total))
            if result.is_earned:
                actions.propose_widening(outcome.memory, by=by, now=now, skills=_skills_that_accepted(memory))
    if standing != Standing.NEGATED:
        if rule:
            actions.expire_opposite(rule.pk, by=by, now=now)
    elif not is_accept and (noted := _note_opposite(memory, rule, ref, total, by=by, now=now)):
        return [LedgerChange(memory, before, memory.confidence, total, noted)]
    return changes


def _skills_that_accepted(memory: Memory) -> list[str]:
    """Return the skills whose accepted work names this memory."""
    named = Signal.objects.filter(memory=memory, named=True, action=Verdict.ACCEPT).exclude(feedback__skill="")
    return list(named.values_list("feedback__skill", flat=True).distinct())


def _note_opposite(
    memory: Memory, rule: Memory | None, ref: dict[str, str], total: Sum, *, by: Actor, now: datetime
) -> Memory | None:
    """Pass the rule “not this” to `remember` for a memory that was rejected every time; return the rule.

    It is a statement by the agent, so docs/rules.md decides. Never against what the person said: there it is
    recorded as counter-evidence.
    """
    if rule is None and (persons_memory := actions.find_said_by_person(memory)):
        actions.record_counter_evidence(persons_memory.pk, ref={"ledger": str(memory.pk)}, by=by, now=now)
        return None
    outcome = actions.remember(actions.opposite_statement(memory, ref=ref), by=by, now=now)
    if outcome.memory is None or outcome.memory.negates_id != memory.pk:
        return None
    confidence = policy.confidence(total.rejected, total.accepted)
    actions.apply_feedback(outcome.memory.pk, actions.LedgerResult(confidence=confidence), by=by, now=now)
    return outcome.memory


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
