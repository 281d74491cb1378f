"""What is looked at for a selection: one statement that reads a little of each memory this work may need.

Beside what the query finds, only the sorts that this work can need. What is plainly not to be given (READY is a part of
what may be) is looked at last, so that it takes nobody's place.
"""

from typing import Any
from uuid import UUID

from django.db import connection

from memoryweb.memories import importance, policy
from memoryweb.memories.models import Conflict
from memoryweb.recall import tasks_map
from memoryweb.recall.seen import Seen
from memoryweb.recall.selection import Circumstances

LOOKED_AT = 24  # memories considered of each sort; twice as many as are ever given
FEW = 12  # and of those that may not be given, where nothing in particular is asked


MUST_HAVES = """(SELECT {read} FROM memories_memory m WHERE {mine} AND (pinned OR kind = 'rule' OR key IN {hard})
 ORDER BY {ready} DESC, pinned DESC, confidence DESC, changed_at DESC, id LIMIT %(many)s)"""
OF_THE_TASK = """(SELECT {read} FROM memories_memory m WHERE {mine} AND category = ANY(%(all)s)
    AND (category = ANY(%(near)s) OR key LIKE ANY(%(keys)s))
 ORDER BY {ready} DESC, key LIKE ANY(%(keys)s) DESC, confidence DESC, changed_at DESC, id LIMIT %(many)s)"""
SAID_TO_APPLY = """(SELECT {read} FROM memories_memory m
 WHERE {mine} AND applies_to <> '{{}}' AND applies_to && %(names)s::varchar[]
 ORDER BY {ready} DESC, confidence DESC, changed_at DESC, id LIMIT %(many)s)"""
SUREST = """(SELECT {read} FROM memories_memory m WHERE {mine} AND {ready}
 ORDER BY confidence DESC, changed_at DESC, id LIMIT %(many)s)
UNION ALL (SELECT {read} FROM memories_memory m WHERE {mine} AND NOT {ready}
 ORDER BY changed_at DESC, id LIMIT %(few)s)"""
FOUND = "(SELECT {read} FROM memories_memory m WHERE {mine} AND id = ANY(%(found)s))"
POINTS = importance.sql("%(today)s")
MINE = "person_id = %(person)s AND status IN ('candidate', 'active')"
MINE_THERE = f"{MINE} AND (community_id = %(community)s OR (%(share)s AND audience = 'private' AND project = ''))"
READY = (
    f"(status = 'active' AND project IN ('', %(project)s) AND (pinned OR {POINTS} >= {policy.DORMANT_BELOW})"
    " AND NOT muted_for && %(muted)s::varchar[] AND confidence >= %(sure)s"
    " AND (section = '' OR section = ANY(%(sections)s)))"
)
READ = f"""id, status, kind, category, key, one_valued, condition, project, section, source, confidence, pinned,
    contested, contested, muted_for, applies_to, valid_until, coalesce(updated_on, learned_on, observed_on), {POINTS},
    language, label, value::text, details"""


def look(asked: Circumstances) -> list[Seen]:
    """Each once, in the order of ids."""
    agent, wanted, task = asked.agent, asked.wanted, tasks_map.find(asked.wanted.task_type)
    sorts = [MUST_HAVES] + [OF_THE_TASK] * bool(task) + [SAID_TO_APPLY] * bool(wanted.names) + [SUREST] * wanted.is_open
    sorts += [FOUND] * bool(asked.hits)
    values: dict[str, Any] = {"person": agent.person_id, "community": agent.community_id, "many": LOOKED_AT}
    values |= {"names": wanted.names, "project": wanted.project, "today": asked.now.date(), "few": FEW}
    values |= {"muted": [str(agent.pk), *asked.muted], "sure": asked.settings.min_confidence}
    values |= {"sections": asked.settings.enabled_sections}
    values |= {"found": list(asked.hits), "share": asked.settings.share_global_in_communities}
    if task:
        values |= {"all": task.all_categories, "near": list(task.categories), "keys": [f"{key}%" for key in task.keys]}
    mine = MINE_THERE if agent.community_id else MINE
    with connection.cursor() as cursor:
        cursor.execute(
            " UNION ALL ".join(sorts).format(read=READ, mine=mine, ready=READY, hard=policy.HARD_KEYS), values
        )
        found = {row[0]: Seen(*row) for row in cursor.fetchall()}
    return _losers([found[pk] for pk in sorted(found)])


HELPED = """
SELECT i.memory_id, count(*) FROM recall_receiptitem i JOIN recall_receipt r ON r.id = i.receipt_id
WHERE i.person_id = %(person)s AND i.helped AND (r.task_type = ANY(%(names)s) OR r.skill = ANY(%(names)s))
GROUP BY i.memory_id
"""


def helped(asked: Circumstances) -> dict[UUID, int]:
    """How often each was given for the same kind of work, and the person accepted it (receipts live 90 days)."""
    if not (asked.settings.relevance_feedback and asked.wanted.names):
        return {}
    with connection.cursor() as cursor:
        cursor.execute(HELPED, {"person": asked.agent.person_id, "names": asked.wanted.names})
        return {memory_id: many for memory_id, many in cursor.fetchall() if memory_id}


def _losers(found: list[Seen]) -> list[Seen]:
    """Of the sides of an open conflict only the one that is in use until it is answered counts."""
    contested = [seen.pk for seen in found if seen.loses]
    winning = (
        set(Conflict.objects.open().filter(winner__in=contested).values_list("winner", flat=True)) if contested else ()
    )
    return [seen._replace(loses=seen.pk not in winning) if seen.loses else seen for seen in found]
