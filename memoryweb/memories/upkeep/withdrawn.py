"""purge_withdrawn: removes what agents took back before it was in use, once nobody can undo that any more."""

from datetime import timedelta
from itertools import groupby
from operator import itemgetter
from uuid import UUID

from django.db import connection

from memoryweb.memories.actions import Person
from memoryweb.memories.erasing import erasure
from memoryweb.memories.upkeep.runner import IN_SHARD, BatchResult, BatchScope, shards_of
from memoryweb.people.models import User
from memoryweb.rls import scope
from memoryweb.rules import policy

# As erasure.WITHDRAWN says. What was in use once is history, also if it waited again later.
DUE = f"""
SELECT m.person_id, m.id FROM memories_memory m
WHERE m.status = 'expired' AND m.changed_verb = 'withdraw' AND m.changed_by = 'agent' AND m.confirmed_at IS NULL
    AND m.changed_at < %(before)s AND {IN_SHARD.format(of="m")}
    AND NOT EXISTS (SELECT FROM memories_historicalmemory v
                    WHERE v.person_id = m.person_id AND v.id = m.id AND v.status = 'active')
ORDER BY m.person_id, m.id LIMIT %(batch)s
"""


def _due(batch_scope: BatchScope) -> list[tuple[UUID, UUID]]:
    """Return person and memory ids of due rows."""
    with connection.cursor() as cursor:
        before = batch_scope.now - timedelta(days=policy.UNDO_DAYS)
        cursor.execute(DUE, batch_scope.values(before=before))
        return list(cursor.fetchall())


def batch(batch_scope: BatchScope) -> BatchResult:
    """Remove one batch, in a transaction and scope per person."""
    with scope.acting_as_clock():
        found = _due(batch_scope)
    removed = 0
    for person_id, of_person in groupby(found, key=itemgetter(0)):
        with scope.acting_as(person_id):
            person = User.objects.get(pk=person_id)
            memories = [memory_id for _, memory_id in of_person]
            removed += erasure.purge_withdrawn(memories, by=Person(person), now=batch_scope.now)
    return BatchResult(rows=len(found), counts={"memories": removed} if removed else {})


def due(batch_scope: BatchScope) -> BatchResult:
    """Count the memories that a batch would remove."""
    people = [person_id for person_id, _ in _due(batch_scope)]
    counts = {"memories": len(people)} if people else {}
    return BatchResult(rows=len(people), counts=counts, shards=shards_of(people, limit=batch_scope.batch))
