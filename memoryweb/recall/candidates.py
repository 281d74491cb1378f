"""The candidates of a recall: memories that may matter for a request, read in one statement with few columns.

Besides what the search found, only the groups of memories that this work can need. Memories that may not be given sort
last in their group, so that they take nobody's place.
"""

import json
from collections.abc import Iterable, Sequence
from datetime import date
from itertools import starmap
from typing import NamedTuple
from uuid import UUID

from memoryweb.language.comparing import identity
from memoryweb.language.requests import answer_rules
from memoryweb.language.text import value_text
from memoryweb.memories import visibility
from memoryweb.memories.models.enums import MUST_HAVE_SQL
from memoryweb.recall import search, wanted_cases
from memoryweb.recall.ranking import Hit, Readable
from memoryweb.recall.request import RecallContext
from memoryweb.rls import rows
from memoryweb.rules import decay, policy
from memoryweb.rules.task_types import TaskType

GROUP_MAX = 24  # candidates of each group; twice as many as are ever given
MUST_HAVE_MAX = 60  # of a group of must-haves: most rules are about a topic, and only some of them are given
NOT_READY_MAX = 12  # candidates that are not ready, for an open request

POINTS = decay.importance_sql("%(today)s")
# Why a memory is not given: the rules of every read, and recall's own. A pinned memory is never dormant. What was
# learned in a skill stays in it (S3); what a person says that a skill needs, others may need, too.
OWN_RULES = (
    (
        "scope",
        "cardinality(m.applies_to) > 0 AND m.source <> ALL(%(explicit_sources)s)"
        " AND NOT m.applies_to && %(names)s::varchar[]",
    ),
    ("muted", "m.muted_tasks && %(names)s::varchar[]"),
    ("dormant", f"NOT m.pinned AND {POINTS} < {policy.DORMANT_BELOW}"),
)
LEFT_OUT = visibility.reason_sql((*visibility.HIDDEN, *OWN_RULES))
IS_DIET = f"key = '{policy.DIET}'"
FOUND_AT_ALL = f"SELECT first.*, {LEFT_OUT} = '' AS readable FROM first JOIN memories_memory m ON m.id = memory_id"
APPLIES = "(applies_to <> '{{}}' AND applies_to && %(names)s::varchar[])"
FOUND = "id = ANY(%(found)s)"  # as one text: psycopg would adapt each id by itself
WANTED = "id IN (SELECT id FROM wanted)"  # read once for the groups and for the columns
# What may say how to answer: its words decide (recall.py). Its keys are in these categories, too.
MAY_SAY_HOW = f"category = ANY('{{{','.join(answer_rules.HOW_TO_ANSWER_CATEGORIES)}}}')"
# What the search found, and the first of each group; a group for each combination of: must-have, needed by the task,
# about how to answer, applies to the task by the person's own word. What it says of the task is written out, so that
# each statement has one best plan. OFFSET keeps the planner from writing the columns out where they are used, so that
# the rules are evaluated once for each memory.
NEEDED = f"""
SELECT id, left_out FROM (
    SELECT id, left_out, must_have, row_number() OVER (PARTITION BY must_have, of_the_task, says_how, applies
        ORDER BY left_out = '' DESC, pinned DESC, has_task_key DESC, confidence DESC, changed_at DESC, id) AS place
    FROM (
        SELECT id, pinned, confidence, changed_at, {LEFT_OUT} AS left_out, {{must_have}} AS must_have,
            {{of_the_task}} AS of_the_task, {{says_how}} AS says_how, {APPLIES} AS applies,
            {{has_task_key}} AS has_task_key
        FROM memories_memory m
        WHERE {{owned}} AND ({{must_have}} OR {{of_the_task}} OR {{says_how}} OR {APPLIES} OR {FOUND} OR {{wanted}})
        OFFSET 0
    ) AS judged
) AS placed WHERE place <= CASE WHEN must_have THEN %(must_have_max)s ELSE %(group_max)s END OR {FOUND} OR {{wanted}}
"""
# The project's own memories under the keys of what the search found: they are given instead, close or not.
OF_THE_PROJECT = f"""
SELECT id, {LEFT_OUT} FROM memories_memory m
WHERE {{owned}} AND project = ANY(%(projects)s) AND one_valued AND {LEFT_OUT} = ''
    AND key = ANY(ARRAY(SELECT key FROM memories_memory
        WHERE person_id = %(person)s AND {FOUND} AND key <> '' AND project = '' AND one_valued))
"""
# For an open request: the most confident, and a few that are not ready, so that the receipt can say why.
ANY_READY = f"""
(SELECT id, '' FROM memories_memory m WHERE {{owned}} AND {LEFT_OUT} = ''
 ORDER BY confidence DESC, changed_at DESC, id LIMIT %(group_max)s) UNION
(SELECT id, {LEFT_OUT} FROM memories_memory m WHERE {{owned}} AND {LEFT_OUT} <> ''
 ORDER BY changed_at DESC, id LIMIT %(not_ready_max)s)
"""
# How often each memory was given for work that the person then accepted: of the same kind, and lately in any (receipts
# live 90 days). Few given memories are marked as helpful, so each of those looks up its receipt.
HELPED = """
LEFT JOIN (
    SELECT memory_id, count(*) FILTER (WHERE same_work) AS of_the_work, count(*) FILTER (WHERE is_late) AS lately
    FROM recall_receiptitem i CROSS JOIN LATERAL (
        SELECT r.task_type = ANY(%(names)s::varchar[]) OR r.skill = ANY(%(names)s::varchar[]) AS same_work,
            r.at >= %(lately_from)s::date AS is_late
        FROM recall_receipt r WHERE r.person_id = %(person)s AND r.id = i.receipt_id OFFSET 0
    ) AS receipt WHERE i.person_id = %(person)s AND i.helped GROUP BY memory_id
) AS helped ON helped.memory_id = m.id
"""
HELPED_COUNTS, NOT_COUNTED = "coalesce(of_the_work, 0), coalesce(lately, 0)", "0, 0"
# The groups select ids only, so that whole rows are read for few memories, each by its id.
CANDIDATES = """
WITH RECURSIVE {wanted_ids} first AS MATERIALIZED ({groups})
SELECT id, first.left_out, kind, category, key, one_valued, condition, day, project, source, confidence, pinned,
    contested, applies_to, coalesce(updated_on, learned_on, observed_on), language, label, value::text,
    details, '', {counts}, {wanted}, {cases}
FROM first JOIN memories_memory m USING (id) {helped}
WHERE m.person_id = %(person)s AND m.id = ANY(ARRAY(SELECT id FROM first)) ORDER BY id
"""


class CandidateRow(NamedTuple):
    """The columns of CANDIDATES, in its order."""

    pk: UUID
    left_out: str  # why it may not be given, one of LeftOut; empty if it may
    kind: str
    category: str
    key: str
    one_valued: bool
    condition: str
    day: date | None
    project: str
    source: str
    confidence: float
    pinned: bool
    contested: bool
    applies_to: list[str]
    last_updated_on: date
    language: str
    label: str
    value: str  # JSON
    details: str
    community: str = ""  # which shares it; empty: the person's own
    helped_count: int = 0  # how often it helped in the same kind of work
    lately_count: int = 0  # how often it helped in the last days, in any work
    is_wanted: bool = False  # the person said that it should be given for this kind of work
    cases: int = 0  # how much oftener they said so than the opposite, of any memory

    def __str__(self) -> str:
        return value_text.format_line(self.label, json.loads(self.value))

    @property
    def shown_value(self) -> str:
        return value_text.display_value(json.loads(self.value))

    @property
    def own_details(self) -> str:
        return value_text.details_beyond_value(self.details, json.loads(self.value), self.label)

    @property
    def slot(self) -> tuple[str, str, date | None]:
        """Key, condition and day: a project's own memory replaces the general one with the same three."""
        return self.key, identity.normal_text(self.condition), self.day

    @property
    def slot_of_days(self) -> tuple[str, str, str]:
        """Key, project and condition: a memory for today replaces the lasting one with the same three."""
        return self.key, identity.normal_text(self.project), identity.normal_text(self.condition)


def find_hits(context: RecallContext) -> list[Hit]:
    """Return the query's hits, hidden ones too, so that the receipt can give reasons.

    Scores count and compare only what may be given (ranking.RARE_MAX says where not): they are not to tell what is
    hidden.
    """
    if not context.request.query:
        return []
    readable = Readable(
        ids_sql=f"SELECT m.id FROM memories_memory m WHERE {context.owned_sql} AND {LEFT_OUT} = ''",
        passed_sql=f"{FOUND_AT_ALL} WHERE {context.owned_sql}",
    )
    return search.find(context.request.query, readable, values=context.values, limit=search.COMPARED)


def fetch_candidates(context: RecallContext, close: Iterable[UUID]) -> list[CandidateRow]:
    """Return the candidates, each once, ordered by id; those that the search found are among them."""
    request = context.request
    values = context.values | {
        "found": f"{{{','.join(map(str, close))}}}",
        "group_max": GROUP_MAX,
        "must_have_max": MUST_HAVE_MAX,
        "not_ready_max": NOT_READY_MAX,
        "works": context.works,
        "needed_categories": sorted(context.needed_categories),
    }
    in_project = bool(request.project and close)
    wanted, wanted_ids = (WANTED, f"{wanted_cases.WANTED_IDS},") if context.works else ("false", "")
    groups = " UNION ".join((NEEDED, *[OF_THE_PROJECT] * in_project, *[ANY_READY] * request.is_open))
    groups = groups.format(
        owned=context.owned_sql,
        must_have=f"({MUST_HAVE_SQL} OR {IS_DIET})" if context.needs_diet else f"({MUST_HAVE_SQL})",
        of_the_task=f"({of_the_task_sql(context.tasks)} OR category = ANY(%(needed_categories)s::varchar[]))",
        has_task_key=f"({has_task_key_sql(context.tasks)})",
        says_how=f"({MAY_SAY_HOW})" if context.is_answered else "false",
        wanted=wanted,
    )
    helped, counts = (HELPED, HELPED_COUNTS) if context.learns_from_use else ("", NOT_COUNTED)
    with rows.prepared_cursor(is_binary=True) as cursor:
        parts = {"groups": groups, "helped": helped, "counts": counts, "wanted": wanted, "wanted_ids": wanted_ids}
        parts["cases"] = wanted_cases.BALANCE
        cursor.execute(CANDIDATES.format(**parts), values)
        return list(starmap(CandidateRow, cursor.fetchall()))


def of_the_task_sql(tasks: Sequence[TaskType]) -> str:
    """Return an SQL condition for the tasks' needs: their keys and categories."""
    return f"({' OR '.join(map(_of_one_task_sql, tasks))})" if tasks else "false"


def _of_one_task_sql(task: TaskType) -> str:
    if not task.all_categories:
        return "false"
    in_categories = f"category = ANY('{{{','.join(task.categories)}}}')"
    has_key = has_task_key_sql((task,))
    return f"(category = ANY('{{{','.join(task.all_categories)}}}') AND ({in_categories} OR {has_key}))"


def has_task_key_sql(tasks: Sequence[TaskType]) -> str:
    return " OR ".join(f"starts_with(key, '{key}')" for task in tasks for key in task.keys) or "false"
