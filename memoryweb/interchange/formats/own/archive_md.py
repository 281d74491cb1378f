"""S2's archive as Markdown: one heading `## OBS-…` for each observation, its facts in bold, then its words."""

import re
from itertools import pairwise

from memoryweb.interchange.entry import Document, Entry
from memoryweb.interchange.parsing import days, markdown

OBSERVATION = re.compile(r"^##\s+OBS-\d{8}-\d{1,6}\b", re.MULTILINE)
FACT = re.compile(r"^\*\*([^*]{1,40})\*\*\s*[:：]\s*(.*)$")
INTRODUCTION = re.compile(r"^(?:#|Archived by\b|---)")


def recognise(text: str) -> bool:
    """Return whether a fact in bold stands right below the heading of an observation."""
    lines = [line for line in map(str.strip, markdown.without_code(text).splitlines()) if line]
    return any(OBSERVATION.match(line) and below.startswith("**") for line, below in pairwise(lines))


def read(text: str) -> Document:
    document, line, facts, words = Document(), 0, {}, []  # type: ignore[var-annotated]
    for number, raw in enumerate(text.splitlines(), start=1):
        said = raw.strip()
        if OBSERVATION.match(said):
            _add(document, line, facts, words)
            line, facts, words = number, {}, []
        elif not said or INTRODUCTION.match(said):
            continue
        elif not line:
            document.add_unknown(number, raw, "It stands before the first observation.")
        elif fact := FACT.match(said):
            facts[fact[1].lower()] = fact[2]
        else:
            words.append(said)
    _add(document, line, facts, words)
    return document


def _add(document: Document, line: int, facts: dict[str, str], words: list[str]) -> None:
    if not line:
        return
    day = days.find_day(facts.get("original date", ""))
    ended = days.find_day(facts.get("archived", "")) or day
    if not words or not ended:
        why = "It has no words." if not words else "It has no date."
        document.add_unknown(line, " ".join([*facts.values(), *words]) or "OBS", why)
        return
    reason = facts.get("archived reason", "") or "archived"
    document.entries.append(
        Entry(details=tuple(words), kind=facts.get("type", ""), learned=day, expired=ended, reason=reason, line=line)
    )
