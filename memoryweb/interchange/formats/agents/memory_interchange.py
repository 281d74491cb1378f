"""A Memory Interchange Format document (MIF, versions 1 and 2): `mif_version`, and `memories` with their `content`."""

from typing import Any

from memoryweb.interchange.entry import Document, Entry
from memoryweb.interchange.parsing import json_text
from memoryweb.interchange.parsing.json_text import day_of, text_of, texts_of
from memoryweb.interchange.perspective import line_subject

KINDS = {"preference", "goal", "habit", "rule", "fact", "decision"}


def recognise(text: str) -> bool:
    data = json_text.load(text) if '"mif_version"' in text else None
    return isinstance(data, dict) and json_text.rows(data, "memories") is not None and "memories" in data


def read(text: str) -> Document:
    return line_subject.read_list(text, json_text.rows(json_text.load(text), "memories"), _entry)


def _entry(row: dict[str, Any]) -> Entry | None:
    content, kind = text_of(row, "content"), text_of(row, "memory_type", "type").lower()
    return (
        Entry(
            details=(content,),
            kind=kind if kind in KINDS else "",
            tags=texts_of(row, "tags"),
            learned=day_of(row, "created_at"),
            source="inference",
        )
        if content
        else None
    )
