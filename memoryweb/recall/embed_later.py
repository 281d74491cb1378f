"""Makes the vectors of memories just after they are saved, in a thread of the web process.

A save holds its person's settings row, and the encoders take 3 to 8 ms a text, one on a server more. Until the vector
is there, search finds the memory by its words. What waits when the process ends is made by the next run of reembed.
"""

import logging
from collections import defaultdict
from queue import Empty, SimpleQueue
from threading import Thread
from uuid import UUID

from django.db import DatabaseError, connections, transaction

from memoryweb.memories.actions import store
from memoryweb.memories.models import Memory
from memoryweb.recall import embedding_index, encoders
from memoryweb.rls import scope

log = logging.getLogger(__name__)

AT_ONCE = 32  # texts that are taken from the queue together

_waiting = SimpleQueue[tuple[UUID, UUID, str]]()  # person, memory, text


def start() -> None:
    """Let the saves of this process leave their vectors to a thread."""
    store.register_on_save("embedding", note_missing)
    Thread(target=_work, name="embed", daemon=True).start()


def note_missing(memory: Memory, *, is_new: bool) -> None:
    """Say in the save's own transaction that the vector is missing; it is made when that has been committed."""
    text = embedding_index.embedding_text(memory)
    if is_new or embedding_index.stored_encoder(memory.pk, text) is None:
        embedding_index.insert(memory, text)
        waiting = (memory.person_id, memory.pk, text)
        transaction.on_commit(lambda: _waiting.put(waiting))


def _work() -> None:
    while True:
        texts = defaultdict[UUID, dict[UUID, str]](dict)
        for person_id, memory_id, text in _take():
            texts[person_id][memory_id] = text
        for person_id, texts_of_person in texts.items():
            _embed(person_id, texts_of_person)


def _take() -> list[tuple[UUID, UUID, str]]:
    """Wait for a text, and take what has come meanwhile, too."""
    taken = [_waiting.get()]
    try:
        while len(taken) < AT_ONCE:
            taken.append(_waiting.get_nowait())
    except Empty:
        pass
    return taken


def _embed(person_id: UUID, texts: dict[UUID, str]) -> None:
    """Encode a person's texts, and store each vector where the memory still has the text."""
    try:
        encoder = encoders.current_encoder()
        vectors = encoder.encode(list(texts.values()))
        with scope.acting_as(person_id):
            embedding_index.fill_in(encoder.name, texts, vectors)
    except (encoders.UnreachableError, DatabaseError) as error:
        log.warning("Memories were saved without an embedding (%s): %s", len(texts), error)
    except Exception:
        log.exception("Memories were saved without an embedding (%s)", len(texts))
    finally:
        connections.close_all()  # gives the connection back to the pool
