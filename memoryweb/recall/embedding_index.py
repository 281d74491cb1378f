"""What of a memory is embedded, and the row that keeps it: written with the memory, wiped with it."""

import logging
from hashlib import sha256
from uuid import UUID

from django.db import connection

from memoryweb.memories import erasure
from memoryweb.memories.actions import store
from memoryweb.memories.models import Memory
from memoryweb.recall import encoders, vectors
from memoryweb.recall.models import Embedding

log = logging.getLogger(__name__)

STORE_EMBEDDING = """
INSERT INTO recall_embedding (memory_id, person_id, encoder, digest, vector) VALUES (%s, %s, %s, %s, %s::halfvec)
ON CONFLICT (memory_id) DO UPDATE SET encoder = EXCLUDED.encoder, digest = EXCLUDED.digest, vector = EXCLUDED.vector
"""


def embedding_text(memory: Memory) -> str:
    """The category first: it says what a short statement is about."""
    about = memory.category.replace("_", " ")
    parts = [memory.label, memory.shown_value, memory.own_details, memory.condition, ", ".join(memory.tags)]
    said = ". ".join(part.strip() for part in parts if part.strip())
    return f"{about}: {said}" if about else said


def text_digest(text: str) -> bytes:
    return sha256(text.encode()).digest()[:16]


def store_embedding(memory: Memory) -> None:
    """Beside the memory, in its transaction. An encoder that does not answer fails no save: reembed comes by."""
    text = embedding_text(memory)
    digest = text_digest(text)
    known = Embedding.objects.filter(memory=memory.pk, digest=digest).values_list("encoder", flat=True).first()
    try:
        encoder = encoders.current_encoder()
        if known == (name := encoder.name):
            return
        vector = vectors.vector_literal(encoder.encode([text])[0])
    except vectors.UnreachableError as error:
        if known:
            return
        log.warning("A memory was kept without an embedding: %s", error)
        name, vector = "", None
    with connection.cursor() as cursor:
        cursor.execute(STORE_EMBEDDING, [memory.pk, memory.person_id, name, digest, vector])


def register() -> None:
    store.register_on_save("embedding", store_embedding)
    columns = [f"recall_embedding.{name}" for name in ("encoder", "digest", "vector")]
    erasure.register("embedding", _wipe, columns, numbers=True)


def _wipe(memory_id: UUID) -> int:
    return Embedding.objects.filter(memory=memory_id).delete()[0]
