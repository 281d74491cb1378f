"""What every page's frame shows: the navigation, how much waits, how many agents. One query, made only if shown."""

from dataclasses import dataclass
from typing import Any, cast

from django.db import connection
from django.http import HttpRequest
from django.utils import timezone
from django.utils.functional import SimpleLazyObject

from memoryweb.review import console, navigation, notices
from memoryweb.review.http import PersonRequest

COUNTS = """
SELECT (SELECT count(*) FROM memories_proposal WHERE person_id = %(me)s AND status = 'open'),
       (SELECT count(*) FROM memories_conflict WHERE person_id = %(me)s AND status = 'open'
               AND (later_until IS NULL OR later_until <= %(today)s)),
       (SELECT count(*) FROM communities_contribution WHERE person_id = %(me)s AND status = 'suggested'
               AND community_id = ANY ((SELECT people_my_communities())::uuid[])),
       (SELECT count(*) FROM communities_contribution AS mine JOIN communities_decision AS made
               ON made.shared_id = mine.id AND made.verb = 'warn' AND made.undone_at IS NULL
         WHERE mine.person_id = %(me)s AND mine.status = 'shared'
               AND (mine.warning_seen_at IS NULL OR mine.warning_seen_at < made.at)),
       agent.connected, agent.paused
  FROM (SELECT count(*) AS connected,
               count(*) FILTER (WHERE paused_at IS NOT NULL
                                  AND (paused_until IS NULL OR paused_until > %(now)s)) AS paused
          FROM agents_agent WHERE person_id = %(me)s AND revoked_at IS NULL) AS agent
"""


@dataclass(frozen=True)
class PageCounts:
    """What waits for the person, how many agents are connected, and how many of these are paused."""

    proposals: int
    conflicts: int
    suggestions: int  # what agents suggest to share
    warnings: int  # of moderators
    agents: int
    paused: int

    @property
    def waiting(self) -> int:
        return self.proposals + self.conflicts + self.suggestions + self.warnings


def _count(request: HttpRequest) -> PageCounts:
    with connection.cursor() as cursor:
        now = timezone.now()
        cursor.execute(COUNTS, {"me": request.user.pk, "today": now.date(), "now": now})
        return PageCounts(*cursor.fetchone())


def page_frame(request: HttpRequest) -> dict[str, Any]:
    if not (hasattr(request, "memory_settings") and request.user.is_authenticated):
        return console.ways_to_sign_in()
    return {
        "counts": SimpleLazyObject(lambda: _count(request)),
        "settings_now": request.memory_settings,
        "navigation": SimpleLazyObject(lambda: navigation.places(cast(PersonRequest, request))),
        "tabs": SimpleLazyObject(lambda: navigation.tabs(cast(PersonRequest, request))),
        "notices": SimpleLazyObject(lambda: notices.take(cast(PersonRequest, request))),
    }
