"""detect_conflicts: compares changed memories with the person's others and asks about contradictions.

`remember` compares a statement only with memories of its own key, kind and category. This sweep finds the rest, across
all kinds: two values for the same key, or the same subject once affirmed and once negated. It merges and hides nothing.
"""

from collections.abc import Iterable
from itertools import chain
from typing import Any
from uuid import UUID

from django.db import connection

from memoryweb.memories.actions import conflicts
from memoryweb.memories.models import Conflict, ConflictMember, Memory, columns, fingerprints
from memoryweb.memories.upkeep.runner import (
    IN_SHARD,
    MEMORY_IS_ON,
    BatchResult,
    BatchScope,
    count_due,
    execute_counting,
)
from memoryweb.people.ids import uuid7
from memoryweb.rules import fields, identity, tokens

NOT_COMPARED = f"""
SELECT d.memory_id AS id, d.person_id, m.label, m.value, m.kind
FROM memories_searchdocument d JOIN memories_memory m ON m.id = d.memory_id
WHERE NOT d.compared AND {IN_SHARD.format(of="d")} AND {MEMORY_IS_ON.format(of="d")}
"""
MARK_COMPARED = """
UPDATE memories_searchdocument d SET subject = s.subject, negative = s.negative, compared = true
FROM unnest(%(ids)s::uuid[], %(subjects)s::bytea[], %(negatives)s::boolean[]) AS s(id, subject, negative)
WHERE d.memory_id = s.id
"""
# Each pair is asked about once: a pair that shared a conflict, open or answered, is left out.
PAIRS = """
WITH changed AS (
    SELECT m.*, d.subject, d.negative FROM memories_memory m JOIN memories_searchdocument d ON d.memory_id = m.id
    WHERE m.id = ANY(%(ids)s) AND m.status = 'active' AND NOT m.contested
), pairs AS (
    SELECT a.id AS one, b.id AS other FROM changed a JOIN memories_memory b
      ON b.person_id = a.person_id AND b.key = a.key AND a.key <> '' AND a.one_valued AND b.one_valued
     AND b.fingerprint <> a.fingerprint AND {same_scope}
    UNION
    SELECT a.id, b.id FROM changed a JOIN memories_searchdocument d
      ON d.person_id = a.person_id AND d.subject = a.subject AND d.negative <> a.negative
    JOIN memories_memory b ON b.id = d.memory_id AND {same_scope}
)
SELECT DISTINCT LEAST(one, other), GREATEST(one, other) FROM pairs
WHERE NOT EXISTS (SELECT FROM memories_conflictmember x JOIN memories_conflictmember y USING (conflict_id)
                  WHERE x.memory_id = pairs.one AND y.memory_id = pairs.other)
ORDER BY 1, 2
""".format(
    same_scope="b.id <> a.id AND b.status = 'active' AND NOT b.contested AND b.project = a.project"
    " AND b.day IS NOT DISTINCT FROM a.day AND b.condition = a.condition"
    " AND b.community_id IS NOT DISTINCT FROM a.community_id"
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
COMPARING = 2_718_281  # first key of the advisory lock; the shard is the second
COMPARE_AGAIN = "UPDATE memories_searchdocument SET compared = false WHERE memory_id = ANY(%(ids)s)"


def batch(batch_scope: BatchScope) -> BatchResult:
    """Compare one batch of changed memories, and open a conflict for each contradiction."""
    with connection.cursor() as cursor:
        if not _try_lock(cursor, batch_scope):
            return BatchResult(rows=0)
        cursor.execute(
            f"{NOT_COMPARED} ORDER BY d.memory_id LIMIT %(batch)s FOR UPDATE OF d SKIP LOCKED", batch_scope.values()
        )
        changed = cursor.fetchall()
        ids = [row[0] for row in changed]
        if not ids:
            return BatchResult(rows=0)
        subject_keys = [subject_key(person, label, value) for _, person, label, value, _ in changed]
        subjects, negatives = (list(column) for column in zip(*subject_keys, strict=True))
        cursor.execute(MARK_COMPARED, {"ids": ids, "subjects": subjects, "negatives": negatives})
        cursor.execute(PAIRS, {"ids": ids})
        groups = merge_pairs(cursor.fetchall())
    opened, kinds = _open_conflicts(groups, batch_scope)
    return BatchResult(
        rows=len(ids), counts={"compared": len(ids)} | ({"conflicts": opened} if opened else {}), kinds=kinds
    )


def _try_lock(cursor: Any, batch_scope: BatchScope) -> bool:
    """Lock the shard for this transaction; return whether that worked.

    Two workers with half of a person's changed memories each would miss the pairs between the halves.
    """
    cursor.execute(
        "SELECT pg_try_advisory_xact_lock(%s, %s)", [COMPARING, -1 if batch_scope.shard is None else batch_scope.shard]
    )
    return bool(cursor.fetchone()[0])


def due(batch_scope: BatchScope) -> BatchResult:
    """Count the memories that changed since they were compared."""
    return count_due({"to compare": NOT_COMPARED}, batch_scope.values())


def subject_key(person_id: UUID, label: str, value: Any) -> tuple[bytes | None, bool]:
    """Return a keyed digest of what a statement is about, or None, and whether it negates that.

    Two statements contradict each other if their subjects are equal, signs and numbers too, and only one negates.
    """
    shown = fields.display_value(value) or label
    terms = tokens.subject_terms(shown)
    if not terms:
        return None, False
    text = "\x1f".join([str(person_id), *terms, *sorted(identity.Wording(shown).marked())])
    key = fingerprints.keyed_digest("subject", text)
    return key, tokens.is_negative(shown)


def merge_pairs(pairs: Iterable[tuple[UUID, UUID]]) -> list[set[UUID]]:
    """Merge pairs that share a memory into one group: one conflict each."""
    groups: list[set[UUID]] = []
    for pair in pairs:
        joined = [group for group in groups if group & set(pair)]
        groups = [group for group in groups if group not in joined]
        groups.append(set(pair).union(*joined))
    return groups


def _open_conflicts(groups: list[set[UUID]], batch_scope: BatchScope) -> tuple[int, dict[str, int]]:
    """Open a conflict for each group; return how many, and their members by kind.

    A group with a memory that another transaction has locked is compared again later.
    """
    if not groups:
        return 0, {}
    members_of_all = Memory.objects.filter(pk__in=set(chain(*groups)), status="active", contested=False)
    locked = {
        memory.pk: memory for memory in members_of_all.order_by("pk").select_for_update(of=("self",), skip_locked=True)
    }
    ready = [group for group in groups if group <= locked.keys()]
    with connection.cursor() as cursor:
        cursor.execute(COMPARE_AGAIN, {"ids": list(chain(*(group for group in groups if group not in ready)))})
    opened, members = [], []
    for group in ready:
        sides = sorted((locked[pk] for pk in group), key=conflicts.statement_age)
        conflict = Conflict(
            person_id=sides[0].person_id,
            detected_by="clock",
            winner=conflicts.pick_winner(sides),
            question=conflicts.phrase_question(sides),
            created_at=batch_scope.now,
        )
        opened.append(conflict)
        members += [ConflictMember(id=uuid7(), person_id=m.person_id, conflict=conflict, memory=m) for m in sides]
    Conflict.objects.bulk_create(opened)
    ConflictMember.objects.bulk_create(members)
    contested = execute_counting(
        CONTEST.format(columns=columns()), batch_scope.values(ids=list(chain(*ready))), "contested"
    )
    return len(opened), contested.kinds
