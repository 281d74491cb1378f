"""S2's archive: a JSON list of archived memories."""

import json
from collections.abc import Iterable
from typing import Any

from memoryweb.interchange import json_text
from memoryweb.interchange.entry import Document, Entry
from memoryweb.interchange.json_text import day_of, number_of, text_of
from memoryweb.memories.archive_entry import archive_entry
from memoryweb.memories.models import Memory

REASON = "archived"


def recognise(text: str) -> bool:
    return json_text.has_rows(text, each=("full_text", "archived_reason")) or _is_one(text)


def read(text: str) -> Document:
    return json_text.read_rows(text, _rows(text), _entry)


def write(memories: Iterable[Memory]) -> str:
    return json.dumps([archive_entry(memory) for memory in memories], ensure_ascii=False, indent=2) + "\n"


def _is_one(text: str) -> bool:
    return '"full_text"' in text and '"archived_reason"' in text and _rows(text) is not None


def _rows(text: str) -> list[dict[str, Any]] | None:
    data = json_text.load(text)
    return json_text.rows([data] if isinstance(data, dict) else data)


def _entry(row: dict[str, Any]) -> Entry | None:
    """Return what was archived as something that has ended: on the day it was first said, where no other is given."""
    words, day = text_of(row, "full_text"), day_of(row, "original_date")
    ended = day_of(row, "archived_on", "archived_at") or day
    if not words or not ended:
        return None
    return Entry(
        details=(words,), kind=text_of(row, "type"), importance=number_of(row, "importance", 10), learned=day,
        expired=ended, reason=text_of(row, "archived_reason") or REASON,
    )  # fmt: skip
