"""The SQL that finds the live memories like a statement: the same, those of its kind and category, the newest."""

from collections.abc import Iterator
from functools import cache
from itertools import chain
from typing import Any, NamedTuple
from uuid import UUID

from memoryweb.language.time.conditions import READ_MAX
from memoryweb.memories.models import Status

# Every save runs these. Hand-written, they are half as much work as querysets: what is there is looked up in two
# statements, for both statuses at once.
SAME = """
SELECT id, status, {seen} AS is_seen FROM memories_memory m
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


EVERYTHING = "true"  # what the person may read, and what reads for them


NEWEST_OF_KIND = 200  # newest memories of the same kind and category, or of the same key, compared by their words
NEWEST_OF_ANY_KIND = {Status.ACTIVE: 30, Status.CANDIDATE: 20}  # compared by their subject


def _newest(where: str, status: Status, limit: int, *, is_alike: bool, seen: str, place: str = "true") -> Iterator[str]:
    """Yield statements for the newest memories; those elsewhere than in `place` count, but are left out.

    Of those in use there are two: how many the speaker may not read must not change which others are compared.
    """
    is_split = status == Status.ACTIVE and seen != EVERYTHING
    for condition, left in ((seen, "true"), ("true", "NOT is_seen")) if is_split else (("true", "true"),):
        yield f"""(SELECT * FROM (
        SELECT id, status, category, {is_alike} AS is_alike, label, value, left(details, {READ_MAX}) AS start,
            key, project, condition, day, community_id, changed_at, {seen} AS is_seen
        FROM memories_memory m
        WHERE person_id = %(person)s AND status = '{status}' AND {where} AND {condition}
        ORDER BY changed_at DESC LIMIT {limit}) AS newest WHERE {place} AND {left})"""


def _similar(*selects: str) -> str:
    """Return a statement for the memories that share words or the label of the statement: Python compares few.

    ASCII texts only: the words of others are compared in Python, which folds them.
    """
    return f"""
SELECT id, status, category, is_alike, label, value, start, key, is_seen
FROM ({" UNION ALL ".join(selects)}) AS newest
WHERE key = %(label)s OR jsonb_typeof(value) IS DISTINCT FROM 'string'
    OR octet_length(concat(label, value, start)) <> char_length(concat(label, value, start))
    OR lower(concat(label, ' ', value #>> '{{}}')) LIKE ALL(%(words)s::text[])
    OR lower(coalesce(nullif(start, ''), value #>> '{{}}')) LIKE ANY(%(subject)s::text[])
ORDER BY is_alike DESC, changed_at DESC
"""


OF_NO_FIELD = "key <> ALL(%(fields)s::text[])"


@cache
def of_kind(statuses: tuple[Status, ...], place: str, community: str, seen: str) -> str:
    """Return the SQL for memories of the same kind and category, and for the newest of any kind.

    Two memories on one subject may be classified apart. The place of the newest of any kind is checked after the limit:
    a place with few memories would cost reading all of the person's.
    """
    here = f"{place} AND {OF_NO_FIELD}"
    same_kind = f"{here} AND kind = %(kind)s AND category = %(category)s"
    alike = (_newest(same_kind, each, NEWEST_OF_KIND, is_alike=True, seen=seen) for each in statuses)
    others = (
        _newest(community, each, NEWEST_OF_ANY_KIND[each], is_alike=False, seen=seen, place=here) for each in statuses
    )
    return _similar(*chain.from_iterable((*alike, *others)))


@cache
def of_key(statuses: tuple[Status, ...], place: str, seen: str) -> str:
    alike = f"{place} AND key = %(key)s"
    newest = (_newest(alike, each, NEWEST_OF_KIND, is_alike=True, seen=seen) for each in statuses)
    return _similar(*chain.from_iterable(newest))


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
    is_seen: bool  # the speaker may read it
