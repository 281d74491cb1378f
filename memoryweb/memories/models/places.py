"""Places of memories, and the spellings of project and condition in them."""

import json
from collections import defaultdict
from collections.abc import Collection, Iterable
from datetime import date
from functools import cache
from typing import Any, NamedTuple
from uuid import UUID

from memoryweb.language.comparing import identity
from memoryweb.rls import rows

TABLE = "memories_memory"
NAMES = ("project", "condition")  # written by people: "When tired" and "when  tired." are one place
FIELDS = ("person", "community", *NAMES, "day")  # of a memory, in the order of a Place


class Place(NamedTuple):
    """A memory's place: community, project, condition and day.

    The names are in their normal form, so that two places are equal however they were spelled. In one place one key
    has one value, and a statement is compared with what counts there and with nothing else.
    """

    person_id: UUID
    community_id: UUID | None = None
    project: str = ""
    condition: str = ""
    day: date | None = None

    @classmethod
    def at(cls, person_id: UUID, community_id: UUID | None, project: str, condition: str, day: date | None) -> "Place":
        names = identity.normal_text(project), identity.normal_text(condition)
        return cls(person_id, community_id, *names, day)

    @property
    def is_everywhere(self) -> bool:
        return self == Place(self.person_id)

    def lookups(self) -> dict[str, Any]:
        """Return the place as a filter of live memories, by field."""
        names = {f"{name}__in": spellings(self.person_id, name, getattr(self, name)) for name in NAMES}
        return {"person": self.person_id, "community": self.community_id, "day": self.day} | names

    @property
    def sql(self) -> str:
        """The same as a condition in SQL on the live memories of one person, with the values of `sql_values`.

        "No day" and "no community" are part of the text and not of the values: the statement is planned once, without
        its values, and the plan is good only if it knows that nearly all memories have neither.
        """
        day = "day IS NULL" if self.day is None else "day = %(day)s"
        return f"project = ANY(%(projects)s) AND condition = ANY(%(conditions)s) AND {day} AND {self.community_sql}"

    @property
    def community_sql(self) -> str:
        return "community_id IS NULL" if self.community_id is None else "community_id = %(community)s"

    def sql_values(self) -> dict[str, Any]:
        names = {f"{name}s": spellings(self.person_id, name, getattr(self, name)) for name in NAMES}
        return {"day": self.day, "community": self.community_id} | names


@cache
def _statement(field: str) -> str:
    """Return the statement for the spellings of a person's live memories: one step in the index for each of them."""
    assert field in NAMES
    of_person = f"person_id = %(person)s AND {field} <> '' AND status IN ('candidate', 'active')"
    of_person += " AND id IS DISTINCT FROM %(without)s"
    return f"""
WITH RECURSIVE spelling AS (
    (SELECT {field} AS text FROM {TABLE} WHERE {of_person} ORDER BY {field} LIMIT 1)
    UNION ALL
    SELECT (SELECT {field} FROM {TABLE} WHERE {of_person} AND {field} > spelling.text ORDER BY {field} LIMIT 1)
    FROM spelling WHERE spelling.text IS NOT NULL
)
SELECT text FROM spelling WHERE text IS NOT NULL
"""


def spellings(person_id: UUID, field: str, text: str) -> list[str]:
    """Return the text and how else the person's live memories spell that project or condition.

    SQL compares places with these.
    """
    return same_places(person_id, field, [text])[text] if text else [text]


def same_places(person_id: UUID, field: str, texts: Collection[str]) -> dict[str, list[str]]:
    """Return the spellings of several projects or conditions, read at once."""
    stored = stored_spellings(person_id, field) if texts else []
    return {
        text: [text, *(each for each in stored if each != text and identity.same_place(each, text))] for text in texts
    }


def same_place_sql(one: str, other: str) -> str:
    """Return the condition that two rows of memories are in one place. Its value `spellings` is of `alike`."""
    names = (
        f"({other}.{name} = {one}.{name} OR {other}.{name} = ANY(ARRAY("
        f"SELECT jsonb_array_elements_text(%(spellings)s::jsonb -> {one}.{name}))))"
        for name in NAMES
    )
    rest = (f"{other}.{name} IS NOT DISTINCT FROM {one}.{name}" for name in ("community_id", "day"))
    return " AND ".join((f"{other}.person_id = {one}.person_id", *names, *rest))


def alike(named: Iterable[tuple[UUID, str, str]]) -> str:
    """Return other spellings of people's projects and conditions, as JSON by spelling."""
    texts: dict[tuple[UUID, str], set[str]] = defaultdict(set)
    for person_id, *names in named:
        for name, text in zip(NAMES, names, strict=True):
            texts[person_id, name] |= {text} - {""}
    found: dict[str, list[str]] = defaultdict(list)
    for (person_id, name), of_person in texts.items():
        for text, spelled in same_places(person_id, name, of_person).items():
            found[text] += spelled[1:]
    return json.dumps({text: others for text, others in found.items() if others})


def stored_spellings(person_id: UUID, field: str, without: UUID | None = None) -> list[str]:
    """Return how the person's live memories spell their projects or conditions, without those of one memory."""
    with rows.prepared_cursor() as cursor:
        cursor.execute(_statement(field), {"person": person_id, "without": without})
        return [spelling for (spelling,) in cursor.fetchall()]
