"""How far a short memory is on its way to long-term: SPEC §6, "2 of 3 repeats, 11 of 14 days"."""

from dataclasses import dataclass

from memoryweb.memories import policy
from memoryweb.memories.models import Horizon, Memory


@dataclass(frozen=True)
class Progress:
    repeats: int
    days: int
    ripe: bool
    repeats_needed: int = policy.PROMOTE_REPEATS
    days_needed: int = policy.PROMOTE_DAYS


def of(memory: Memory) -> Progress | None:
    """None for what is long already, over, or short by nature."""
    if memory.horizon != Horizon.SHORT or not memory.is_live or memory.kind in policy.NEVER_PROMOTED:
        return None
    return Progress(
        repeats=min(memory.repeats, policy.PROMOTE_REPEATS),
        days=min(memory.evidence_days, policy.PROMOTE_DAYS),
        ripe=policy.is_ripe(repeats=memory.repeats, days=memory.evidence_days) and memory.status == "active",
    )
