"""The SQL that finds the live memories like a statement: the same, those of its kind and category, the newest."""

from functools import cache
from typing import Any, NamedTuple
from uuid import UUID

from memoryweb.memories.models import Status
from memoryweb.rules.conditions import READ_MAX

# Every save runs these. Hand-written, they are half as much work as querysets: what is there is looked up in two
# statements, for both statuses at once.
SAME = """
SELECT id, status FROM memories_memory
WHERE person_id = %(person)s AND {place} AND status IN ('candidate', 'active')
    AND (fingerprint = %(fingerprint)s OR (key = %(key)s AND one_valued)
        OR id = ANY(ARRAY(SELECT memory_id FROM memories_searchdocument
                          WHERE person_id = %(person)s AND statement = %(statement)s)))
ORDER BY fingerprint = %(fingerprint)s DESC, key IS DISTINCT FROM %(key)s OR NOT one_valued DESC, contested,
    changed_at DESC
"""
DUPLICATE = """
SELECT id FROM memories_memory
WHERE person_id = %(person)s AND {place} AND status IN ('candidate', 'active')
    AND fingerprint = %(fingerprint)s AND id <> %(memory)s
"""


class Place(NamedTuple):
    """The project, condition, day and community that a statement is about, as a condition in SQL.

    "No day" and "no community" are part of the text and not of the values: the statement is planned once, without its
    values, and the plan is good only if it knows that nearly all memories have neither.
    """

    has_day: bool
    has_community: bool

    @property
    def community(self) -> str:
        return "community_id = %(community)s" if self.has_community else "community_id IS NULL"

    def __str__(self) -> str:
        day = "day = %(day)s" if self.has_day else "day IS NULL"
        return f"project = ANY(%(projects)s) AND condition = ANY(%(conditions)s) AND {day} AND {self.community}"


NEWEST_OF_KIND = 200  # newest memories of the same kind and category, or of the same key, compared by their words
NEWEST_OF_ANY_KIND = {Status.ACTIVE: 30, Status.CANDIDATE: 20}  # compared by their subject


def _newest(where: str, status: Status, limit: int, *, is_alike: bool, place: str = "true") -> str:
    """Return a statement for the newest memories; those elsewhere than in `place` count, but are left out."""
    return f"""(SELECT * FROM (
        SELECT id, status, category, {is_alike} AS is_alike, label, value, left(details, {READ_MAX}) AS start,
            key, project, condition, day, community_id, changed_at
        FROM memories_memory WHERE person_id = %(person)s AND status = '{status}' AND {where}
        ORDER BY changed_at DESC LIMIT {limit}) AS newest WHERE {place})"""


def _similar(*selects: str) -> str:
    """Return a statement for the memories that share words or the label of the statement: Python compares few.

    ASCII texts only: the words of others are compared in Python, which folds them.
    """
    return f"""
SELECT id, status, category, is_alike, label, value, start, key
FROM ({" UNION ALL ".join(selects)}) AS newest
WHERE key = %(label)s OR jsonb_typeof(value) IS DISTINCT FROM 'string'
    OR octet_length(concat(label, value, start)) <> char_length(concat(label, value, start))
    OR lower(concat(label, ' ', value #>> '{{}}')) LIKE ALL(%(words)s::text[])
    OR lower(coalesce(nullif(start, ''), value #>> '{{}}')) LIKE ANY(%(subject)s::text[])
ORDER BY is_alike DESC, changed_at DESC
"""


OF_NO_FIELD = "key <> ALL(%(fields)s::text[])"


@cache
def of_kind(statuses: tuple[Status, ...], place: Place) -> str:
    """Return the statement for those of the same kind and category, and for the newest of any kind.

    Two memories on one subject may be classified apart. The place of the newest of any kind is checked after the limit:
    a place with few memories would cost reading all of the person's.
    """
    here = f"{place} AND {OF_NO_FIELD}"
    same_kind = f"{here} AND kind = %(kind)s AND category = %(category)s"
    return _similar(
        *(_newest(same_kind, each, NEWEST_OF_KIND, is_alike=True) for each in statuses),
        *(_newest(place.community, each, NEWEST_OF_ANY_KIND[each], is_alike=False, place=here) for each in statuses),
    )


@cache
def of_key(statuses: tuple[Status, ...], place: Place) -> str:
    alike = f"{place} AND key = %(key)s"
    return _similar(*(_newest(alike, each, NEWEST_OF_KIND, is_alike=True) for each in statuses))


class SimilarMemory(NamedTuple):
    """What is compared of a memory that shares words with the statement."""

    pk: UUID
    status: str
    category: str
    is_alike: bool  # of the same kind and category, or of the same key
    label: str
    value: Any
    start: str  # the first characters of the details
    key: str
