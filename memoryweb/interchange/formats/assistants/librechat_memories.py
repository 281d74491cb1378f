"""What LibreChat keeps of its user: `memories` with a key, a value and the time of the last change."""

from typing import Any

from memoryweb.interchange.entry import Document, Entry
from memoryweb.interchange.parsing import json_text
from memoryweb.interchange.parsing.json_text import day_of, text_of
from memoryweb.interchange.perspective import line_subject


def recognise(text: str) -> bool:
    return json_text.has_rows(text, "memories", each=("key", "value"))


def read(text: str) -> Document:
    return line_subject.read_list(text, json_text.rows(json_text.load(text), "memories"), _entry)


def _entry(row: dict[str, Any]) -> Entry | None:
    said = text_of(row, "value")
    key = text_of(row, "key").replace("_", " ")
    learned = day_of(row, "updated_at", "created_at")
    return Entry(details=(said,), tags=(key,) if key else (), learned=learned, source="inference") if said else None
