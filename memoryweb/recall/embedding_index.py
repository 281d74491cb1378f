"""The stored embedding of each memory: which text is embedded, and the row that is saved and erased with the memory."""

import logging
from hashlib import sha256
from typing import TYPE_CHECKING
from uuid import UUID

from django.db import connection

from memoryweb.language.text import folding
from memoryweb.memories.actions import store
from memoryweb.memories.erasing import erasure
from memoryweb.memories.models import Memory
from memoryweb.recall import encoders
from memoryweb.recall.models import Embedding
from memoryweb.rls import rows, scope

if TYPE_CHECKING:
    from memoryweb.recall.encoders.vectors import Vectors

log = logging.getLogger(__name__)

INSERT = """
INSERT INTO recall_embedding (memory_id, person_id, encoder, digest, vector) VALUES (%s, %s, %s, %s, %s::halfvec)
ON CONFLICT (person_id, memory_id)
DO UPDATE SET encoder = EXCLUDED.encoder, digest = EXCLUDED.digest, vector = EXCLUDED.vector
"""
FILL_IN = """
UPDATE recall_embedding e SET encoder = %s, vector = made.vector::halfvec
FROM unnest(%s::uuid[], %s::bytea[], %s::text[]) AS made(id, digest, vector)
WHERE e.person_id = %s AND e.memory_id = made.id AND e.digest = made.digest AND e.encoder = ''
"""


def embedding_text(memory: Memory) -> str:
    """Return the text to embed, folded as questions are. Without the category: a wrong one misleads more than a right
    one helps."""
    parts = [memory.label, memory.shown_value, memory.own_details, memory.condition, ", ".join(memory.tags)]
    text = ". ".join(part.strip() for part in parts if part.strip())
    return folding.fold(text) or memory.category.replace("_", " ")


def embedding_digest(text: str) -> bytes:
    """Return the digest that is stored beside the vector, to see later whether the text has changed."""
    return sha256(text.encode()).digest()[:16]


def stored_encoder(memory_id: UUID, text: str) -> str | None:
    """Return the encoder whose vector is stored for this text: empty if it is still missing, None for another text."""
    same_text = Embedding.objects.filter(memory=memory_id, digest=embedding_digest(text))
    return same_text.values_list("encoder", flat=True).first()


def store_embedding(memory: Memory, *, is_new: bool = False) -> None:
    """Save the memory's embedding in the memory's own transaction, if it is new or its text has changed.

    If the encoder does not answer, the save still succeeds, and reembed adds the vector later.
    """
    text = embedding_text(memory)
    stored = None if is_new else stored_encoder(memory.pk, text)
    try:
        encoder = encoders.current_encoder()
        if stored != encoder.name:
            insert(memory, text, encoder.name, encoders.vector_literal(encoder.encode([text])[0]))
    except encoders.UnreachableError as error:
        if not stored:
            log.warning("A memory was saved without an embedding: %s", error)
            insert(memory, text)


def insert(memory: Memory, text: str, encoder: str = "", vector: str | None = None) -> None:
    """Write the memory's row with the vector of its text, or say that it is missing."""
    with rows.prepared_cursor() as cursor:
        cursor.execute(INSERT, [memory.pk, memory.person_id, encoder, embedding_digest(text), vector])


def fill_in(encoder: str, texts: dict[UUID, str], vectors: "Vectors") -> None:
    """Write vectors that were missing, where the memories still have these texts; by memory, as `vectors` in order."""
    digests = [embedding_digest(text) for text in texts.values()]
    literals = [encoders.vector_literal(vector) for vector in vectors]
    with connection.cursor() as cursor:
        cursor.execute(FILL_IN, [encoder, list(texts), digests, literals, scope.current().person_id])


def register() -> None:
    """Save an embedding with every memory, and erase it with the memory."""
    store.register_on_save("embedding", store_embedding)
    columns = [f"recall_embedding.{name}" for name in ("encoder", "digest", "vector")]
    erasure.register("embedding", _erase, columns, numbers=True)


def _erase(memory_id: UUID) -> int:
    return Embedding.objects.filter(memory=memory_id).delete()[0]
