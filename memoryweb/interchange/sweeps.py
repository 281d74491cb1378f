"""The sweep of imports: goes on with those whose worker is gone."""

from datetime import timedelta
from time import monotonic
from uuid import UUID

from django.db import connection

from memoryweb.interchange import tasks
from memoryweb.interchange.importing import batches
from memoryweb.memories import upkeep
from memoryweb.memories.upkeep.runner import IN_SHARD, BatchResult, BatchScope, shards_of
from memoryweb.rls import scope

LOST_AFTER = timedelta(minutes=15)  # without a sign of the worker, which has at most ten minutes for one task
SECONDS = 60  # of one sweep; what is left then is a worker's
LOST = f"""
SELECT b.person_id, b.id FROM interchange_importbatch b
WHERE b.state IN ('importing', 'undoing') AND b.touched_at < %(lost)s AND {IN_SHARD.format(of="b")}
ORDER BY b.person_id, b.touched_at LIMIT %(batch)s
"""


def _lost(batch_scope: BatchScope) -> list[tuple[UUID, UUID]]:
    with connection.cursor() as cursor:
        cursor.execute(LOST, batch_scope.values(lost=batch_scope.now - LOST_AFTER))
        return list(cursor.fetchall())


def go_on(batch_scope: BatchScope) -> BatchResult:
    """Go on with what a lost worker left, each import in transactions of its own and in its person's scope."""
    with scope.acting_as_clock():
        lost = _lost(batch_scope)
    ends = monotonic() + SECONDS
    for person_id, batch_id in lost:
        if batches.run(batch_id, person_id, seconds=ends - monotonic()):
            tasks.go_on.delay(str(person_id), str(batch_id))
    return BatchResult(rows=0, counts={"imports": len(lost)} if lost else {})


def due(batch_scope: BatchScope) -> BatchResult:
    """Count the imports that nobody goes on with."""
    people = [person_id for person_id, _ in _lost(batch_scope)]
    return BatchResult(
        rows=len(people),
        counts={"imports": len(people)} if people else {},
        shards=shards_of(people, limit=batch_scope.batch),
    )


def register() -> None:
    upkeep.register(upkeep.Sweep(name="import", batch=go_on, due=due, in_transaction=False))
