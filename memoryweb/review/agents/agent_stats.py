"""The figures of an agent's page: how much it read and wrote lately, and what became of its questions."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, Q, Sum

from memoryweb.agents.models import AccessLog, Agent
from memoryweb.memories.models import Proposal

DAYS = 30  # how far back calls count
CHANGED = ("saved", "revised", "reinforced", "noted", "conflict")  # outcomes of a write that left something


@dataclass(frozen=True)
class Figures:
    """Calls of the last DAYS days; questions of all time."""

    reads: int  # calls
    given: int  # memories that these reads gave
    writes: int  # calls that left something, apart from questions
    proposed: int  # questions it ever put
    waiting: int
    accepted: int
    decided: int  # accepted or declined

    @property
    def acceptance(self) -> int | None:
        """Return the percent of decided questions that were accepted; None while none is decided."""
        return round(100 * self.accepted / self.decided) if self.decided else None

    @property
    def is_empty(self) -> bool:
        return not (self.reads or self.writes or self.proposed)


def figures(agent: Agent, *, now: datetime) -> Figures:
    """Count in two statements, however much there is."""
    calls = AccessLog.objects.filter(agent=agent, at__gt=now - timedelta(days=DAYS)).aggregate(
        reads=Count("pk", filter=Q(writes=False, outcome="ok")),
        given=Sum("memories", filter=Q(writes=False, outcome="ok"), default=0),
        writes=Count("pk", filter=Q(writes=True, outcome__in=CHANGED)),
    )
    status = Proposal.Status
    questions = Proposal.objects.filter(agent=agent).aggregate(
        proposed=Count("pk"),
        waiting=Count("pk", filter=Q(status=status.OPEN)),
        accepted=Count("pk", filter=Q(status=status.ACCEPTED)),
        decided=Count("pk", filter=Q(status__in=(status.ACCEPTED, status.DECLINED))),
    )
    return Figures(**calls, **questions)
