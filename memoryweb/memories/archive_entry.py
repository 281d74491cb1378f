"""An archived memory as S2's JSON, built from the row when it is read, so that erasure has no copy to remove."""

from typing import Any

from memoryweb.memories.models import Memory
from memoryweb.rules import policy

KEYS = ("id", "original_date", "impact", "type", "ttl_days", "importance", "archived_reason", "full_text")


def archive_entry(memory: Memory) -> dict[str, Any]:
    """Return S2's eight keys in its order. `importance` is that of the day the memory was archived."""
    importance = memory.importance_on(memory.expired_on or memory.changed_at.date())
    details = memory.own_details.strip()
    return {
        "id": memory.obs_id,
        "original_date": memory.observed_on.isoformat(),
        "impact": policy.impact(importance),
        "type": memory.kind,
        "ttl_days": memory.ttl_days,
        "importance": importance,
        "archived_reason": memory.expire_reason,
        "full_text": f"{memory}\n{details}" if details else str(memory),
    }
