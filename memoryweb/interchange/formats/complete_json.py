"""The complete JSON of memoryweb, where it is brought to Review: its memories, one by one.

Into an empty account the command restores all of it instead (restoring.py).
"""

import json
import re
from typing import Any

from memoryweb.interchange import json_text
from memoryweb.interchange.entry import Document, Entry
from memoryweb.interchange.json_text import day_of, number_of, text_of
from memoryweb.rules import fields

FIRST = re.compile(r"\ufeff?\s*\{\s*\"memoryweb\"\s*:\s*\d")


def recognise(text: str) -> bool:
    return FIRST.match(text) is not None


def read(text: str) -> Document:
    data = json_text.load(text)
    tables = data.get("tables") if isinstance(data, dict) else None
    rows = json_text.rows(tables, "memories") if isinstance(tables, dict) else None
    unused = _never_in_use(tables) if isinstance(tables, dict) else set()
    left: list[dict[str, Any]] = []
    taken: list[dict[str, Any]] = []
    for row in rows or []:
        (left if _has_ended(row) and text_of(row, "id") in unused else taken).append(row)
    document, places = json_text.read_rows(text, taken, _entry), json_text.Places(text)
    for row in left:
        words = json.dumps(row, ensure_ascii=False)[: json_text.LINE_SHOWN_MAX]
        document.add_unknown(places.line_of(text_of(row, "id")), words, "It was never in use.")
    return document


def _never_in_use(tables: dict[str, Any]) -> set[str]:
    """Return the ids of memories that only ever waited, by their versions; as history.ever_in_use does."""
    versions = json_text.rows(tables, "history") or []
    waited = {text_of(row, "id") for row in versions if row.get("status") == "candidate"}
    return waited - {text_of(row, "id") for row in versions if row.get("status") == "active"}


def _has_ended(row: dict[str, Any]) -> bool:
    return row.get("status") not in ("active", "candidate")


def _entry(row: dict[str, Any]) -> Entry | None:
    label = text_of(row, "label")
    value = fields.display_value(row.get("value")) if row.get("value") is not None else ""
    if not label:
        return None
    return Entry(
        label=label, value=value, details=tuple(text_of(row, "details").splitlines()), kind=text_of(row, "kind"),
        category=text_of(row, "category"), key=text_of(row, "key"), source=text_of(row, "source"),
        learned=day_of(row, "learned_on", "observed_on"), updated=day_of(row, "updated_on"),
        expired=day_of(row, "expired_on", "changed_at") if _has_ended(row) else None,
        reason=text_of(row, "expire_reason"), condition=text_of(row, "condition"), project=text_of(row, "project"),
        tags=json_text.texts_of(row, "tags"),
        importance=number_of(row, "importance_base", 10), confidence=number_of(row, "confidence", 1),
        valid_until=day_of(row, "valid_until"),
    )  # fmt: skip
