"""The memories a recall considers: one statement that reads a little of each.

Beside what the query finds, only the sorts that this work can need. What is plainly not to be given (READY is a part of
what may be) is looked at last, so that it takes nobody's place.
"""

import json
from datetime import date
from typing import NamedTuple
from uuid import UUID

from django.db import connection

from memoryweb.memories.models import Conflict
from memoryweb.recall.request import RecallContext
from memoryweb.rules import decay, fields, policy

LOOKED_AT = 24  # memories considered of each sort; twice as many as are ever given
FEW = 12  # and of those that may not be given, where nothing in particular is asked

POINTS = decay.importance_sql("%(today)s")
READY = (
    f"(status = 'active' AND project IN ('', %(project)s) AND (pinned OR {POINTS} >= {policy.DORMANT_BELOW})"
    " AND %(agent)s <> ALL(muted_agents) AND NOT muted_tasks && %(names)s::varchar[] AND confidence >= %(sure)s"
    " AND (section = '' OR section = ANY(%(sections)s)))"
)
MUST_HAVE = f"(pinned OR kind = 'rule' OR key IN {policy.HARD_KEYS})"
NAMED = "key LIKE ANY(%(keys)s)"
OF_THE_TASK = f"(category = ANY(%(all)s) AND (category = ANY(%(near)s) OR {NAMED}))"
SAID_TO_APPLY = "(applies_to <> '{{}}' AND applies_to && %(names)s::varchar[])"
# Must-haves, what the task needs, what the person said applies, and what is several of these: each a sort of its own.
NEEDED = f"""
SELECT id FROM (
    SELECT id, row_number() OVER (PARTITION BY {MUST_HAVE}, {OF_THE_TASK}, {SAID_TO_APPLY}
        ORDER BY {READY} DESC, pinned DESC, {NAMED} DESC, confidence DESC, changed_at DESC, id) AS place
    FROM memories_memory m WHERE {{mine}} AND ({MUST_HAVE} OR {OF_THE_TASK} OR {SAID_TO_APPLY})
) AS placed WHERE place <= %(many)s
"""
SUREST = f"""
(SELECT id FROM memories_memory m WHERE {{mine}} AND {READY}
 ORDER BY confidence DESC, changed_at DESC, id LIMIT %(many)s) UNION ALL
(SELECT id FROM memories_memory m WHERE {{mine}} AND NOT {READY} ORDER BY changed_at DESC, id LIMIT %(few)s)
"""
# How often each was given for the same kind of work, and the person accepted it (receipts live 90 days). What was
# accepted is little beside all that was given, so each of those looks up its receipt.
HELPED = """LEFT JOIN (
    SELECT memory_id, count(*) AS times FROM recall_receiptitem i WHERE person_id = %(person)s AND helped AND (
        SELECT r.task_type = ANY(%(names)s) OR r.skill = ANY(%(names)s) FROM recall_receipt r WHERE r.id = i.receipt_id)
    GROUP BY memory_id
) AS helped ON helped.memory_id = m.id"""
# The ids first, from a little of each row; whole rows of those alone.
LOOK = f"""
SELECT id, status, kind, category, key, one_valued, condition, day, project, section, source, confidence, pinned,
    contested, contested, muted_agents, muted_tasks, applies_to, valid_until,
    coalesce(updated_on, learned_on, observed_on), {POINTS},
    {{times}}, language, label, value::text, details
FROM memories_memory m {{helped}}
WHERE id = ANY(ARRAY({{sorts}} UNION ALL SELECT unnest(%(found)s::uuid[]))) ORDER BY id
"""


class CandidateRow(NamedTuple):
    """The columns that LOOK names, in its order."""

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
    loses: bool  # the lighter side of an open conflict
    muted_agents: list[UUID]
    muted_tasks: list[str]
    applies_to: list[str]
    valid_until: date | None
    said_on: date
    importance: float  # points today
    helped: int  # times, in the same kind of work
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
    def place(self) -> tuple[str, str, date | None]:
        """Where it counts: one memory of a project steps before everybody's in the same."""
        return self.key, self.condition, self.day


def fetch_candidates(asked: RecallContext) -> list[CandidateRow]:
    """Each once, in the order of ids."""
    agent, wanted, task, settings = asked.agent, asked.wanted, asked.task, asked.settings
    values = asked.scope | {
        "project": wanted.project, "names": wanted.names, "today": asked.now.date(), "found": list(asked.hits),
        "agent": agent.pk, "sure": settings.min_confidence, "sections": settings.enabled_sections,
        "all": task.all_categories if task else [], "near": list(task.categories) if task else [],
        "keys": [f"{key}%" for key in task.keys] if task else [], "many": LOOKED_AT, "few": FEW,
    }  # fmt: skip
    sorts = f"{NEEDED} UNION ALL {SUREST}" if wanted.is_open else NEEDED
    helped, times = (HELPED, "coalesce(times, 0)") if asked.learns_from_use else ("", "0")
    with connection.cursor() as cursor:
        cursor.execute(LOOK.format(sorts=sorts.format(mine=asked.mine), helped=helped, times=times), values)
        found = [CandidateRow(*row) for row in cursor.fetchall()]
    return _mark_conflict_losers(found)


def _mark_conflict_losers(found: list[CandidateRow]) -> list[CandidateRow]:
    """Of the sides of an open conflict only the one that is in use until it is answered counts."""
    contested = [seen.pk for seen in found if seen.loses]
    winning = (
        set(Conflict.objects.open().filter(winner__in=contested).values_list("winner", flat=True)) if contested else ()
    )
    return [seen._replace(loses=seen.pk not in winning) if seen.loses else seen for seen in found]
