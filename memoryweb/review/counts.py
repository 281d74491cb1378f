"""Counts of waiting items and agents of a person, in one query."""

from dataclasses import astuple, dataclass
from uuid import UUID

from django.db import connection
from django.utils import timezone

COUNTS = """
SELECT asked.proposals, asked.questions,
       (SELECT count(*) FROM memories_conflict WHERE person_id = %(me)s AND status = 'open'
               AND (later_until IS NULL OR later_until <= %(today)s)),
       (SELECT count(*) FROM communities_contribution WHERE person_id = %(me)s AND status = 'suggested'
               AND community_id = ANY ((SELECT people_my_communities())::uuid[])),
       (SELECT count(*) FROM communities_contribution AS mine JOIN communities_decision AS made
               ON made.shared_id = mine.id AND made.verb = 'warn' AND made.undone_at IS NULL
         WHERE mine.person_id = %(me)s AND mine.status = 'shared'
               AND (mine.warning_seen_at IS NULL OR mine.warning_seen_at < made.at)),
       agent.connected, agent.paused,
       (SELECT id FROM memories_proposal WHERE person_id = %(me)s AND status = 'open' ORDER BY id DESC LIMIT 1)
  FROM (SELECT count(*) AS connected,
               count(*) FILTER (WHERE paused_at IS NOT NULL
                                  AND (paused_until IS NULL OR paused_until > %(now)s)) AS paused
          FROM agents_agent WHERE person_id = %(me)s AND revoked_at IS NULL) AS agent,
       (SELECT count(*) AS proposals, count(DISTINCT coalesce(choice_group, id)) AS questions
          FROM memories_proposal WHERE person_id = %(me)s AND status = 'open') AS asked
"""


@dataclass(frozen=True)
class PageCounts:
    """Counts of waiting items, and of connected and paused agents."""

    proposals: int
    questions: int  # values to choose from are one
    conflicts: int
    suggestions: int  # what agents suggest to share
    warnings: int  # of moderators
    agents: int
    paused: int
    newest: UUID | None  # open question

    @property
    def waiting(self) -> int:
        return self.questions + self.conflicts + self.suggestions + self.warnings

    @property
    def version(self) -> str:
        """A short text that is another one when something came, went or was replaced."""
        return ".".join(map(str, astuple(self)))

    @classmethod
    def for_person(cls, person: UUID) -> "PageCounts":
        """Count. This must run in the person's scope."""
        now = timezone.now()
        with connection.cursor() as cursor:
            cursor.execute(COUNTS, {"me": person, "today": now.date(), "now": now})
            return cls(*cursor.fetchone())
