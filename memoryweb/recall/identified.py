"""Finds memories with a question's identifiers and names, and memories with similar others.

A memory with an order number, address or file of the question comes before everything that is only close to it. One
with a number that differs in a digit is about something else, however near its words are.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.contrib.postgres.search import SearchQuery
from django.db import connection
from django.db.models import TextField, Value

from memoryweb.language.mentions import identifiers, names

EXACT_SCORE = 3.0  # above any sum of meaning and words
EACH_MAX = 40  # memories looked up for each identifier, the newest first: a product's version may be in thousands
NAME_SCORE = 0.15  # for a name of the question in the same letters
# The identifiers of what the question found, and of the newest readable memories that have one of the question's.
# OFFSET 0 has the newest looked at first, and no more than it takes.
LOOKED_UP = """
SELECT {key}, {keys} FROM {documents} WHERE {owned} AND {key} = ANY(%(found)s::uuid[])
UNION ALL SELECT looked_up.* FROM unnest(%(asked)s::text[]) AS asked (term) CROSS JOIN LATERAL (
    SELECT {key}, {keys} FROM (
        SELECT {key}, words FROM {documents}
        WHERE {owned} AND words @@ term::tsquery AND {key} <> ALL(%(found)s::uuid[]) ORDER BY {key} DESC OFFSET 0
    ) AS holders WHERE EXISTS (SELECT FROM ({ids_sql}) AS readable (id) WHERE id = {key} OFFSET 0) LIMIT {each_max}
) AS looked_up
"""
KEYS = "ARRAY(SELECT each FROM unnest(tsvector_to_array(words)) AS each WHERE each LIKE 'id:%%')"
TEXTS = """
SELECT id, concat_ws(' ', label, value #>> '{}', details) FROM memories_memory
WHERE person_id = %(person)s AND id = ANY(%(found)s::uuid[])
"""


@dataclass(frozen=True)
class Identified:
    """Memories sharing an identifier with the question, by its length, and others with merely similar identifiers."""

    exact: dict[UUID, int] = field(default_factory=dict)
    others: frozenset[UUID] = frozenset()

    def score(self, memory_id: UUID) -> float:
        """Return the points for a shared identifier; longer ones give more."""
        return EXACT_SCORE + self.exact[memory_id] / 1000 if memory_id in self.exact else 0.0


class Lexeme(SearchQuery):
    """A query for one exact lexeme, which to_tsquery would split; with ":*" for a prefix."""

    template = "(%(expressions)s)::tsquery"

    def __init__(self, lexeme: str, ending: str = "") -> None:
        super().__init__(Value(f"{quoted(lexeme)}{ending}", output_field=TextField()))


def look_up(
    question: str, found: Sequence[UUID], *, ids_sql: str, values: dict[str, Any], documents: str, key: str, owned: str
) -> Identified:
    """Look up a question's identifiers in one statement; none runs without identifiers."""
    asked = identifiers.find(question)
    if not asked:
        return Identified()
    terms = list(dict.fromkeys(quoted(identifiers.lexeme(each.key)) for each in asked))
    with connection.cursor() as cursor:
        statement = LOOKED_UP.format(
            documents=documents, key=key, keys=KEYS, owned=owned, ids_sql=ids_sql, each_max=EACH_MAX
        )
        cursor.execute(statement, values | {"found": list(found), "asked": terms})
        keys = {pk: identifiers.keys_in(lexemes) for pk, lexemes in cursor.fetchall()}
    exact = {pk: length for pk, theirs in keys.items() if (length := _longest(asked, theirs))}
    most = max(exact.values(), default=0)
    elsewhere = {pk for pk, length in exact.items() if length < most and _is_elsewhere(asked, keys[pk])}
    exact = {pk: length for pk, length in exact.items() if pk not in elsewhere}
    others = {pk for pk, theirs in keys.items() if pk not in exact and _is_other(asked, theirs, is_known=bool(exact))}
    return Identified(exact, frozenset(others))


def _longest(asked: Iterable[identifiers.Identifier], keys: Iterable[str]) -> int:
    """Return the length of the longest common identifier; 0 for none."""
    theirs = set(keys)
    return max((len(each.key) for each in asked if each.key in theirs), default=0)


def _is_elsewhere(asked: Iterable[identifiers.Identifier], keys: Sequence[str]) -> bool:
    """Return whether an asked identifier is just the last part of a different path."""
    return any(key.endswith(f"/{each.key}") for key in keys for each in asked)


def _is_other(asked: Iterable[identifiers.Identifier], keys: Sequence[str], *, is_known: bool) -> bool:
    """Return whether the memory is about a similar identifier, not the asked one.

    Where no memory has the identifier itself (not `is_known`), "Python 3.11" may still help with Python 3.12.
    """
    return any(each.excludes(keys) or (is_known and any(map(each.is_like, keys))) for each in asked)


def quoted(lexeme: str) -> str:
    escaped = lexeme.replace("\\", "\\\\").replace("'", "''")
    return f"'{escaped}'"


def compare_names(question: str, found: Sequence[UUID], person: UUID) -> dict[UUID, bool]:
    """Return which memories contain the question's names: Ann and Anne share a stem. Empty without names."""
    asked = names.find(question) if found else []
    if not asked:
        return {}
    with connection.cursor() as cursor:
        cursor.execute(TEXTS, {"person": person, "found": list(found)})
        return {pk: any(names.is_in(name, text) for name in asked) for pk, text in cursor.fetchall()}
