"""The stored embedding of each memory: which text is embedded, and the row that is saved and erased with the memory."""

import logging
from hashlib import sha256
from uuid import UUID

from django.db import connection

from memoryweb.memories import erasure
from memoryweb.memories.actions import store
from memoryweb.memories.models import Memory
from memoryweb.recall import encoders
from memoryweb.recall.models import Embedding

log = logging.getLogger(__name__)

STORE_EMBEDDING = """
INSERT INTO recall_embedding (memory_id, person_id, encoder, digest, vector) VALUES (%s, %s, %s, %s, %s::halfvec)
ON CONFLICT (memory_id) DO UPDATE SET encoder = EXCLUDED.encoder, digest = EXCLUDED.digest, vector = EXCLUDED.vector
"""


def embedding_text(memory: Memory) -> str:
    """Return the text to embed. Without the category: a wrong one misleads more than a right one helps."""
    parts = [memory.label, memory.shown_value, memory.own_details, memory.condition, ", ".join(memory.tags)]
    return ". ".join(part.strip() for part in parts if part.strip()) or memory.category.replace("_", " ")


def embedding_digest(text: str) -> bytes:
    """Return the digest that is stored beside the vector, to see later whether the text has changed."""
    return sha256(text.encode()).digest()[:16]


def store_embedding(memory: Memory, *, is_new: bool = False) -> None:
    """Save the memory's embedding in the memory's own transaction, if it is new or its text has changed.

    If the encoder does not answer, the save still succeeds, and reembed adds the vector later.
    """
    text = embedding_text(memory)
    digest = embedding_digest(text)
    same_text = Embedding.objects.filter(memory=memory.pk, digest=digest)
    stored_encoder = None if is_new else same_text.values_list("encoder", flat=True).first()
    try:
        encoder = encoders.current_encoder()
        if stored_encoder == (name := encoder.name):
            return
        vector = encoders.vector_literal(encoder.encode([text])[0])
    except encoders.UnreachableError as error:
        if stored_encoder:
            return
        log.warning("A memory was saved without an embedding: %s", error)
        name, vector = "", None
    with connection.cursor() as cursor:
        cursor.execute(STORE_EMBEDDING, [memory.pk, memory.person_id, name, digest, vector])


def register() -> None:
    """Save an embedding with every memory, and erase it with the memory."""
    store.register_on_save("embedding", store_embedding)
    columns = [f"recall_embedding.{name}" for name in ("encoder", "digest", "vector")]
    erasure.register("embedding", _erase, columns, numbers=True)


def _erase(memory_id: UUID) -> int:
    return Embedding.objects.filter(memory=memory_id).delete()[0]
