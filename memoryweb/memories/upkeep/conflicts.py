"""detect_conflicts: what changed is compared with what else is known, and the person is asked (SPEC §7).

On write a statement meets its own key, kind and category. Here, whatever the door and the kind: the same key
with two values, or the same subject once with a no and once without. Nothing is merged, nobody is silenced.
"""

from collections.abc import Iterable
from itertools import chain
from typing import Any
from uuid import UUID

from django.db import connection

from memoryweb.memories import fingerprints
from memoryweb.memories.actions import conflicts
from memoryweb.memories.models import Conflict, ConflictMember, Memory, columns
from memoryweb.memories.upkeep.runner import (
    IN_SHARD,
    MEMORY_IS_ON,
    BatchResult,
    BatchScope,
    count_due,
    execute_counting,
)
from memoryweb.people.ids import uuid7
from memoryweb.rules import fields, tokens

NOT_COMPARED = f"""
SELECT d.memory_id AS id, d.person_id, m.label, m.value, m.kind
FROM memories_searchdocument d JOIN memories_memory m ON m.id = d.memory_id
WHERE NOT d.weighed AND {IN_SHARD.format(of="d")} AND {MEMORY_IS_ON.format(of="d")}
"""
MARK_COMPARED = """
UPDATE memories_searchdocument d SET subject = said.subject, negative = said.negative, weighed = true
FROM unnest(%(ids)s::uuid[], %(subjects)s::bytea[], %(negatives)s::boolean[]) AS said(id, subject, negative)
WHERE d.memory_id = said.id
"""
# Each pair once, and once only: what the person has answered is not asked again.
PAIRS = """
WITH fresh AS (
    SELECT m.*, d.subject, d.negative FROM memories_memory m JOIN memories_searchdocument d ON d.memory_id = m.id
    WHERE m.id = ANY(%(ids)s) AND m.status = 'active' AND NOT m.contested
), met AS (
    SELECT a.id AS one, b.id AS other, a.id AS fresh_id FROM fresh a JOIN memories_memory b
      ON b.person_id = a.person_id AND b.key = a.key AND a.key <> '' AND a.one_valued AND b.one_valued
     AND b.fingerprint <> a.fingerprint AND {beside}
    UNION
    SELECT a.id, b.id, a.id FROM fresh a JOIN memories_searchdocument d
      ON d.person_id = a.person_id AND d.subject = a.subject AND d.negative <> a.negative
    JOIN memories_memory b ON b.id = d.memory_id AND {beside}
)
SELECT DISTINCT LEAST(one, other), GREATEST(one, other) FROM met
WHERE NOT EXISTS (SELECT FROM memories_conflictmember x JOIN memories_conflictmember y USING (conflict_id)
                  WHERE x.memory_id = met.one AND y.memory_id = met.other)
ORDER BY 1, 2
""".format(
    beside="b.id <> a.id AND b.status = 'active' AND NOT b.contested AND b.project = a.project"
    " AND b.day IS NOT DISTINCT FROM a.day AND b.condition = a.condition"
    " AND b.audience = a.audience AND b.community_id IS NOT DISTINCT FROM a.community_id"
)
CONTEST = """
WITH contested AS (
    UPDATE memories_memory m SET contested = true, changed_by = 'clock', changed_by_agent_id = NULL,
        changed_verb = 'contest', changed_because = 'found by the clock', changed_at = %(now)s
    WHERE m.id = ANY(%(ids)s) RETURNING m.*
), versions AS (
    INSERT INTO memories_historicalmemory ({columns}, history_date, history_type)
    SELECT {columns}, %(now)s, '~' FROM contested
)
SELECT kind, count(*) FROM contested GROUP BY kind
"""
COMPARING = 2_718_281  # advisory lock, with the shard
AGAIN = "UPDATE memories_searchdocument SET weighed = false WHERE memory_id = ANY(%(ids)s)"


def batch(share: BatchScope) -> BatchResult:
    with connection.cursor() as cursor:
        if not _alone(cursor, share):
            return BatchResult(rows=0)
        cursor.execute(
            f"{NOT_COMPARED} ORDER BY d.memory_id LIMIT %(batch)s FOR UPDATE OF d SKIP LOCKED", share.values()
        )
        fresh = cursor.fetchall()
        ids = [row[0] for row in fresh]
        if not ids:
            return BatchResult(rows=0)
        said = [subject_key(person, label, value) for _, person, label, value, _ in fresh]
        cursor.execute(
            MARK_COMPARED, {"ids": ids, "subjects": [each[0] for each in said], "negatives": [each[1] for each in said]}
        )
        cursor.execute(PAIRS, {"ids": ids})
        groups = merge_pairs(cursor.fetchall())
    opened, kinds = _open(groups, share)
    return BatchResult(
        rows=len(ids), counts={"compared": len(ids)} | ({"conflicts": opened} if opened else {}), kinds=kinds
    )


def _alone(cursor: Any, share: BatchScope) -> bool:
    """Two workers with half of a person's fresh memories each would see no pair between them: one a shard, the
    other looks again."""
    cursor.execute("SELECT pg_try_advisory_xact_lock(%s, %s)", [COMPARING, -1 if share.shard is None else share.shard])
    return bool(cursor.fetchone()[0])


def due(share: BatchScope) -> BatchResult:
    return count_due({"to compare": NOT_COMPARED}, share.values())


def subject_key(person_id: UUID, label: str, value: Any) -> tuple[bytes | None, bool]:
    """What a statement is about, keyed, and whether it says no: equal subjects of opposite sign disagree."""
    shown = fields.display_value(value) or label
    about = tokens.subject_terms(shown)
    if not about:
        return None, False
    text = "\x1f".join([str(person_id), *about])
    key = fingerprints.keyed_digest("subject", text)
    return key, tokens.is_negative(shown)


def merge_pairs(pairs: Iterable[tuple[UUID, UUID]]) -> list[set[UUID]]:
    """Pairs that share a memory are one conflict."""
    groups: list[set[UUID]] = []
    for pair in pairs:
        joined = [group for group in groups if group & set(pair)]
        groups = [group for group in groups if group not in joined]
        groups.append(set(pair).union(*joined))
    return groups


def _open(groups: list[set[UUID]], share: BatchScope) -> tuple[int, dict[str, int]]:
    """Open a conflict for each group. A memory that somebody holds right now is compared again later."""
    if not groups:
        return 0, {}
    everyone = Memory.objects.filter(pk__in=set(chain(*groups)), status="active", contested=False)
    held = {memory.pk: memory for memory in everyone.order_by("pk").select_for_update(of=("self",), skip_locked=True)}
    ready = [group for group in groups if group <= held.keys()]
    with connection.cursor() as cursor:
        cursor.execute(AGAIN, {"ids": list(chain(*(group for group in groups if group not in ready)))})
    opened, members = [], []
    for group in ready:
        sides = sorted((held[pk] for pk in group), key=conflicts.statement_age)
        conflict = Conflict(
            person_id=sides[0].person_id, detected_by="clock", winner=conflicts.pick_winner(sides),
            question=conflicts.phrase_question(sides), created_at=share.now,
        )  # fmt: skip
        opened.append(conflict)
        members += [ConflictMember(id=uuid7(), person_id=m.person_id, conflict=conflict, memory=m) for m in sides]
    Conflict.objects.bulk_create(opened)
    ConflictMember.objects.bulk_create(members)
    contested = execute_counting(CONTEST.format(columns=columns()), share.values(ids=list(chain(*ready))), "contested")
    return len(opened), contested.kinds
