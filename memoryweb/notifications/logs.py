"""Which rows upkeep's purge_logs deletes: deliveries that are over, announcements of what is no longer asked."""

from memoryweb.memories.upkeep import purge
from memoryweb.notifications import policy

OVER = "status NOT IN ('waiting', 'sending')"
# While a question is open its announcement stays, so that nobody is told about it a second time.
NO_LONGER_ASKED = """
    notifications_announcement.question NOT IN (
        SELECT id FROM memories_proposal WHERE status = 'open'
        UNION ALL SELECT id FROM memories_conflict WHERE status = 'open'
        UNION ALL SELECT id FROM communities_contribution WHERE status = 'suggested')
"""


def register() -> None:
    purge.register("notifications sent", purge.Log("notifications_delivery", "created_at", policy.KEPT_DAYS, only=OVER))
    announced = purge.Log("notifications_announcement", "at", policy.KEPT_DAYS, only=NO_LONGER_ASKED)
    purge.register("notes of what was announced", announced)
