"""The complete JSON of memoryweb, where it is brought to Review: its memories, one by one.

Into an empty account the command restores all of it instead (restoring.py).
"""

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC
from functools import partial
from typing import Any

from memoryweb.interchange import exporting
from memoryweb.interchange.entry import Document, Entry
from memoryweb.interchange.parsing import json_text
from memoryweb.interchange.parsing.json_text import day_of, number_of, text_of
from memoryweb.memories.models import Horizon, Memory, Status
from memoryweb.rules import limits, policy

FIRST = re.compile(r"\ufeff?\s*\{\s*\"memoryweb\"\s*:\s*\d")


def recognise(text: str) -> bool:
    return FIRST.match(text) is not None


def read(text: str) -> Document:
    data = json_text.load(text)
    tables = data.get("tables") if isinstance(data, dict) else None
    rows = json_text.rows(tables, "memories") if isinstance(tables, dict) else None
    left = _left_out(tables) if isinstance(tables, dict) else {}
    taken = [row for row in rows or [] if text_of(row, "id") not in left]
    named = {row_id: row for row in taken if (row_id := text_of(row, "id")) and row.get("status") != Status.CANDIDATE}
    document, places = json_text.read_rows(text, taken, partial(_entry, named)), json_text.Places(text)
    by_id = {text_of(row, "id"): row for row in rows or []}
    for row_id, reason in left.items():
        if row := by_id.get(row_id):
            words = json.dumps(row, ensure_ascii=False)[: json_text.LINE_SHOWN_MAX]
            document.add_unknown(places.line_of(row_id), words, reason)
    return document


def _left_out(tables: dict[str, Any]) -> dict[str, str]:
    """Return why memories are not brought to Review, by their ids: they ended unused, or were only noted."""
    rows, unused = json_text.rows(tables, "memories") or [], _never_in_use(tables)
    questions = json_text.rows(tables, "questions")
    asked = {text_of(each, "memory_id") for each in questions or [] if each.get("status") == "open"}
    left = {}
    for row in rows:
        if not (row_id := text_of(row, "id")):
            continue
        if _has_ended(row) and row_id in unused:
            left[row_id] = "It was never in use."
        elif row.get("status") == Status.CANDIDATE and questions is not None and row_id not in asked:
            left[row_id] = "It was noted, and is not in use."
    return left


def _never_in_use(tables: dict[str, Any]) -> set[str]:
    """Return the ids of memories that only ever waited, by their versions; as history.ever_in_use does."""
    versions = json_text.rows(tables, "history") or []
    waited = {text_of(row, "id") for row in versions if row.get("status") == "candidate"}
    return waited - {text_of(row, "id") for row in versions if row.get("status") == "active"}


def _has_ended(row: dict[str, Any]) -> bool:
    return row.get("status") not in ("active", "candidate")


def _entry(by_id: Mapping[str, dict[str, Any]], row: dict[str, Any]) -> Entry | None:
    """Return a row's memory as our other files write it, plus fields only this format has; None if empty."""
    memory = _memory(row)
    if not (memory.label or memory.shown_value or memory.details):
        return None
    successor = by_id.get(text_of(row, "superseded_by_id"))
    named = (str(_memory(successor)), day_of(successor, "learned_on")) if successor else ()
    is_archived = memory.status == Status.ARCHIVED
    entry = exporting.exact_entry(memory, UTC) if is_archived else exporting.entry_from_memory(memory, UTC, *named)
    return replace(
        entry,
        kind=text_of(row, "kind"),
        source=text_of(row, "source") if entry.source else "",
        learned=day_of(row, "learned_on", "observed_on"),
        tags=json_text.texts_of(row, "tags"),
        importance=number_of(row, "importance_base", 10),
        as_of=day_of(row, "importance_as_of"),
        confidence=number_of(row, "confidence", 1),
        ttl_days=_ttl_days(row),
        valid_until=None if memory.day else day_of(row, "valid_until"),
        is_short=row.get("horizon") == Horizon.SHORT,
    )


def _memory(row: dict[str, Any]) -> Memory:
    """Return the unsaved memory of a row; a waiting one becomes active."""
    texts = ("label", "details", "category", "key", "condition", "project", "expire_reason", "changed_by")
    said: dict[str, Any] = {name: text_of(row, name) for name in texts}
    said["status"] = text_of(row, "status") if _has_ended(row) else Status.ACTIVE
    source = text_of(row, "source")
    return Memory(
        **said,
        value=row.get("value"),
        source=source if source in policy.SOURCES else policy.Source.UNCERTAIN,
        source_assumed=row.get("source_assumed") is True or source not in policy.SOURCES,
        day=day_of(row, "day"),
        learned_on=day_of(row, "learned_on"),
        updated_on=day_of(row, "updated_on"),
        expired_on=day_of(row, "expired_on", "changed_at") if _has_ended(row) else None,
    )


def _ttl_days(row: dict[str, Any]) -> int | None:
    """Return the lifetime in days, 0 for ever; None if unstated."""
    if "ttl_days" in row and row["ttl_days"] is None:
        return 0
    days = number_of(row, "ttl_days", limits.TTL_DAYS_MAX)
    return int(days) if days else None
