"""The ledger: what feedback says about each memory, added up anew from the signals whenever it is asked for."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from memoryweb.agents.models import Agent
from memoryweb.learning import policy
from memoryweb.learning.models import Feedback, Signal
from memoryweb.learning.policy import Standing
from memoryweb.memories import lifecycle
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
class Moved:
    """What one feedback changed about one memory."""

    memory: Memory
    before: float
    after: float
    sum: Sum
    rule: Memory | None = None  # the negated rule that was learned instead


def of(memory_id: UUID) -> Sum:
    return add(Signal.objects.filter(memory=memory_id).values_list("action", "named"))


def add(signals: Iterable[tuple[str, bool]]) -> Sum:
    """In any order the same: every term is a multiple of an eighth, which a float holds exactly."""
    rows = list(signals)
    worths = [policy.worth(action, named=named) for action, named in rows]
    return Sum(
        accepted=sum((a for a, _ in worths), 0.0),
        rejected=sum((r for _, r in worths), 0.0),
        accepts=sum(action == policy.Verdict.ACCEPT for action, _ in rows),
        runs=len(rows),
    )


@dataclass(frozen=True)
class Page:
    """A memory's ledger as a person reads it, the newest first."""

    sum: Sum
    before: float  # how sure it was before the newest
    signals: list[Signal]
    counts: bool  # whether it moves at all: what the person said does not


def page(memory: Memory) -> Page | None:
    """None: nobody gave any feedback on it."""
    about = Signal.objects.filter(memory=memory).select_related("feedback__agent")
    found = list(about.order_by("-feedback__at", "-id"))
    if not found:
        return None
    rows = [(signal.action, signal.named) for signal in found]
    return Page(add(rows), add(rows[1:]).confidence, found, lifecycle.moves(memory))


def settle(memory_id: UUID, settings: MemorySettings, *, by: Actor, now: datetime) -> Moved | None:
    """Let the sums say how sure a learned memory is. None where nothing moved."""
    memory = Memory.objects.get(pk=memory_id)
    if not lifecycle.moves(memory):
        _turned_down(memory, by=by, now=now)
        return None
    found, before = of(memory_id), memory.confidence
    if found.mass < policy.SAYS_SOMETHING:
        return None
    standing = policy.standing(found.accepted, found.rejected, settings.learning_threshold)
    done = lifecycle.weigh(memory_id, confidence=found.confidence, counts=standing == Standing.ACTIVE, by=by, now=now)
    rule = _negated(memory, found, standing, by=by, now=now)
    if done.version is None and rule is None:
        return None
    memory = done.memory or memory
    if standing == Standing.ACTIVE:
        lifecycle.ask_to_widen(memory, by=by, now=now)
    return Moved(memory, before, memory.confidence, found, rule)


def _turned_down(memory: Memory, *, by: Actor, now: datetime) -> None:
    """Rejected work that was named for what the person said themselves: counted against it, each run once."""
    named = Signal.objects.filter(memory=memory, named=True, action=policy.Verdict.REJECT).select_related("feedback")
    for signal in named:
        kept = signal.feedback
        ref = {"run": kept.run, "feedback": str(kept.pk)} if kept.run else {"feedback": str(kept.pk)}
        lifecycle.against(memory.pk, ref=ref, by=by, now=now)


def _negated(memory: Memory, found: Sum, standing: Standing, *, by: Actor, now: datetime) -> Memory | None:
    """The rule “not this”, while it was turned down every time; it goes when that is no longer so."""
    statement = lifecycle.negation(memory)
    rule, _ = lifecycle.same(statement, by=by, now=now)
    if standing != Standing.NEGATED:
        if rule and lifecycle.moves(rule):
            lifecycle.expire(rule.pk, by=by, now=now, reason="It was accepted since.")
        return None
    if rule is None:
        lifecycle.remember(statement, by=by, now=now)
        rule, _ = lifecycle.same(statement, by=by, now=now)
    if rule is None:
        return None
    sure = policy.confidence(found.rejected, found.accepted)
    done = lifecycle.weigh(rule.pk, confidence=sure, counts=True, by=by, now=now)
    return done.memory if done.version else None


def helped(agent: Agent, run: str) -> dict[UUID, bool | None]:
    """What a run's feedback says of each memory it was given: it helped, it did not, or neither. Where some are named,
    it was about those."""
    if not run:
        return {}
    signals: dict[UUID, list[tuple[str, bool]]] = {}
    of_run = Signal.objects.filter(feedback__in=Feedback.objects.filter(agent=agent, run=run))
    rows = list(of_run.values_list("memory_id", "action", "named"))
    some_named = any(named for *_, named in rows)
    for memory_id, action, named in rows:
        if named or not some_named:
            signals.setdefault(memory_id, []).append((action, named))
    sums = {memory_id: add(rows) for memory_id, rows in signals.items()}
    return {pk: None if s.accepted == s.rejected else s.accepted > s.rejected for pk, s in sums.items()}
