"""The sweep that replaces embeddings of other encoders by the current encoder's, while the service runs.

No row is locked while texts are encoded: a vector is stored only if the memory's text has not changed meanwhile.
Until then, search finds the memory by its words only.
"""

from typing import Any
from uuid import UUID

from django.db import connection

from memoryweb.memories import upkeep
from memoryweb.memories.models import Memory
from memoryweb.memories.upkeep.runner import IN_SHARD, BatchResult, BatchScope, count_due, execute_counting
from memoryweb.recall import embedding_index, encoders

# Two ranges instead of "<>", because an index can only search ranges. Each stops at the limit.
OUTDATED = f"""
(SELECT e.person_id, e.memory_id, e.digest FROM recall_embedding e
 WHERE e.encoder < %(encoder)s AND {IN_SHARD.format(of="e")} LIMIT %(batch)s)
UNION ALL
(SELECT e.person_id, e.memory_id, e.digest FROM recall_embedding e
 WHERE e.encoder > %(encoder)s AND {IN_SHARD.format(of="e")} LIMIT %(batch)s)
"""
OUTDATED_WITH_KINDS = f"""
SELECT m.id, m.person_id, m.kind FROM recall_embedding e
JOIN memories_memory m ON m.person_id = e.person_id AND m.id = e.memory_id
WHERE (e.encoder < %(encoder)s OR e.encoder > %(encoder)s) AND {IN_SHARD.format(of="e")}
"""
REPLACE_EMBEDDINGS = """
WITH encoded AS (
    SELECT * FROM unnest(
        %(people)s::uuid[], %(ids)s::uuid[], %(before)s::bytea[], %(digests)s::bytea[], %(vectors)s::text[])
        AS encoded(person_id, memory_id, before, digest, vector)
), locked AS (
    SELECT e.person_id, e.memory_id FROM recall_embedding e JOIN encoded USING (person_id, memory_id)
    WHERE encoded.before = e.digest ORDER BY e.memory_id FOR UPDATE OF e SKIP LOCKED
), replaced AS (
    UPDATE recall_embedding e SET encoder = %(encoder)s, digest = encoded.digest, vector = encoded.vector::halfvec
    FROM encoded JOIN locked USING (person_id, memory_id)
    WHERE e.person_id = encoded.person_id AND e.memory_id = encoded.memory_id RETURNING e.person_id, e.memory_id
)
SELECT m.kind, count(*) FROM replaced
JOIN memories_memory m ON m.person_id = replaced.person_id AND m.id = replaced.memory_id GROUP BY m.kind
"""


def batch(batch_scope: BatchScope) -> BatchResult:
    """Embed at most one batch. Raises UnreachableError if the encoder does not answer; the next run continues."""
    encoder = encoders.current_encoder()
    people, digests = _outdated(batch_scope.values(encoder=encoder.name))
    memories = list(Memory.objects.filter(person__in=people, pk__in=digests))
    texts = [embedding_index.embedding_text(memory) for memory in memories]
    if not texts:
        return BatchResult(rows=0)
    values = {
        "encoder": encoder.name,
        "people": [memory.person_id for memory in memories],
        "ids": [memory.pk for memory in memories],
        "before": [digests[memory.pk] for memory in memories],
        "digests": [embedding_index.embedding_digest(text) for text in texts],
        "vectors": [encoders.vector_literal(vector) for vector in encoder.encode(texts)],
    }
    result = execute_counting(REPLACE_EMBEDDINGS, values, "embedded")
    return BatchResult(rows=len(memories), counts=result.counts, kinds=result.kinds)


def due(batch_scope: BatchScope) -> BatchResult:
    """Count the embeddings that are not the current encoder's."""
    return count_due({"to embed": OUTDATED_WITH_KINDS}, batch_scope.values(encoder=encoders.current_encoder().name))


def _outdated(values: dict[str, Any]) -> tuple[set[UUID], dict[UUID, bytes]]:
    """Return a batch's people, and its memories with their current digests."""
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT * FROM ({OUTDATED}) AS outdated LIMIT %(batch)s", values)
        found = cursor.fetchall()
    return {person for person, _, _ in found}, {memory_id: bytes(digest) for _, memory_id, digest in found}


def register() -> None:
    upkeep.register(upkeep.Sweep(name="reembed", batch=batch, due=due))
