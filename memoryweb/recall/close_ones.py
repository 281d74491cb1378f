"""Finds what in use is close to a new statement, so that its question can show both.

Vectors find the nearest few in one statement for all questions of a page, and a head that was taught pairs of
statements says which of them are about the same thing.
"""

import json
from collections import defaultdict
from collections.abc import Sequence
from contextlib import suppress
from threading import Lock
from typing import Any
from uuid import UUID

from cachetools import LRUCache
from django.conf import settings

from memoryweb.language import readings
from memoryweb.memories.actions import matching
from memoryweb.memories.models import Memory, places
from memoryweb.memories.models.fingerprints import text_digest
from memoryweb.recall import embedding_index, encoders
from memoryweb.rls import rows

CLOSE = 0.4  # how likely both are about the same thing from which on a question shows it
NEAREST = 5  # memories that are compared with each
SHOWN_MOST = 2
QUESTIONS_MOST = 20  # of a page
ON_A_SERVER = ("http://", "https://")
KEPT = 2_000  # pairs whose closeness a process keeps
# Both stand in one place, and are meant to last. A vector that is still missing finds nothing; the page shows it a
# moment later.
NEAREST_SQL = f"""
SELECT new.memory_id, near.id FROM recall_embedding new
JOIN memories_memory c ON c.id = new.memory_id AND c.person_id = new.person_id
CROSS JOIN LATERAL (
    SELECT m.id FROM memories_memory m JOIN recall_embedding e ON e.memory_id = m.id AND e.person_id = m.person_id
    WHERE m.person_id = %(person)s AND m.status = 'active' AND m.id <> c.id AND m.day IS NULL
        AND {places.same_place_sql("c", "m")} AND e.encoder = new.encoder
    ORDER BY e.vector <=> new.vector LIMIT %(nearest)s) AS near
WHERE new.person_id = %(person)s AND new.memory_id = ANY(%(memories)s) AND new.vector IS NOT NULL AND c.day IS NULL
"""
NEAREST_TO_NEW = """
SELECT m.id, m.label, m.value, m.details
FROM memories_memory m JOIN recall_embedding e ON e.memory_id = m.id AND e.person_id = m.person_id
WHERE m.person_id = %(person)s AND m.status = 'active' AND {place} AND {seen} AND e.encoder = %(encoder)s
    AND NOT m.contested
ORDER BY e.vector <=> %(vector)s::halfvec LIMIT %(nearest)s
"""
_closeness: LRUCache[bytes, float] = LRUCache(KEPT)
_lock = Lock()


def close_ones(memories: Sequence[Memory]) -> dict[UUID, list[Memory]]:
    """Return by memory the person's close memories in use, closest first."""
    if not memories:
        return {}
    person_id, new = memories[0].person_id, {memory.pk: memory for memory in memories[:QUESTIONS_MOST]}
    spellings = places.alike((person_id, each.project, each.condition) for each in new.values())
    values = {"person": person_id, "memories": list(new), "nearest": NEAREST, "spellings": spellings}
    with rows.prepared_cursor() as cursor:
        cursor.execute(NEAREST_SQL, values)
        found: list[tuple[UUID, UUID]] = cursor.fetchall()
    old = Memory.objects.of(person_id).in_bulk([memory_id for _, memory_id in found])
    pairs = [(old[near], new[memory_id]) for memory_id, near in found if near in old]
    scored = sorted(zip(_how_close(pairs), pairs, strict=True), key=lambda each: -each[0])
    close: dict[UUID, list[Memory]] = defaultdict(list)
    for score, (in_use, memory) in scored:
        if score >= CLOSE and len(close[memory.pk]) < SHOWN_MOST:
            close[memory.pk].append(in_use)
    return close


def _how_close(pairs: Sequence[tuple[Memory, Memory]]) -> list[float]:
    """Return how likely each pair is about the same thing; each pair of texts is judged once."""
    from memoryweb.language.heads import compare  # numpy: most commands need none

    texts = [(old.sentence, new.sentence) for old, new in pairs]
    keys = [text_digest("\x1f".join(each)) for each in texts]
    with _lock:
        known = {key: _closeness[key] for key in keys if key in _closeness}
    missing = {key: text for key, text in zip(keys, texts, strict=True) if key not in known}
    judged = dict(zip(missing, compare.closeness(list(missing.values())), strict=True))
    with _lock:
        _closeness.update(judged)
    known |= judged
    return [known[key] for key in keys]


class _Meanings:
    """What memories ask of the vectors."""

    def nearest(self, new: Memory, place: str, seen_sql: str, values: dict[str, Any]) -> list[Memory]:
        """Return memories in use nearest to a new one, in the same place; none if the encoder fails."""
        try:
            name, vector = _vector(new)
        except encoders.UnreachableError:
            return []
        asked = values | {"encoder": name, "vector": vector, "nearest": NEAREST}
        with rows.prepared_cursor() as cursor:
            cursor.execute(NEAREST_TO_NEW.format(place=place, seen=seen_sql), asked)
            return [
                Memory(pk=pk, label=label, value=json.loads(value), details=details)
                for pk, label, value, details in cursor.fetchall()
            ]

    def read_ahead(self, new: Memory) -> None:
        with suppress(encoders.UnreachableError):
            _vector(new)


def register() -> None:
    matching.register_meanings(_Meanings())


def _vector(new: Memory) -> tuple[str, str]:
    """Return the encoder's name, and the vector of a new memory as SQL. Raises UnreachableError, also for an encoder on
    a server: no save waits for one."""
    if settings.EMBEDDINGS.startswith(ON_A_SERVER):
        raise encoders.UnreachableError
    encoder, text = encoders.current_encoder(), embedding_index.embedding_text(new)
    vector = readings.once(("meaning", encoder.name, text), lambda: encoder.encode([text])[0])
    return encoder.name, encoders.vector_literal(vector)
