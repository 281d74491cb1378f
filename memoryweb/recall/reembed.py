"""The sweep that gives every memory an embedding of today's encoder, while everything goes on (SPEC §14).

Nothing is locked while it encodes: a vector is kept only where the text is still the one it was made of. Until its
turn a memory is found by its words alone.
"""

from typing import Any
from uuid import UUID

from django.db import connection

from memoryweb.memories import upkeep
from memoryweb.memories.models import Memory
from memoryweb.memories.upkeep.runner import IN_SHARD, BatchResult, BatchScope, execute_counting
from memoryweb.recall import embedding_index, encoders, vectors

# Two ranges of an index, each of which ends at the limit: an index knows no "other than".
OTHERS = f"""
(SELECT e.memory_id, e.digest FROM recall_embedding e
 WHERE e.encoder < %(encoder)s AND {IN_SHARD.format(of="e")} LIMIT %(batch)s)
UNION ALL
(SELECT e.memory_id, e.digest FROM recall_embedding e
 WHERE e.encoder > %(encoder)s AND {IN_SHARD.format(of="e")} LIMIT %(batch)s)
"""
WAITING = f"""
SELECT m.kind, count(*) FROM recall_embedding e JOIN memories_memory m ON m.id = e.memory_id
WHERE (e.encoder < %(encoder)s OR e.encoder > %(encoder)s) AND {IN_SHARD.format(of="e")} GROUP BY m.kind
"""
KEEP = """
WITH made AS (
    SELECT * FROM unnest(%(ids)s::uuid[], %(before)s::bytea[], %(digests)s::bytea[], %(vectors)s::text[])
        AS made(id, before, digest, vector)
), free AS (
    SELECT e.memory_id FROM recall_embedding e JOIN made ON made.id = e.memory_id AND made.before = e.digest
    ORDER BY e.memory_id FOR UPDATE OF e SKIP LOCKED
), kept AS (
    UPDATE recall_embedding e SET encoder = %(encoder)s, digest = made.digest, vector = made.vector::halfvec
    FROM made, free WHERE e.memory_id = made.id AND free.memory_id = made.id RETURNING e.memory_id
)
SELECT m.kind, count(*) FROM kept JOIN memories_memory m ON m.id = kept.memory_id GROUP BY m.kind
"""


def batch(share: BatchScope) -> BatchResult:
    """At most one batch. UnreachableError where the encoder does not answer; the next ring goes on."""
    encoder = encoders.current_encoder()
    before = _others(share.values(encoder=encoder.name))
    memories = list(Memory.objects.filter(pk__in=before))
    texts = [embedding_index.embedding_text(memory) for memory in memories]
    if not texts:
        return BatchResult(rows=0)
    values = {
        "encoder": encoder.name,
        "ids": [memory.pk for memory in memories],
        "before": [before[memory.pk] for memory in memories],
        "digests": [embedding_index.text_digest(text) for text in texts],
        "vectors": [vectors.vector_literal(vector) for vector in encoder.encode(texts)],
    }
    done = execute_counting(KEEP, values, "embedded")
    return BatchResult(rows=len(memories), counts=done.counts, kinds=done.kinds)


def due(share: BatchScope) -> BatchResult:
    return execute_counting(WAITING, share.values(encoder=encoders.current_encoder().name), "to embed")


def _others(values: dict[str, Any]) -> dict[UUID, bytes]:
    """The memories of one batch, each with the digest its row has now."""
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT * FROM ({OTHERS}) AS others LIMIT %(batch)s", values)
        return {memory_id: bytes(digest) for memory_id, digest in cursor.fetchall()}


def register() -> None:
    upkeep.register(upkeep.Sweep(name="reembed", batch=batch, due=due))
