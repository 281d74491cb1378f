"""What mem0's get_all answers: a page with `results`, or the list alone."""

from typing import Any

from memoryweb.interchange.entry import About, Document, Entry
from memoryweb.interchange.parsing import json_text
from memoryweb.interchange.parsing.json_text import day_of, text_of, texts_of
from memoryweb.interchange.perspective import line_subject

ENDED = ("deleted", "expired", "archived", "superseded")


def recognise(text: str) -> bool:
    return json_text.has_rows(text, "results", "memories", each=("id", "memory"))


def read(text: str) -> Document:
    found = json_text.rows(json_text.load(text), "results", "memories")
    names = {text_of(row, "id"): text_of(row, "memory") for row in found or []}
    return line_subject.read_list(text, found, lambda row: _entry(row, names))


def _entry(row: dict[str, Any], names: dict[str, str]) -> Entry | None:
    memory = text_of(row, "memory", "text", "data")
    if not memory:
        return None
    replaced_by = text_of(row, "replaced_by")
    has_ended = bool(replaced_by) or text_of(row, "lifecycle_state").lower() in ENDED
    said, changed = day_of(row, "created_at"), day_of(row, "updated_at")
    return Entry(
        details=(memory,),
        tags=texts_of(row, "categories"),
        learned=said,
        updated=changed if changed != said else None,
        valid_until=day_of(row, "expiration_date"),
        expired=(changed or said) if has_ended else None,
        reason=text_of(row, "lifecycle_state") if has_ended else "",
        replaced_by=names.get(replaced_by, ""),
        about=About.SOMEBODY if row.get("agent_id") and not row.get("user_id") else About.PERSON,
    )
