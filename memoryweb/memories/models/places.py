"""The spellings of projects and conditions: "When tired" and "when  tired." are one place."""

from collections.abc import Collection
from functools import cache
from uuid import UUID

from memoryweb.memories.models.memory import Memory
from memoryweb.rls import rows
from memoryweb.rules import identity

FIELDS = ("project", "condition")


@cache
def _statement(field: str) -> str:
    """Return the statement for the spellings of a person's live memories: one step in the index for each of them."""
    assert field in FIELDS
    of_person = f"person_id = %(person)s AND {field} <> '' AND status IN ('candidate', 'active')"
    of_person += " AND id IS DISTINCT FROM %(without)s"
    table = Memory._meta.db_table
    return f"""
WITH RECURSIVE spelling AS (
    (SELECT {field} AS text FROM {table} WHERE {of_person} ORDER BY {field} LIMIT 1)
    UNION ALL
    SELECT (SELECT {field} FROM {table} WHERE {of_person} AND {field} > spelling.text ORDER BY {field} LIMIT 1)
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
    stored = _stored(person_id, field) if texts else []
    return {
        text: [text, *(each for each in stored if each != text and identity.same_place(each, text))] for text in texts
    }


def known_spelling(person_id: UUID, field: str, text: str, *, without: UUID | None = None) -> str:
    """Return how the person's memories in use spell this project or condition, or the text if it is new.

    For the person's own words only: an agent would learn how a memory that is hidden from it is spelled. What only
    waits has no spelling yet, as nobody said yes to it. `without` is a memory that does not count, as its own spelling
    is about to change.
    """
    stored = _stored(person_id, field, without) if text else []
    alike = [each for each in stored if identity.same_place(each, text)]
    if text in alike or not alike:
        return text
    in_use = Memory.objects.active().filter(person=person_id, **{f"{field}__in": alike})
    in_use = in_use.exclude(pk=without) if without else in_use
    return in_use.order_by(field).values_list(field, flat=True).first() or text


def _stored(person_id: UUID, field: str, without: UUID | None = None) -> list[str]:
    with rows.prepared_cursor() as cursor:
        cursor.execute(_statement(field), {"person": person_id, "without": without})
        return [spelling for (spelling,) in cursor.fetchall()]
