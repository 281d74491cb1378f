"""OpenMemory's memories: a list of objects with `content`, `state` and app."""

from typing import Any

from memoryweb.interchange.entry import Document, Entry
from memoryweb.interchange.parsing import json_text
from memoryweb.interchange.parsing.json_text import day_of, text_of, texts_of
from memoryweb.interchange.perspective import line_subject

LISTS = ("memories", "items", "results")
ENDED = ("archived", "deleted", "paused")


def recognise(text: str) -> bool:
    return json_text.has_rows(text, *LISTS, each=("content", "state"))


def read(text: str) -> Document:
    return line_subject.read_list(text, json_text.rows(json_text.load(text), *LISTS), _entry)


def _entry(row: dict[str, Any]) -> Entry | None:
    content, state = text_of(row, "content", "text"), text_of(row, "state").lower()
    if not content:
        return None
    said, changed = day_of(row, "created_at", "createdAt"), day_of(row, "updated_at", "updatedAt", "archived_at")
    return Entry(
        details=(content,),
        tags=texts_of(row, "categories"),
        learned=said,
        updated=changed if changed != said else None,
        expired=(changed or said) if state in ENDED else None,
        reason=state if state in ENDED else "",
    )
