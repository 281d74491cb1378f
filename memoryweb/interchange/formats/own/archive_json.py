"""S2's archive: a JSON list of archived memories.

Behind S2's eight keys memoryweb writes what they have no place for, so that a memory comes back as it was.
"""

import json
import re
from collections.abc import Iterable
from datetime import UTC
from typing import Any

from memoryweb.interchange import exporting
from memoryweb.interchange.entry import Document, Entry
from memoryweb.interchange.parsing import json_text
from memoryweb.interchange.parsing.json_text import day_of, number_of, text_of
from memoryweb.language.text import value_text
from memoryweb.memories.archive_entry import archive_entry
from memoryweb.memories.models import Memory
from memoryweb.rules import limits, policy
from memoryweb.rules.policy import Source

REASON = "archived"
TEXTS = ("label", "value", "details")
EMPTY = re.compile(r"\s*+\[\s*+\]\s*+")


def recognise(text: str) -> bool:
    """Return whether the text is an archive; an empty list counts, since no other format takes it."""
    is_empty = EMPTY.fullmatch(text) is not None
    return is_empty or json_text.has_rows(text, each=("full_text", "archived_reason")) or _is_one(text)


def read(text: str) -> Document:
    return json_text.read_rows(text, _rows(text), _entry)


def write(memories: Iterable[Memory]) -> str:
    rows = [archive_entry(memory) | _more(memory) for memory in memories]
    return json.dumps(rows, ensure_ascii=False, indent=2) + "\n"


def _more(memory: Memory) -> dict[str, Any]:
    """Return the day it was archived, and what an import needs to find the same memory again."""
    entry = exporting.entry_from_memory(memory, UTC)
    more = {
        "archived_on": memory.expired_on.isoformat() if memory.expired_on else "",
        "category": memory.category,
        "key": entry.key,
        "condition": memory.shown_condition,
        "project": memory.project,
        "source": policy.DC_SOURCES[Source(memory.source)],
        "confidence": memory.confidence,
    }
    texts = {"label": memory.label, "value": memory.shown_value, "details": memory.details}
    return texts | {name: value for name, value in more.items() if value != ""}


def _is_one(text: str) -> bool:
    return '"full_text"' in text and '"archived_reason"' in text and _rows(text) is not None


def _rows(text: str) -> list[dict[str, Any]] | None:
    data = json_text.load(text)
    return json_text.rows([data] if isinstance(data, dict) else data)


def _entry(row: dict[str, Any]) -> Entry | None:
    """Return an archived row as an ended entry, by default since its first mention; None without words."""
    words, day = text_of(row, "full_text"), day_of(row, "original_date")
    ended = day_of(row, "archived_on", "archived_at") or day
    if not words or not ended:
        return None
    own = _own(row, words) if text_of(row, "label") else {"details": (words,)}
    return Entry(
        **own,
        is_archived=True,
        kind=text_of(row, "type"),
        importance=number_of(row, "importance", 10),
        learned=day,
        expired=ended,
        reason=text_of(row, "archived_reason") or REASON,
    )


def _own(row: dict[str, Any], words: str) -> dict[str, Any]:
    """Return the parts of a memory that memoryweb archived."""
    return _texts(row, words) | {
        "category": text_of(row, "category"),
        "key": text_of(row, "key"),
        "condition": text_of(row, "condition"),
        "project": text_of(row, "project"),
        "source": text_of(row, "source"),
        "confidence": number_of(row, "confidence", 1),
        "as_of": day_of(row, "archived_on"),
        "ttl_days": _ttl_days(row),
    }


def _texts(row: dict[str, Any], words: str) -> dict[str, Any]:
    """Return label, value and details to the letter; in an older file the details stand behind the title."""
    label, value, details = (each if isinstance(each := row.get(name), str) else "" for name in TEXTS)
    is_exact = "details" in row
    if not is_exact:
        value = value or label
        title = value_text.format_line(label, value)
        details = words.removeprefix(title).removeprefix("\n") if words.startswith(title) else words
    lines = tuple(details.split("\n")) if details else ()
    return {"label": label, "value": value, "details": lines, "is_exact": is_exact}


def _ttl_days(row: dict[str, Any]) -> int | None:
    """Return the lifetime in days, 0 for ever; None if unstated."""
    if "ttl_days" in row and row["ttl_days"] is None:
        return 0
    days = number_of(row, "ttl_days", limits.TTL_DAYS_MAX)
    return int(days) if days else None
