"""Collects which texts an erasure removes from conversations and other places, as keyed digests.

A backup that is restored has these texts again. By the digests they are found and removed once more.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from memoryweb.memories.models import fingerprints

Emptied = dict[str, dict[str, list[str]]]  # by table and row
_COLLECTED: ContextVar[Emptied | None] = ContextVar("emptied", default=None)


@contextmanager
def collected() -> Iterator[Emptied]:
    """Collect what is noted in the block."""
    texts: Emptied = {}
    token = _COLLECTED.set(texts)
    try:
        yield texts
    finally:
        _COLLECTED.reset(token)


def note(table: str, pk: Any, texts: Iterable[str]) -> None:
    """Note texts that are removed from a row."""
    rows = _COLLECTED.get()
    if rows is None:
        return
    digests = rows.setdefault(table, {}).setdefault(str(pk), [])
    digests.extend(new for text in texts if text and (new := digest(text)) not in digests)


def digest(text: str) -> str:
    return fingerprints.keyed_digest("emptied", text).hex()
