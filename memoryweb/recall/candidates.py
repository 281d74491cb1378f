"""The candidates of a recall: memories that may matter for a request, read in one statement with few columns.

Besides what the search found, only the groups of memories that this work can need. Memories that are plainly not to
be given (not READY, a part of what may be given) sort last in their group, so that they take nobody's place.
"""

import json
from datetime import date
from typing import NamedTuple
from uuid import UUID

from django.db import connection

from memoryweb.memories.models import Conflict
from memoryweb.recall.request import RecallContext
from memoryweb.rules import decay, fields, policy

GROUP_MAX = 24  # candidates of each group; twice as many as are ever given
NOT_READY_MAX = 12  # candidates that are not ready, for an open request

POINTS = decay.importance_sql("%(today)s")
READY = (
    f"(status = 'active' AND project IN ('', %(project)s) AND (pinned OR {POINTS} >= {policy.DORMANT_BELOW})"
    " AND %(agent)s <> ALL(muted_agents) AND NOT muted_tasks && %(names)s::varchar[]"
    " AND confidence >= %(min_confidence)s"
    " AND (section = '' OR section = ANY(%(sections)s)))"
)
MUST_HAVE = f"(pinned OR kind = 'rule' OR key IN {policy.HARD_KEYS})"
HAS_TASK_KEY = "key LIKE ANY(%(task_keys)s)"
OF_THE_TASK = f"(category = ANY(%(categories)s) AND (category = ANY(%(task_categories)s) OR {HAS_TASK_KEY}))"
APPLIES = "(applies_to <> '{{}}' AND applies_to && %(names)s::varchar[])"
# One group for each combination of: must-have, needed by the task, applies to the task by the person's own word.
NEEDED = f"""
SELECT id FROM (
    SELECT id, row_number() OVER (PARTITION BY {MUST_HAVE}, {OF_THE_TASK}, {APPLIES}
        ORDER BY {READY} DESC, pinned DESC, {HAS_TASK_KEY} DESC, confidence DESC, changed_at DESC, id) AS place
    FROM memories_memory m WHERE {{owned}} AND ({MUST_HAVE} OR {OF_THE_TASK} OR {APPLIES})
) AS placed WHERE place <= %(group_max)s
"""
# For an open request: the most confident, and a few that are not ready, so that the receipt can say why.
ANY_READY = f"""
(SELECT id FROM memories_memory m WHERE {{owned}} AND {READY}
 ORDER BY confidence DESC, changed_at DESC, id LIMIT %(group_max)s) UNION ALL
(SELECT id FROM memories_memory m WHERE {{owned}} AND NOT {READY} ORDER BY changed_at DESC, id LIMIT %(not_ready_max)s)
"""
# How often each memory was given for the same kind of work that the person then accepted (receipts live 90 days). Few
# given memories are marked as helpful, so each of those looks up its receipt.
HELPED = """LEFT JOIN (
    SELECT memory_id, count(*) AS times FROM recall_receiptitem i WHERE person_id = %(person)s AND helped AND (
        SELECT r.task_type = ANY(%(names)s) OR r.skill = ANY(%(names)s) FROM recall_receipt r WHERE r.id = i.receipt_id)
    GROUP BY memory_id
) AS helped ON helped.memory_id = m.id"""
# The groups select ids only, so that whole rows are read for few memories.
CANDIDATES = f"""
SELECT id, status, kind, category, key, one_valued, condition, day, project, section, source, confidence, pinned,
    contested, contested, muted_agents, muted_tasks, applies_to, valid_until,
    coalesce(updated_on, learned_on, observed_on), {POINTS},
    {{times}}, language, label, value::text, details
FROM memories_memory m {{helped}}
WHERE id = ANY(ARRAY({{groups}} UNION ALL SELECT unnest(%(found)s::uuid[]))) ORDER BY id
"""


class CandidateRow(NamedTuple):
    """The columns of CANDIDATES, in its order."""

    pk: UUID
    status: str
    kind: str
    category: str
    key: str
    one_valued: bool
    condition: str
    day: date | None
    project: str
    section: str
    source: str
    confidence: float
    pinned: bool
    contested: bool
    is_conflict_loser: bool  # a side of an open conflict that is not used until the conflict is answered
    muted_agents: list[UUID]
    muted_tasks: list[str]
    applies_to: list[str]
    valid_until: date | None
    last_updated_on: date
    importance: float  # points today
    helped_count: int  # how often it helped in the same kind of work
    language: str
    label: str
    value: str  # JSON
    details: str

    def __str__(self) -> str:
        return fields.format_line(self.label, json.loads(self.value))

    @property
    def shown_value(self) -> str:
        return fields.display_value(json.loads(self.value))

    @property
    def own_details(self) -> str:
        return fields.details_beyond_value(self.details, json.loads(self.value))

    @property
    def slot(self) -> tuple[str, str, date | None]:
        """Key, condition and day: a project's own memory replaces the general one with the same three."""
        return self.key, self.condition, self.day


def fetch_candidates(context: RecallContext) -> list[CandidateRow]:
    """Return the candidates, each once, ordered by id."""
    agent, request, task, settings = context.agent, context.request, context.task, context.settings
    values = context.scope | {
        "project": request.project, "names": request.names, "today": context.now.date(), "found": list(context.hits),
        "agent": agent.pk, "min_confidence": settings.min_confidence,
        "sections": settings.enabled_sections, "categories": task.all_categories if task else [],
        "task_categories": list(task.categories) if task else [],
        "task_keys": [f"{key}%" for key in task.keys] if task else [],
        "group_max": GROUP_MAX, "not_ready_max": NOT_READY_MAX,
    }  # fmt: skip
    groups = f"{NEEDED} UNION ALL {ANY_READY}" if request.is_open else NEEDED
    helped, times = (HELPED, "coalesce(times, 0)") if context.learns_from_use else ("", "0")
    statement = CANDIDATES.format(groups=groups.format(owned=context.owned_sql), helped=helped, times=times)
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        rows = [CandidateRow(*columns) for columns in cursor.fetchall()]
    return _mark_conflict_losers(rows)


def _mark_conflict_losers(rows: list[CandidateRow]) -> list[CandidateRow]:
    """Clear is_conflict_loser for the side of each open conflict that is used until the person answers."""
    contested = [row.pk for row in rows if row.contested]
    winners = (
        set(Conflict.objects.open().filter(winner__in=contested).values_list("winner", flat=True)) if contested else ()
    )
    return [row._replace(is_conflict_loser=row.pk not in winners) if row.contested else row for row in rows]
