"""detect_conflicts: compares changed memories with the person's others and asks about contradictions.

`remember` compares a statement only with memories of its own key, kind and category. This sweep finds the rest, across
all kinds: two values for the same key, or the same subject once affirmed and once negated. It merges and hides nothing.
"""

from collections.abc import Iterable
from itertools import chain
from typing import Any
from uuid import UUID

from django.db import connection

from memoryweb.language.comparing import identity
from memoryweb.language.text import tokens, value_text
from memoryweb.memories.actions import conflicts
from memoryweb.memories.models import Conflict, ConflictMember, Memory, columns, fingerprints, places
from memoryweb.memories.upkeep.runner import (
    IN_SHARD,
    MEMORY_IS_ON,
    BatchResult,
    BatchScope,
    count_due,
    execute_counting,
)
from memoryweb.people.ids import uuid7

Key = tuple[UUID, UUID]  # a person and their memory
NOT_COMPARED = f"""
SELECT d.memory_id AS id, d.person_id, m.label, m.value, m.kind
FROM memories_searchdocument d JOIN memories_memory m ON m.person_id = d.person_id AND m.id = d.memory_id
WHERE NOT d.compared AND {IN_SHARD.format(of="d")} AND {MEMORY_IS_ON.format(of="d")}
"""
MARK_COMPARED = """
UPDATE memories_searchdocument d SET subject = s.subject, negative = s.negative, compared = true
FROM unnest(%(people)s::uuid[], %(ids)s::uuid[], %(subjects)s::bytea[], %(negatives)s::boolean[])
    AS s(person, id, subject, negative)
WHERE d.person_id = s.person AND d.memory_id = s.id
"""
# Each pair is asked about once: a pair that shared a conflict, open or answered, is left out.
PAIRS = """
WITH changed AS (
    SELECT m.*, d.subject, d.negative FROM unnest(%(people)s::uuid[], %(ids)s::uuid[]) AS each(person, id)
    JOIN memories_memory m ON m.person_id = each.person AND m.id = each.id
    JOIN memories_searchdocument d ON d.person_id = m.person_id AND d.memory_id = m.id
    WHERE m.status = 'active' AND NOT m.contested
), pairs AS (
    SELECT a.person_id, a.id AS one, b.id AS other FROM changed a JOIN memories_memory b
      ON b.person_id = a.person_id AND b.key = a.key AND a.key <> '' AND a.one_valued AND b.one_valued
     AND b.fingerprint <> a.fingerprint AND {same_place}
    UNION
    SELECT a.person_id, a.id, b.id FROM changed a JOIN memories_searchdocument d
      ON d.person_id = a.person_id AND d.subject = a.subject AND d.negative <> a.negative
    JOIN memories_memory b ON b.person_id = d.person_id AND b.id = d.memory_id AND {same_place}
)
SELECT DISTINCT person_id, LEAST(one, other), GREATEST(one, other) FROM pairs
WHERE NOT EXISTS (SELECT FROM memories_conflictmember x JOIN memories_conflictmember y USING (person_id, conflict_id)
                  WHERE x.person_id = pairs.person_id AND x.memory_id = pairs.one AND y.memory_id = pairs.other)
ORDER BY 1, 2, 3
""".format(same_place=f"b.id <> a.id AND b.status = 'active' AND NOT b.contested AND {places.same_place_sql('a', 'b')}")
NAMED = """
SELECT m.person_id, m.project, m.condition FROM unnest(%(people)s::uuid[], %(ids)s::uuid[]) AS each(person, id)
JOIN memories_memory m ON m.person_id = each.person AND m.id = each.id
"""
CONTEST = """
WITH contested AS (
    UPDATE memories_memory m SET contested = true, changed_by = 'clock', changed_by_agent_id = NULL,
        changed_verb = 'contest', changed_because = 'found by the clock', changed_at = %(now)s
    FROM unnest(%(people)s::uuid[], %(ids)s::uuid[]) AS each(person, id)
    WHERE m.person_id = each.person AND m.id = each.id RETURNING m.*
), versions AS (
    INSERT INTO memories_historicalmemory ({columns}, history_date, history_type)
    SELECT {columns}, %(now)s, '~' FROM contested
)
SELECT kind, count(*) FROM contested GROUP BY kind
"""
COMPARING = 2_718_281  # first key of the advisory lock; the shard is the second
COMPARE_AGAIN = """
UPDATE memories_searchdocument d SET compared = false
FROM unnest(%(people)s::uuid[], %(ids)s::uuid[]) AS each(person, id)
WHERE d.person_id = each.person AND d.memory_id = each.id
"""


def batch(batch_scope: BatchScope) -> BatchResult:
    """Compare one batch of changed memories, and open a conflict for each contradiction."""
    with connection.cursor() as cursor:
        if not _try_lock(cursor, batch_scope):
            return BatchResult(rows=0)
        cursor.execute(
            f"{NOT_COMPARED} ORDER BY d.memory_id LIMIT %(batch)s FOR UPDATE OF d SKIP LOCKED", batch_scope.values()
        )
        changed = cursor.fetchall()
        if not changed:
            return BatchResult(rows=0)
        keys = _columns([(person, pk) for pk, person, *_ in changed])
        subject_keys = [subject_key(person, label, value) for _, person, label, value, _ in changed]
        subjects, negatives = (list(column) for column in zip(*subject_keys, strict=True))
        cursor.execute(MARK_COMPARED, keys | {"subjects": subjects, "negatives": negatives})
        cursor.execute(NAMED, keys)
        cursor.execute(PAIRS, keys | {"spellings": places.alike(cursor.fetchall())})
        groups = merge_pairs(((person, one), (person, other)) for person, one, other in cursor.fetchall())
    opened, kinds = _open_conflicts(groups, batch_scope)
    return BatchResult(
        rows=len(changed), counts={"compared": len(changed)} | ({"conflicts": opened} if opened else {}), kinds=kinds
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
    """Return a keyed digest of a statement's subject, or None, and whether the statement negates it.

    Two statements contradict each other if their subjects are equal, signs and numbers too, and only one negates.
    """
    shown = value_text.display_value(value) or label
    terms = tokens.subject_terms(shown)
    if not terms:
        return None, False
    text = "\x1f".join([str(person_id), *terms, *sorted(identity.Wording(shown).marked())])
    key = fingerprints.keyed_digest("subject", text)
    return key, tokens.is_negative(shown)


def _columns(keys: Iterable[Key]) -> dict[str, list[UUID]]:
    """Return the people and the ids of memories as the two arrays that the statements take."""
    people, ids = [list(column) for column in zip(*keys, strict=True)] or [[], []]
    return {"people": people, "ids": ids}


def merge_pairs(pairs: Iterable[tuple[Key, Key]]) -> list[set[Key]]:
    """Merge pairs that share a memory into one group: one conflict each."""
    groups: list[set[Key]] = []
    for pair in pairs:
        joined = [group for group in groups if group & set(pair)]
        groups = [group for group in groups if group not in joined]
        groups.append(set(pair).union(*joined))
    return groups


def _open_conflicts(groups: list[set[Key]], batch_scope: BatchScope) -> tuple[int, dict[str, int]]:
    """Open a conflict for each group; return how many, and their members by kind.

    A group with a memory that another transaction has locked is compared again later.
    """
    if not groups:
        return 0, {}
    people, ids = _columns(chain(*groups)).values()
    members_of_all = Memory.objects.filter(person__in=people, pk__in=ids, status="active", contested=False)
    locked = {
        (memory.person_id, memory.pk): memory
        for memory in members_of_all.order_by("pk").select_for_update(of=("self",), skip_locked=True)
    }
    ready = [group for group in groups if group <= locked.keys()]
    with connection.cursor() as cursor:
        cursor.execute(COMPARE_AGAIN, _columns(chain(*(group for group in groups if group not in ready))))
    opened, members = [], []
    for group in ready:
        sides = sorted((locked[key] for key in group), key=conflicts.statement_age)
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
    values = batch_scope.values(**_columns(chain(*ready)))
    contested = execute_counting(CONTEST.format(columns=columns()), values, "contested")
    return len(opened), contested.kinds
