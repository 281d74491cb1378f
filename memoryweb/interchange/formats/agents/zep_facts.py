"""Zep's facts: edges of a graph, each with a `fact` in words and the times from and until which it holds."""

from typing import Any

from memoryweb.interchange.entry import Document, Entry
from memoryweb.interchange.parsing import json_text
from memoryweb.interchange.parsing.json_text import day_of, text_of
from memoryweb.interchange.perspective import line_subject

LISTS = ("edges", "facts", "relevant_facts", "results")


def recognise(text: str) -> bool:
    return json_text.has_rows(text, *LISTS, each=("fact",))


def read(text: str) -> Document:
    return line_subject.read_list(text, json_text.rows(json_text.load(text), *LISTS), _entry)


def _entry(row: dict[str, Any]) -> Entry | None:
    fact, ended = text_of(row, "fact"), day_of(row, "invalid_at", "expired_at")
    learned = day_of(row, "valid_at", "created_at")
    if not fact:
        return None
    return Entry(details=(fact,), learned=min(learned, ended) if learned and ended else learned, expired=ended)
