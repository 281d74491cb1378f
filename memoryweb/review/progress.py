"""How far a short memory is on its way to long-term: SPEC §6, "2 of 3 repeats, 11 of 14 days"."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, timedelta
from enum import StrEnum

from memoryweb.memories.models import Horizon, Memory, Proposal, Status
from memoryweb.people.models import MemorySettings
from memoryweb.rules import policy


class Next(StrEnum):
    """What it takes until the person is asked to keep it for good."""

    MORE = "more"  # repeats or days
    ANSWER = "answer"  # to the question that is open
    DECISION = "decision"  # in its conflict
    USE = "use"  # it is a candidate
    MEMORY = "memory"  # is switched off
    AGAIN = "again"  # it was asked, and nobody answered
    CLOCK = "clock"  # nothing: it has earned the question


@dataclass(frozen=True)
class Progress:
    repeats: int
    days: int
    next: Next
    repeats_needed: int = policy.PROMOTE_REPEATS
    days_passed: int = policy.PROMOTE_DAYS  # and one more is needed


def of(memory: Memory, questions: Sequence[Proposal], decided: MemorySettings) -> Progress | None:
    """`questions` are all that were asked about it. None for what is long already, over, short by nature, for one day,
    or to stay short because the person said so."""
    if memory.day:
        return None
    if memory.horizon != Horizon.SHORT or not memory.is_live or memory.kind in policy.NEVER_PROMOTED:
        return None
    if any(each.status == Proposal.Status.DECLINED for each in questions if each.kind == Proposal.Kind.PROMOTE):
        return None
    return Progress(
        repeats=min(memory.repeats, policy.PROMOTE_REPEATS), days=memory.evidence_days,
        next=_next(memory, questions, decided),
    )  # fmt: skip


def _next(memory: Memory, questions: Sequence[Proposal], decided: MemorySettings) -> Next:
    """The first of these that is so; what upkeep.promote's RIPE says of one memory."""
    steps = (
        (Next.ANSWER, any(each.status == Proposal.Status.OPEN for each in questions)),
        (Next.DECISION, memory.contested),
        (Next.MORE, not policy.is_ripe(repeats=memory.repeats, days=memory.evidence_days)),
        (Next.USE, memory.status != Status.ACTIVE),
        (Next.AGAIN, any(_was_silence(each, memory) for each in questions)),
        (Next.MEMORY, not decided.enable_memory),
    )
    return next((name for name, is_so in steps if is_so), Next.CLOCK)


def _was_silence(asked: Proposal, memory: Memory) -> bool:
    """Whether it was asked to promote it, nobody answered, and nothing was heard of it since."""
    if asked.kind != Proposal.Kind.PROMOTE or not (asked.decided_at and memory.evidence_to):
        return False
    waited = asked.decided_at - asked.created_at >= timedelta(days=policy.PROPOSAL_DAYS)
    return waited and asked.created_at.astimezone(UTC).date() >= memory.evidence_to
