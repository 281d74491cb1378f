"""A memory store of Portable AI Memory (PAM): `memories`, each with its `content`, type, status and times."""

from typing import Any

from memoryweb.interchange.entry import About, Document, Entry
from memoryweb.interchange.parsing import json_text
from memoryweb.interchange.parsing.json_text import day_of, number_of, text_of, texts_of
from memoryweb.interchange.perspective import line_subject

ENDED = ("superseded", "deprecated", "archived", "retracted")
KINDS = {"preference", "goal", "fact", "context"}  # the words that mean the same here
NOT_OF_A_PERSON = {"project": About.PROJECT, "environment": About.PROJECT}


def recognise(text: str) -> bool:
    data = json_text.load(text) if '"portable-ai-memory"' in text else None
    return isinstance(data, dict) and data.get("schema") == "portable-ai-memory"


def read(text: str) -> Document:
    return line_subject.read_list(text, json_text.rows(json_text.load(text), "memories"), _entry)


def _entry(row: dict[str, Any]) -> Entry | None:
    content, kind, status = text_of(row, "content"), text_of(row, "type").lower(), text_of(row, "status").lower()
    if not content:
        return None
    times, confidence = _object(row, "temporal"), _object(row, "confidence")
    learned, changed = day_of(times, "created_at", "valid_from"), day_of(times, "updated_at")
    return Entry(
        details=(content,),
        kind=kind if kind in KINDS else "",
        tags=texts_of(row, "tags"),
        learned=learned,
        updated=changed if changed != learned else None,
        valid_until=day_of(times, "valid_until"),
        confidence=number_of(confidence, "current", 1),
        about=NOT_OF_A_PERSON.get(kind, About.PERSON),
        expired=(changed or learned) if status in ENDED else None,
        reason=status if status in ENDED else "",
    )


def _object(row: dict[str, Any], name: str) -> dict[str, Any]:
    value = row.get(name)
    return value if isinstance(value, dict) else {}
