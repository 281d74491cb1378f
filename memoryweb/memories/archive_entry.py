"""An archived memory as S2's JSON: made from the row when it is read, so that there is no copy to forget."""

from typing import Any

from memoryweb.memories.models import Memory
from memoryweb.rules import policy

KEYS = ("id", "original_date", "impact", "type", "ttl_days", "importance", "archived_reason", "full_text")


def archive_entry(memory: Memory) -> dict[str, Any]:
    """S2's eight keys, in its order; `importance` is what was left on the day it was archived."""
    left = memory.importance_on(memory.expired_on or memory.changed_at.date())
    own = memory.own_details.strip()
    return {
        "id": memory.obs_id,
        "original_date": memory.observed_on.isoformat(),
        "impact": policy.impact(left),
        "type": memory.kind,
        "ttl_days": memory.ttl_days,
        "importance": left,
        "archived_reason": memory.expire_reason,
        "full_text": f"{memory}\n{own}" if own else str(memory),
    }
