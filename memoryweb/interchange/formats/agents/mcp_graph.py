"""The knowledge graph of the MCP memory server: one entity or relation on each line.

Its observations are about the entity they stand in. Only those of the person are theirs; whose entity that is, its
type or name tells.
"""

import re
from collections import Counter
from typing import Any

from memoryweb.interchange.entry import About, Document, Entry
from memoryweb.interchange.parsing import json_text
from memoryweb.interchange.parsing.json_text import text_of, texts_of
from memoryweb.interchange.perspective.third_parties import of_family

RELATIONS_LEAST = 3  # that go out from somebody who is the person
NAME_END = re.compile(r"[_\-/ ]")
USERS = ("user", "default_user", "default user", "the user", "me", "owner", "self", "human")


def recognise(text: str) -> bool:
    if '"type"' not in text or not ('"entity"' in text or '"relation"' in text):
        return False
    first = next((data for _, _, data in json_text.load_lines(text[:20_000])), None)
    return isinstance(first, dict) and first.get("type") in ("entity", "relation")


def read(text: str) -> Document:
    document, rows = Document(), []
    for number, line, data in json_text.load_lines(text):
        if isinstance(data, dict) and data.get("type") in ("entity", "relation"):
            rows.append((number, line, data))
        else:
            document.add_unknown(number, line, "It is no entity and no relation.")
    persons = _persons([row for _, _, row in rows])
    for number, line, row in rows:
        entries = _of_entity(row, number, persons) if row["type"] == "entity" else _of_relation(row, number, persons)
        document.entries += entries
        if not entries:
            document.add_unknown(number, line, "It says nothing about its entity.")
    return document


def _persons(rows: list[dict[str, Any]]) -> set[str]:
    """Return the names of entities that stand for the person or for parts of them.

    They are the person by their type or name, else as the only person, or the one from whom most relations go out.
    """
    entities = [row for row in rows if row["type"] == "entity"]
    named = {
        text_of(row, "name")
        for row in entities
        if text_of(row, "name").lower() in USERS or text_of(row, "entityType").lower() in USERS
    }
    people = {text_of(row, "name") for row in entities if text_of(row, "entityType").lower() == "person"}
    persons = named or (people if len(people) == 1 else _most_related(rows, people))
    return persons | {name for row in entities if (name := text_of(row, "name")).startswith(_parts(persons))}


def _most_related(rows: list[dict[str, Any]], people: set[str]) -> set[str]:
    going_out = Counter(text_of(row, "from") for row in rows if row["type"] == "relation")
    counts = sorted(((going_out[name], name) for name in people), reverse=True)
    if len(counts) < 2 or counts[0][0] < RELATIONS_LEAST or counts[0][0] < 2 * counts[1][0]:
        return set()
    return {counts[0][1]}


def _first_name(name: str) -> str:
    return NAME_END.split(name)[0]


def _parts(persons: set[str]) -> tuple[str, ...]:
    """Return how the names of entities begin that hold a part of a person: default_user_health, Noor_preferences."""
    names = persons | {first for name in persons if (first := _first_name(name)).istitle()}
    return tuple(f"{name}{mark}" for name in names for mark in "_-/ ")


def _of_entity(row: dict[str, Any], line: int, persons: set[str]) -> list[Entry]:
    name = text_of(row, "name")
    is_person = name in persons
    said = texts_of(row, "observations")
    whose = tuple(f"{_first_name(person)}'s " for person in persons)
    is_close = of_family(text_of(row, "entityType").replace("_", " ")) or any(
        each.startswith(whose) and of_family(each.partition("'s ")[2]) for each in said
    )
    about = About.PERSON if is_person or is_close else About.SOMEBODY
    return [Entry(details=(each if is_person else f"{name}: {each}",), about=about, line=line) for each in said]


def _of_relation(row: dict[str, Any], line: int, persons: set[str]) -> list[Entry]:
    one, other, how = text_of(row, "from"), text_of(row, "to"), text_of(row, "relationType").replace("_", " ")
    if not (one and other and how):
        return []
    is_person = one in persons
    said = f"{how[:1].upper()}{how[1:]} {other}" if is_person else f"{one} {how} {other}"
    return [Entry(details=(said,), about=About.PERSON if is_person else About.SOMEBODY, line=line)]
