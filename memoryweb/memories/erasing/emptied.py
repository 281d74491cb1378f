"""Collects which texts an erasure removes from conversations and other places, as keyed digests.

A backup that is restored has these texts again. By the digests they are found and removed once more.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any

from memoryweb.memories.models import fingerprints


@dataclass
class Emptied:
    """The digests of all texts, by table and row; and what was told in conversations, in clear until it ends."""

    digests: dict[str, dict[str, list[str]]] = field(default_factory=dict)
    told: list[str] = field(default_factory=list)


_COLLECTED: ContextVar[Emptied | None] = ContextVar("emptied", default=None)


@contextmanager
def collected() -> Iterator[Emptied]:
    """Collect what is noted in the block."""
    texts = Emptied()
    token = _COLLECTED.set(texts)
    try:
        yield texts
    finally:
        _COLLECTED.reset(token)


def note(table: str, pk: Any, texts: Iterable[str], *, told: bool = False) -> None:
    """Note texts that are removed from a row. `told`: they are excerpts of a conversation, or its titles."""
    collection = _COLLECTED.get()
    if collection is None:
        return
    texts = [text for text in texts if text]
    digests = collection.digests.setdefault(table, {}).setdefault(str(pk), [])
    digests.extend(new for text in texts if (new := digest(text)) not in digests)
    collection.told += texts if told else []


def digest(text: str) -> str:
    return fingerprints.keyed_digest("emptied", text).hex()
