"""ChatGPT's memories as its own pages receive them: `memories` with their `content`, which the person saw to.

A list that somebody pasted from its settings is read as a pasted list.
"""

from typing import Any

from memoryweb.interchange.entry import Document, Entry
from memoryweb.interchange.parsing import json_text
from memoryweb.interchange.parsing.json_text import day_of, text_of
from memoryweb.interchange.perspective import line_subject


def recognise(text: str) -> bool:
    return json_text.has_rows(text, "memories", each=("content",)) and '"mif_version"' not in text


def read(text: str) -> Document:
    return line_subject.read_list(text, json_text.rows(json_text.load(text), "memories"), _entry)


def _entry(row: dict[str, Any]) -> Entry | None:
    content = text_of(row, "content")
    said = day_of(row, "created_timestamp", "created_at", "updated_at", "last_updated")
    changed = day_of(row, "last_updated", "updated_at")
    updated = changed if said and changed and changed > said else None
    return Entry(details=(content,), learned=said, updated=updated, is_explicit=True) if content else None
