"""Finding memories: by every word, as a person narrows a list; and the best for a question, by words and meaning.

English by stems, Chinese by character pairs, meaning by vectors. Every door and recall itself search here.
"""

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from operator import and_
from threading import Lock
from typing import Any
from uuid import UUID

from cachetools import LRUCache, cached
from cachetools.keys import hashkey
from django.contrib.postgres.search import SearchQuery
from django.core.exceptions import EmptyResultSet
from django.db import connection

from memoryweb.memories.models import Memory, MemoryQuerySet
from memoryweb.recall import encoders, ranking, vectors
from memoryweb.recall.text_digest import text_digest
from memoryweb.rls.policies import ME
from memoryweb.rules import tokens

log = logging.getLogger(__name__)

MOST_WORDS = 32  # of a question: each is looked for in every memory that has any of them
LOOK_AT = 5  # times as many as wanted: the best of all, of which those are taken that may be seen
CACHED = 256  # questions whose vectors a process keeps

LEXEMES = f"SELECT {ME}, ARRAY(SELECT lexeme FROM unnest(to_tsvector('english', %s)) ORDER BY positions[1], lexeme)"


@dataclass(frozen=True)
class Hit:
    """`meaning` (a cosine) + `words` (0 to the encoder's `words`) = `score`; `relevant` where it shares a word with the
    question or means more like it than what is about something else."""

    memory_id: UUID
    score: float
    meaning: float
    words: float
    relevant: bool


def ranked(memories: MemoryQuerySet, text: str, *, limit: int) -> list[Hit]:
    """The best `limit` of these, all of one person, in whose scope we are: so many wherever there are so many.

    Nothing for a text without a word. `hits[0].score` tells how sure it is that anything applies at all.
    """
    try:
        among, given = _ids_with_named_values(memories)
    except EmptyResultSet:  # Django knows without asking
        return []
    return best(text, among=among, given=given, limit=limit)


def best(text: str, *, among: str, given: dict[str, Any], limit: int) -> list[Hit]:
    """The same, among the ids that `among` selects with the values `given`."""
    person, question = analyze_question(text)
    if not person or not (question.lexemes or question.vector):
        return []
    values = given | question.values(person) | {"limit": limit}
    first = LOOK_AT * limit
    rows = _rows(ranking.best(question, among=among, look_at=first), values)
    if len(rows) < limit and (not rows or rows[0][-1] == first):
        rows = _rows(ranking.best(question, among=among, look_at=None), values)
    return [Hit(pk, score, m, w, relevant=w > 0 or m >= question.noise) for pk, score, m, w, _ in rows]


def relevant(memories: MemoryQuerySet, text: str, *, limit: int) -> list[Memory]:
    """At most `limit` of these that have something to do with it, the best first."""
    ids = [hit.memory_id for hit in ranked(memories, text, limit=limit) if hit.relevant]
    found = memories.in_bulk(ids)
    return [found[pk] for pk in ids if pk in found]


def _ids_with_named_values(memories: MemoryQuerySet) -> tuple[str, dict[str, Any]]:
    """The ids of a queryset as SQL whose values have names, to be put into a statement that has its own."""
    statement, given = memories.order_by().values("pk").query.sql_with_params()
    names = [f"given{n}" for n in range(len(given))]
    return statement.replace("%%", "%%%%") % tuple(f"%({n})s" for n in names), dict(zip(names, given, strict=True))


def _rows(statement: str, values: dict[str, Any]) -> list[Any]:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return list(cursor.fetchall())


def analyze_question(text: str) -> tuple[UUID | None, ranking.RankedQuestion]:
    """Who asks, and the question in numbers: without a meaning where the encoder does not answer."""
    said = tokens.normalize(text)
    person, lexemes = _lexemes(said)
    bend = ranking.CHINESE_BEND if tokens.detect_language(text) == "zh" else ranking.BEND
    try:
        encoder = encoders.current_encoder()
        vector = _vector(encoder, text.strip()) if said else ""
    except vectors.UnreachableError as error:
        log.warning("Searched by words alone: %s", error)
        return person, ranking.RankedQuestion(lexemes, bend=bend)
    return person, ranking.RankedQuestion(lexemes, encoder.name, vector, encoder.words, encoder.noise, bend)


@cached(LRUCache(CACHED), key=lambda encoder, text: hashkey(encoder, text_digest(text)), lock=Lock())
def _vector(encoder: encoders.Encoder, text: str) -> str:
    """The question's vector as SQL. Cached: an agent often asks the same again."""
    return vectors.vector_literal(encoders.encode_question(encoder, text))


def _lexemes(said: str) -> tuple[UUID | None, Sequence[str]]:
    """Whose scope it is, and what PostgreSQL makes of the words: stop words left out, each once, the first ones."""
    chinese = [pair for run in tokens.CJK.findall(said) for pair in tokens.bigrams(run)]
    with connection.cursor() as cursor:
        cursor.execute(LEXEMES, [tokens.CJK.sub(" ", said)])
        person, stems = cursor.fetchone()
    return person, list(dict.fromkeys([*stems, *chinese]))[:MOST_WORDS]


def relevant_from() -> float:
    """The score up to which a memory may just as well be about something else."""
    return encoders.current_encoder().noise


def query(text: str) -> SearchQuery | None:
    """Every word, the last one perhaps unfinished. None where nothing can be looked for."""
    said = tokens.normalize(text)
    english = tokens.CJK.sub(" ", said).replace("'", " ").split()
    chinese = [pair for run in tokens.CJK.findall(said) for pair in tokens.bigrams(run)]
    parts = []
    if english:
        terms = " & ".join([*english[:-1], f"{english[-1]}:*"])
        parts.append(SearchQuery(terms, search_type="raw", config="english"))
    if chinese:
        parts.append(SearchQuery(" & ".join(chinese), search_type="raw", config="simple"))
    return reduce(and_, parts) if parts else None


def matching(memories: MemoryQuerySet, text: str) -> MemoryQuerySet:
    """Those that contain every word; the last one may be unfinished."""
    wanted = query(text)
    return memories.filter(search_document__words=wanted) if wanted else memories.none()
